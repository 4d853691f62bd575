/**
 * The registry of routes: `registerRoute` declares a route once, as plain data with functions.
 * Validation, dispatch, `Allow`, `OPTIONS`, indexes and OpenAPI documents use this declaration. No HTTP server or database is needed.
 */

// Responses: schemas, `reply`, entity tags, selected fields, and serialized JSON.
export { type Answers, type AnswerValue, type DeclaredHeaders, type DeclaredRefusal, exactly } from './answers/answers';
export { lostInJson, lostWithin } from './answers/json-form';
export { entityTag, isReply, MOST_ANSWER_BYTES, mediaType, prefersHtml, type Reply, reply } from './answers/reply';
export { isSelected, type SelectedFields, selectedFields, selectedWithin } from './answers/selected-fields';
export { filledTemplate, type JsonTemplate, jsonBytes, jsonTemplate, placeholder, writtenJson } from './answers/written-json';
// Arguments: types, coercion, validation and JSON Schema.
export type {
  Arg,
  ArgRequest,
  Args,
  EditParams,
  Method,
  Params,
  ReadValue,
  RequestHeaderArgs,
  Schema,
  Type,
  Value,
} from './args/arg';
export { toBoolean, toNumber } from './args/coerce';
export { FORMATS } from './args/formats';
export { DOCUMENT_SCHEMAS, nameOf, partsOf, requiredOf, toJsonSchema, valueSchema } from './args/json-schema';
export { bounded, MOST_ITEMS } from './args/list-bounds';
export { compileSchema, compileStrictly } from './args/schema-validator';
export { sentForms } from './args/sent-forms';
export { compileArgs, readAs } from './args/validator';
// Checks of declarations, with messages for their authors.
export { checkOf, type DeclarationCheck, DeclarationError, wrongDefault } from './declarations/declaration';
export {
  argWith,
  called,
  declared,
  META_PARAMS,
  type MetaSchema,
  metaFlag,
  metaText,
  ofType,
  RESERVED_ARGS,
  translated,
} from './declarations/meta-schema';
export { nearestNames } from './declarations/spelling';
// Descriptions of routes: indexes and `OPTIONS`.
export { cachedIndex, indexTag, writtenIndex } from './describe/cached-index';
export { describeRoot, type RootDescription } from './describe/describe';
export { announcedArgs, describeRoute, type Reader } from './describe/describe-route';
// Dispatch: from a route to the response.
export { allowedMethods, endpointFor, type MatchedRequest, perform, resolveRequest } from './dispatch';
// Functions of plugins: time limits, and origins of errors for the log.
export {
  HANGING_MILLISECONDS,
  type Hook,
  hooked,
  hookedArg,
  hookText,
  removeInherited,
  reportRemoved,
  takeHook,
  thrownBy,
  watched,
} from './hook';
// Paths.
export { decodedPart, matchPath } from './path';
// The registry and its types.
export { CREATABLE, createRegistry, DELETABLE, EDITABLE, READABLE } from './registry';
export {
  type Asker,
  alternativeType,
  type CompiledArgs,
  type Enumerated,
  type HandlerRequest,
  isUpdate,
  type MetaParams,
  type OtherwiseRequest,
  type PermissionRequest,
  type Registry,
  type RegistryOwner,
  type Route,
  type RouteEndpoint,
  type Unknown,
} from './route';
