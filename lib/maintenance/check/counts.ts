import type { ClientSession } from 'mongodb';
import { fieldAt, keyOf, type RecordType, usedBy } from '../../database';
import { LANGUAGES } from '../../language';
import { setFields } from './aspect';
import { batchesOf, recordsById } from './batches';
import { type CheckContext, type CheckedRecord, checkAgain, type Fault } from './context';
import { type CountedEnd, createLinkCounter, type LinkCounts } from './link-counts';

/** The most linking records that are read in batches. For more, an index counts them per target. */
const FEW = 8;

const NONE: LinkCounts = { counts: new Map(), lasts: new Map() };

/** The links whose targets are the records of a type. */
export const countedEnds = (kinds: readonly RecordType[], plural: string): readonly CountedEnd[] =>
  kinds.flatMap(({ plural: source, counted }) => counted.flatMap((link) => (link.collection === plural ? [{ ...link, source }] : [])));

const isSameMoment = (stored: unknown, last: Date | null): boolean => Object.is(Number(stored ?? Number.NaN), Number(last ?? Number.NaN));

/** Checks the stored counts and latest dates of a type's records against the records that link to them. */
export async function checkCounts(context: CheckContext, { plural }: RecordType): Promise<void> {
  const { connection, nameOf } = context;
  const ends = countedEnds(context.types, plural);
  if (ends.length === 0) return;
  const fields = [...new Set(ends.flatMap(({ as }) => as ?? ['count', ...LANGUAGES.map((language) => `abroad.${language}`)]))];
  const dated = ends.some(({ latest }) => latest !== undefined) ? ['until', ...LANGUAGES.map((language) => `abroadUntil.${language}`)] : [];
  const reads = ['language', 'used', ...fields, ...dated];
  const tally = createLinkCounter(connection, ends);

  const faultsOf = (target: CheckedRecord, { counts, lasts }: LinkCounts): Fault[] => {
    const faults: Fault[] = [];
    const subject = `The ${nameOf(plural)} ${target._id}`;
    for (const field of fields) {
      const count = counts.get(field) ?? 0;
      const stored = fieldAt(target, field);
      // A target that no plugin's field has ever linked to has no count.
      if (stored === count || (count === 0 && stored === undefined && field !== 'count')) continue;
      faults.push({
        what: `${subject} has ${stored ?? 'nothing'} for its "${field}", and ${count} public records name it`,
        async mend(session) {
          const $set = { [field]: count, ...(field === 'count' && usedBy(count)) };
          await setFields(context, plural, target._id, { $set }, session);
          return `it is ${count} now`;
        },
      });
    }
    const named = counts.get('count') ?? 0;
    const { used } = usedBy(named);
    // A repair of the count repairs this too.
    if (target.count === named && target.used !== used)
      faults.push({
        what: `${subject} has ${target.used ?? 'nothing'} for its "used", and ${named} public records name it`,
        async mend(session) {
          await setFields(context, plural, target._id, { $set: { used } }, session);
          return `it is ${used} now`;
        },
      });
    for (const field of dated) {
      const last = lasts.get(field) ?? null;
      const stored = fieldAt(target, field);
      if (isSameMoment(stored, last)) continue;
      const shown = (moment: unknown) => (moment instanceof Date ? moment.toISOString() : 'none');
      faults.push({
        what: `${subject} has ${shown(stored)} for its "${field}", and the last public record that names it has ${shown(last)}`,
        async mend(session) {
          await setFields(context, plural, target._id, { $set: { [field]: last } }, session);
          return 'it is right now';
        },
      });
    }
    return faults;
  };

  const judge = async (id: number, session: ClientSession): Promise<readonly Fault[]> => {
    connection.lock([keyOf(plural, id)], session);
    const target = (await recordsById(connection, plural, [id], reads, session)).get(id);
    return target === undefined ? [] : faultsOf(target, await tally.one(target, session));
  };

  for await (const batch of batchesOf(connection, plural, reads)) {
    // According to the stored counts.
    const isFew = (target: CheckedRecord) => fields.every((field) => !(Number(fieldAt(target, field)) > FEW));
    const tallies = await tally.many(batch.filter(isFew));
    for (const target of batch) {
      const found = isFew(target) ? (tallies.get(target._id) ?? NONE) : await tally.one(target);
      if (faultsOf(target, found).length > 0) await checkAgain(context, (session) => judge(target._id, session));
    }
    context.progress(batch.length);
  }
}
