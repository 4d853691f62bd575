/** Pure functions that make OpenAPI 3.1 documents from the declarations of a registry of routes. */

// Recorded answers of the service, which OpenAPI documents show as examples.
export type { Examples, RecordedAnswers } from './examples';
// OpenAPI documents.
export { describeOperations, type OpenApiDocument, type Operations, toOpenApi } from './openapi';
