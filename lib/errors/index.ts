export { type Catalogue, type CataloguedTypes, createCatalogue, type Explained, explanationOf } from './catalogue';
export { CODES, type PlainCode, type SpeltCode } from './codes';
export { NOUNS } from './counted';
export { errors, invalidParam } from './errors';
export { ApiError, type ContentType, isErrorStatus, refusedAt } from './refusal';
export { placeOf, repeatable } from './repeatable';
export { sampleRefusals } from './samples';
export { isOverloaded } from './service';
