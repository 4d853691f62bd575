import { capitalized } from '../language';
import type { Method } from '../registry';

/** Makes an operation ID, equal in every language: `get` and `/events/by-slug/{slug}` give `getEventsBySlug`. */
export const operationId = (method: Method, path: string): string => {
  const words = path.split('/').flatMap((segment, index, segments) => {
    const [, variable, ending = ''] = /^\{(.+)\}(.*)$/.exec(segment) ?? [];
    const words = (variable === undefined ? segment : ending).split(/[^A-Za-z0-9]+/);
    if (variable === undefined || segments[index - 1] === `by-${variable}`) return words;
    return ['by', ...variable.split('_'), ...words];
  });
  const name = words.filter((word) => word !== '').map(capitalized);
  return method.toLowerCase() + (name.length === 0 ? 'Index' : name.join(''));
};

/** Names all operations of a namespace. The second of two equal names gets a number. */
export const nameOperations = (
  routes: readonly { readonly path: string; readonly endpoints: readonly { readonly methods: readonly Method[] }[] }[],
): ((route: { readonly path: string }, method: Method) => string) => {
  const taken = new Set<string>();
  const ids = new Map<string, string>();
  for (const { path, endpoints } of routes) {
    for (const method of endpoints.flatMap(({ methods }) => methods)) {
      const id = operationId(method, path);
      let name = id;
      for (let number = 2; taken.has(name); number += 1) name = `${id}${number}`;
      taken.add(name);
      ids.set(`${method} ${path}`, name);
    }
  }
  return ({ path }, method) => ids.get(`${method} ${path}`) ?? operationId(method, path);
};
