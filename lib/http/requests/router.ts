import { matchPath, type Registry, type Route } from '../../registry';
import type { Caller } from '../options';

/** A route that matches a path, with the decoded variables of the path. */
export interface FoundRoute<U extends Caller> {
  readonly route: Route<U>;
  readonly path: Record<string, string>;
}

interface Candidate<U extends Caller> {
  readonly position: number;
  /** The number of variables with a file ending behind them: `/events/{id}.ics`. */
  readonly endings: number;
  readonly route: Route<U>;
}

/** The shape of a path: for each segment behind the first words, true if it is a variable. */
type Shape = readonly boolean[];

/**
 * Makes the function that finds the route of a path below the language root. Routes are indexed by their first words, their shape and
 * their other words, so that 1,000 routes are as fast as 15. @koa/router tries its routes one by one, so it only serves the few
 * addresses outside the languages.
 */
export const createRouter = <U extends Caller>(registry: Registry<U>): ((path: string) => FoundRoute<U> | undefined) => {
  const shapesOf = new Map<string, Shape[]>();
  const byKey = new Map<string, Candidate<U>[]>();
  for (const [position, route] of registry.routes.entries()) {
    const [words, segments] = partsOf(route);
    const shape = segments.map((segment) => segment.startsWith('{'));
    const shapes = shapesOf.get(words) ?? [];
    if (!shapes.some((one) => one.join() === shape.join())) shapesOf.set(words, [...shapes, shape]);
    const key = keyOf(words, segments, shape);
    const endings = segments.filter((segment) => /^\{.*[^}]$/.test(segment)).length;
    byKey.set(key, [...(byKey.get(key) ?? []), { position, endings, route }]);
  }
  const longest = Math.max(0, ...[...shapesOf.keys()].map((words) => words.length));
  return (path) => {
    const address = path.toLowerCase().replace(/\/$/, '');
    // No route has more words. Without this bound an address of slashes would take quadratic time.
    const start = address.length > longest ? address.slice(0, address.lastIndexOf('/', longest)) : address;
    // The longest words match best: `/events/by-slug` before `/events/{id}`.
    for (let words = start; words !== ''; words = words.slice(0, words.lastIndexOf('/'))) {
      const shapes = shapesOf.get(words);
      if (shapes === undefined) continue;
      const segments = segmentsOf(address.slice(words.length));
      const candidates = shapes
        .filter(({ length }) => length === segments.length)
        .flatMap((shape) => byKey.get(keyOf(words, segments, shape)) ?? []);
      // `/pages/{slug}.txt` before `/pages/{slug}`, which matches anything.
      for (const { route } of candidates.sort((one, other) => other.endings - one.endings || one.position - other.position)) {
        const variables = matchPath(route.pattern, path);
        if (variables !== undefined) return { route, path: variables };
      }
    }
    return undefined;
  };
};

/** Splits a route into its first words, up to its first variable, and the segments behind them. */
const partsOf = ({ namespace, path }: Route<never>): [words: string, segments: string[]] => {
  const [first = ''] = path.split('/{', 1);
  return [`/${namespace}${first}`.toLowerCase(), segmentsOf(path.slice(first.length).toLowerCase())];
};

const segmentsOf = (path: string): string[] => path.split('/').slice(1);

/** Returns the index key of routes: the first words, and the other words with '' in place of variables. */
const keyOf = (words: string, segments: readonly string[], shape: Shape): string =>
  [words, ...segments.map((segment, index) => (shape[index] ? '' : segment))].join('/');
