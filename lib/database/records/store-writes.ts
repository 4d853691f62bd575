import { setImmediate } from 'node:timers/promises';
import type { ClientSession } from 'mongodb';
import { errors } from '../../errors';
import { noteBefore } from '../driver/command-changes';
import { keyOf } from '../driver/connection';
import { driver, type RawRecord } from '../driver/driver';
import { siblingOf } from './groups';
import { unlink } from './links';
import type { Stored, Translations } from './record';
import { languagesOf, relinkGroup, relinkParted, relinkToTranslation } from './relinking';
import { byId, filterOf } from './store-reads';
import type { Draft, StoreState } from './store-types';

/** The most bytes of a record. MongoDB stores 16 MiB, and links from other records make it a little larger later. */
const MOST_BYTES = 16_000_000;

/** The number of records in one insert command. */
const TOGETHER = 250;

const rawOf = <R extends Stored>({ connection, type }: StoreState<R>) => connection.collection<RawRecord>(type.plural);

/** A record that is complete except for its keys. */
type Unkeyed<R> = Omit<R, 'keys'>;

export async function complete<R extends Stored>(state: StoreState<R>, draft: Draft<R>, session: ClientSession): Promise<R> {
  const id = await state.connection.nextId(state.sequence);
  const [slug = ''] = await state.slugs.free([{ slug: requestedSlug(state, draft, id), language: draft.language }], session);
  return withKeys(state, { group: id, translations: {}, ...draft, _id: id, slug, revision: 1, edition: 1 } as unknown as Unkeyed<R>);
}

const requestedSlug = <R extends Stored>({ type }: StoreState<R>, draft: Draft<R>, id: number): string =>
  draft.slug || (type.fallbackSlug ? type.fallbackSlug({ ...draft, _id: id }) : String(id));

const withKeys = <R extends Stored>({ type }: StoreState<R>, record: Unkeyed<R>): R => {
  const whole = { ...record, keys: type.keys(record) } as R;
  if (driver().BSON.calculateObjectSize(whole) > MOST_BYTES) throw errors.recordTooLarge(MOST_BYTES);
  return whole;
};

export async function insert<R extends Stored>(state: StoreState<R>, record: R, session: ClientSession): Promise<void> {
  const { connection, type } = state;
  await rawOf(state).insertOne(record, { session });
  await tellSiblings(state, record, session);
  connection.changeEvents.note(session, { plural: type.plural, before: undefined, after: record });
  await relinkGroup(state.linkedFrom, record, [record.language], session);
}

export async function insertGroups<R extends Stored>(
  state: StoreState<R>,
  groups: readonly (readonly Draft<R>[])[],
  session: ClientSession,
  prepare?: (records: readonly Unkeyed<R>[]) => Promise<void>,
): Promise<R[]> {
  const { connection, type, linkedFrom, slugs, sequence } = state;
  const drafts = groups.flat();
  if (drafts.length === 0) return [];
  const first = await connection.nextId(sequence, drafts.length);
  const requested = drafts.map((draft, index) => ({ slug: requestedSlug(state, draft, first + index), language: draft.language }));
  const free = await slugs.free(requested, session);
  const made = drafts.map((draft, index) => ({ ...draft, _id: first + index, slug: free[index] ?? '', revision: 1, edition: 1 }));
  const whole = groups.flatMap((group) => translated(made.splice(0, group.length))) as unknown as Unkeyed<R>[];
  await prepare?.(whole);
  const records = await storeAll(state, whole, session);
  // Translations that were stored earlier do not know the new ones yet.
  for (const [index, { translations = {} }] of drafts.entries()) {
    const record = records[index];
    if (record === undefined || Object.keys(translations).length === 0) continue;
    await tellSiblings(state, record, session);
    await relinkGroup(linkedFrom, record, [record.language], session);
  }
  for (const record of records) connection.changeEvents.note(session, { plural: type.plural, before: undefined, after: record });
  return records;
}

/** Stores new records in batches. While the database stores one, the keys of the next are computed. */
async function storeAll<R extends Stored>(state: StoreState<R>, whole: readonly Unkeyed<R>[], session: ClientSession): Promise<R[]> {
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

export async function replace<R extends Stored>(state: StoreState<R>, current: R, changes: Partial<R>, session: ClientSession): Promise<R> {
  const { connection, type, slugs, formerSlugs } = state;
  connection.lock([keyOf(type.plural, current._id)], session);
  const { language, slug: own } = current;
  const isRenamed = changes.slug !== undefined && changes.slug !== own;
  const [slug = own] = isRenamed ? await slugs.free([{ slug: changes.slug, language, own }], session) : [];
  const next = withKeys(state, { ...current, ...changes, slug, revision: current.revision + 1 });
  noteBefore(next, current);
  await rawOf(state).replaceOne({ _id: current._id }, next, { session });
  if (slug !== own) await slugs.leave(language, own, session);
  if (slug !== own && own !== '') await formerSlugs.note(language, own, current._id, session);
  if (JSON.stringify(siblingOf(current)) !== JSON.stringify(siblingOf(next))) await tellSiblings(state, next, session);
  connection.changeEvents.note(session, { plural: type.plural, before: current, after: next });
  return next;
}

export async function join<R extends Stored>(
  state: StoreState<R>,
  record: Stored,
  original: Stored,
  session: ClientSession,
): Promise<void> {
  await state.groups.join(record, original, session);
  const joined = await byId(state, record._id, session);
  if (joined) await relinkGroup(state.linkedFrom, joined, languagesOf(joined), session);
}

export async function part<R extends Stored>({ groups, linkedFrom }: StoreState<R>, record: Stored, session: ClientSession): Promise<void> {
  await groups.part(record, session);
  await relinkParted(linkedFrom, record, session);
}

export async function remove<R extends Stored>(state: StoreState<R>, current: R, at: Date, session: ClientSession): Promise<void> {
  const { connection, type, linkedFrom, slugs, formerSlugs, collection } = state;
  connection.lock([keyOf(type.plural, current._id)], session);
  await relinkToTranslation(linkedFrom, current, at, session);
  await collection().deleteOne(filterOf<R>({ _id: current._id }), { session });
  await slugs.leave(current.language, current.slug, session);
  await formerSlugs.forget(current._id, session);
  await updateSiblings(state, current, { $unset: { [`translations.${current.language}`]: '' } }, session);
  await unlink(
    connection,
    linkedFrom.links().map(({ link }) => link),
    { id: current._id, at },
    session,
  );
  connection.changeEvents.note(session, { plural: type.plural, before: current, after: undefined });
}

/** Writes the current slug and status of a record into its translations. */
const tellSiblings = <R extends Stored>(state: StoreState<R>, record: R, session: ClientSession): Promise<void> =>
  updateSiblings(state, record, { $set: { [`translations.${record.language}`]: siblingOf(record) } }, session);

async function updateSiblings<R extends Stored>(state: StoreState<R>, record: R, update: object, session: ClientSession): Promise<void> {
  const ids = Object.values(record.translations).map((sibling) => sibling.id);
  if (ids.length === 0) return;
  state.connection.lock(
    ids.map((id) => keyOf(state.type.plural, id)),
    session,
  );
  await rawOf(state).updateMany({ _id: { $in: ids } }, { ...update, $inc: { revision: 1 } }, { session });
}
