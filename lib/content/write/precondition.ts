import type { Stored } from '../../database';
import { errors } from '../../errors';
import { entityTag, type HandlerRequest } from '../../registry';
import { revisionOf } from '../records';

/** A request that may say `If-Match`. */
export type Conditional = Pick<HandlerRequest<unknown, unknown, unknown, unknown>, 'matches'>;

/** Throws where a record, read within the transaction that changes it, is not what its client has seen. */
export type Precondition<R extends Stored> = (current: R) => void;

/**
 * Does work on a record of a kind if it is what `If-Match` asks for, which is for `work` to ask of the record that it reads. Throws 412
 * `rest_precondition_failed` where it is not, with the tag of what `show` answers: what the client would read of it now, undefined where it may not.
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
    // Shown once nothing is held any more.
    const shown = other && (await show(other));
    if (other === undefined || shown === undefined) throw error;
    throw errors.preconditionFailed(entityTag(JSON.stringify(shown), revisionOf(plural, other)));
  }
}
