import type { ClientSession } from 'mongodb';
import type { KeyUse, Stored, UsedKey } from '../../database';
import { ApiError, errors } from '../../errors';
import { type HandlerRequest, type Reply, reply } from '../../registry';
import type { Services, User, WriteResult } from '../types';

/** The error codes of creations with an idempotency key. */
export const CREATION_ERRORS = ['rest_idempotency_key_in_use', 'rest_idempotency_key_reused', 'rest_too_many_idempotency_keys'] as const;

type CreationRequest = Pick<HandlerRequest<User, unknown, unknown, unknown>, 'headers' | 'user' | 'language' | 'baseUrl' | 'digest'>;

interface Creations<R extends Stored> {
  /** The name of the route. Keys of different routes are independent. */
  readonly route: string;
  answer(written: WriteResult<R>, request: CreationRequest): Promise<Reply>;
  /** Reads the record of an earlier creation. Throws if the user may no longer read the record. */
  find(id: number, request: CreationRequest): Promise<R | undefined>;
  gone(id: number): ApiError;
}

/** Makes the functions that run a creation of a route with an `Idempotency-Key` only once. */
export function idempotentCreation<R extends Stored>({ connection, idempotency }: Services, { route, answer, find, gone }: Creations<R>) {
  const again = async (request: CreationRequest, use: KeyUse, used: UsedKey): Promise<Reply> => {
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
      return use && used && again(request, use, used);
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
          await idempotency.note(use, made.record._id, session);
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
        return again(request, use, used);
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
