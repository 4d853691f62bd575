/** The members of an answer that `_fields` asks for, by their names; `true` is all of a member. */
export type SelectedFields = ReadonlyMap<string, SelectedFields | true>;

type Wanting = Map<string, Wanting | true>;

/** The deepest level of members that names lead to. */
const DEEPEST = 16;

const want = (wanted: Wanting, [name = '', ...rest]: readonly string[]): void => {
  const known = wanted.get(name);
  if (known === true) return;
  if (rest.length === 0) {
    wanted.set(name, true);
    return;
  }
  const inner: Wanting = known ?? new Map();
  wanted.set(name, inner);
  want(inner, rest);
};

/**
 * Reads the names of `_fields`: a comma (or blank) separated list, or an array of them, of which an empty one names nothing. Dots lead into members.
 * `kept` are names that are always wanted. Undefined: everything is wanted.
 */
export const selectedFields = (fields: unknown, kept: readonly string[] = []): SelectedFields | undefined => {
  const list: readonly unknown[] =
    typeof fields === 'string' ? fields.split(/[\s,]+/).filter((name) => name !== '') : Object.values(fields ?? {});
  const names = list.flatMap((name) => (typeof name === 'string' ? [name.trim()] : []));
  if (names.length === 0) return undefined;
  const root: Wanting = new Map();
  for (const name of [...names, ...kept]) want(root, name.split('.').slice(0, DEEPEST));
  return root;
};

const NOTHING: SelectedFields = new Map();

/** The wanted members of a member; undefined for all. */
export const selectedWithin = (wanted: SelectedFields | undefined, name: string): SelectedFields | undefined => {
  if (wanted === undefined) return undefined;
  const inner = wanted.get(name) ?? NOTHING;
  return inner === true ? undefined : inner;
};

/** True for a member that is asked for, or of which something is. */
export const isSelected = (wanted: SelectedFields | undefined, name: string): boolean => wanted === undefined || wanted.has(name);
