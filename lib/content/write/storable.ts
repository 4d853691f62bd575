/** Most levels of members within a field. MongoDB stores at least 180 levels of a whole record. */
export const MOST_LEVELS = 100;

/** Names the part of a value that a database or JSON cannot hold. Undefined if there is none. */
export function unstorableIn(value: unknown, levels = MOST_LEVELS): string | undefined {
  if (typeof value === 'bigint' || typeof value === 'function' || typeof value === 'symbol') return `a ${typeof value}`;
  if (typeof value !== 'object' || value === null) return undefined;
  if (levels === 0) return `members of more than ${MOST_LEVELS} levels`;
  if (value instanceof Promise) return 'a promise within a value';
  for (const key of Object.keys(value))
    if (key.includes('\0') || key === '_bsontype') return 'a name with the sign NUL or that is “_bsontype”';
  for (const member of Object.values(value)) {
    const within = unstorableIn(member, levels - 1);
    if (within !== undefined) return within;
  }
  return undefined;
}
