/** An object of an OpenAPI document. */
export type DocumentNode = Readonly<Record<string, unknown>>;

/** A value as an object; an empty one if it is none. */
export const nodeOf = (value: unknown): DocumentNode =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as DocumentNode) : {};

/** A value as a list; an empty one if it is none. */
export const listAt = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** A value as a text; an empty one if it is none. */
export const textAt = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The name of the component that a reference names. Undefined if the value is no reference. */
export const referredName = (value: unknown): string | undefined => textAt(nodeOf(value)['$ref']).split('/').at(-1) || undefined;

/** The maximum number of references to follow, so that a cycle ends. */
const MOST_STEPS = 8;

/** The object that a reference leads to; any other value is returned as an object. */
export const resolved = (document: DocumentNode, value: unknown): DocumentNode => {
  let node = nodeOf(value);
  for (let step = 0; step < MOST_STEPS && typeof node['$ref'] === 'string'; step += 1) {
    const keys = node['$ref'].split('/').slice(1);
    node = nodeOf(keys.reduce<unknown>((at, key) => nodeOf(at)[key.replaceAll('~1', '/').replaceAll('~0', '~')], document));
  }
  return node;
};

/** The required members, each with its alternatives. `allOf` with `anyOf` inside requires one of several members. */
export const requiredIn = (schema: DocumentNode): ReadonlyMap<string, readonly string[]> => {
  const always = listAt(schema['required']).map((name): [string, readonly string[]] => [textAt(name), []]);
  const either = listAt(schema['allOf']).flatMap((one) => {
    const [first = [], ...others] = listAt(nodeOf(one)['anyOf']).map((branch) => listAt(nodeOf(branch)['required']).map(textAt));
    return first.map((name): [string, readonly string[]] => [name, others.flat()]);
  });
  return new Map([...always, ...either]);
};

export const typesOf = (schema: DocumentNode): readonly string[] => [schema['type']].flat().map(textAt).filter(Boolean);

/** The required ones before the others, both in their order. */
export const requiredFirst = <T>(all: readonly T[], isRequired: (one: T) => boolean): readonly T[] => [
  ...all.filter(isRequired),
  ...all.filter((one) => !isRequired(one)),
];

/** A name as an element ID. */
export const idOf = (name: string): string => name.replaceAll(/[^\w.-]/g, '-');
