import { setImmediate } from 'node:timers/promises';
import DataLoader from 'dataloader';
import type { ClientSession, Collection, Filter, IndexDescription } from 'mongodb';
import { noteDependencies, readExactly, unrecorded } from '../../cache';
import { errors } from '../../errors';
import type { Language } from '../../language';
import { contentKey, countsKey } from '../changes/change-log';
import { noteBefore } from '../driver/command-changes';
import { type Connection, keyOf } from '../driver/connection';
import { driver } from '../driver/driver';
import { byIndex } from '../driver/indexes';
import { createFormerSlugs } from './former-slugs';
import { createGroups, type Groups } from './groups';
import { WORDS_FIELD } from './link-keys';
import { unlink } from './links';
import { type NestedRanks, nestedPage } from './nested-page';
import { type RankedBy, rankedPage } from './ranked-page';
import type { Stored, Translations } from './record';
import { createRelink, type Relink } from './relinked-records';
import { languagesOf, type NamedBy, relinkGroup, relinkParted, relinkToTranslation } from './relinking';
import { siblingOf } from './sibling';
import { createSlugs } from './slugs';
import { type SortedQuery, sortedPage } from './sorted-page';

/** Bytes of one record: MongoDB stores 16 MiB, and what links to a record makes it a little larger. */
const MOST_BYTES = 16_000_000;

/** How many of many records are sent to the database at once. */
const TOGETHER = 250;

/** What a kind says about how its records are stored. */
export interface StoredType<R extends Stored> {
  /** Name of the collection, the kind's plural. */
  readonly plural: string;
  /** Works out the sub-document `keys` from all the rest of a record. */
  keys(record: Omit<R, 'keys'>): Readonly<Record<string, unknown>>;
  /** The slug of a record for which none was asked: its ID unless the kind says otherwise. */
  fallbackSlug?(record: Pick<R, '_id'> & Omit<Draft<R>, 'slug'>): string;
  /** The fields that translations of one another have in common, as `fieldAt` reads them. */
  readonly shared?: readonly string[];
  /** The indexes of the collection; every query of the kind is served by one of them. */
  readonly indexes: readonly IndexDescription[];
}

/** What of a record its keys repeat for searches: half of it, which nobody shows. */
const WITHOUT_TEXTS = { [WORDS_FIELD]: 0, 'keys.text': 0 } as const;

/** What to read of a list: `skip` and `limit` count records. */
export interface PageQuery<R> extends SortedQuery<R> {
  /** What the records are ordered by before `sort`. */
  readonly ranks?: RankedBy | NestedRanks<R> | undefined;
  /** Filters that together let through what `filter` does, no record twice: counted one by one, so that an index alone answers each. */
  readonly parts?: readonly Filter<R>[] | undefined;
}

/** What of a list tells how many records it has. */
export type CountedQuery<R> = Pick<PageQuery<R>, 'filter' | 'parts' | 'hint' | 'countHint'>;

export interface RecordPage<R> {
  readonly records: readonly R[];
  readonly total: number;
}

/** A record as it is handed in to be stored: what the store itself sets is left out. */
export type Draft<R extends Stored> = Omit<R, '_id' | 'group' | 'translations' | 'revision' | 'edition' | 'keys'> & {
  readonly group?: number;
  readonly translations?: R['translations'];
};

/** Reads and writes that all kinds share. Writes take the session of a transaction (`Connection.transact`). */
export interface Store<R extends Stored> extends Groups {
  collection(): Collection<R>;
  byId(id: number, session?: ClientSession): Promise<R | undefined>;
  bySlug(language: Language, slug: string, session?: ClientSession): Promise<R | undefined>;
  /** The record that had a slug last which it has no more. */
  byFormerSlug(language: Language, slug: string): Promise<R | undefined>;
  /** The records of these IDs that exist, by ID, in one query; outside of a transaction without what only searches need. */
  many(ids: Iterable<number>, session?: ClientSession): Promise<ReadonlyMap<number, R>>;
  /** Reads what `many` answers within a session from then on, as it is now: for transactions that change none of these records. */
  hold(ids: Iterable<number>, session: ClientSession): Promise<void>;
  /** A page of a list and how many records there are on all, without what only searches need. */
  page(query: PageQuery<R>): Promise<RecordPage<R>>;
  /** What identifies and sorts the records of a page, and nothing else of them. */
  pageOrder(query: PageQuery<R>): Promise<readonly { readonly _id: number }[]>;
  /** How many records there are on all pages of a list. */
  count(query: CountedQuery<R>): Promise<number>;
  find(filter: Filter<R>, session?: ClientSession): Promise<R[]>;
  /** The same without what only searches need. */
  findToShow(filter: Filter<R>): Promise<R[]>;
  /** The records of some IDs that meet a filter, without what only searches need. */
  shownOf(ids: readonly number[], filter: Filter<R>): Promise<R[]>;
  /** Works out a new record with an ID and a free slug; the slug asked for may get a suffix. Throws 413 `rest_content_too_large`, as all that store. */
  complete(draft: Draft<R>, session: ClientSession): Promise<R>;
  /** Stores a record that was completed within the same session. */
  insert(record: R, session: ClientSession): Promise<void>;
  /** Stores many new records in few round trips, once `prepare` has done with them; each group holds translations of one another. */
  insertGroups(
    groups: readonly (readonly Draft<R>[])[],
    session: ClientSession,
    prepare?: (records: readonly Omit<R, 'keys'>[]) => Promise<void>,
  ): Promise<R[]>;
  /** Replaces a record as it was read within the same session by `changes` to it. Siblings learn of it. */
  replace(current: R, changes: Partial<R>, session: ClientSession): Promise<R>;
  readonly relink: Relink;
  /** Removes a record for good at a moment. What names it then names one of its translations, or nothing. */
  remove(current: R, at: Date, session: ClientSession): Promise<void>;
}

/** What a store is made with. */
interface StoreParts {
  /** The name of the counter that its IDs come from. */
  readonly sequence: string;
  readonly namedBy: NamedBy;
}

/** Makes the store of a kind. */
export function createStore<R extends Stored>(connection: Connection, kind: StoredType<R>, { sequence, namedBy }: StoreParts): Store<R> {
  const groups = createGroups(connection, kind.plural);
  const collection = () => connection.collection<R>(kind.plural);
  const slugs = createSlugs(connection, kind.plural);
  const formerSlugs = createFormerSlugs(connection, kind.plural);
  // The driver's types cannot see that R has an `_id` of its own.
  const filterOf = (filter: object) => filter as Filter<R>;
  const options = (session: ClientSession | undefined) => (session ? { session } : {});
  const withKeys = (record: Omit<R, 'keys'>): R => {
    const whole = { ...record, keys: kind.keys(record) } as R;
    if (driver().BSON.calculateObjectSize(whole) > MOST_BYTES) throw errors.recordTooLarge(MOST_BYTES);
    return whole;
  };

  /** What transactions read at their beginning. */
  const held = new WeakMap<ClientSession, ReadonlyMap<number, R>>();
  /** What is asked for at the same moment is read by one query. */
  const asked = new DataLoader<readonly number[], ReadonlyMap<number, R>>(
    async (lists) => {
      const wanted = filterOf({ _id: { $in: [...new Set(lists.flat())] } });
      const found = byIds(await unrecorded(() => store.findToShow(wanted)));
      return lists.map((ids) => (lists.length === 1 ? found : byIds(ids.flatMap((id) => found.get(id) ?? []))));
    },
    { cache: false },
  );

  const store: Store<R> = {
    collection,
    byId: (id, session) =>
      readExactly([countsKey(keyOf(kind.plural, id))], async () => {
        return ((await collection().findOne(filterOf({ _id: id }), options(session))) as R | null) ?? undefined;
      }),
    async bySlug(language, slug, session) {
      if (slug === '') return undefined;
      const find = () => collection().findOne(filterOf({ language, slug }), options(session)) as Promise<R | null>;
      const found = await readExactly([], find);
      // A slug belongs to one record of a language. While it belongs to none, any record may take it.
      noteDependencies([found === null ? kind.plural : countsKey(keyOf(kind.plural, found._id))]);
      return found ?? undefined;
    },
    async byFormerSlug(language, slug) {
      const id = slug === '' ? undefined : await formerSlugs.ownerOf(language, slug);
      return id === undefined ? undefined : store.byId(id);
    },
    async many(ids, session) {
      const wanted = [...new Set(ids)];
      if (wanted.length === 0) return new Map();
      if (session === undefined) {
        noteDependencies(wanted.map((id) => keyOf(kind.plural, id)));
        return asked.load(wanted);
      }
      const known = held.get(session);
      if (known && wanted.every((id) => known.has(id))) return new Map(wanted.map((id) => [id, known.get(id) as R]));
      return byIds(await store.find(filterOf({ _id: { $in: wanted } }), session));
    },
    async hold(ids, session) {
      // The driver runs a transaction that it could not commit again in the same session: what that read then is no more.
      held.delete(session);
      held.set(session, await store.many(ids, session));
    },
    async page(query) {
      const { ranks, limit } = query;
      const read = async (): Promise<R[]> => {
        if (ranks === undefined && limit > 0) return (await sortedPage(collection(), query, WITHOUT_TEXTS)) as unknown as R[];
        const ids = (await store.pageOrder(query)).map(({ _id }) => _id);
        const found = await store.many(ids);
        return ids.flatMap((id) => found.get(id) ?? []);
      };
      const [records, total] = await Promise.all([read(), store.count(query)]);
      return { records, total };
    },
    async pageOrder(query) {
      // To the database no limit.
      if (query.limit === 0) return [];
      const { filter, sort, skip, limit, hint, ranks } = query;
      if (ranks !== undefined)
        return 'filters' in ranks
          ? nestedPage(collection(), { sort, skip, limit, hint, ranks })
          : rankedPage(collection(), { filter, sort, skip, limit, ranks });
      const projection = { ...Object.fromEntries(Object.keys(sort as object).map((path) => [path, 1])), _id: 1 };
      return (await sortedPage(collection(), query, projection)) as unknown as { readonly _id: number }[];
    },
    async count({ filter, parts = [filter], hint, countHint = hint }) {
      const counts = await Promise.all(parts.map((part) => collection().countDocuments(part, byIndex(countHint))));
      return counts.reduce((sum, count) => sum + count, 0);
    },
    findToShow: async (filter) => (await collection().find(filter, { projection: WITHOUT_TEXTS }).toArray()) as unknown as R[],
    shownOf: (ids, filter) => {
      const keys = ids.map((id) => countsKey(keyOf(kind.plural, id)));
      return readExactly(keys, () => store.findToShow(filterOf({ $and: [{ _id: { $in: ids } }, filter] })));
    },
    find: (filter, session) =>
      readExactly([contentKey(kind.plural)], async () => (await collection().find(filter, options(session)).toArray()) as R[]),

    async complete(draft, session) {
      const id = await connection.nextId(sequence);
      const [slug = ''] = await slugs.free([{ slug: wantedSlug(draft, id), language: draft.language }], session);
      return withKeys({ group: id, translations: {}, ...draft, _id: id, slug, revision: 1, edition: 1 } as unknown as Omit<R, 'keys'>);
    },
    async insert(record, session) {
      await collection().insertOne(record as never, { session });
      await tellSiblings(record, session);
      connection.happenings.note(session, { plural: kind.plural, before: undefined, after: record });
      await relinkGroup(namedBy, record, [record.language], session);
    },
    async insertGroups(groups, session, prepare) {
      const drafts = groups.flat();
      if (drafts.length === 0) return [];
      const first = await connection.nextId(sequence, drafts.length);
      const wanted = drafts.map((draft, index) => ({ slug: wantedSlug(draft, first + index), language: draft.language }));
      const free = await slugs.free(wanted, session);
      const made = drafts.map((draft, index) => ({ ...draft, _id: first + index, slug: free[index] ?? '', revision: 1, edition: 1 }));
      const whole = groups.flatMap((group) => translated(made.splice(0, group.length)));
      await prepare?.(whole as unknown as Omit<R, 'keys'>[]);
      const records: R[] = [];
      let storing: Promise<unknown> = Promise.resolve();
      try {
        for (let start = 0; start < whole.length; start += TOGETHER) {
          const some = whole.slice(start, start + TOGETHER).map((record) => withKeys(record as never));
          await storing;
          storing = collection().insertMany(some as never, { session });
          storing.catch(() => undefined);
          // It is on its way to the database, which stores it while the keys of the next are worked out.
          await setImmediate();
          records.push(...some);
        }
      } finally {
        await storing;
      }
      // Translations that were stored before have not heard of the new ones.
      for (const [index, { translations = {} }] of drafts.entries()) {
        const record = records[index];
        if (record === undefined || Object.keys(translations).length === 0) continue;
        await tellSiblings(record, session);
        await relinkGroup(namedBy, record, [record.language], session);
      }
      for (const record of records) connection.happenings.note(session, { plural: kind.plural, before: undefined, after: record });
      return records;
    },
    async replace(current, changes, session) {
      connection.touch([keyOf(kind.plural, current._id)], session);
      const { language, slug: own } = current;
      const renamed = changes.slug !== undefined && changes.slug !== own;
      const [slug = own] = renamed ? await slugs.free([{ slug: changes.slug, language, own }], session) : [];
      const next = withKeys({ ...current, ...changes, slug, revision: current.revision + 1 });
      noteBefore(next, current);
      await collection().replaceOne(filterOf({ _id: current._id }), next as never, { session });
      if (slug !== own) await slugs.leave(language, own, session);
      if (slug !== own && own !== '') await formerSlugs.note(language, own, current._id, session);
      if (JSON.stringify(siblingOf(current)) !== JSON.stringify(siblingOf(next))) await tellSiblings(next, session);
      connection.happenings.note(session, { plural: kind.plural, before: current, after: next });
      return next;
    },
    async join(record, original, session) {
      await groups.join(record, original, session);
      const joined = await store.byId(record._id, session);
      if (joined) await relinkGroup(namedBy, joined, languagesOf(joined), session);
    },
    async part(record, session) {
      await groups.part(record, session);
      await relinkParted(namedBy, record, session);
    },
    relink: createRelink(connection, kind.plural),
    async remove(current, at, session) {
      connection.touch([keyOf(kind.plural, current._id)], session);
      await relinkToTranslation(namedBy, current, at, session);
      await collection().deleteOne(filterOf({ _id: current._id }), { session });
      await slugs.leave(current.language, current.slug, session);
      await formerSlugs.forget(current._id, session);
      await eachSibling(current, { $unset: { [`translations.${current.language}`]: '' } }, session);
      await unlink(
        connection,
        namedBy.links().map(({ link }) => link),
        { id: current._id, at },
        session,
      );
      connection.happenings.note(session, { plural: kind.plural, before: current, after: undefined });
    },
  };

  const wantedSlug = (draft: Draft<R>, id: number): string =>
    draft.slug || (kind.fallbackSlug ? kind.fallbackSlug({ ...draft, _id: id }) : String(id));

  const tellSiblings = (record: R, session: ClientSession) =>
    eachSibling(record, { $set: { [`translations.${record.language}`]: siblingOf(record) } }, session);

  const eachSibling = async (record: R, update: object, session: ClientSession) => {
    const ids = Object.values(record.translations).map((sibling) => sibling.id);
    if (ids.length === 0) return;
    connection.touch(
      ids.map((id) => keyOf(kind.plural, id)),
      session,
    );
    await collection().updateMany(filterOf({ _id: { $in: ids } }), { ...update, $inc: { revision: 1 } } as never, { session });
  };

  return store;
}

const byIds = <R extends Stored>(records: readonly R[]): ReadonlyMap<number, R> => new Map(records.map((record) => [record._id, record]));

/** Makes records translations of one another, beside those that they are translations of already. */
function translated<
  D extends Pick<Stored, '_id' | 'slug' | 'language'> & { readonly group?: number; readonly translations?: Translations },
>(members: readonly D[]) {
  const [first] = members;
  return members.map((member) => ({
    ...member,
    group: member.group ?? first?._id ?? member._id,
    translations: {
      ...member.translations,
      ...Object.fromEntries(members.filter((other) => other !== member).map((other) => [other.language, siblingOf(other)])),
    },
  }));
}
