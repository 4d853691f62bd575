import { setImmediate } from 'node:timers/promises';
import type { ClientSession } from 'mongodb';
import { errors } from '../../errors';
import { countAll, lockCounted, recompute, recount } from '../counting';
import { driver, type RawRecord } from '../driver/driver';
import { keyOf } from '../driver/locks';
import { joinGroups, partGroup, siblingOf } from './groups';
import { type Link, unlink } from './links';
import type { Stored, Translations } from './record';
import { type Relinked, relinkGroup, relinkParted, relinkRecords, relinkToTranslation } from './relinking';
import { forgetFormerSlugs, freeSlugs, leaveSlug, noteFormerSlug } from './slugs';
import { filterOf } from './store-reads';
import type { Draft, StoreState } from './store-types';

/** The most bytes of a record. MongoDB stores 16 MiB, and links from other records make it a little larger later. */
const MOST_BYTES = 16_000_000;

/** The number of records in one insert command. */
const TOGETHER = 250;

/** A record that is complete except for its keys. */
type Unkeyed<R> = Omit<R, 'keys'>;

/** The writes of a store. They need the session of a transaction, and throw 413 `rest_content_too_large` for large records. */
export const writesOf = <R extends Stored>(state: StoreState<R>) => ({
  /** Stores a new record. Passes errors of the driver. */
  async create(draft: Draft<R>, session: ClientSession): Promise<R> {
    const [record] = await insertGroups(state, [[draft]], session, { countsFirst: true });
    return record as R;
  },
  /** Stores new records that do not link to each other, in few round trips. */
  createAll: (drafts: readonly Draft<R>[], session: ClientSession): Promise<R[]> =>
    insertGroups(
      state,
      drafts.map((draft) => [draft]),
      session,
      { countsFirst: true },
    ),
  /** Stores many new records in few round trips. Each group holds translations of each other. */
  createGroups: (groups: readonly (readonly Draft<R>[])[], session: ClientSession): Promise<R[]> =>
    insertGroups(state, groups, session, { countsFirst: false }),
  /** Changes a record that was read in the same session. Its translations get its new slug or status. */
  update: (current: R, changes: Partial<R>, session: ClientSession): Promise<R> => update(state, current, changes, session),
  /** Deletes a record for good. Records that link to it then link to a translation, or to nothing. */
  remove: (current: R, at: Date, session: ClientSession): Promise<void> => remove(state, current, at, session),
  /** Replaces links in records and recomputes the counts. The edition of the records stays. */
  async relink(link: Link, relinked: Relinked, session: ClientSession): Promise<void> {
    const languages = await relinkRecords(state, link, relinked, session);
    await recompute(state, link.field, { ids: [...relinked.from, relinked.to], languages }, session);
  },
  /** Joins two translation groups into that of `original`. They must have no language in common. Read the records again afterwards. */
  async join(record: Stored, original: Stored, session: ClientSession): Promise<void> {
    await joinGroups(state, record, original, session);
    const joined = await state.collection().findOne<R>(filterOf({ _id: record._id }), { session });
    if (joined) await relinkGroup(state.linkedFrom, joined, session);
  },
  /** Removes a record from its translation group and makes it a group of its own. Read the records again afterwards. */
  async part(record: Stored, session: ClientSession): Promise<void> {
    await partGroup(state, record, session);
    await relinkParted(state.linkedFrom, record, session);
  },
});

const rawOf = ({ connection, plural }: Pick<StoreState<never>, 'connection' | 'plural'>) => connection.collection<RawRecord>(plural);

const withKeys = <R extends Stored>({ type }: StoreState<R>, record: Unkeyed<R>): R => {
  const whole = { ...record, keys: type.keys(record) } as R;
  if (driver().BSON.calculateObjectSize(whole) > MOST_BYTES) throw errors.recordTooLarge(MOST_BYTES);
  return whole;
};

/**
 * Stores new records. The counts of their targets may conflict with other transactions, so they come first where the
 * records do not link to each other: then little work is lost.
 */
async function insertGroups<R extends Stored>(
  state: StoreState<R>,
  groups: readonly (readonly Draft<R>[])[],
  session: ClientSession,
  { countsFirst }: { readonly countsFirst: boolean },
): Promise<R[]> {
  const { connection, plural, type, linkedFrom, sequence } = state;
  const drafts = groups.flat();
  if (drafts.length === 0) return [];
  if (countsFirst) lockCounted(state, drafts, session);
  const first = await connection.nextId(sequence, drafts.length);
  const requested = drafts.map((draft, index) => {
    const _id = first + index;
    return { slug: draft.slug || (type.fallbackSlug?.({ ...draft, _id }) ?? String(_id)), language: draft.language };
  });
  const slugs = await freeSlugs(state, requested, session);
  const made = drafts.map((draft, index) => ({ ...draft, _id: first + index, slug: slugs[index] ?? '', revision: 1, edition: 1 }));
  const whole = groups.flatMap((group) => translated(made.splice(0, group.length))) as unknown as Unkeyed<R>[];
  if (countsFirst) await countAll(state, whole, session);
  const records = await storeAll(state, whole, session);
  if (!countsFirst) await countAll(state, records, session);
  for (const record of records) connection.changeEvents.note(session, { plural, before: undefined, after: record });
  // Translations that were stored earlier do not know the new ones yet.
  for (const [index, record] of records.entries()) {
    if (Object.keys(drafts[index]?.translations ?? {}).length === 0) continue;
    await tellSiblings(state, record, session);
    await relinkGroup(linkedFrom, record, session, [record.language]);
  }
  return records;
}

/** Stores new records in batches. While the database stores one, the keys of the next are computed. */
async function storeAll<R extends Stored>(state: StoreState<R>, whole: readonly Unkeyed<R>[], session: ClientSession): Promise<R[]> {
  const [first, ...others] = whole;
  if (first !== undefined && others.length === 0) {
    const record = withKeys(state, first);
    await rawOf(state).insertOne(record, { session });
    return [record];
  }
  const records: R[] = [];
  let storing: Promise<unknown> = Promise.resolve();
  try {
    for (let start = 0; start < whole.length; start += TOGETHER) {
      const some = whole.slice(start, start + TOGETHER).map((record) => withKeys(state, record));
      await storing;
      storing = rawOf(state).insertMany(some, { session });
      storing.catch(() => undefined);
      // The command must be sent before the next keys are computed.
      await setImmediate();
      records.push(...some);
    }
  } finally {
    await storing;
  }
  return records;
}

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

async function update<R extends Stored>(state: StoreState<R>, current: R, changes: Partial<R>, session: ClientSession): Promise<R> {
  const { connection, plural } = state;
  const { _id, language, slug: own } = current;
  lockCounted(state, [current, { ...current, ...changes }], session);
  connection.lock([keyOf(plural, _id)], session);
  const isRenamed = changes.slug !== undefined && changes.slug !== own;
  const [slug = own] = isRenamed ? await freeSlugs(state, [{ slug: changes.slug, language, own }], session) : [];
  const next = withKeys(state, { ...current, ...changes, slug, revision: current.revision + 1 });
  connection.changes.replaced.set(next, current);
  try {
    await rawOf(state).replaceOne({ _id }, next, { session });
  } finally {
    connection.changes.replaced.delete(next);
  }
  if (slug !== own) await leaveSlug(state, language, own, session);
  if (slug !== own && own !== '') await noteFormerSlug(state, current, session);
  if (JSON.stringify(siblingOf(current)) !== JSON.stringify(siblingOf(next))) await tellSiblings(state, next, session);
  connection.changeEvents.note(session, { plural, before: current, after: next });
  await recount(state, { before: current, after: next }, session);
  return next;
}

async function remove<R extends Stored>(state: StoreState<R>, current: R, at: Date, session: ClientSession): Promise<void> {
  const { connection, plural, linkedFrom, collection } = state;
  const { _id, language, slug } = current;
  lockCounted(state, [current], session);
  connection.lock([keyOf(plural, _id)], session);
  await relinkToTranslation(linkedFrom, current, at, session);
  await collection().deleteOne(filterOf({ _id }), { session });
  await leaveSlug(state, language, slug, session);
  await forgetFormerSlugs(state, _id, session);
  await updateSiblings(state, current, { $unset: { [`translations.${language}`]: '' } }, session);
  const links = linkedFrom.links().map(({ link }) => link);
  await unlink(connection, links, { id: _id, at }, session);
  connection.changeEvents.note(session, { plural, before: current, after: undefined });
  await recount(state, { before: current, after: undefined }, session);
}

/** Writes the current slug and status of a record into its translations. */
const tellSiblings = <R extends Stored>(state: StoreState<R>, record: R, session: ClientSession): Promise<void> =>
  updateSiblings(state, record, { $set: { [`translations.${record.language}`]: siblingOf(record) } }, session);

async function updateSiblings<R extends Stored>(state: StoreState<R>, record: R, change: object, session: ClientSession): Promise<void> {
  const ids = Object.values(record.translations).map(({ id }) => id);
  if (ids.length === 0) return;
  state.connection.lock(
    ids.map((id) => keyOf(state.plural, id)),
    session,
  );
  await rawOf(state).updateMany({ _id: { $in: ids } }, { ...change, $inc: { revision: 1 } }, { session });
}
