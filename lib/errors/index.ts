/**
 * All errors for clients, in each language. Each error code has a title, a meaning and a remedy.
 * Any code may throw such an `ApiError`; `lib/http` makes the response of it.
 */

// All error codes with their explanations, the functions that make errors, and example errors for the OpenAPI document.
export {
  type Catalogue,
  createCatalogue,
  type Explained,
  errors,
  explanationOf,
  invalidParam,
  type SpeltCode,
  sampleRefusals,
} from './errors';
// The class of errors, and tools for their messages.
export { ApiError, type ContentType, isErrorStatus, NOUNS, placeOf, refusedAt, repeatable } from './refusal';
// A test for overload.
export { isOverloaded } from './service';
