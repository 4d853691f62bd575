import type { Text } from '../../lib/language';
import { endpointFor, type MatchedRequest, type ResolvedRequest, resolveRequest } from '../../lib/registry/dispatch';
import type { Route } from '../../lib/registry/route';

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

export const id = { type: 'integer', required: true, description: { en: 'The ID', fr: 'L’identifiant' } } as const;
export const slug = { type: 'string', required: true, description: { en: 'The slug', fr: 'Le slug' } } as const;
export const title = { type: 'string', required: true, minLength: 1, description: { en: 'The title', fr: 'Le titre' } } as const;
export const tags = {
  type: 'array',
  items: { type: 'integer' },
  default: null,
  description: { en: 'The tags', fr: 'Les étiquettes' },
} as const;
