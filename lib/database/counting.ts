import type { ClientSession } from 'mongodb';
import type { RawRecord } from './driver/driver';
import { keyOf } from './driver/locks';
import { linkedIds } from './records/links';
import { type Change, fieldAt, type Post, type Stored } from './records/record';
import type { Records } from './records/store-types';

/**
 * A link whose targets store how many public records name them. The count of the target's own language is in `count`,
 * those of other languages are in `abroad`. With `latest`, `until` and `abroadUntil` store the latest date of these
 * records.
 */
export interface Counted {
  /** The field that holds the IDs of the targets, such as `venue` or `fields.organizer`. It may hold one ID or none. */
  readonly field: string;
  readonly collection: string;
  /** True for terms: a proposed term (`proposedBy`) becomes visible when the first public record names it. */
  readonly reveals?: true;
  /** The field of the target that counts the records of all languages instead of `count`. */
  readonly as?: `counts.${string}`;
  /** The date whose latest value a target stores in `until`. `index` orders the records by target and that date. */
  readonly latest?: { readonly field: string; readonly index: string };
}

/** The member `used` of a target with this count: true if at least one record names it. */
export const usedBy = (count: number): Required<Pick<Stored, 'used'>> => ({ used: count > 0 });

/** The initial counts of a new record: no record names it yet. */
export const nothingCounted = (links: readonly Counted[]): object => {
  const counted = links.filter(({ as }) => as === undefined);
  if (counted.length === 0) return {};
  return { count: 0, ...usedBy(0), ...(counted.some(({ latest }) => latest) && { until: null }) };
};

/** The field of a target that counts the records of a language. */
export const countField = ({ language: own }: { readonly language?: string }, language: string): string =>
  language === own ? 'count' : `abroad.${language}`;
export const latestField = ({ language: own }: { readonly language?: string }, language: string): string =>
  language === own ? 'until' : `abroadUntil.${language}`;

/** The records that hold counted links. The stored counts are updated in the transactions that change these records. */
interface CountingRecords extends Records {
  readonly counted: readonly Counted[];
}

/** Locks every target that `recount` may change. */
export function lockCounted(
  { connection, counted }: CountingRecords,
  records: readonly (object | undefined)[],
  session: ClientSession,
): void {
  const keysOf = ({ field, collection }: Counted) =>
    records.flatMap((record) => targetsOf(record, field).map((id) => keyOf(collection, id)));
  connection.lock(counted.flatMap(keysOf), session);
}

/**
 * Updates the counts for one changed record. `before` is undefined for a new record, `after` for a deleted one. Call it
 * after the change is stored.
 */
export async function recount(records: CountingRecords, change: Pick<Change, 'before' | 'after'>, session: ClientSession): Promise<void> {
  lockCounted(records, [change.before, change.after], session);
  for (const link of records.counted) await write(records, link, await changesOf(records, link, change, session), session);
}

/** Updates the counts for new records, before or after they are stored. Each target is written once. */
export async function countAll(
  records: CountingRecords,
  added: readonly Pick<Stored, 'language'>[],
  session: ClientSession,
): Promise<void> {
  lockCounted(records, added, session);
  for (const link of records.counted) await write(records, link, additionsOf(link, added), session);
}

/** The targets whose counts are recomputed, and the languages of the counted records. */
interface Recomputed {
  readonly ids: readonly number[];
  readonly languages: ReadonlySet<string>;
}

/** Recomputes the counts of a link from the stored records, after many of them have changed. */
export async function recompute(
  records: CountingRecords,
  field: string,
  { ids, languages }: Recomputed,
  session: ClientSession,
): Promise<void> {
  if (languages.size === 0) return;
  for (const link of records.counted.filter((one) => one.field === field)) {
    const targets = records.connection.collection<RawRecord>(link.collection);
    records.connection.lock(
      ids.map((id) => keyOf(link.collection, id)),
      session,
    );
    const found = await targets.find({ _id: { $in: [...ids] } }, { projection: { language: 1 }, session }).toArray();
    for (const { _id, language } of found) {
      const counts = await countsOf(records, link, { target: { _id, language }, languages }, session);
      await targets.updateOne({ _id }, { $set: counts }, { session });
      if (Object.values(counts).some((count) => Number(count) > 0)) await reveal(records, link, [_id], session);
    }
  }
}

/** The correct counts of a target for some languages. */
async function countsOf(
  records: Records,
  link: Counted,
  { target, languages }: { readonly target: Pick<Stored, '_id' | 'language'>; readonly languages: ReadonlySet<string> },
  session: ClientSession,
): Promise<Record<string, unknown>> {
  const { field, as, latest } = link;
  const linking = records.connection.collection<RawRecord>(records.plural);
  const count = (more: object) => linking.countDocuments({ [field]: target._id, ...PUBLIC, ...more }, { session });
  const counts: Record<string, unknown> = as === undefined ? {} : { [as]: await count({}) };
  for (const language of languages) {
    if (as === undefined) {
      const many = await count({ language });
      Object.assign(counts, { [countField(target, language)]: many }, language === target.language && usedBy(many));
    }
    if (latest) counts[latestField(target, language)] = await latestOf(records, link, { _id: target._id, language }, session);
  }
  return counts;
}

/** The records that are counted: all except hidden and protected ones. */
const PUBLIC = { status: 'publish', password: '' } as const;

/** The counted targets of a record. */
const targetsOf = (record: object | undefined, field: string): readonly number[] => {
  const { status, password }: Partial<Post> = record ?? {};
  return status === PUBLIC.status && password === PUBLIC.password ? linkedIds(record, field) : [];
};

/** The date of a record that a link counts, in ms since 1970; 0 without one. */
const dateOf = ({ latest }: Counted, record: object | undefined): number => (latest && record ? Number(fieldAt(record, latest.field)) : 0);

/** The change of one target: the increments of its counts, and the update of its latest date in a field. */
interface TargetChange {
  readonly _id: number;
  readonly language: string;
  readonly $inc: Record<string, number>;
  readonly until?: ((field: string) => object) | undefined;
}

/** The changes of the targets of a link when a record changes. */
async function changesOf(
  records: Records,
  link: Counted,
  { before, after }: Pick<Change, 'before' | 'after'>,
  session: ClientSession,
): Promise<TargetChange[]> {
  const old = targetsOf(before, link.field);
  const now = targetsOf(after, link.field);
  const was = dateOf(link, before);
  const is = dateOf(link, after);
  const language = String((after ?? before)?.language);
  const changes: TargetChange[] = [];
  for (const _id of new Set([...old, ...now])) {
    const count = Number(now.includes(_id)) - Number(old.includes(_id));
    if (count === 0 && was === is) continue;
    // Each target must change: two transactions that search its latest date at once must conflict.
    const $inc: Record<string, number> = count === 0 ? { revision: 1 } : { [link.as ?? 'count']: count };
    // An addition or a later date can be written with `$max`. Any other change needs a search for the latest date.
    const isLater = count > 0 || (count === 0 && is > was);
    const last = isLater || !link.latest ? new Date(is) : await latestOf(records, link, { _id, language }, session);
    const until = link.latest && ((field: string) => ({ [isLater ? '$max' : '$set']: { [field]: last } }));
    changes.push({ _id, language, $inc, until });
  }
  return changes;
}

/** The changes of the targets of a link when records are added. */
function additionsOf(link: Counted, records: readonly Pick<Stored, 'language'>[]): TargetChange[] {
  const { field, latest, as = 'count' } = link;
  const additions = new Map<string, { readonly _id: number; readonly language: string; count: number; until: number }>();
  for (const record of records) {
    const { language } = record;
    const date = dateOf(link, record);
    for (const _id of targetsOf(record, field)) {
      const { count, until } = additions.get(`${_id} ${language}`) ?? { count: 0, until: date };
      additions.set(`${_id} ${language}`, { _id, language, count: count + 1, until: Math.max(until, date) });
    }
  }
  return Array.from(additions.values(), ({ count, until, ...target }) => ({
    ...target,
    $inc: { [as]: count },
    ...(latest && { until: (path: string) => ({ $max: { [path]: new Date(until) } }) }),
  }));
}

/** Searches the latest date of the public records of a language that link to a target. */
async function latestOf(
  { connection, plural }: Records,
  { field, latest }: Counted,
  { _id, language }: { readonly _id: number; readonly language: string },
  session: ClientSession,
): Promise<Date | null> {
  if (!latest) return null;
  const options = { session, hint: latest.index, sort: { [latest.field]: -1 }, projection: { [latest.field]: 1 } } as const;
  const found = await connection.collection<RawRecord>(plural).findOne({ [field]: _id, language, ...PUBLIC }, options);
  return (found && (fieldAt(found, latest.field) as Date | undefined)) ?? null;
}

/** Writes changes into the targets of a link. */
async function write(records: Records, link: Counted, changes: readonly TargetChange[], session: ClientSession): Promise<void> {
  if (changes.length === 0) return;
  const { collection, as } = link;
  const isMore = ({ $inc: { count = 0 } }: TargetChange): boolean => count > 0;
  const idsWhere = (passes: (change: TargetChange) => boolean) => changes.filter(passes).map(({ _id }) => _id);
  await reveal(records, link, idsWhere(isMore), session);
  const targets = records.connection.collection<RawRecord>(collection);
  const own = changes.map((change) => {
    const { _id, language, $inc, until } = change;
    // An addition never sets a date to an earlier one; it only raises it.
    const update = { $inc, ...until?.('until'), ...(isMore(change) && { $set: usedBy(1) }) };
    return { updateOne: { filter: as ? { _id } : { _id, language }, update } };
  });
  const { matchedCount } = await targets.bulkWrite(own, { session });
  const left = idsWhere(({ $inc: { count = 0 } }) => count < 0);
  // Targets of other languages are not matched above; their `used` depends on their own count only.
  if (left.length > 0) await targets.updateMany({ _id: { $in: left }, count: { $lte: 0 } }, { $set: usedBy(0) }, { session });
  if (as !== undefined || matchedCount === changes.length) return;
  const abroad = changes.map(({ _id, language, $inc: { count, ...$inc }, until }) => {
    const counted = count === undefined ? $inc : { [`abroad.${language}`]: count };
    const update = { $inc: counted, ...until?.(`abroadUntil.${language}`) };
    return { updateOne: { filter: { _id, language: { $ne: language } }, update } };
  });
  await targets.bulkWrite(abroad, { session });
}

/** Makes proposed terms visible. */
async function reveal(
  { connection }: Records,
  { collection, reveals }: Counted,
  ids: readonly number[],
  session: ClientSession,
): Promise<void> {
  if (!reveals || ids.length === 0) return;
  const targets = connection.collection<RawRecord>(collection);
  const proposed = { _id: { $in: [...ids] }, proposedBy: { $exists: true } };
  for (const { _id } of await targets.find(proposed, { projection: { _id: 1 }, session }).toArray())
    await targets.updateOne({ _id }, { $unset: { proposedBy: '' }, $inc: { revision: 1 } }, { session });
}
