/** Splits a JSON pointer (RFC 6901) into keys: `/paths/~1events` gives `paths` and `/events`. */
export const keysOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));

/** The value at the end of a path of keys. Undefined if there is none. */
export const valueBehind = (root: unknown, keys: readonly string[]): unknown =>
  keys.reduce<unknown>((value, key) => Reflect.get(Object(value), key), root);
