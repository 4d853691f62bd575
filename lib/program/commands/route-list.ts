import { LANGUAGES } from '../../language';
import type { Asker, Method, Registry, Route } from '../../registry';
import { StartError } from '../service/start-error';

/** A registered endpoint: a path with some methods. `permission` is `public`, a capability, or `function` if a function decides. */
export interface RouteLine {
  readonly namespace: string;
  readonly path: string;
  readonly methods: readonly Method[];
  readonly permission: string;
  readonly plugin: string;
  readonly args: readonly string[];
}

const SUGGESTIONS = 5;

/** The language prefix of an address. */
const PREFIX = new RegExp(`^/(?:${LANGUAGES.join('|')})(?=/)`);

const fullPath = ({ namespace, path }: { readonly namespace: string; readonly path: string }): string => `/${namespace}${path}`;

/** Lists every registered endpoint, in the order of registration. */
export const listRoutes = <U extends Asker>({ routes }: Pick<Registry<U>, 'routes'>): RouteLine[] =>
  routes.flatMap(({ namespace, path, endpoints }) =>
    endpoints.map(({ methods, permission, plugin = '', args }) => ({
      namespace,
      path,
      methods,
      permission: typeof permission === 'function' ? 'function' : String(permission),
      plugin,
      args: Object.keys(args),
    })),
  );

/**
 * Finds routes by the declared path, with or without the namespace, or by an address such as `/en/cal/events/v1/events/12`. Throws a
 * `StartError` that names the nearest paths if there is none.
 */
export const findRoutes = <U extends Asker>({ routes }: Pick<Registry<U>, 'routes'>, query: string): readonly Route<U>[] => {
  const path = `/${query.replace(/^\/+|\/+$/g, '')}`.replace(PREFIX, '');
  const declared = routes.filter((route) => route.path === path || fullPath(route) === path);
  if (declared.length > 0) return declared;
  // Like the router: literal segments before variables.
  const words = (route: Route<U>) => route.path.split('/{', 1)[0]?.length ?? 0;
  const [addressed] = routes.filter(({ pattern }) => pattern.test(path)).sort((one, other) => words(other) - words(one));
  if (addressed !== undefined) return [addressed];
  const near = (route: Route<U>) => Math.max(likeness(route.path, path), likeness(fullPath(route), path));
  const nearest = [...routes].sort((one, other) => near(other) - near(one)).slice(0, SUGGESTIONS);
  throw new StartError(
    `No route ${query} is registered. The nearest are ${nearest.map(fullPath).join(', ')}; "calendar-events routes" prints all.`,
  );
};

/** The number of characters in the common beginning of two paths. Their difference in length counts as a small penalty. */
const likeness = (one: string, other: string): number => {
  const differing = [...one].findIndex((character, index) => character !== other[index]);
  const alike = differing === -1 ? one.length : differing;
  return alike - Math.abs(one.length - other.length) / 1000;
};
