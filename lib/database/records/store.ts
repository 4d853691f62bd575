import type { ClientSession } from 'mongodb';
import { errors } from '../../errors';
import { lockCounted, recount } from '../counting';
import type { Connection, Records, RecordsWork } from '../driver/connection';
import { driver, type RawRecord } from '../driver/driver';
import { keyOf, keysOf } from '../driver/locks';
import type { Link, Sibling, Stored, Translations } from './record';
import { type LinkReplacement, relinkGroup, relinkRecords, relinkSplitGroup, relinkToTranslation, unlink } from './relinking';
import { deleteFormerSlugs, freeSlugs, noteFormerSlug } from './slugs';
import { createLoad, filterOf, type NewRecord, readsOf, type StoredType, type StoreState, WITHOUT_KEYS } from './store-reads';
import { idsOfTranslations, membersByLanguage, siblingOf } from './translations';

/** The most bytes of a record. MongoDB stores 16 MiB, and links can later make the record a little larger. */
const MOST_BYTES = 16_000_000;

const INSERTED_AT_ONCE = 250;

/** A record without its computed `keys`. */
type Unkeyed<R> = Omit<R, 'keys'>;

type StoreWork<R extends Stored> = StoreState<R> & RecordsWork;

/** The reads and writes of any content type. Writes need the session of a transaction (`Connection.transact`). */
export type Store<R extends Stored> = ReturnType<typeof createStore<R>>;

export function createStore<R extends Stored>(
  connection: Connection,
  type: StoredType<R>,
  more: Pick<StoreState<R>, 'sequence' | 'linkedFrom'>,
) {
  const { plural, counted = [] } = type;
  const collection = () => connection.collection<R>(plural);
  const state = {
    ...more,
    connection,
    plural,
    type,
    counted,
    collection,
    load: createLoad(plural, collection, WITHOUT_KEYS[more.sequence]),
  };
  return { collection, ...readsOf(state), ...writesOf(state) };
}

/** Makes the writes of a store. They need a transaction's session, and throw 413 `rest_content_too_large` for large records. */
const writesOf = <R extends Stored>(state: StoreState<R>) => ({
  async create(draft: NewRecord<R>, session: ClientSession): Promise<R> {
    const [record] = await insertGroups({ ...state, session }, [[draft]]);
    return record as R;
  },
  /**
   * Stores new records that do not link to each other, in few round trips. The records of each group become translations of each other.
   */
  createGroups: (groups: readonly (readonly NewRecord<R>[])[], session: ClientSession): Promise<R[]> =>
    insertGroups({ ...state, session }, groups),
  /** Changes a record that was read in the same session, and updates its slug and status in its translations. */
  update: (current: R, changes: Partial<R>, session: ClientSession): Promise<R> => update({ ...state, session }, current, changes),
  /** Deletes a record permanently. Records that link to it then link to a translation, or to nothing. */
  remove: (current: R, at: Date, session: ClientSession): Promise<void> => remove({ ...state, session }, current, at),
  /** Replaces links in records and updates the counts. The editing revision stays. */
  relink: (link: Link, replacement: LinkReplacement, session: ClientSession): Promise<void> =>
    relinkRecords({ ...state, session }, link, replacement),
  /**
   * Joins the translation group of `record` into that of `original`. They must have no language in common. Read both records again
   * afterwards.
   */
  async joinGroup(record: Stored, original: Stored, session: ClientSession): Promise<void> {
    const members = Object.entries({ ...membersByLanguage(record), ...membersByLanguage(original) });
    await writeGroup({ ...state, session }, original.group, members);
    const joined = await state.collection().findOne<R>(filterOf({ _id: record._id }), { session });
    if (joined) await relinkGroup(state.linkedFrom, joined, session);
  },
  /** Removes a record from its translation group and makes it a group of one. Read its records again afterwards. */
  async leaveGroup(record: Stored, session: ClientSession): Promise<void> {
    const work = { ...state, session };
    const rest = Object.entries(record.translations);
    // The ID of a group is the ID of one of its records.
    const group = record.group === record._id ? Math.min(...rest.map(([, { id }]) => id)) : record.group;
    if (rest.length > 0) await writeGroup(work, group, rest);
    await writeGroup(work, record._id, [[record.language, siblingOf(record)]]);
    await relinkSplitGroup(state.linkedFrom, record, session);
  },
});

const rawOf = ({ connection, plural }: Records) => connection.collection<RawRecord>(plural);

const withKeys = <R extends Stored>({ type }: StoreState<R>, record: Unkeyed<R>): R => {
  const whole = { ...record, keys: type.keys(record) } as R;
  if (driver().BSON.calculateObjectSize(whole) > MOST_BYTES) throw errors.recordTooLarge(MOST_BYTES);
  return whole;
};

/** Stores new records. Counts are written first: they may conflict with other transactions, and less work is lost then. */
async function insertGroups<R extends Stored>(work: StoreWork<R>, groups: readonly (readonly NewRecord<R>[])[]): Promise<R[]> {
  const { connection, session, plural, type, linkedFrom, sequence } = work;
  const drafts = groups.flat();
  if (drafts.length === 0) return [];
  lockCounted(work, drafts);
  const first = await connection.nextId(sequence, drafts.length);
  const numbered = drafts.map((draft, index) => ({ ...draft, _id: first + index }));
  const requested = numbered.map((draft) => ({
    language: draft.language,
    slug: draft.slug || (type.fallbackSlug?.(draft) ?? String(draft._id)),
  }));
  const slugs = await freeSlugs(work, requested);
  const named = numbered.map((draft, index) => ({ ...draft, slug: slugs[index] ?? '', revision: 1, edition: 1 }));
  const whole = groups.flatMap(({ length }) => translated(named.splice(0, length))) as Unkeyed<R>[];
  const additions = whole.map((after) => ({ after }));
  await recount(work, additions);
  const records = await storeAll(work, whole);
  for (const record of records) connection.changeEvents.note(session, { plural, before: undefined, after: record });
  // The translations that were stored earlier do not name the new ones yet.
  for (const [index, record] of records.entries()) {
    if (Object.keys(drafts[index]?.translations ?? {}).length === 0) continue;
    await writeIntoSiblings(work, record);
    await relinkGroup(linkedFrom, record, session, [record.language]);
  }
  return records;
}

/** Stores new records in batches. */
async function storeAll<R extends Stored>(work: StoreWork<R>, whole: readonly Unkeyed<R>[]): Promise<R[]> {
  const { session } = work;
  const [first, ...others] = whole;
  if (first !== undefined && others.length === 0) {
    const record = withKeys(work, first);
    await rawOf(work).insertOne(record, { session });
    return [record];
  }
  const records: R[] = [];
  for (let start = 0; start < whole.length; start += INSERTED_AT_ONCE) {
    const some = whole.slice(start, start + INSERTED_AT_ONCE).map((record) => withKeys(work, record));
    await rawOf(work).insertMany(some, { session });
    records.push(...some);
  }
  return records;
}

/** Links records as translations of each other, in addition to existing ones. */
function translated<
  D extends Pick<Stored, '_id' | 'slug' | 'language'> & { readonly group?: number; readonly translations?: Translations },
>(members: readonly D[]) {
  const [first] = members;
  return members.map((member) => {
    const others = members.filter((other) => other !== member).map((other) => [other.language, siblingOf(other)] as const);
    const translations = { ...member.translations, ...Object.fromEntries(others) };
    return { ...member, group: member.group ?? first?._id ?? member._id, translations };
  });
}

const isPublished = (record: Stored): boolean => siblingOf(record).status === 'publish';

/** Notes the time of a change that hides a published record. Readers may know this time, but none of later changes. */
const unpublishedTime = <R extends Stored>(current: R, changes: Partial<R>): Pick<Stored, 'unpublished'> =>
  isPublished(current) && !isPublished({ ...current, ...changes }) ? { unpublished: changes.modified ?? current.modified } : {};

async function update<R extends Stored>(work: StoreWork<R>, current: R, changes: Partial<R>): Promise<R> {
  const { connection, session, plural } = work;
  const { _id, language, slug: own } = current;
  lockCounted(work, [current, { ...current, ...changes }]);
  connection.lock([keyOf(plural, _id)], session);
  const isRenamed = changes.slug !== undefined && changes.slug !== own;
  const [slug = own] = isRenamed ? await freeSlugs(work, [{ slug: changes.slug, language, own }]) : [];
  const next = withKeys(work, { ...current, ...changes, ...unpublishedTime(current, changes), slug, revision: current.revision + 1 });
  const { replaced } = connection.changes;
  replaced.set(next, current);
  await rawOf(work)
    .replaceOne({ _id }, next, { session })
    .finally(() => replaced.delete(next));
  if (slug !== own && own !== '') await noteFormerSlug(work, current);
  if (JSON.stringify(siblingOf(current)) !== JSON.stringify(siblingOf(next))) await writeIntoSiblings(work, next);
  connection.changeEvents.note(session, { plural, before: current, after: next });
  await recount(work, [{ before: current, after: next }]);
  return next;
}

async function remove<R extends Stored>(work: StoreWork<R>, current: R, at: Date): Promise<void> {
  const { connection, session, plural, linkedFrom } = work;
  const { _id, language } = current;
  lockCounted(work, [current]);
  connection.lock([keyOf(plural, _id)], session);
  await relinkToTranslation(linkedFrom, current, at, session);
  await rawOf(work).deleteOne({ _id }, { session });
  await deleteFormerSlugs(work, _id);
  await updateSiblings(work, current, { $unset: { [`translations.${language}`]: '' } });
  const links = linkedFrom.links().map(({ link }) => link);
  await unlink(work, links, _id, at);
  connection.changeEvents.note(session, { plural, before: current, after: undefined });
  await recount(work, [{ before: current }]);
}

/** Writes the current slug and status of a record into its translations. */
const writeIntoSiblings = (work: RecordsWork, record: Stored): Promise<void> =>
  updateSiblings(work, record, { $set: { [`translations.${record.language}`]: siblingOf(record) } });

async function updateSiblings(work: RecordsWork, record: Stored, change: object): Promise<void> {
  const { connection, session, plural } = work;
  const ids = idsOfTranslations(record);
  if (ids.length === 0) return;
  connection.lock(keysOf(plural, ids), session);
  await rawOf(work).updateMany({ _id: { $in: ids } }, { ...change, $inc: { revision: 1 } }, { session });
}

type Member = readonly [language: string, sibling: Sibling];

async function writeGroup(work: RecordsWork, group: number, members: readonly Member[]): Promise<void> {
  const ids = members.map(([, { id }]) => id);
  const { connection, plural, session } = work;
  connection.lock(keysOf(plural, ids), session);
  const changes = members.map(([own, { id }]) => {
    const translations = Object.fromEntries(members.filter(([language]) => language !== own));
    return { updateOne: { filter: { _id: id }, update: { $set: { group, translations }, $inc: { revision: 1 } } } };
  });
  await rawOf(work).bulkWrite(changes, { session });
}
