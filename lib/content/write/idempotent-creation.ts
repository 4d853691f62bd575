import type { ClientSession } from 'mongodb';
import type { KeyUse, Stored, UsedKey } from '../../database';
import { ApiError, errors } from '../../errors';
import { type HandlerRequest, type Reply, reply } from '../../registry';
import type { Services, User, WriteResult } from '../types';

/** The codes that creations refuse with for their keys. */
export const CREATION_ERRORS = ['rest_idempotency_key_in_use', 'rest_idempotency_key_reused', 'rest_too_many_idempotency_keys'] as const;

/** What a creation is known by. */
type CreationRequest = Pick<HandlerRequest<User, unknown, unknown, unknown>, 'headers' | 'user' | 'language' | 'baseUrl' | 'digest'>;

/** How creations of a kind are known, and answered. */
interface Creations<R extends Stored> {
  /** The route, for its keys. */
  readonly route: string;
  answer(written: WriteResult<R>, request: CreationRequest): Promise<Reply>;
  /** Finds what was created before; throws where the user may not read it any more. */
  find(id: number, request: CreationRequest): Promise<R | undefined>;
  /** The refusal where that is no more. */
  gone(id: number): ApiError;
}

/** Creations that are done once, however often they are asked for with the same `Idempotency-Key`. */
interface IdempotentCreation<R extends Stored> {
  /** Answers what was answered before; undefined for what is new. Throws 422 `rest_idempotency_key_reused`. */
  replay(request: CreationRequest): Promise<Reply | undefined>;
  /**
   * Creates a record, and answers it: with a key in a transaction of its own, by `work`, else by `create`. Throws 409 `rest_idempotency_key_in_use`,
   * 422 `rest_idempotency_key_reused`, 429 `rest_too_many_idempotency_keys`.
   */
  create(
    request: CreationRequest,
    work: (session: ClientSession) => Promise<WriteResult<R>>,
    create?: () => Promise<WriteResult<R>>,
  ): Promise<Reply>;
}

/** Makes the creations of a kind. */
export function idempotentCreation<R extends Stored>(
  { connection, idempotency }: Services,
  creations: Creations<R>,
): IdempotentCreation<R> {
  const again = async (request: CreationRequest, use: KeyUse, used: UsedKey): Promise<Reply> => {
    if (used.digest !== use.digest) throw errors.idempotencyKeyReused();
    const record = await creations.find(used.record, request);
    const kept = await used.answer?.();
    if (kept === undefined && record === undefined) throw creations.gone(used.record);
    const { body, headers, ...rest } = kept ?? (await creations.answer({ record: record as R, languages: [] }, request));
    return reply(body, { ...rest, headers: { ...headers, 'Idempotency-Replayed': 'true' } });
  };
  return {
    async replay(request) {
      const use = useOf(request, creations.route);
      const used = use && (await idempotency.find(use));
      return use && used && again(request, use, used);
    },
    async create(request, work, create = () => connection.transact(work)) {
      const use = useOf(request, creations.route);
      if (use === undefined) return creations.answer(await create(), request);
      await idempotency.assertRoom(use.user);
      try {
        const written = await connection.transact(async (session) => {
          await idempotency.claim(use, session);
          const made = await work(session);
          await idempotency.note(use, made.record._id, session);
          return made;
        });
        const answer = await creations.answer(written, request);
        // What cannot be kept is answered anew from the record.
        await idempotency.keep(use, answer).catch(() => undefined);
        return answer;
      } catch (error) {
        // Another request may have come to its end since this one looked.
        const used = isInUse(error) ? await idempotency.find(use) : undefined;
        if (used === undefined) throw error;
        return again(request, use, used);
      }
    },
  };
}

const isInUse = (error: unknown): boolean => error instanceof ApiError && error.code === 'rest_idempotency_key_in_use';

/** The key of a request; the IETF draft quotes it, most clients do not. */
const useOf = ({ headers, user, language, digest }: CreationRequest, route: string): KeyUse | undefined => {
  const sent = headers['idempotency-key'];
  if (sent === undefined || user === undefined) return undefined;
  return { user: user.id, route, language, key: String(sent).replace(/^"(.+)"$/, '$1'), digest: digest() };
};
