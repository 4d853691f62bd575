import { matchPath, type Registry, type Route } from '../../registry';
import type { Caller } from '../options';

/** A route with the decoded variables of the path. */
export interface FoundRoute<U extends Caller> {
  readonly route: Route<U>;
  readonly path: Record<string, string>;
}

/** Routes with the same first words: by shape (number of segments, positions of variables), then by their other words. */
type File<U extends Caller> = Map<string, { readonly variables: readonly boolean[]; readonly byWords: Map<string, Numbered<U>[]> }>;

interface Numbered<U extends Caller> {
  readonly number: number;
  /** Number of variables with a file ending behind them: `/events/{id}.ics`. */
  readonly endings: number;
  readonly route: Route<U>;
}

/**
 * Makes the function that finds the route of a path below the language root.
 * Routes are indexed by their first words and their shape, so that 1,000 routes are as fast as 15. @koa/router tries its routes in
 * turn, and only serves the few addresses above.
 */
export const createRouter = <U extends Caller>(registry: Registry<U>): ((path: string) => FoundRoute<U> | undefined) => {
  const files = new Map<string, File<U>>();
  for (const [number, route] of registry.routes.entries()) {
    const words = wordsOf(route);
    const file: File<U> = files.get(words) ?? new Map();
    files.set(words, file);
    const segments = segmentsOf(route.path.slice(route.path.split('/{', 1)[0]?.length));
    const variables = segments.map((segment) => segment.startsWith('{'));
    const shape = variables.join();
    const shelf = file.get(shape) ?? { variables, byWords: new Map() };
    file.set(shape, shelf);
    const key = keyOf(segments, variables);
    const routes = shelf.byWords.get(key) ?? [];
    shelf.byWords.set(key, routes);
    routes.push({ number, endings: segments.filter((segment) => /^\{.*[^}]$/.test(segment)).length, route });
  }
  const longest = Math.max(0, ...[...files.keys()].map((words) => words.length));
  return (path) => {
    const address = path.toLowerCase().replace(/\/$/, '');
    // No route has more words. Without this bound an address of slashes would take quadratic time.
    const known = address.length > longest ? address.slice(0, address.lastIndexOf('/', longest)) : address;
    // The longest words fit best: `/events/by-slug` before `/events/{id}`.
    for (let words = known; words !== ''; words = words.slice(0, words.lastIndexOf('/'))) {
      const file = files.get(words);
      if (file === undefined) continue;
      const segments = segmentsOf(address.slice(words.length));
      const candidates = [...file.values()].flatMap(({ variables, byWords }) =>
        variables.length === segments.length ? (byWords.get(keyOf(segments, variables)) ?? []) : [],
      );
      // `/pages/{slug}.txt` before `/pages/{slug}`, which matches anything.
      for (const { route } of candidates.sort((one, other) => other.endings - one.endings || one.number - other.number)) {
        const variables = matchPath(route.pattern, path);
        if (variables !== undefined) return { route, path: variables };
      }
    }
    return undefined;
  };
};

const wordsOf = ({ namespace, path }: Route<never>): string => `/${namespace}${path.split('/{', 1)[0] ?? ''}`.toLowerCase();

const segmentsOf = (path: string): string[] => path.toLowerCase().split('/').slice(1);

/** The words of a path, with '' in place of variables. */
const keyOf = (segments: readonly string[], variables: readonly boolean[]): string =>
  segments.map((segment, index) => (variables[index] ? '' : segment)).join('/');
