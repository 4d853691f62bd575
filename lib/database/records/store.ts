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

/** The most bytes of a record. MongoDB stores 16 MiB, and links from other records make it a little larger later. */
const MOST_BYTES = 16_000_000;

/** The number of records in one insert command. */
const TOGETHER = 250;

/** The storage of a content type. */
export interface StoredType<R extends Stored> {
  /** The name of the collection, which is the plural of the content type. */
  readonly plural: string;
  /** Computes the sub-document `keys` from the rest of a record. */
  keys(record: Omit<R, 'keys'>): Readonly<Record<string, unknown>>;
  /** The slug of a record without a requested one; by default its ID. */
  fallbackSlug?(record: Pick<R, '_id'> & Omit<Draft<R>, 'slug'>): string;
  /** The paths of the fields that all translations of a record share. */
  readonly shared?: readonly string[];
  /** The indexes of the collection. Each query of the type uses one of them. */
  readonly indexes: readonly IndexDescription[];
}

/** The projection without the texts for searches. They are half of a record, and never shown. */
const WITHOUT_TEXTS = { [WORDS_FIELD]: 0, 'keys.text': 0 } as const;

/** The query of a page of a list. `skip` and `limit` count records. */
export interface PageQuery<R> extends SortedQuery<R> {
  /** The order before `sort`. */
  readonly ranks?: RankedBy | NestedRanks<R> | undefined;
  /** Disjoint filters that together equal `filter`. Each is counted by itself, so that its index alone is read. */
  readonly parts?: readonly Filter<R>[] | undefined;
}

/** The part of a query that determines the total. */
export type CountedQuery<R> = Pick<PageQuery<R>, 'filter' | 'parts' | 'hint' | 'countHint'>;

export interface RecordPage<R> {
  readonly records: readonly R[];
  readonly total: number;
}

/** A new record without the fields that the store sets. */
export type Draft<R extends Stored> = Omit<R, '_id' | 'group' | 'translations' | 'revision' | 'edition' | 'keys'> & {
  readonly group?: number;
  readonly translations?: R['translations'];
};

/** Reads and writes of any content type. Writes need the session of a transaction (`Connection.transact`). */
export interface Store<R extends Stored> extends Groups {
  collection(): Collection<R>;
  byId(id: number, session?: ClientSession): Promise<R | undefined>;
  bySlug(language: Language, slug: string, session?: ClientSession): Promise<R | undefined>;
  /** The record that had a slug last and has another one now. */
  byFormerSlug(language: Language, slug: string): Promise<R | undefined>;
  /** The existing records of some IDs, by ID, in one query. Outside a transaction they come without texts for searches. */
  many(ids: Iterable<number>, session?: ClientSession): Promise<ReadonlyMap<number, R>>;
  /**
   * Reads records ahead, so that `many` returns them for the rest of a session. Use it only in transactions that change
   * none of them.
   */
  hold(ids: Iterable<number>, session: ClientSession): Promise<void>;
  /** A page of a list with the total, without texts for searches. */
  page(query: PageQuery<R>): Promise<RecordPage<R>>;
  /** The IDs and sort fields of a page. */
  pageOrder(query: PageQuery<R>): Promise<readonly { readonly _id: number }[]>;
  /** The total of a list. */
  count(query: CountedQuery<R>): Promise<number>;
  find(filter: Filter<R>, session?: ClientSession): Promise<R[]>;
  /** Finds records without their texts for searches. */
  findToShow(filter: Filter<R>): Promise<R[]>;
  /** The records of some IDs that pass a filter, without texts for searches. */
  shownOf(ids: readonly number[], filter: Filter<R>): Promise<R[]>;
  /** Completes a new record with an ID, a free slug and its keys. Throws 413 `rest_content_too_large`, as all writes do. */
  complete(draft: Draft<R>, session: ClientSession): Promise<R>;
  /** Stores a record that was completed in the same session. */
  insert(record: R, session: ClientSession): Promise<void>;
  /**
   * Stores many new records in few round trips. Each group holds translations of each other. `prepare` runs after the
   * slugs are known and before the records are stored.
   */
  insertGroups(
    groups: readonly (readonly Draft<R>[])[],
    session: ClientSession,
    prepare?: (records: readonly Omit<R, 'keys'>[]) => Promise<void>,
  ): Promise<R[]>;
  /** Writes changes to a record that was read in the same session. Its translations are told of a new slug or status. */
  replace(current: R, changes: Partial<R>, session: ClientSession): Promise<R>;
  readonly relink: Relink;
  /** Deletes a record for good. Records that link to it then link to a translation, or to nothing. */
  remove(current: R, at: Date, session: ClientSession): Promise<void>;
}

/** The parts that a store needs. */
interface StoreParts {
  /** The name of the sequence of its IDs. */
  readonly sequence: string;
  readonly namedBy: NamedBy;
}

/** Creates the store of a content type. */
export function createStore<R extends Stored>(connection: Connection, kind: StoredType<R>, { sequence, namedBy }: StoreParts): Store<R> {
  const groups = createGroups(connection, kind.plural);
  const collection = () => connection.collection<R>(kind.plural);
  const slugs = createSlugs(connection, kind.plural);
  const formerSlugs = createFormerSlugs(connection, kind.plural);
  // TypeScript cannot see that R has its own `_id`.
  const filterOf = (filter: object) => filter as Filter<R>;
  const options = (session: ClientSession | undefined) => (session ? { session } : {});
  const withKeys = (record: Omit<R, 'keys'>): R => {
    const whole = { ...record, keys: kind.keys(record) } as R;
    if (driver().BSON.calculateObjectSize(whole) > MOST_BYTES) throw errors.recordTooLarge(MOST_BYTES);
    return whole;
  };

  /** Records that transactions read ahead. */
  const held = new WeakMap<ClientSession, ReadonlyMap<number, R>>();
  /** Requests of the same moment share one query. */
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
      // The driver may run a transaction again in the same session; records read ahead are outdated then.
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
      // For the database 0 means no limit.
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
          // The records are on their way to the database, which stores them while the next keys are computed.
          await setImmediate();
          records.push(...some);
        }
      } finally {
        await storing;
      }
      // Translations that were stored earlier do not know the new ones yet.
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

/** Links records as translations of each other, beside the translations that they have already. */
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
