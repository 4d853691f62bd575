import type { Answers } from '../answers/answers';

const links = {
  type: 'object',
  additionalProperties: {
    type: 'array',
    items: { type: 'object', properties: { href: { type: 'string', format: 'uri', required: true } } },
  },
  description: { en: 'Addresses, by relation', fr: 'Des adresses, par relation' },
} as const satisfies Answers;

const endpoint = {
  type: 'object',
  title: 'Endpoint',
  properties: {
    methods: { type: 'array', items: { enum: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] }, required: true },
    args: {
      type: 'object',
      additionalProperties: { type: 'object' },
      required: true,
      description: { en: 'The parameters by name, each a schema', fr: 'Les paramètres par nom, chacun un schéma' },
    },
    headers: {
      type: 'object',
      additionalProperties: { type: 'object' },
      description: { en: 'The headers that it looks at, each a schema', fr: 'Les en-têtes pris en compte, chacun un schéma' },
    },
    content_type: {
      type: 'string',
      description: { en: 'What it answers, where that is no JSON', fr: 'Ce qui est répondu, si ce n’est pas du JSON' },
    },
  },
} as const satisfies Answers;

const route = {
  type: 'object',
  title: 'Route',
  properties: {
    namespace: { type: 'string', required: true },
    methods: {
      ...endpoint.properties.methods,
      description: { en: 'The methods of all endpoints', fr: 'Les méthodes de tous les points d’accès' },
    },
    endpoints: { type: 'array', items: endpoint, required: true },
    _links: links,
  },
} as const satisfies Answers;

/** The schema of a namespace's index. */
export const namespaceAnswer = {
  type: 'object',
  title: 'NamespaceIndex',
  properties: {
    namespace: { type: 'string', required: true },
    routes: {
      type: 'object',
      additionalProperties: route,
      required: true,
      description: { en: 'The routes by their patterns', fr: 'Les routes par leurs motifs' },
    },
    _links: { ...links, required: true },
  },
} as const satisfies Answers;
