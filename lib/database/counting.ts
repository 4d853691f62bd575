import type { AnyBulkWriteOperation, ClientSession, Collection } from 'mongodb';
import { type Connection, keyOf } from './driver/connection';
import type { RawRecord } from './driver/driver';
import { fieldAt } from './driver/paths';
import { linkedIds } from './records/links';
import type { Post, Stored } from './records/record';

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

/** Keeps the stored counts of links right, inside the transactions that change the linking records. */
export interface Counting<R extends Post> {
  /** Locks every target that `recount` may change. */
  lock(before: R | undefined, after: R | undefined, session: ClientSession): void;
  /**
   * Updates the counts for one changed record. `before` is undefined for a new record, `after` for a deleted one. A
   * change that removes links is counted after it is stored; an addition may be counted before.
   */
  recount(before: R | undefined, after: R | undefined, session: ClientSession): Promise<void>;
  /** Updates the counts for many new records. Each target is written once. */
  countAll(records: readonly R[], session: ClientSession): Promise<void>;
  /** Recomputes the stored counts of some targets from the records. It is used after many records have changed. */
  recompute(field: string, ids: readonly number[], languages: ReadonlySet<string>, session: ClientSession): Promise<void>;
}

interface Target {
  readonly _id: number;
  readonly language: string;
  readonly count: number;
  readonly used?: boolean;
  readonly revision: number;
  readonly until?: Date | null;
  readonly proposedBy?: readonly number[];
}

/** The field of a target that counts the records of a language. */
export const countField = ({ language: own }: { readonly language?: string }, language: string): string =>
  language === own ? 'count' : `abroad.${language}`;
export const latestField = ({ language: own }: { readonly language?: string }, language: string): string =>
  language === own ? 'until' : `abroadUntil.${language}`;

/** The change of one target: the increments of its counts, and the update of its latest date. */
interface Change {
  readonly _id: number;
  readonly language: string;
  readonly $inc: Record<string, number>;
  readonly until?: ((field: string) => object) | undefined;
}

const USED = usedBy(1);
const isMore = ({ count = 0 }: Change['$inc']): boolean => count > 0;

/** The links to count, and the collection of the records that hold them. */
interface CountingContext<R extends Post> {
  readonly connection: Connection;
  readonly links: readonly Counted[];
  source(): Collection<R>;
}

/** Creates the counting of links. `source` is the collection of the records that link. */
export function createCounting<R extends Post>(
  connection: Connection,
  links: readonly Counted[],
  source: () => Collection<R>,
): Counting<R> {
  const context: CountingContext<R> = { connection, links, source };
  return {
    lock: (before, after, session) => lockTargets(context, [before, after], session),
    async recount(before, after, session) {
      lockTargets(context, [before, after], session);
      for (const link of links) await write(context, link, await changesOf(context, link, { before, after }, session), session);
    },
    async countAll(records, session) {
      lockTargets(context, records, session);
      for (const link of links) await write(context, link, additionsOf(link, records), session);
    },
    async recompute(field, ids, languages, session) {
      if (languages.size === 0) return;
      for (const link of links) if (link.field === field) await countAnew(context, link, { ids, languages }, session);
    },
  };
}

function lockTargets<R extends Post>(
  { connection, links }: CountingContext<R>,
  records: readonly (R | undefined)[],
  session: ClientSession,
): void {
  const keys = links.flatMap(({ field, collection }) =>
    records.flatMap((record) => targetsOf(record, field).map((id) => keyOf(collection, id))),
  );
  connection.lock(keys, session);
}

/** The changes of the targets of a link when a record changes. */
async function changesOf<R extends Post>(
  context: CountingContext<R>,
  link: Counted,
  { before, after }: { readonly before: R | undefined; readonly after: R | undefined },
  session: ClientSession,
): Promise<Change[]> {
  const old = targetsOf(before, link.field);
  const now = targetsOf(after, link.field);
  const was = dateOf(link, before);
  const is = dateOf(link, after);
  const { language } = (after ?? before) as R;
  const changes: Change[] = [];
  for (const _id of new Set([...old, ...now])) {
    const count = Number(now.includes(_id)) - Number(old.includes(_id));
    if (count === 0 && was === is) continue;
    // Each target must change: two transactions that search its latest date at once must conflict.
    const $inc: Record<string, number> = count === 0 ? { revision: 1 } : { [link.as ?? 'count']: count };
    // An addition or a later date can be written with `$max`. Any other change needs a search for the latest date.
    const isLater = count > 0 || (count === 0 && is > was);
    const last = isLater || !link.latest ? new Date(is) : await latestOf(context, link, { id: _id, language }, session);
    const until = link.latest && ((field: string) => ({ [isLater ? '$max' : '$set']: { [field]: last } }));
    changes.push({ _id, language, $inc, until });
  }
  return changes;
}

/** The date of a record that a link counts, in ms since 1970; 0 without one. */
const dateOf = ({ latest }: Counted, record: Post | undefined): number => (latest && record ? Number(fieldAt(record, latest.field)) : 0);

/** The changes of the targets of a link when records are added. */
function additionsOf(link: Counted, records: readonly Post[]): Change[] {
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
async function latestOf<R extends Post>(
  { source }: CountingContext<R>,
  { field, latest }: Counted,
  { id, language }: { readonly id: number; readonly language: string },
  session: ClientSession,
): Promise<Date | null> {
  if (!latest) return null;
  const query = { [field]: id, language, status: 'publish', password: '' } as object;
  const options = { session, hint: latest.index, sort: { [latest.field]: -1 }, projection: { [latest.field]: 1 } } as const;
  const found = await source().findOne(query, options);
  return (found && (fieldAt(found, latest.field) as Date | undefined)) ?? null;
}

/** Writes changes into the targets of a link. */
async function write<R extends Post>(
  context: CountingContext<R>,
  link: Counted,
  changes: readonly Change[],
  session: ClientSession,
): Promise<void> {
  if (changes.length === 0) return;
  const { collection, as } = link;
  await reveal(
    context,
    link,
    changes.flatMap(({ _id, $inc }) => (isMore($inc) ? [_id] : [])),
    session,
  );
  const targets = context.connection.collection<Target>(collection);
  const own = changes.map(
    ({ _id, language, $inc, until }): AnyBulkWriteOperation<Target> => ({
      // An addition never sets a date to an earlier one; it only raises it.
      updateOne: { filter: as ? { _id } : { _id, language }, update: { $inc, ...until?.('until'), ...(isMore($inc) && { $set: USED }) } },
    }),
  );
  const { matchedCount } = await targets.bulkWrite(own, { session });
  const left = changes.flatMap(({ _id, $inc: { count = 0 } }) => (count < 0 ? [_id] : []));
  // Targets of other languages are not matched above; their `used` depends on their own count only.
  if (left.length > 0) await targets.updateMany({ _id: { $in: left }, count: { $lte: 0 } }, { $set: usedBy(0) }, { session });
  if (as !== undefined || matchedCount === changes.length) return;
  await targets.bulkWrite(changes.map(changeAbroad), { session });
}

/** The update of a target of another language. */
const changeAbroad = ({ _id, language, $inc: { count, ...$inc }, until }: Change): AnyBulkWriteOperation<Target> => {
  const counted = count === undefined ? $inc : { [`abroad.${language}`]: count };
  const update = { $inc: counted, ...until?.(`abroadUntil.${language}`) };
  return { updateOne: { filter: { _id, language: { $ne: language } }, update } };
};

/** Makes proposed terms visible. */
async function reveal<R extends Post>(
  { connection }: CountingContext<R>,
  { collection, reveals }: Counted,
  ids: readonly number[],
  session: ClientSession,
): Promise<void> {
  if (!reveals || ids.length === 0) return;
  const targets = connection.collection<Target>(collection);
  const proposed = { _id: { $in: [...ids] }, proposedBy: { $exists: true } };
  for (const { _id } of await targets.find(proposed, { projection: { _id: 1 }, session }).toArray())
    await targets.updateOne({ _id }, { $unset: { proposedBy: '' }, $inc: { revision: 1 } }, { session });
}

/** Recomputes the counts of some targets of a link. */
async function countAnew<R extends Post>(
  context: CountingContext<R>,
  link: Counted,
  { ids, languages }: { readonly ids: readonly number[]; readonly languages: ReadonlySet<string> },
  session: ClientSession,
): Promise<void> {
  const { connection } = context;
  const targets = connection.collection<RawRecord & Target>(link.collection);
  connection.lock(
    ids.map((id) => keyOf(link.collection, id)),
    session,
  );
  const found = await targets.find({ _id: { $in: [...ids] } }, { projection: { language: 1 }, session }).toArray();
  for (const target of found) {
    const counted = await countedAnew(context, link, { target, languages }, session);
    await targets.updateOne({ _id: target._id }, { $set: counted }, { session });
    if (Object.values(counted).some((count) => Number(count) > 0)) await reveal(context, link, [target._id], session);
  }
}

/** The correct counts of a target for some languages. */
async function countedAnew<R extends Post>(
  context: CountingContext<R>,
  link: Counted,
  { target, languages }: { readonly target: Target; readonly languages: ReadonlySet<string> },
  session: ClientSession,
): Promise<Record<string, unknown>> {
  const { field, as, latest } = link;
  const { _id } = target;
  const count = (more: object) =>
    context.source().countDocuments({ [field]: _id, status: 'publish', password: '', ...more } as object, { session });
  const counted: Record<string, unknown> = as === undefined ? {} : { [as]: await count({}) };
  for (const language of languages) {
    if (as === undefined) {
      const many = await count({ language });
      Object.assign(counted, { [countField(target, language)]: many }, language === target.language && usedBy(many));
    }
    if (latest) counted[latestField(target, language)] = await latestOf(context, link, { id: _id, language }, session);
  }
  return counted;
}

/** The counted targets of a record. Hidden and protected records are not counted. */
const targetsOf = (record: Post | undefined, field: string): readonly number[] =>
  record?.status === 'publish' && record.password === '' ? linkedIds(record, field) : [];
