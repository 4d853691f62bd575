/** Takes a JSON pointer apart: `/paths/~1events` is the way over `paths` and `/events` (RFC 6901). */
export const keysOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));

/** What lies at the end of a way; undefined where there is nothing. */
export const valueBehind = (root: unknown, keys: readonly string[]): unknown =>
  keys.reduce<unknown>((value, key) => Reflect.get(Object(value), key), root);
