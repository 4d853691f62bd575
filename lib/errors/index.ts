/**
 * All refusals of the service, in each language. Each code has a title, a meaning and a remedy.
 * A refusal is an `ApiError` that any code may throw; `lib/http` answers it.
 */

// The explained codes, for documents and pages.
export { type Catalogue, type CataloguedTypes, createCatalogue, type Explained, explanationOf } from './catalogue';
// Nouns that sentences count.
export { NOUNS } from './counted';
// All codes and refusals.
export { CODES, errors, invalidParam, type PlainCode, type SpeltCode } from './errors';
// The class of refusals, and tools for their sentences.
export { ApiError, type ContentType, isErrorStatus, placeOf, refusedAt, repeatable } from './refusal';
// Example refusals for documents.
export { sampleRefusals } from './samples';
// A test for overload.
export { isOverloaded } from './service';
