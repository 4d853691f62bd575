import type { ClientSession } from 'mongodb';
import { ApiError, errors } from '../../errors';
import type { Language } from '../../language';
import type { KeyUse, UsedKey } from '../../records/idempotency';
import type { Stored } from '../../records/record';
import { type Reply, reply } from '../../registry/reply';
import type { RequestHeaders } from '../../registry/route';
import type { Services, User } from '../services';

/** The codes that `createOnce` refuses with. */
export const CREATION_ERRORS = ['rest_idempotency_key_in_use', 'rest_idempotency_key_reused', 'rest_too_many_idempotency_keys'] as const;

/** What a creation is known by. */
interface CreationRequest {
  readonly headers: RequestHeaders;
  readonly user: User | undefined;
  readonly language: Language;
  digest(): string;
}

/** How a record is made and answered. */
interface Creation<R extends Stored> {
  /** The route, for its keys. */
  readonly route: string;
  create(session: ClientSession): Promise<R>;
  answer(record: R): Promise<Reply>;
  /** Finds what was created before; throws where the user may not read it any more. */
  find(id: number): Promise<R | undefined>;
  /** The refusal where that is no more. */
  gone(id: number): ApiError;
}

/**
 * Creates a record in a transaction of its own, and answers it; the same request sent again with its `Idempotency-Key` gets the same answer, and
 * nothing is created. Throws 409 `rest_idempotency_key_in_use`, 422 `rest_idempotency_key_reused`, 429 `rest_too_many_idempotency_keys`.
 */
export async function createOnce<R extends Stored>(services: Services, request: CreationRequest, creation: Creation<R>): Promise<Reply> {
  const { connection, idempotency } = services;
  const use = useOf(request, creation.route);
  if (use === undefined) return creation.answer(await connection.transact(creation.create));
  const before = await idempotency.find(use);
  if (before !== undefined) return again(creation, use, before);
  await idempotency.assertRoom(use.user);
  try {
    const record = await connection.transact(async (session) => {
      await idempotency.claim(use, session);
      const made = await creation.create(session);
      await idempotency.note(use, made._id, session);
      return made;
    });
    const answer = await creation.answer(record);
    // What cannot be kept is answered anew from the record.
    await idempotency.keep(use, answer).catch(() => undefined);
    return answer;
  } catch (error) {
    // Another request may have come to its end since this one looked.
    const used = isInUse(error) ? await idempotency.find(use) : undefined;
    if (used === undefined) throw error;
    return again(creation, use, used);
  }
}

const isInUse = (error: unknown): boolean => error instanceof ApiError && error.code === 'rest_idempotency_key_in_use';

/** The key of a request; the IETF draft quotes it, most clients do not. */
const useOf = ({ headers, user, language, digest }: CreationRequest, route: string): KeyUse | undefined => {
  const sent = headers['idempotency-key'];
  if (sent === undefined || user === undefined) return undefined;
  return { user: user.id, route, language, key: String(sent).replace(/^"(.+)"$/, '$1'), digest: digest() };
};

/** The answer that was given before. */
async function again<R extends Stored>(creation: Creation<R>, { digest }: KeyUse, used: UsedKey): Promise<Reply> {
  if (used.digest !== digest) throw errors.idempotencyKeyReused();
  const record = await creation.find(used.record);
  if (used.answer === undefined && record === undefined) throw creation.gone(used.record);
  const { body, headers, ...rest } = used.answer ?? (await creation.answer(record as R));
  return reply(body, { ...rest, headers: { ...headers, 'Idempotency-Replayed': 'true' } });
}
