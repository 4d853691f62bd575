import type { ClientSession } from 'mongodb';
import { canDelete, canEdit, type User } from '../../access';
import { createGroupCommit, type KeyUse, keysOf, type NewRecord, type Store, type Stored, type UsedKey } from '../../database';
import { ApiError, type ContentType, errors } from '../../errors';
import { entityTag, type HandlerRequest, type Reply, reply } from '../../registry';
import { editOf, lockRecord, nameKey, recordsOfType, revisionOf } from '../records';
import { TRANSLATION_OF } from '../translations';
import { ownedBy, type PostLike, type PostRecord, type Requester, type Sent, type Services, type WriteResult } from '../types';
import { publicationOf, type SentPublication, toTrash } from '../visibility';
import { newLinksIn } from './fields';
import { createRecord, draftRecord, makesRecords, readForUpdate, updateRecord } from './writing';

/** The user in whose name a record is written, with the language and URLs of the answer. */
export interface Writer extends Requester {
  readonly user: User;
}

/** Creates a record in its own transaction. `since` is the time from which the transaction's timeout counts (see `Connection`). */
export const createOne = (services: Services, type: PostLike, params: Sent, writer: Writer, since?: number): Promise<WriteResult> =>
  services.connection.transact((session) => createRecord(services, type, params, { ...writer, session }), { since });

/** The version of a record that a client has read, as `If-Match` names it. */
export interface ReadVersion<R extends Stored> {
  /** True if the client has read this revision, or named none. */
  matches(revision: string): boolean;
  /** Returns the current answer for the error; undefined if the client may not read the record. */
  show(current: R): Promise<object | undefined>;
}

/** A change of one record in a transaction of its own. */
interface Change<R extends Stored> {
  readonly type: ContentType & { readonly plural: string };
  readonly records: Pick<Store<R>, 'byId'>;
  readonly id: number;
  /** Returns false if the user may not change the record. Status or author may have changed after the route loaded it. */
  mayChange?(current: R): boolean;
  readonly version?: ReadVersion<R> | undefined;
}

/**
 * Changes a record in its own transaction by `work`, which gets the record as the transaction reads it. Throws 404 for a removed record,
 * 403 if the user may not change it, and 412 `rest_precondition_failed`, with the tag of the current answer, for another version.
 */
export async function changeOne<R extends Stored, T>(
  services: Services,
  { type, records, id, mayChange, version }: Change<R>,
  work: (current: R, session: ClientSession) => Promise<T>,
): Promise<T> {
  let other: R | undefined;
  try {
    return await services.connection.transact(async (session) => {
      const current = await readForUpdate(services, type, records, id, session);
      if (mayChange?.(current) === false) throw errors.forbidden();
      if (version === undefined || version.matches(revisionOf(type.plural, current))) return work(current, session);
      other = current;
      throw errors.preconditionFailed(undefined);
    });
  } catch (error) {
    // Runs after the transaction, without locks.
    const shown = other && (await version?.show(other));
    if (other === undefined || shown === undefined) throw error;
    throw errors.preconditionFailed(entityTag(JSON.stringify(shown), revisionOf(type.plural, other)));
  }
}

/** Updates a record in its own transaction. Throws 403, 404 or 412 according to the stored state of the record. */
export const updateOne = (
  services: Services,
  type: PostLike,
  id: number,
  params: Sent,
  writer: Writer,
  version?: ReadVersion<PostRecord>,
): Promise<WriteResult> => {
  const mayChange = (current: PostRecord) => canEdit(writer.user, type.plural, ownedBy(current));
  return changeOne(services, { type, records: type.posts, id, mayChange, version }, (current, session) =>
    updateRecord(services, type, params, { ...writer, current, session }),
  );
};

/** Moves a record to the trash. With `force`, permanently removes a trashed record (`isGone`); without, throws 410 for it. */
export const deleteOne = (
  services: Services,
  type: PostLike,
  id: number,
  { force, user }: { readonly force: boolean; readonly user: User | undefined },
  version?: ReadVersion<PostRecord>,
): Promise<{ readonly record: PostRecord; readonly isGone: boolean }> => {
  const mayChange = (current: PostRecord) => canDelete(user, type.plural, ownedBy(current));
  return changeOne(services, { type, records: type.posts, id, mayChange, version }, async (current, session) => {
    if (current.status === 'trash') {
      // Checked within the transaction: the second of two concurrent deletions must not remove the record.
      if (!force) throw errors.inTrash(type);
      if (services.stores.linksTo(type.plural).length > 0) await lockRecord(services, type.plural, id, session);
      await type.posts.remove(current, services.clock.now(), session);
      return { record: current, isGone: true };
    }
    const changes = { ...toTrash(current, services.site.timezone), ...editOf(current, services) };
    return { record: await type.posts.update(current, changes, session), isGone: false };
  });
};

interface Creation {
  readonly params: Sent;
  readonly writer: Writer;
}

/** Makes the function that creates records. Simple concurrent creations share one transaction. */
export function createTogether(services: Services, type: PostLike): (creation: Creation) => Promise<WriteResult> {
  const { connection } = services;
  // A plugin's function could make the shared transaction slow.
  const isPlain = type.check === undefined && type.recordChecks.length === 0 && type.pluginFields.every(({ write }) => write === undefined);
  const alone = ({ params, writer }: Creation, since?: number) => createOne(services, type, params, writer, since);
  const create = createGroupCommit<Creation, WriteResult>(connection, {
    alone,
    async together(creations, session) {
      const drafts = await draftAll(services, type, creations, session);
      const groups = drafts.map((draft) => [draft]);
      return (await type.posts.createGroups(groups, session)).map((record) => ({ record, languages: [] }));
    },
  });
  const isCounted = ({ params, writer: { user } }: Creation): boolean =>
    !params['password'] && publicationOf(type, services, params as SentPublication, { current: undefined, user }).status === 'publish';
  const hasNoLinks = ({ params }: Creation): boolean => newLinksIn(type, params, undefined).every(({ ids }) => ids.length === 0);
  /** True if a creation affects no other records: it creates none, joins no translation group and needs no locks. */
  const isIndependent = (creation: Creation): boolean =>
    !creation.params[TRANSLATION_OF] && !makesRecords(type, creation.params) && (isCounted(creation) || hasNoLinks(creation));
  return (creation) => (isPlain && isIndependent(creation) ? create(creation) : alone(creation));
}

/** Prepares new records one by one, after reading all linked records together. */
async function draftAll(
  services: Services,
  type: PostLike,
  creations: readonly Creation[],
  session: ClientSession,
): Promise<NewRecord<PostRecord>[]> {
  const links = creations.flatMap(({ params, writer: { language } }) =>
    newLinksIn(type, params, undefined).map((link) => ({ ...link, language })),
  );
  // If another transaction is writing these records, this one stops before reading, and starts again later.
  const keys = links.flatMap(({ to, ids }) => keysOf(to, ids));
  services.connection.lock(keys, session);
  for (const to of new Set(links.map((link) => link.to))) {
    const own = links.filter((link) => link.to === to);
    const ids = own.flatMap((link) => link.ids);
    await recordsOfType(services, to).preload(ids, session);
    if (!services.termLikes.has(to)) continue;
    const names = own.flatMap((link) => (link.names ?? []).map((name) => ({ language: link.language, key: nameKey(name) })));
    await services.stores.terms(to).preloadNamed(names, session);
  }
  const drafts: NewRecord<PostRecord>[] = [];
  for (const { params, writer } of creations) drafts.push(await draftRecord(services, type, params, { ...writer, session }));
  return drafts;
}

/** The error codes of creations with an idempotency key. */
export const CREATION_ERRORS = ['rest_idempotency_key_in_use', 'rest_idempotency_key_reused', 'rest_too_many_idempotency_keys'] as const;

type CreationRequest = Pick<HandlerRequest<User, unknown, unknown, unknown>, 'headers' | 'user' | 'language' | 'baseUrl' | 'digest'>;

interface CreationRoute<R extends Stored> {
  /** The name of the route. Keys of different routes are independent. */
  readonly route: string;
  answer(written: WriteResult<R>, request: CreationRequest): Promise<Reply>;
  /** Reads the record of an earlier creation. Throws if the user may no longer read the record. */
  find(id: number, request: CreationRequest): Promise<R | undefined>;
  /** Makes the error for a repeated creation whose record is deleted. */
  gone(id: number): ApiError;
}

/** Makes the functions that run a creation of a route with an `Idempotency-Key` only once. */
export function idempotentCreation<R extends Stored>(
  { connection, idempotency }: Services,
  { route, answer, find, gone }: CreationRoute<R>,
) {
  const replayed = async (request: CreationRequest, use: KeyUse, used: UsedKey): Promise<Reply> => {
    if (used.digest !== use.digest) throw errors.idempotencyKeyReused();
    const record = await find(used.record, request);
    const stored = await used.answer?.();
    if (stored === undefined && record === undefined) throw gone(used.record);
    const { body, headers, ...rest } = stored ?? (await answer({ record: record as R, languages: [] }, request));
    return reply(body, { ...rest, headers: { ...headers, 'Idempotency-Replayed': 'true' } });
  };
  return {
    /** Returns the earlier answer for a used key; undefined for a new key. Throws 422 `rest_idempotency_key_reused`. */
    async replay(request: CreationRequest): Promise<Reply | undefined> {
      const use = useOf(request, route);
      const used = use && (await idempotency.find(use));
      return use && used && replayed(request, use, used);
    },
    /**
     * Creates a record and returns the answer. With a key, `work` runs in one transaction with the key; otherwise `create` runs. Throws 409
     * `rest_idempotency_key_in_use`, 422 `rest_idempotency_key_reused` or 429 `rest_too_many_idempotency_keys`.
     */
    async create(
      request: CreationRequest,
      work: (session: ClientSession) => Promise<WriteResult<R>>,
      create: () => Promise<WriteResult<R>> = () => connection.transact(work),
    ): Promise<Reply> {
      const use = useOf(request, route);
      if (use === undefined) return answer(await create(), request);
      await idempotency.assertRoom(use.user);
      try {
        const written = await connection.transact(async (session) => {
          await idempotency.reserve(use, session);
          const made = await work(session);
          await idempotency.setRecord(use, made.record._id, session);
          return made;
        });
        const answered = await answer(written, request);
        // If storing the answer fails, a repeated request builds it again from the record.
        await idempotency.storeAnswer(use, answered).catch(() => undefined);
        return answered;
      } catch (error) {
        // Another request with this key may have finished by now.
        const isInUse = error instanceof ApiError && error.code === 'rest_idempotency_key_in_use';
        const used = isInUse ? await idempotency.find(use) : undefined;
        if (used === undefined) throw error;
        return replayed(request, use, used);
      }
    },
  };
}

/** Reads the `Idempotency-Key` of a request, with or without quotation marks; undefined if there is none. */
const useOf = ({ headers, user, language, digest }: CreationRequest, route: string): KeyUse | undefined => {
  const sent = headers['idempotency-key'];
  if (sent === undefined || user === undefined) return undefined;
  return { user: user.id, route, language, key: String(sent).replace(/^"(.+)"$/, '$1'), digest: digest() };
};
