const PLAIN: readonly unknown[] = [Object.prototype, Array.prototype, null];

/**
 * The class of an object whose content JSON would lose, such as Map, Set, Response or a generator. Undefined for other objects.
 * Objects with a `toJSON` decide themselves.
 */
export const lostInJson = (value: object): string | undefined => {
  if (PLAIN.includes(Object.getPrototypeOf(value)) || Array.isArray(value)) return undefined;
  if ('toJSON' in value && typeof value.toJSON === 'function') return undefined;
  if (value instanceof Number || value instanceof String || value instanceof Boolean) return undefined;
  if (!(Symbol.iterator in value) && Object.keys(value).length > 0) return undefined;
  const tag = Object.prototype.toString.call(value).slice('[object '.length, -1);
  const name = tag === 'Object' ? value.constructor?.name : tag;
  // An empty object of another realm.
  return name === 'Object' ? undefined : name || 'thing without a class';
};

/** Does the same for a value and everything in it. */
export const lostWithin = (value: unknown): string | undefined => {
  if (typeof value !== 'object' || value === null) return undefined;
  const lost = lostInJson(value);
  if (lost !== undefined || 'toJSON' in value) return lost;
  for (const member of Object.values(value)) {
    const within = lostWithin(member);
    if (within !== undefined) return within;
  }
  return undefined;
};
