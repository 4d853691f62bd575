import { Ajv } from 'ajv';
import { expect } from 'chai';
import type { Text } from '../../lib/language';
import { endpointFor, type MatchedRequest, type ResolvedRequest, resolveRequest } from '../../lib/registry/dispatch';
import type { Registry, Route } from '../../lib/registry/route';

export type Capability = 'edit_events' | 'delete_events';

export interface User {
  readonly id: number;
  can(capability: Capability): boolean;
}

export const userWith = (...capabilities: readonly Capability[]): User => ({
  id: 7,
  can: (capability) => capabilities.includes(capability),
});

/** A request before it is matched to an endpoint. */
export type SentRequest = Omit<MatchedRequest<User>, 'route' | 'endpoint'>;

export const resolving = (route: Route<User>, request: SentRequest): Promise<ResolvedRequest<User>> =>
  resolveRequest({ ...request, route, endpoint: endpointFor(route, request.method) });

export const described = (name: string): Text => ({ en: `The ${name}`, fr: `Le champ ${name}` });

export const NAMESPACE = 'cal/events/v1';

/** The language and base URL for descriptions in these specs. */
export const READER = { language: 'en', baseUrl: 'http://127.0.0.1:3000/en' } as const;

/** An arg that all routes of a registry have. */
export const everyRoute = { ml_language: { type: 'string', enum: ['en', 'fr'], description: described('language') } } as const;

export const id = { type: 'integer', required: true, description: { en: 'The ID', fr: 'L’identifiant' } } as const;
export const slug = { type: 'string', required: true, description: { en: 'The slug', fr: 'Le slug' } } as const;
export const title = { type: 'string', required: true, minLength: 1, description: { en: 'The title', fr: 'Le titre' } } as const;
export const tags = {
  type: 'array',
  items: { type: 'integer' },
  default: null,
  description: { en: 'The tags', fr: 'Les étiquettes' },
} as const;

/** The route of a registered path. */
export const routeOf = ({ routes }: Registry<User>, path: string): Route<User> =>
  routes.find((route) => route.path === path) ?? expect.fail(`no route ${path}`);

/** The number of schemas that ajv compiles meanwhile. */
export const compiledDuring = async (work: () => unknown): Promise<number> => {
  const { compile } = Ajv.prototype;
  let count = 0;
  Ajv.prototype.compile = function (this: Ajv, ...given: Parameters<typeof compile>) {
    count += 1;
    return compile.apply(this, given);
  } as typeof compile;
  try {
    await work();
  } finally {
    Ajv.prototype.compile = compile;
  }
  return count;
};
