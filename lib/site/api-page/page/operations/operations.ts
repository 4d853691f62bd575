import { type DocumentNode, listAt, nodeOf, requiredFirst, textAt } from '../schemas/node';

/** An operation of the page. Methods of a path that do the same are one operation. */
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

/** The methods in the order of the page. Of methods that do the same, the first is the usual one. */
const METHODS = ['get', 'patch', 'put', 'post', 'delete', 'options', 'head', 'trace'];

const sameness = (operation: DocumentNode): string =>
  JSON.stringify([operation['summary'], operation['description'], operation['parameters'], operation['requestBody']]);

const operationsAt = (path: string, item: DocumentNode): ShownOperation[] => {
  const found: ShownOperation[] = [];
  const declaredMethods = METHODS.filter((method) => item[method] !== undefined).map((method) => [method, nodeOf(item[method])] as const);
  for (const [method, operation] of declaredMethods) {
    const same = operation['requestBody'] && found.findIndex((one) => sameness(one.operation) === sameness(operation));
    const before = typeof same === 'number' ? found[same] : undefined;
    const id = textAt(operation['operationId']);
    if (before !== undefined) {
      const ids = [...before.ids, id];
      found[found.indexOf(before)] = { ...before, methods: [...before.methods, method], ids };
      continue;
    }
    const declared = [...listAt(item['parameters']), ...listAt(operation['parameters'])].map(nodeOf);
    const parameters = requiredFirst(declared, (one) => one['required'] === true);
    found.push({ path, methods: [method], ids: [id], operation, parameters, tag: textAt(listAt(operation['tags'])[0]) });
  }
  return found;
};

/** The operations of a document by tag, in the order of the document. */
export const groupsOf = (document: DocumentNode): Group[] => {
  const all = Object.entries(nodeOf(document['paths'])).flatMap(([path, item]) => operationsAt(path, nodeOf(item)));
  const descriptions = new Map(listAt(document['tags']).map((tag) => [textAt(nodeOf(tag)['name']), textAt(nodeOf(tag)['description'])]));
  const names = new Set([...descriptions.keys(), ...all.map(({ tag }) => tag)]);
  return [...names]
    .map((name) => ({ name, description: descriptions.get(name) ?? '', operations: all.filter(({ tag }) => tag === name) }))
    .filter(({ operations }) => operations.length > 0);
};
