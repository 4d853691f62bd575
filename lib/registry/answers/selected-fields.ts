/** The members of an answer that `_fields` selects, by name. `true` selects a whole member. */
export type SelectedFields = ReadonlyMap<string, SelectedFields | true>;

type Wanting = Map<string, Wanting | true>;

/** The maximum depth of selected members. */
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
 * Reads `_fields`: a list separated by commas or blanks, or an array. Dots lead into members. Undefined selects everything.
 * `kept` are names that are always selected.
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

/** The selected members of a member. Undefined selects all. */
export const selectedWithin = (wanted: SelectedFields | undefined, name: string): SelectedFields | undefined => {
  if (wanted === undefined) return undefined;
  const inner = wanted.get(name) ?? NOTHING;
  return inner === true ? undefined : inner;
};

/** True if a member is selected, whole or in part. */
export const isSelected = (wanted: SelectedFields | undefined, name: string): boolean => wanted === undefined || wanted.has(name);
