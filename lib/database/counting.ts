import type { AnyBulkWriteOperation, ClientSession, Collection } from 'mongodb';
import { type Connection, keyOf } from './driver/connection';
import { fieldAt } from './driver/paths';
import { linkedIds } from './records/links';
import type { Post, Stored } from './records/record';

/**
 * A link whose targets keep a `count` of the public records of their own language that name them, `used` where there is any, and with `latest` also
 * when the last of these is; `abroad` holds how many of each other language do, and `abroadUntil` when the last of them is.
 */
export interface Counted {
  /** The field that holds the targets' IDs, or one of `fields`, which may hold one ID or none; and their collection. */
  readonly field: string;
  readonly collection: string;
  /** True for terms: a proposed one (`proposedBy`) is hidden no longer once a public record names it. */
  readonly reveals?: true;
  /** The field of the targets that counts those of all languages, in the place of `count`. */
  readonly as?: `counts.${string}`;
  /** The date whose latest the targets keep as `until`, and the index of the records by target, status, password and that date. */
  readonly latest?: { readonly field: string; readonly index: string };
}

/** The members that a target stores beside its `count`. */
export const usedBy = (count: number): Required<Pick<Stored, 'used'>> => ({ used: count > 0 });

/** What a new record holds that links are to count: nothing names it. */
export const nothingCounted = (links: readonly Counted[]): object => {
  const counted = links.filter(({ as }) => as === undefined);
  if (counted.length === 0) return {};
  return { count: 0, ...usedBy(0), ...(counted.some(({ latest }) => latest) && { until: null }) };
};

/** Keeps the counts of a kind's links right, within the transactions that change its records. */
export interface Counting<R extends Post> {
  /** Touches every target that `recount` may change. */
  touch(before: R | undefined, after: R | undefined, session: ClientSession): void;
  /** Counts a change: one that stores a new record or adds to it before or after it is stored, any other one after. */
  recount(before: R | undefined, after: R | undefined, session: ClientSession): Promise<void>;
  /** The same for many new records: each target is changed once. */
  countAll(records: readonly R[], session: ClientSession): Promise<void>;
  /** Counts anew what these targets of a field keep of the records of these languages, many of which have changed. */
  countAnew(field: string, ids: readonly number[], languages: ReadonlySet<string>, session: ClientSession): Promise<void>;
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

/** Where a target keeps how many of a language name it, and when the last of these is. */
export const countField = ({ language: own }: { readonly language?: string }, language: string): string =>
  language === own ? 'count' : `abroad.${language}`;
export const latestField = ({ language: own }: { readonly language?: string }, language: string): string =>
  language === own ? 'until' : `abroadUntil.${language}`;

/** What a target is to keep of a change: so many more of a language, and the field of the latest as it may change by that. */
interface Change {
  readonly _id: number;
  readonly language: string;
  readonly $inc: Record<string, number>;
  readonly until?: ((field: string) => object) | undefined;
}

const USED = usedBy(1);
const isMore = ({ count = 0 }: Change['$inc']): boolean => count > 0;

/** Makes the counting of the links of the records in `source`. */
export function createCounting<R extends Post>(
  connection: Connection,
  links: readonly Counted[],
  source: () => Collection<R>,
): Counting<R> {
  const latestOf = async (id: number, language: string, { field, latest: date }: Counted, session: ClientSession): Promise<Date | null> => {
    if (!date) return null;
    const query = { [field]: id, language, status: 'publish', password: '' } as object;
    const options = { session, hint: date.index, sort: { [date.field]: -1 }, projection: { [date.field]: 1 } } as const;
    const found = await source().findOne(query, options);
    return (found && (fieldAt(found, date.field) as Date | undefined)) ?? null;
  };
  /** What a target keeps of those that name it, as far as these are of some languages. */
  const countedAnew = async (link: Counted, target: Target, languages: ReadonlySet<string>, session: ClientSession) => {
    const { field, as, latest } = link;
    const { _id } = target;
    const count = (more: object) =>
      source().countDocuments({ [field]: _id, status: 'publish', password: '', ...more } as object, { session });
    const kept: Record<string, unknown> = as === undefined ? {} : { [as]: await count({}) };
    for (const language of languages) {
      if (as === undefined) {
        const many = await count({ language });
        Object.assign(kept, { [countField(target, language)]: many }, language === target.language && usedBy(many));
      }
      if (latest) kept[latestField(target, language)] = await latestOf(_id, language, link, session);
    }
    return kept;
  };
  const reveal = async ({ collection, reveals }: Counted, ids: readonly number[], session: ClientSession) => {
    if (!reveals || ids.length === 0) return;
    const targets = connection.collection<Target>(collection);
    const proposed = { _id: { $in: [...ids] }, proposedBy: { $exists: true } };
    for (const { _id } of await targets.find(proposed, { projection: { _id: 1 }, session }).toArray())
      await targets.updateOne({ _id }, { $unset: { proposedBy: '' }, $inc: { revision: 1 } }, { session });
  };
  const write = async (link: Counted, changes: readonly Change[], session: ClientSession) => {
    if (changes.length === 0) return;
    const { collection, as } = link;
    await reveal(
      link,
      changes.flatMap(({ _id, $inc }) => (isMore($inc) ? [_id] : [])),
      session,
    );
    const targets = connection.collection<Target>(collection);
    const own = changes.map(
      ({ _id, language, $inc, until }): AnyBulkWriteOperation<Target> => ({
        // What counts more sets no date, it may only raise it.
        updateOne: { filter: as ? { _id } : { _id, language }, update: { $inc, ...until?.('until'), ...(isMore($inc) && { $set: USED }) } },
      }),
    );
    const { matchedCount } = await targets.bulkWrite(own, { session });
    const left = changes.flatMap(({ _id, $inc: { count = 0 } }) => (count < 0 ? [_id] : []));
    // Those of other languages, which this has not counted, say so already where their own count is none.
    if (left.length > 0) await targets.updateMany({ _id: { $in: left }, count: { $lte: 0 } }, { $set: usedBy(0) }, { session });
    if (as !== undefined || matchedCount === changes.length) return;
    const others = changes.map(({ _id, language, $inc: { count, ...$inc }, until }): AnyBulkWriteOperation<Target> => {
      const counted = count === undefined ? $inc : { [`abroad.${language}`]: count };
      const update = { $inc: counted, ...until?.(`abroadUntil.${language}`) };
      return { updateOne: { filter: { _id, language: { $ne: language } }, update: update as never } };
    });
    await targets.bulkWrite(others, { session });
  };
  const touch = (records: readonly (R | undefined)[], session: ClientSession) => {
    const keys = links.flatMap(({ field, collection }) =>
      records.flatMap((record) => targetsOf(record, field).map((id) => keyOf(collection, id))),
    );
    connection.touch(keys, session);
  };

  return {
    touch: (before, after, session) => touch([before, after], session),
    async recount(before, after, session) {
      touch([before, after], session);
      for (const link of links) {
        const old = targetsOf(before, link.field);
        const now = targetsOf(after, link.field);
        const [was, is] = [before, after].map((record) => (link.latest && record ? Number(fieldAt(record, link.latest.field)) : 0)) as [
          number,
          number,
        ];
        const { language } = (after ?? before) as R;
        const changes: Change[] = [];
        for (const _id of new Set([...old, ...now])) {
          const count = Number(now.includes(_id)) - Number(old.includes(_id));
          if (count === 0 && was === is) continue;
          // Something of the target always changes: two transactions that look for its latest at once must collide.
          const $inc: Record<string, number> = count === 0 ? { revision: 1 } : { [link.as ?? 'count']: count };
          // What is added, or moved to a later date, is the latest or it is not; after any other change it has to be looked for.
          const later = count > 0 || (count === 0 && is > was);
          const last = later || !link.latest ? new Date(is) : await latestOf(_id, language, link, session);
          const until = link.latest && ((at: string) => ({ [later ? '$max' : '$set']: { [at]: last } }));
          changes.push({ _id, language, $inc, until });
        }
        await write(link, changes, session);
      }
    },
    async countAll(records, session) {
      touch(records, session);
      for (const link of links) {
        const { field, latest: date, as = 'count' } = link;
        const changes = new Map<string, { readonly _id: number; readonly language: string; count: number; until: number }>();
        for (const record of records) {
          const { language } = record;
          const at = date ? Number(fieldAt(record, date.field)) : 0;
          for (const _id of targetsOf(record, field)) {
            const { count, until } = changes.get(`${_id} ${language}`) ?? { count: 0, until: at };
            changes.set(`${_id} ${language}`, { _id, language, count: count + 1, until: Math.max(until, at) });
          }
        }
        const all = [...changes.values()].map(({ count, until, ...target }) => ({
          ...target,
          $inc: { [as]: count },
          ...(date && { until: (at: string) => ({ $max: { [at]: new Date(until) } }) }),
        }));
        await write(link, all, session);
      }
    },
    async countAnew(field, ids, languages, session) {
      for (const link of links) {
        if (link.field !== field || languages.size === 0) continue;
        const targets = connection.collection<Target>(link.collection);
        connection.touch(
          ids.map((id) => keyOf(link.collection, id)),
          session,
        );
        const found = await targets.find({ _id: { $in: [...ids] } }, { projection: { language: 1 }, session }).toArray();
        for (const target of found) {
          const counted = await countedAnew(link, target, languages, session);
          await targets.updateOne({ _id: target._id }, { $set: counted as never }, { session });
          if (Object.values(counted).some((count) => Number(count) > 0)) await reveal(link, [target._id], session);
        }
      }
    },
  };
}

/** Counts tell nothing of hidden or protected records. */
const targetsOf = (record: Post | undefined, field: string): readonly number[] =>
  record?.status === 'publish' && record.password === '' ? linkedIds(record, field) : [];
