/**
 * All errors for clients, in each language. Each error code has a title, a meaning and a remedy.
 * Any code may throw such an `ApiError`; `lib/http` makes the response of it.
 */

// The explained error codes, for the OpenAPI document and the HTML pages.
export { type Catalogue, type CataloguedTypes, createCatalogue, type Explained, explanationOf } from './catalogue';
// Nouns that error messages count.
export { NOUNS } from './counted';
// All error codes, and the functions that make errors.
export { CODES, errors, invalidParam, type PlainCode, type SpeltCode } from './errors';
// The class of errors, and tools for their messages.
export { ApiError, type ContentType, isErrorStatus, placeOf, refusedAt, repeatable } from './refusal';
// Example errors for the OpenAPI document.
export { sampleRefusals } from './samples';
// A test for overload.
export { isOverloaded } from './service';
