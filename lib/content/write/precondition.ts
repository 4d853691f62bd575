import type { ClientSession } from 'mongodb';
import { keyOf, type Stored } from '../../database';
import { type ContentType, errors } from '../../errors';
import { entityTag, type HandlerRequest } from '../../registry';
import { revisionOf } from '../records';
import type { Services } from '../types';

type Conditional = Pick<HandlerRequest<unknown, unknown, unknown, unknown>, 'matches'>;

/** Throws if a record, read within the transaction, is not the version that the client has seen. */
export type Precondition<R extends Stored> = (current: R) => void;

/**
 * Runs work under the condition of `If-Match`. The work calls the precondition with the record that it reads. Throws 412
 * `rest_precondition_failed` if the record has changed, with the tag of its current answer from `show`. `show` returns undefined if the
 * client may not read the record.
 */
export async function withPrecondition<R extends Stored, T>(
  { matches }: Conditional,
  plural: string,
  show: (current: R) => Promise<object | undefined>,
  work: (precondition: Precondition<R>) => Promise<T>,
): Promise<T> {
  let other: R | undefined;
  try {
    return await work((current) => {
      if (matches(revisionOf(plural, current))) return;
      other = current;
      throw errors.preconditionFailed(undefined);
    });
  } catch (error) {
    // Shown after the transaction, when no locks are held.
    const shown = other && (await show(other));
    if (other === undefined || shown === undefined) throw error;
    throw errors.preconditionFailed(entityTag(JSON.stringify(shown), revisionOf(plural, other)));
  }
}

interface ById<R> {
  byId(id: number, session: ClientSession): Promise<R | undefined>;
}

/** Reads a record that a transaction is about to change. Throws the 404 of its content type if it is gone. */
export async function readForUpdate<R extends Stored>(
  { connection }: Pick<Services, 'connection'>,
  type: ContentType & { readonly plural: string },
  records: ById<R>,
  id: number,
  session: ClientSession,
): Promise<R> {
  connection.lock([keyOf(type.plural, id)], session);
  const current = await records.byId(id, session);
  if (!current) throw errors.notFound(type, id);
  return current;
}
