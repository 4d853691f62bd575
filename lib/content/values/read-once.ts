import type { ApiError } from '../../errors';
import { type ArgRequest, type ReadValue, readAs } from '../../registry';

/** Makes the `sanitize` of a value that `validate` reads. It only sees nulls and defaults. */
export const unread =
  <V>(none: V) =>
  (value: unknown): V =>
    value === null ? none : (value as V);

/** Makes a value whose validation also converts it. `read` returns undefined to refuse it. */
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
    const converted = await read(value, request);
    if (converted === undefined) throw refuse(value, name, request);
    return readAs(converted);
  },
  sanitize: unread(none),
});
