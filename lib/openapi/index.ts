/** OpenAPI 3.1 documents, made from the declarations of a registry. Pure functions. */

// Recorded answers, which documents show as examples.
export type { Examples, RecordedAnswers } from './examples';
// The documents.
export { describeOperations, type OpenApiDocument, type OpenApiOptions, type Operations, toOpenApi } from './openapi';
