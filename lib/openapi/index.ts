export type { Examples, RecordedAnswers } from './examples';
export { describeOperations, type OpenApiDocument, type OpenApiOptions, type Operations, toOpenApi } from './openapi';
