/** An object of an OpenAPI document. */
export type DocumentNode = Readonly<Record<string, unknown>>;

/** A value of a document as an object; what is none is an empty one. */
export const nodeOf = (value: unknown): DocumentNode =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as DocumentNode) : {};

/** A value of a document as a list; what is none is an empty one. */
export const listAt = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** A value of a document as text; what is none is empty. */
export const textAt = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The name of the component that a reference leads to; undefined of what is no reference. */
export const referredName = (value: unknown): string | undefined => textAt(nodeOf(value)['$ref']).split('/').at(-1) || undefined;

/** How many references lead to one another at most, so that a circle ends. */
const MOST_STEPS = 8;

/** What a reference of a document leads to; anything else is itself. */
export const resolved = (document: DocumentNode, value: unknown): DocumentNode => {
  let node = nodeOf(value);
  for (let step = 0; step < MOST_STEPS && typeof node['$ref'] === 'string'; step += 1) {
    const keys = node['$ref'].split('/').slice(1);
    node = nodeOf(keys.reduce<unknown>((at, key) => nodeOf(at)[key.replaceAll('~1', '/').replaceAll('~0', '~')], document));
  }
  return node;
};

/** The members that must be there, each with those that may be there in its place, as `allOf` asks for one or the other. */
export const requiredIn = (schema: DocumentNode): ReadonlyMap<string, readonly string[]> => {
  const always = listAt(schema['required']).map((name): [string, readonly string[]] => [textAt(name), []]);
  const either = listAt(schema['allOf']).flatMap((one) => {
    const [first = [], ...others] = listAt(nodeOf(one)['anyOf']).map((branch) => listAt(nodeOf(branch)['required']).map(textAt));
    return first.map((name): [string, readonly string[]] => [name, others.flat()]);
  });
  return new Map([...always, ...either]);
};

/** The types that a schema names. */
export const typesOf = (schema: DocumentNode): readonly string[] => [schema['type']].flat().map(textAt).filter(Boolean);

/** What must be there before what may be, and both in the order in which they are declared. */
export const requiredFirst = <T>(all: readonly T[], isRequired: (one: T) => boolean): readonly T[] => [
  ...all.filter(isRequired),
  ...all.filter((one) => !isRequired(one)),
];

/** A name as an `id` of an element. */
export const idOf = (name: string): string => name.replaceAll(/[^\w.-]/g, '-');
