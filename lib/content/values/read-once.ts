import type { ApiError } from '../../errors';
import { type ArgRequest, type ReadValue, readAs } from '../../registry';

/** What is left for `sanitize` of a value that `validate` has read: a null, and a default, which is as it shall be. */
export const unread =
  <V>(none: V) =>
  (value: unknown): V =>
    value === null ? none : (value as V);

/** Makes a value that no schema tells whole, and that the handler gets as it was read; undefined refuses. */
export const readOnce = <V>({
  read,
  none,
  refuse,
}: {
  read(sent: unknown, request: ArgRequest): V | undefined | Promise<V | undefined>;
  readonly none: V;
  refuse(sent: unknown, name: string, request: ArgRequest): ApiError;
}) => ({
  async validate(value: unknown, request: ArgRequest, name: string): Promise<ReadValue<V>> {
    const meant = await read(value, request);
    if (meant === undefined) throw refuse(value, name, request);
    return readAs(meant);
  },
  sanitize: unread(none),
});
