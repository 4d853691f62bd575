import type { RecordsWork } from './driver/connection';
import type { RawRecord } from './driver/driver';
import { keysOf } from './driver/locks';
import { fieldAt, linkedIds, type Post, type Stored } from './records/record';

/**
 * A link that is counted in its targets. `count` is the number of public records of the target's language that link to the target,
 * `abroad` that of other languages. With `latest`, `until` and `abroadUntil` store their latest date.
 */
export interface CountedLink {
  /** The field with the IDs of the targets, such as `venue` or `fields.organizer`. It may hold one ID, several or none. */
  readonly field: string;
  readonly collection: string;
  /** True for links to terms: a proposed term (`proposedBy`) becomes visible when the first public record links to it. */
  readonly reveals?: true;
  /** The field of the target that counts the linking records of all languages, instead of `count`. */
  readonly as?: `counts.${string}`;
  /** The date field whose latest value a target stores in `until`. `index` orders the linking records by target and date. */
  readonly latest?: { readonly field: string; readonly index: string };
}

/** Returns the field `used` of a record with this count: true if at least one public record links to it. */
export const usedBy = (count: number): Required<Pick<Stored, 'used'>> => ({ used: count > 0 });

/** Returns the initial counts of a new record, to which no record links yet. */
export const initialCounts = (links: readonly CountedLink[]): object => {
  const counted = links.filter(({ as }) => as === undefined);
  if (counted.length === 0) return {};
  return { count: 0, ...usedBy(0), ...(counted.some(({ latest }) => latest) && { until: null }) };
};

/** Returns the field of a target that counts the linking records of a language. */
export const countField = ({ language: own }: { readonly language?: string }, language: string): string =>
  language === own ? 'count' : `abroad.${language}`;
export const latestField = ({ language: own }: { readonly language?: string }, language: string): string =>
  language === own ? 'until' : `abroadUntil.${language}`;

/** Returns the fields of a linking record that decide whether and with which date a link is counted. */
export const countedFields = (links: readonly CountedLink[]): readonly string[] => [
  'status',
  'password',
  ...links.flatMap(({ field, latest }) => (latest === undefined ? field : [field, latest.field])),
];

/** The records of a type with counted links, in a transaction. */
export interface CountingWork extends RecordsWork {
  readonly counted: readonly CountedLink[];
}

/** Locks every record whose counts `recount` may change. */
export function lockCounted({ connection, counted, session }: CountingWork, records: readonly (object | undefined)[]): void {
  const keysIn = ({ field, collection }: CountedLink) => records.flatMap((record) => keysOf(collection, targetsOf(record, field)));
  connection.lock(counted.flatMap(keysIn), session);
}

/** A linking record before and after a change; undefined where it does not exist. It needs `countedFields` and its language. */
interface LinkingChange {
  readonly before?: Pick<Stored, 'language'> | undefined;
  readonly after?: Pick<Stored, 'language'> | undefined;
}

/** Updates the counts in the targets of changed, new or deleted records. Writes each target once. New records need not be stored yet. */
export async function recount(work: CountingWork, changes: readonly LinkingChange[]): Promise<void> {
  const records = changes.flatMap(({ before, after }) => [before, after]);
  lockCounted(work, records);
  for (const link of work.counted) await writeChanges(work, link, await targetChanges(work, link, changes));
}

type Target = Pick<TargetChange, '_id' | 'language'>;

/** The filter of the records that are counted: published and without a password. */
export const PUBLIC_RECORDS = { status: 'publish', password: '' } as const;

/** Returns the IDs of a record's counted targets. */
const targetsOf = (record: object | undefined, field: string): readonly number[] => {
  const { status, password }: Partial<Post> = record ?? {};
  return status === PUBLIC_RECORDS.status && password === PUBLIC_RECORDS.password ? linkedIds(record, field) : [];
};

/** Returns the date of a record for `latest`, in ms since 1970; 0 without a date. */
const dateOf = ({ latest }: CountedLink, record: object | undefined): number =>
  latest && record ? Number(fieldAt(record, latest.field)) : 0;

/** The change of one target, by linking records of one language. */
interface TargetChange {
  readonly _id: number;
  readonly language: string;
  /** The increment of the count. */
  readonly count: number;
  /** The operator that updates the latest date, and its operand. */
  readonly latest: { readonly operator: '$max' | '$set'; readonly date: Date | null } | undefined;
}

/** Computes the changes of targets when linking records change. */
async function targetChanges(work: RecordsWork, link: CountedLink, changes: readonly LinkingChange[]): Promise<TargetChange[]> {
  const sums = new Map<string, Target & { readonly count: number; readonly date: number; readonly isLater: boolean }>();
  for (const { before, after } of changes) {
    const oldTargets = targetsOf(before, link.field);
    const newTargets = targetsOf(after, link.field);
    const oldDate = dateOf(link, before);
    const newDate = dateOf(link, after);
    const language = String((after ?? before)?.language);
    for (const _id of new Set([...oldTargets, ...newTargets])) {
      const count = Number(newTargets.includes(_id)) - Number(oldTargets.includes(_id));
      if (count === 0 && oldDate === newDate) continue;
      const key = `${_id} ${language}`;
      const sum = sums.get(key) ?? { count: 0, date: newDate, isLater: true };
      const isLater = sum.isLater && (count > 0 || (count === 0 && newDate > oldDate));
      sums.set(key, { _id, language, count: sum.count + count, date: Math.max(sum.date, newDate), isLater });
    }
  }
  const found: TargetChange[] = [];
  for (const { date, isLater, ...target } of sums.values()) {
    // An addition or a later date can be written with `$max`. Any other change needs a search for the latest date.
    const latest = isLater ? new Date(date) : await latestOf(work, link, target);
    found.push({ ...target, latest: link.latest && { operator: isLater ? '$max' : '$set', date: latest } });
  }
  return found;
}

/** Finds the latest date of the public records of a language that link to a target. */
async function latestOf(
  { connection, plural, session }: RecordsWork,
  { field, latest }: CountedLink,
  { _id, language }: Target,
): Promise<Date | null> {
  if (!latest) return null;
  const options = { session, hint: latest.index, sort: { [latest.field]: -1 }, projection: { [latest.field]: 1 } } as const;
  const found = await connection.collection<RawRecord>(plural).findOne({ [field]: _id, language, ...PUBLIC_RECORDS }, options);
  return (found && (fieldAt(found, latest.field) as Date | undefined)) ?? null;
}

/** Makes the update of a target that stores its count and its latest date in these fields. */
const updateOf = ({ count, latest }: TargetChange, countedIn: string, latestIn: string) => ({
  // Each target must change, so that two transactions that search its latest date at once conflict.
  $inc: count === 0 ? { revision: 1 } : { [countedIn]: count },
  ...(latest && { [latest.operator]: { [latestIn]: latest.date } }),
});

async function writeChanges(work: RecordsWork, link: CountedLink, changes: readonly TargetChange[]): Promise<void> {
  if (changes.length === 0) return;
  const { connection, session } = work;
  const { collection, as } = link;
  const targets = connection.collection<RawRecord>(collection);
  const isMore = ({ count }: TargetChange) => as === undefined && count > 0;
  const isLess = ({ count }: TargetChange) => as === undefined && count < 0;
  const idsWhere = (passes: (change: TargetChange) => boolean) => changes.filter(passes).map(({ _id }) => _id);
  await reveal(work, link, idsWhere(isMore));
  const inOwnLanguage = changes.map((change) => {
    const { _id, language } = change;
    // An addition only ever raises a latest date.
    const update = { ...updateOf(change, as ?? 'count', 'until'), ...(isMore(change) && { $set: usedBy(1) }) };
    return { updateOne: { filter: as ? { _id } : { _id, language }, update } };
  });
  const { matchedCount } = await targets.bulkWrite(inOwnLanguage, { session });
  const decreased = idsWhere(isLess);
  // This filter excludes targets of other languages, whose `used` depends on their own count only.
  if (decreased.length > 0) await targets.updateMany({ _id: { $in: decreased }, count: { $lte: 0 } }, { $set: usedBy(0) }, { session });
  if (as !== undefined || matchedCount === changes.length) return;
  const inOtherLanguages = changes.map((change) => {
    const { _id, language } = change;
    const update = updateOf(change, `abroad.${language}`, `abroadUntil.${language}`);
    return { updateOne: { filter: { _id, language: { $ne: language } }, update } };
  });
  await targets.bulkWrite(inOtherLanguages, { session });
}

/** Makes proposed terms visible. */
async function reveal({ connection, session }: RecordsWork, { collection, reveals }: CountedLink, ids: readonly number[]): Promise<void> {
  if (!reveals || ids.length === 0) return;
  const targets = connection.collection<RawRecord>(collection);
  const proposed = { _id: { $in: [...ids] }, proposedBy: { $exists: true } };
  for (const { _id } of await targets.find(proposed, { projection: { _id: 1 }, session }).toArray())
    await targets.updateOne({ _id }, { $unset: { proposedBy: '' }, $inc: { revision: 1 } }, { session });
}
