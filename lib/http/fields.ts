/** Which members are wanted: `true` is all of it. */
type Wanted = Map<string, Wanted | true>;

/** The names that `_fields` asks for, a comma (or blank) separated list, or an array of them (an empty one among those names nothing), and those that are always `kept`; dots lead into members. */
export const wantedFields = (fields: unknown, kept: readonly string[] = []): Wanted | undefined => {
  const list: readonly unknown[] =
    typeof fields === 'string' ? fields.split(/[\s,]+/).filter((name) => name !== '') : Object.values(fields ?? {});
  const names = list.flatMap((name) => (typeof name === 'string' ? [name.trim()] : []));
  if (names.length === 0) return undefined;
  const root: Wanted = new Map();
  for (const name of [...names, ...kept]) want(root, name.split('.').slice(0, 16));
  return root;
};

/**
 * Keeps the wanted members of a body, through lists too.
 * An object of which nothing is wanted becomes `[]`, the CMS' way to write an empty one.
 */
export const pickFields = (body: unknown, wanted: Wanted): unknown => {
  if (Array.isArray(body)) return body.map((item) => pickFields(item, wanted));
  if (typeof body !== 'object' || body === null) return body;
  const kept = Object.entries(plain(body)).flatMap(([name, value]) => {
    const inner = wanted.get(name);
    return inner === undefined ? [] : [[name, inner === true ? value : pickFields(value, inner)] as const];
  });
  return kept.length === 0 ? [] : Object.fromEntries(kept);
};

const want = (wanted: Wanted, [name = '', ...rest]: readonly string[]): void => {
  const known = wanted.get(name);
  if (known === true) return;
  if (rest.length === 0) {
    wanted.set(name, true);
    return;
  }
  const inner: Wanted = known ?? new Map();
  wanted.set(name, inner);
  want(inner, rest);
};

/** Dates and the like are written by their own `toJSON`; what that answers is what has members. */
const plain = (body: object): object => {
  const written: unknown = 'toJSON' in body && typeof body.toJSON === 'function' ? body.toJSON() : body;
  return typeof written === 'object' && written !== null ? written : {};
};
