export type DocumentNode = Readonly<Record<string, unknown>>;

export const JSON_TYPE = 'application/json';

/** Returns a value if it is an object, else an empty object. `listAt` and `textAt` do the same for lists and texts. */
export const nodeOf = (value: unknown): DocumentNode =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as DocumentNode) : {};

export const listAt = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
export const textAt = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Returns the component name in a reference (`$ref`). Undefined if the value is no reference. */
export const referredName = (value: unknown): string | undefined => textAt(nodeOf(value)['$ref']).split('/').at(-1) || undefined;

/** Returns the component to which a reference (`$ref`) leads. Any other value is returned as an object. */
export const resolved = (document: DocumentNode, value: unknown): DocumentNode => {
  const node = nodeOf(value);
  const [, ...keys] = textAt(node['$ref']).split('/');
  return keys.length === 0 ? node : nodeOf(keys.reduce<unknown>((at, key) => nodeOf(at)[key], document));
};

/** Returns the required members of a schema, each with its alternatives. `allOf` with `anyOf` inside requires one of several members. */
export const requiredIn = (schema: DocumentNode): ReadonlyMap<string, readonly string[]> => {
  const always = listAt(schema['required']).map((name): [string, readonly string[]] => [textAt(name), []]);
  const either = listAt(schema['allOf']).flatMap((one) => {
    const [first = [], ...others] = listAt(nodeOf(one)['anyOf']).map((branch) => listAt(nodeOf(branch)['required']).map(textAt));
    return first.map((name): [string, readonly string[]] => [name, others.flat()]);
  });
  return new Map([...always, ...either]);
};

export const typesOf = (schema: DocumentNode): readonly string[] => [schema['type']].flat().map(textAt).filter(Boolean);

export const requiredFirst = <T>(all: readonly T[], isRequired: (one: T) => boolean): readonly T[] =>
  all.toSorted((one, other) => Number(isRequired(other)) - Number(isRequired(one)));

export const idOf = (name: string): string => name.replaceAll(/[^\w.-]/g, '-');

/** An operation as shown on the page. Methods of a path that do the same are one operation. */
export interface ShownOperation {
  readonly path: string;
  readonly methods: readonly string[];
  /** The `operationId` of each method. */
  readonly ids: readonly string[];
  readonly operation: DocumentNode;
  /** The parameters, required ones first. */
  readonly parameters: readonly DocumentNode[];
  readonly tag: string;
}

export interface Group {
  readonly name: string;
  readonly description: string;
  readonly operations: readonly ShownOperation[];
}

/** HTTP methods in the order of the page. If several methods do the same, the first is the preferred one. */
const METHODS = ['get', 'patch', 'put', 'post', 'delete'];

const sameness = (operation: DocumentNode): string =>
  JSON.stringify([operation['summary'], operation['description'], operation['parameters'], operation['requestBody']]);

const operationsAt = (path: string, item: DocumentNode): readonly ShownOperation[] => {
  const found: (ShownOperation & { readonly methods: string[]; readonly ids: string[] })[] = [];
  for (const method of METHODS.filter((one) => item[one] !== undefined)) {
    const operation = nodeOf(item[method]);
    const id = textAt(operation['operationId']);
    const same = operation['requestBody'] ? found.find((one) => sameness(one.operation) === sameness(operation)) : undefined;
    if (same !== undefined) {
      same.methods.push(method);
      same.ids.push(id);
      continue;
    }
    const parameters = requiredFirst(listAt(operation['parameters']).map(nodeOf), (one) => one['required'] === true);
    found.push({ path, methods: [method], ids: [id], operation, parameters, tag: textAt(listAt(operation['tags'])[0]) });
  }
  return found;
};

export const groupsOf = (document: DocumentNode): Group[] => {
  const all = Object.entries(nodeOf(document['paths'])).flatMap(([path, item]) => operationsAt(path, nodeOf(item)));
  return listAt(document['tags']).map((tag) => {
    const { name, description } = nodeOf(tag);
    return { name: textAt(name), description: textAt(description), operations: all.filter((one) => one.tag === name) };
  });
};

export const titleOf = ({ operation }: ShownOperation): string => textAt(operation['summary']);

export const bodySchema = (operation: DocumentNode): DocumentNode =>
  nodeOf(nodeOf(nodeOf(nodeOf(operation['requestBody'])['content'])[JSON_TYPE])['schema']);

/** Returns the first example of a request or response body. Undefined if there is none. */
export const exampleOf = (document: DocumentNode, media: DocumentNode): unknown =>
  resolved(document, Object.values(nodeOf(media['examples']))[0])['value'];

const successOf = (operation: DocumentNode): unknown =>
  Object.entries(nodeOf(operation['responses'])).find(([status]) => /^2/.test(status))?.[1];

export const acceptOf = (operation: DocumentNode): string => {
  const types = Object.keys(nodeOf(nodeOf(successOf(operation))['content']));
  return types.includes(JSON_TYPE) ? JSON_TYPE : (types[0] ?? JSON_TYPE);
};

/** Sample values by type. The sample of any other type is a text. */
const SAMPLES: Readonly<Record<string, unknown>> = { integer: 1, number: 1, boolean: true, array: [], object: {} };

const sampleOf = (schema: DocumentNode, answered: unknown): unknown => {
  if (typeof answered === 'string' || typeof answered === 'number' || typeof answered === 'boolean') return answered;
  const [type] = [schema['type']].flat();
  return schema['default'] ?? listAt(schema['enum'])[0] ?? SAMPLES[textAt(type)] ?? 'text';
};

/** Makes a sample request body in JSON with the required members. Values come from the example response where it has them. */
export const sampleBody = (document: DocumentNode, group: Group, { operation }: ShownOperation): string | undefined => {
  if (operation['requestBody'] === undefined) return undefined;
  const answer = nodeOf(exampleOf(document, nodeOf(nodeOf(resolved(document, successOf(operation))['content'])[JSON_TYPE])));
  const properties = nodeOf(bodySchema(operation)['properties']);
  const required = requiredNames(operation);
  // An update requires nothing: the sample has the first member that creations under the same tag require.
  const usual = group.operations.flatMap((one) => requiredNames(one.operation)).filter((name) => properties[name] !== undefined);
  const names = required.length > 0 ? required : usual.slice(0, 1);
  return JSON.stringify(Object.fromEntries(names.map((name) => [name, sampleOf(nodeOf(properties[name]), answer[name])])), null, 2);
};

const requiredNames = (operation: DocumentNode): string[] => [...requiredIn(bodySchema(operation)).keys()];
