const PLAIN: readonly unknown[] = [Object.prototype, Array.prototype, null];

const hasOwnForm = (value: object): value is { toJSON(key: string): unknown } => 'toJSON' in value && typeof value.toJSON === 'function';

const isBoxed = (value: object): boolean => value instanceof Number || value instanceof String || value instanceof Boolean;

const isLeftOut = (value: unknown): boolean => value === undefined || typeof value === 'function' || typeof value === 'symbol';

/**
 * Converts a value to plain JSON values: omits undefined members, and applies `toJSON`. A value that needs no change is returned
 * itself.
 * NaN and infinite numbers stay, since no handler means null by them.
 */
export const toJsonForm = (value: unknown, key = ''): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  const object = hasOwnForm(value) ? value.toJSON(key) : value;
  if (typeof object !== 'object' || object === null) return object;
  if (isBoxed(object)) return object.valueOf();
  const members: [string, unknown][] = Object.entries(Array.isArray(object) ? [...object] : object);
  const forms = members.map(([name, member]): [string, unknown] => [name, toJsonForm(member, name)]);
  const isSame = forms.every(([, form], index) => !isLeftOut(form) && Object.is(form, members[index]?.[1]));
  // Members of a class's prototype are not written.
  if (isSame && PLAIN.includes(Object.getPrototypeOf(object))) return object;
  if (Array.isArray(object)) return forms.map(([, form]) => (isLeftOut(form) ? null : form));
  return Object.fromEntries(forms.filter(([, form]) => !isLeftOut(form)));
};

/**
 * Returns the class name of an object whose content JSON would lose, such as Map, Set or a generator. Undefined for others.
 * Objects with a `toJSON` lose nothing.
 */
export const lostInJson = (value: object): string | undefined => {
  if (PLAIN.includes(Object.getPrototypeOf(value)) || Array.isArray(value) || hasOwnForm(value) || isBoxed(value)) return undefined;
  if (!(Symbol.iterator in value) && Object.keys(value).length > 0) return undefined;
  const tag = Object.prototype.toString.call(value).slice('[object '.length, -1);
  const name = tag === 'Object' ? value.constructor?.name : tag;
  // An empty object of another realm.
  return name === 'Object' ? undefined : name || 'thing without a class';
};

/** Applies `lostInJson` to a value and everything inside, and returns the first class name. */
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
