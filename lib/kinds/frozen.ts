const isData = (value: unknown): value is object => {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === Array.prototype;
};

/**
 * Freezes data, with the objects and lists in it that lie at most `depth` steps below: what lies deeper may be what a plugin has handed in, and goes on
 * working with. Functions and maps stay as they are.
 */
export function frozen<T>(value: T, depth: number): T {
  if (!isData(value)) return value;
  if (depth > 0) for (const inner of Object.values(value)) frozen(inner, depth - 1);
  return Object.freeze(value);
}
