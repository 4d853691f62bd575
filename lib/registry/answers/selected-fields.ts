/** The members of a response that the parameter `_fields` selects, by name. `true` selects a whole member. */
export type SelectedFields = ReadonlyMap<string, SelectedFields | true>;

type Selection = Map<string, Selection | true>;

const MOST_LEVELS = 16;

const select = (selected: Selection, [name = '', ...rest]: readonly string[]): void => {
  const before = selected.get(name);
  if (before === true) return;
  if (rest.length === 0) {
    selected.set(name, true);
    return;
  }
  const inner: Selection = before ?? new Map();
  selected.set(name, inner);
  select(inner, rest);
};

/**
 * Reads the parameter `_fields`: names with commas or blanks, or an array. Dots select inner members. Undefined selects all.
 * `always` lists names that are selected in any case.
 */
export const selectedFields = (fields: unknown, always: readonly string[] = []): SelectedFields | undefined => {
  const list: readonly unknown[] =
    typeof fields === 'string' ? fields.split(/[\s,]+/).filter((name) => name !== '') : Object.values(fields ?? {});
  const names = list.flatMap((name) => (typeof name === 'string' ? [name.trim()] : []));
  if (names.length === 0) return undefined;
  const root: Selection = new Map();
  for (const name of [...names, ...always]) select(root, name.split('.').slice(0, MOST_LEVELS));
  return root;
};

const NOTHING: SelectedFields = new Map();

/** Returns the selected members inside the member `name`. Undefined selects all. */
export const selectedWithin = (selected: SelectedFields | undefined, name: string): SelectedFields | undefined => {
  if (selected === undefined) return undefined;
  const inner = selected.get(name) ?? NOTHING;
  return inner === true ? undefined : inner;
};

export const isSelected = (selected: SelectedFields | undefined, name: string): boolean => selected === undefined || selected.has(name);
