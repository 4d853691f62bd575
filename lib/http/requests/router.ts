import { matchPath, type Registry, type Route } from '../../registry';
import type { Caller } from '../options';

export interface FoundRoute<U extends Caller> {
  readonly route: Route<U>;
  /** The values of the path's variables, by name. */
  readonly path: Record<string, string>;
}

/** The shape of a path: for each segment, true if it is a variable. */
type Shape = readonly boolean[];

/**
 * Makes the function that finds the route of a path below the language root. Routes are indexed by their shape and their words, so that
 * 1,000 routes are as fast as 15. @koa/router tries its routes one by one, so it only serves the few addresses outside the languages.
 */
export const createRouter = <U extends Caller>(registry: Registry<U>): ((path: string) => FoundRoute<U> | undefined) => {
  const shapes = new Map<string, Shape>();
  const byKey = new Map<string, { readonly route: Route<U>; readonly rank: number }[]>();
  // Stable: equal routes stay in the order of registration.
  const ranked = registry.routes.toSorted((one, other) => wordsOf(other) - wordsOf(one) || endingsOf(other) - endingsOf(one));
  for (const [rank, route] of ranked.entries()) {
    const segments = segmentsOf(addressOf(route));
    const shape = segments.map(isVariable);
    shapes.set(shape.join(), shape);
    const key = keyOf(segments, shape);
    byKey.set(key, [...(byKey.get(key) ?? []), { route, rank }]);
  }
  const all = [...shapes.values()];
  return (path) => {
    const segments = segmentsOf(path);
    const candidates = all.flatMap((shape) => (shape.length === segments.length ? (byKey.get(keyOf(segments, shape)) ?? []) : []));
    candidates.sort((one, other) => one.rank - other.rank);
    for (const { route } of candidates) {
      const variables = matchPath(route.pattern, path);
      if (variables !== undefined) return { route, path: variables };
    }
    return undefined;
  };
};

const segmentsOf = (path: string): string[] => path.toLowerCase().replace(/\/$/, '').split('/').slice(1);

type Address = Pick<Route<never>, 'namespace' | 'path'>;

const addressOf = ({ namespace, path }: Address): string => `/${namespace}${path}`;

const isVariable = (segment: string): boolean => segment.startsWith('{');

/** Counts the words before the first variable. `/events/by-slug` comes before `/events/{id}`. */
const wordsOf = (route: Address): number => [...segmentsOf(addressOf(route)), '{}'].findIndex(isVariable);

/** Counts the variables with a file ending. `/pages/{slug}.txt` comes before `/pages/{slug}`, which matches anything. */
const endingsOf = ({ path }: Address): number => path.split('}.').length - 1;

/** Returns the index key of routes: their words, with '' in place of variables. */
const keyOf = (segments: readonly string[], shape: Shape): string =>
  segments.map((segment, index) => (shape[index] ? '' : segment)).join('/');
