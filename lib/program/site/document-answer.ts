import type { Answers } from '../../registry';

/** An OpenAPI 3.1 document, as far as it is always there. To the compiler a document is any object. */
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
