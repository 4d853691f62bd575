/**
 * The registry of routes: `registerRoute` declares a route once, as plain data with functions.
 * Validation, dispatch, `Allow`, `OPTIONS`, indexes and OpenAPI documents use this declaration. No HTTP server or database is needed.
 */

// Responses: schemas, `reply`, entity tags, selected fields, serialized JSON, and cached indexes.
export { lostInJson, lostWithin } from './answers/answer-check';
export { cachedIndex, writtenIndex } from './answers/cached-index';
export {
  type Answers,
  type AnswerValue,
  type DeclaredHeaders,
  type DeclaredRefusal,
  entityTag,
  exactly,
  isReply,
  isSelected,
  MOST_ANSWER_BYTES,
  mediaType,
  prefersHtml,
  type Reply,
  reply,
  type SelectedFields,
  selectedFields,
  selectedWithin,
} from './answers/reply';
export {
  filledTemplate,
  type JsonTemplate,
  jsonBytes,
  jsonTemplate,
  placeholder,
  writtenJson,
} from './answers/written-json';
// Arguments: types, coercion, validation and JSON Schema.
export type { Arg, ArgRequest, Args, EditParams, Method, Params, ReadValue, RequestHeaderArgs, Schema, Type, Value } from './args/arg';
export { toBoolean, toNumber } from './args/coerce';
export { compileArgs, isNeeded, readAs } from './args/compile-args';
export { FORMATS } from './args/formats';
export { DOCUMENT_SCHEMAS, mapParts, nameOf, partsOf, requiredOf, toJsonSchema, valueSchema } from './args/json-schema';
export { isLonger } from './args/judge';
export { bounded, MOST_ITEMS } from './args/list-bounds';
export { compileSchema, compileStrictly } from './args/schema-validator';
export { acceptedJson, sentForms } from './args/sent-forms';
// Checks of declarations, with messages for their authors.
export { checkOf, type DeclarationCheck, DeclarationError, wrongDefault } from './declarations/declaration';
export { type DefaultInEnum, nearestNames, type OnlyKeywords } from './declarations/messages';
export {
  argWith,
  type MetaSchema,
  metaFlag,
  metaFunction,
  metaIfType,
  metaObject,
  metaText,
  metaTexts,
} from './declarations/meta-schema';
// Descriptions of routes: indexes and `OPTIONS`.
export { announcedArgs, describeRoot, describeRoute, type RootDescription } from './describe';
// Dispatch: from a route to the response.
export { allowedMethods, endpointFor, perform, resolveRequest } from './dispatch';
// Functions of plugins: time limits, and origins of errors for the log.
export {
  type Hook,
  hooked,
  hookedArg,
  hookText,
  PLUGIN_TIMEOUT_MILLISECONDS,
  removeInherited,
  reportRemoved,
  takeHook,
  thrownBy,
} from './hook';
// Paths.
export { decodedPart, matchPath } from './paths';
// The registry and its types.
export { CREATABLE, createRegistry, DELETABLE, EDITABLE, READABLE } from './registry';
export {
  type Asker,
  alternativeType,
  type CompiledArgs,
  type HandlerRequest,
  isUpdate,
  META_PARAMS,
  type MetaParams,
  type OtherwiseRequest,
  type PermissionRequest,
  RESERVED_ARGS,
  type Registry,
  type RegistryOwner,
  type Route,
  type RouteEndpoint,
} from './route';
