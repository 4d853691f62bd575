import type { ClientSession } from 'mongodb';
import {
  type Connection,
  type CountedLink,
  countField,
  fieldAt,
  keyOf,
  latestField,
  linkedIds,
  type Post,
  PUBLIC_RECORDS,
  usedBy,
} from '../../database';
import { LANGUAGES } from '../../language';
import { batchesOf, type CheckedRecord, checkAgain, type Fault, recordsById, setting, type TypeCheck } from './context';

/** The number of linking records that one reply of the database has. */
const BATCH = 1000;

interface CountedEnd extends CountedLink {
  readonly source: string;
}

export const countedEnds = ({ types }: Pick<TypeCheck, 'types'>, plural: string): readonly CountedEnd[] =>
  types.flatMap(({ plural: source, counted }) => counted.flatMap((link) => (link.collection === plural ? [{ ...link, source }] : [])));

/** A record with its correct counts and latest dates, by the field that stores them. */
interface CountedTarget {
  readonly target: CheckedRecord;
  readonly counts: Map<string, number>;
  readonly latestDates: Map<string, Date>;
}

/** Adds a public record that links to a target to the target's counts. */
const addRecord = ({ target, counts, latestDates }: CountedTarget, { as, latest }: CountedEnd, record: Post): void => {
  const countedIn = as ?? countField(target, record.language);
  counts.set(countedIn, (counts.get(countedIn) ?? 0) + 1);
  const date = latest && fieldAt(record, latest.field);
  const latestIn = latestField(target, record.language);
  if (date instanceof Date && Number(date) > Number(latestDates.get(latestIn) ?? -1 / 0)) latestDates.set(latestIn, date);
};

/** Counts the public records that link to some targets. Reads each of these records once per link, in batches. */
async function countLinks(
  { collection }: Connection,
  ends: readonly CountedEnd[],
  targets: readonly CheckedRecord[],
  session?: ClientSession,
): Promise<readonly CountedTarget[]> {
  const counted = new Map(targets.map((target) => [target._id, { target, counts: new Map(), latestDates: new Map() }]));
  for (const end of ends) {
    const { source, field, latest } = end;
    const projection = { _id: 0, language: 1, [field]: 1, ...(latest && { [latest.field]: 1 }) };
    const options = { projection, batchSize: BATCH, ...(session && { session }) };
    const naming = { [field]: { $in: [...counted.keys()] }, ...PUBLIC_RECORDS };
    for await (const record of collection<Post>(source).find(naming, options)) {
      for (const id of new Set(linkedIds(record, field))) {
        const target = counted.get(id);
        if (target !== undefined) addRecord(target, end, record);
      }
    }
  }
  return [...counted.values()];
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

  const faultsOf = ({ target, counts, latestDates }: CountedTarget): Fault[] => {
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
    const now = await recordsById(check, [id], reads, session);
    return (await countLinks(connection, ends, [...now.values()], session)).flatMap(faultsOf);
  };

  for await (const batch of batchesOf(check, reads)) {
    for (const counted of await countLinks(connection, ends, batch))
      if (faultsOf(counted).length > 0) await checkAgain(check, (session) => judge(counted.target._id, session));
    check.progress(batch.length);
  }
}
