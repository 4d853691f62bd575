import type { RecordsWork } from './driver/connection';
import type { RawRecord } from './driver/driver';
import { keysOf } from './driver/locks';
import { linkedIds } from './records/links';
import { type Change, fieldAt, type Post, type Stored } from './records/record';

/**
 * A link whose targets store how many public records name them: in `count` those of the target's language, in `abroad`
 * those of others. With `latest`, `until` and `abroadUntil` store the latest date of these records.
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

/** The records with counted links, in the transaction that changes them. */
interface CountingWork extends RecordsWork {
  readonly counted: readonly Counted[];
}

/** Locks every target that `recount` may change. */
export function lockCounted({ connection, counted, session }: CountingWork, records: readonly (object | undefined)[]): void {
  const keysIn = ({ field, collection }: Counted) => records.flatMap((record) => keysOf(collection, targetsOf(record, field)));
  connection.lock(counted.flatMap(keysIn), session);
}

/** Updates the counts of the targets of a record, after its change or its deletion is stored. */
export async function recount(work: CountingWork, change: Pick<Change, 'before' | 'after'>): Promise<void> {
  lockCounted(work, [change.before, change.after]);
  for (const link of work.counted) await write(work, link, await changesOf(work, link, change));
}

/** Updates the counts for new records, before or after they are stored. Each target is written once. */
export async function countAll(work: CountingWork, added: readonly Pick<Stored, 'language'>[]): Promise<void> {
  lockCounted(work, added);
  for (const link of work.counted) await write(work, link, additionsOf(link, added));
}

/** Recomputes the counts of targets from the stored records of some languages, after many links in a field have changed. */
export async function recompute(work: CountingWork, field: string, ids: readonly number[], languages: ReadonlySet<string>): Promise<void> {
  const { connection, session } = work;
  for (const link of languages.size > 0 ? work.counted.filter((one) => one.field === field) : []) {
    const targets = connection.collection<RawRecord>(link.collection);
    connection.lock(keysOf(link.collection, ids), session);
    const found = await targets.find({ _id: { $in: [...ids] } }, { projection: { language: 1 }, session }).toArray();
    for (const { _id, language } of found) {
      const counts = await countsOf(work, link, { _id, language }, languages);
      await targets.updateOne({ _id }, { $set: counts }, { session });
      if (Object.values(counts).some((count) => Number(count) > 0)) await reveal(work, link, [_id]);
    }
  }
}

type Target = Pick<TargetChange, '_id' | 'language'>;

/** The correct counts of a target for some languages. */
async function countsOf(
  work: RecordsWork,
  link: Counted,
  target: Target,
  languages: ReadonlySet<string>,
): Promise<Record<string, unknown>> {
  const { field, as, latest } = link;
  const { connection, plural, session } = work;
  const linking = connection.collection<RawRecord>(plural);
  const count = (more: object) => linking.countDocuments({ [field]: target._id, ...PUBLIC, ...more }, { session });
  const counts: Record<string, unknown> = as === undefined ? {} : { [as]: await count({}) };
  for (const language of languages) {
    if (as === undefined) {
      const many = await count({ language });
      Object.assign(counts, { [countField(target, language)]: many }, language === target.language && usedBy(many));
    }
    if (latest) counts[latestField(target, language)] = await latestOf(work, link, { _id: target._id, language });
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

/** The date that a link counts, in ms since 1970; 0 without one. */
const dateOf = ({ latest }: Counted, record: object | undefined): number => (latest && record ? Number(fieldAt(record, latest.field)) : 0);

/** The change of one target: the increments of its counts, and the update of its latest date in a field. */
interface TargetChange {
  readonly _id: number;
  readonly language: string;
  readonly $inc: Record<string, number>;
  readonly until?: ((field: string) => object) | undefined;
}

/** The changes of the targets of a link when a record changes. */
async function changesOf(work: RecordsWork, link: Counted, { before, after }: Pick<Change, 'before' | 'after'>): Promise<TargetChange[]> {
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
    const last = isLater || !link.latest ? new Date(is) : await latestOf(work, link, { _id, language });
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
  { connection, plural, session }: RecordsWork,
  { field, latest }: Counted,
  { _id, language }: Target,
): Promise<Date | null> {
  if (!latest) return null;
  const options = { session, hint: latest.index, sort: { [latest.field]: -1 }, projection: { [latest.field]: 1 } } as const;
  const found = await connection.collection<RawRecord>(plural).findOne({ [field]: _id, language, ...PUBLIC }, options);
  return (found && (fieldAt(found, latest.field) as Date | undefined)) ?? null;
}

/** Writes changes into the targets of a link. */
async function write(work: RecordsWork, link: Counted, changes: readonly TargetChange[]): Promise<void> {
  if (changes.length === 0) return;
  const { connection, session } = work;
  const { collection, as } = link;
  const isMore = ({ $inc: { count = 0 } }: TargetChange): boolean => count > 0;
  const idsWhere = (passes: (change: TargetChange) => boolean) => changes.filter(passes).map(({ _id }) => _id);
  await reveal(work, link, idsWhere(isMore));
  const targets = connection.collection<RawRecord>(collection);
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
async function reveal({ connection, session }: RecordsWork, { collection, reveals }: Counted, ids: readonly number[]): Promise<void> {
  if (!reveals || ids.length === 0) return;
  const targets = connection.collection<RawRecord>(collection);
  const proposed = { _id: { $in: [...ids] }, proposedBy: { $exists: true } };
  for (const { _id } of await targets.find(proposed, { projection: { _id: 1 }, session }).toArray())
    await targets.updateOne({ _id }, { $unset: { proposedBy: '' }, $inc: { revision: 1 } }, { session });
}
