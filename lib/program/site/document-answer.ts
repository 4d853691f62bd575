import type { Answers } from '../../registry';

/** The schema of an OpenAPI 3.1 document: the members that always exist. TypeScript sees any object. */
export const documentAnswer: Answers = {
  type: 'object',
  title: 'OpenApiDocument',
  properties: {
    openapi: {
      type: 'string',
      pattern: '^3\\.1\\.\\d+$',
      patternText: { en: 'a version that begins with 3.1', fr: 'une version qui commence par 3.1' },
      required: true,
    },
    info: {
      type: 'object',
      properties: { title: { type: 'string', required: true }, version: { type: 'string', required: true } },
      required: true,
    },
    servers: {
      type: 'array',
      items: { type: 'object', properties: { url: { type: 'string', format: 'uri', required: true }, description: { type: 'string' } } },
      required: true,
    },
    paths: { type: 'object', additionalProperties: { type: 'object' }, required: true },
    components: { type: 'object', required: true },
  },
};
