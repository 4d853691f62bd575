import { nameOf } from '../registry';

/** The schemas of requests that are written once, under `components`. */
export interface SharedSchemas {
  /** Replaces each schema inside that has a name as its title by a reference. */
  share(json: Record<string, unknown>): Record<string, unknown>;
  /** The shared schemas by name. */
  all(): Readonly<Record<string, unknown>>;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Makes an empty collection. A schema with one of the `taken` names gets a number. */
export const createSharedSchemas = (taken: readonly string[]): SharedSchemas => {
  const byName = new Map<string, { readonly text: string; readonly json: object }>();
  const isFree = (name: string, text: string): boolean => !taken.includes(name) && (byName.get(name)?.text ?? text) === text;
  const nameFor = (title: string, text: string): string => {
    let name = title;
    for (let number = 2; !isFree(name, text); number += 1) name = `${title}${number}`;
    return name;
  };
  const shared = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(shared);
    if (!isObject(value)) return value;
    const within = Object.fromEntries(Object.entries(value).map(([key, one]) => [key, shared(one)]));
    // An object with a member named `description` is no schema: its members stay in their declared order.
    if (isObject(value['description'])) return within;
    const { description, default: given, ...schema } = within;
    const own = { ...(description !== undefined && { description }), ...(given !== undefined && { default: given }) };
    const title = nameOf(schema);
    if (title === undefined) return { ...own, ...schema };
    const text = JSON.stringify(schema);
    const name = nameFor(title, text);
    byName.set(name, { text, json: schema });
    return { $ref: `#/components/schemas/${name}`, ...own };
  };
  return {
    share: (json) => shared(json) as Record<string, unknown>,
    all: () => Object.fromEntries([...byName].map(([name, { json }]) => [name, json])),
  };
};
