import { errors } from '../../errors';
import type { Stored } from '../../records/record';
import { entityTag, namesRevision } from '../../registry/entity-tag';
import type { RequestHeaders } from '../../registry/route';
import { revisionOf } from '../revision';

/** Throws 412 `rest_precondition_failed` where a record, read within the transaction that changes it, is not what its client has seen. */
export type Precondition<R extends Stored> = (current: R) => Promise<void>;

/**
 * What the header `If-Match` of a request asks; undefined where it is not sent. `show` answers what the client would read of the record now, for
 * the tag in the refusal, or undefined where it may not.
 */
export function preconditionOf<R extends Stored>(
  { 'if-match': ifMatch }: RequestHeaders,
  plural: string,
  show: (current: R) => object | undefined | Promise<object | undefined>,
): Precondition<R> | undefined {
  if (ifMatch === undefined) return undefined;
  return async (current) => {
    const revision = revisionOf(plural, current);
    if (namesRevision(String(ifMatch), revision)) return;
    const shown = await show(current);
    throw errors.preconditionFailed(shown && entityTag(JSON.stringify(shown), revision));
  };
}
