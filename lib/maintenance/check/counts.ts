import type { ClientSession } from 'mongodb';
import { type Connection, type CountedLink, countField, fieldAt, keyOf, latestField, linkedIds, type Post, usedBy } from '../../database';
import { LANGUAGES } from '../../language';
import { batchesOf, type CheckedRecord, checkAgain, type Fault, recordsById, setting, type TypeCheck } from './context';

/** The most linking records of a target that are read in batches. For more, an index counts them per target. */
const FEW = 8;
const BATCH = 1000;

interface CountedEnd extends CountedLink {
  readonly source: string;
}

export const countedEnds = ({ types }: Pick<TypeCheck, 'types'>, plural: string): readonly CountedEnd[] =>
  types.flatMap(({ plural: source, counted }) => counted.flatMap((link) => (link.collection === plural ? [{ ...link, source }] : [])));

/** The correct counts and latest dates of a record, by the field that stores them. */
interface LinkCounts {
  readonly counts: Map<string, number>;
  readonly latestDates: Map<string, Date>;
}

const nothingCounted = (): LinkCounts => ({ counts: new Map(), latestDates: new Map() });

/** Adds public records of one language that link to a target to its counts. `date` is the latest of them. */
const addRecords = (
  { counts, latestDates }: LinkCounts,
  { as, latest }: CountedEnd,
  target: CheckedRecord,
  { language, count, date }: { readonly language: string; readonly count: number; readonly date: unknown },
): void => {
  const countedIn = as ?? countField(target, language);
  counts.set(countedIn, (counts.get(countedIn) ?? 0) + count);
  const latestIn = latestField(target, language);
  if (latest && date instanceof Date && Number(date) > Number(latestDates.get(latestIn) ?? -1 / 0)) latestDates.set(latestIn, date);
};

const PUBLIC = { status: 'publish', password: '' } as const;

/** Counts the public records that link to one target, however many, with the indexes. */
async function countLinks(
  { collection }: Connection,
  ends: readonly CountedEnd[],
  target: CheckedRecord,
  session?: ClientSession,
): Promise<LinkCounts> {
  const within = session ? { session } : {};
  const found = nothingCounted();
  for (const end of ends) {
    const { source, field, latest } = end;
    const named = { [field]: target._id, ...PUBLIC };
    for (const language of await collection<Post>(source).distinct('language', named, within)) {
      const count = await collection<Post>(source).countDocuments({ ...named, language }, within);
      const options = latest && ({ ...within, sort: { [latest.field]: -1 }, projection: { [latest.field]: 1 } } as const);
      const last = options && (await collection<Post>(source).findOne({ ...named, language } as object, options));
      addRecords(found, end, target, { language, count, date: latest && last && fieldAt(last, latest.field) });
    }
  }
  return found;
}

/** Counts the public records that link to several targets, with few links each. The result omits targets without links. */
async function countFewLinks(
  { collection }: Connection,
  ends: readonly CountedEnd[],
  targets: readonly CheckedRecord[],
): Promise<ReadonlyMap<number, LinkCounts>> {
  const found = new Map<number, LinkCounts>();
  const targetsById = new Map(targets.map((target) => [target._id, target]));
  for (const end of targets.length === 0 ? [] : ends) {
    const { source, field, latest } = end;
    const projection = { _id: 0, language: 1, [field]: 1, ...(latest && { [latest.field]: 1 }) };
    const naming = { [field]: { $in: [...targetsById.keys()] }, ...PUBLIC };
    for await (const record of collection<Post>(source).find(naming, { projection, batchSize: BATCH })) {
      for (const id of new Set(linkedIds(record, field))) {
        const target = targetsById.get(id);
        if (target === undefined) continue;
        const counts = found.get(id) ?? nothingCounted();
        found.set(id, counts);
        addRecords(counts, end, target, { language: record.language, count: 1, date: latest && fieldAt(record, latest.field) });
      }
    }
  }
  return found;
}

const isSameMoment = (stored: unknown, last: Date | null): boolean => Object.is(Number(stored ?? Number.NaN), Number(last ?? Number.NaN));
const shownMoment = (moment: unknown): string => (moment instanceof Date ? moment.toISOString() : 'none');

/** Checks the stored counts and latest dates of a type's records against the records that link to them. */
export async function checkCounts(check: TypeCheck): Promise<void> {
  const { connection, plural, name } = check;
  const ends = countedEnds(check, plural);
  if (ends.length === 0) return;
  const fields = [...new Set(ends.flatMap(({ as }) => as ?? ['count', ...LANGUAGES.map((language) => `abroad.${language}`)]))];
  const dated = ends.some(({ latest }) => latest !== undefined) ? ['until', ...LANGUAGES.map((language) => `abroadUntil.${language}`)] : [];
  const reads = ['language', 'used', ...fields, ...dated];

  const faultsOf = (target: CheckedRecord, { counts, latestDates }: LinkCounts): Fault[] => {
    const faults: Fault[] = [];
    const note = (field: string, stored: unknown, actual: string, [$set, done]: readonly [object, string]) =>
      faults.push({
        what: `The ${name} ${target._id} has ${stored} as its "${field}", but ${actual}`,
        mend: setting(check, target._id, { $set }, done),
      });
    for (const field of fields) {
      const count = counts.get(field) ?? 0;
      const stored = fieldAt(target, field);
      // A target to which a plugin's field has never linked has no count.
      if (stored === count || (count === 0 && stored === undefined && field !== 'count')) continue;
      const $set = { [field]: count, ...(field === 'count' && usedBy(count)) };
      note(field, stored ?? 'nothing', `${count} public records name it`, [$set, `it is ${count} now`]);
    }
    const count = counts.get('count') ?? 0;
    const { used } = usedBy(count);
    // The repair of the count repairs this too.
    if (target.count === count && target.used !== used)
      note('used', target.used ?? 'nothing', `${count} public records name it`, [{ used }, `it is ${used} now`]);
    for (const field of dated) {
      const last = latestDates.get(field) ?? null;
      const stored = fieldAt(target, field);
      if (isSameMoment(stored, last)) continue;
      const actual = `the last public record that names it has ${shownMoment(last)}`;
      note(field, shownMoment(stored), actual, [{ [field]: last }, 'it is right now']);
    }
    return faults;
  };

  const judge = async (id: number, session: ClientSession): Promise<readonly Fault[]> => {
    connection.lock([keyOf(plural, id)], session);
    const target = (await recordsById(check, [id], reads, session)).get(id);
    return target === undefined ? [] : faultsOf(target, await countLinks(connection, ends, target, session));
  };

  for await (const batch of batchesOf(check, reads)) {
    // The stored counts show how many.
    const isFew = (target: CheckedRecord) => fields.every((field) => !(Number(fieldAt(target, field)) > FEW));
    const few = await countFewLinks(connection, ends, batch.filter(isFew));
    for (const target of batch) {
      const found = isFew(target) ? (few.get(target._id) ?? nothingCounted()) : await countLinks(connection, ends, target);
      if (faultsOf(target, found).length > 0) await checkAgain(check, (session) => judge(target._id, session));
    }
    check.progress(batch.length);
  }
}
