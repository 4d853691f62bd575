/**
 * The registry of routes: `registerRoute` declares a route once, as plain data with functions.
 * Validation, dispatch, `Allow`, `OPTIONS`, indexes and OpenAPI documents read this declaration. Nothing here knows HTTP servers or databases.
 */

// Answers: their schemas, replies, entity tags, selected fields, and JSON that is written once.
export { type Answers, type AnswerValue, exactly } from './answers/answers';
export { entityTag } from './answers/entity-tag';
export { filledTemplate, type JsonTemplate, jsonTemplate, placeholder } from './answers/json-template';
export { lostInJson, lostWithin } from './answers/lost-in-json';
export { prefersHtml } from './answers/prefers-html';
export { isReply, MOST_ANSWER_BYTES, mediaType, type Reply, reply } from './answers/reply';
export { isSelected, type SelectedFields, selectedFields, selectedWithin } from './answers/selected-fields';
export { jsonBytes, writtenJson } from './answers/written-json';
// Arguments: their types, coercion, validation and JSON Schema.
export type { Arg, ArgRequest, Args, EditParams, Method, Params, RequestHeaderArgs, Schema, Type, Value } from './args/arg';
export { toBoolean, toNumber } from './args/coerce';
export { FORMATS } from './args/formats';
export { hookedArg } from './args/hooked-arg';
export { removeInherited, reportRemoved } from './args/inherited-members';
export { requiredOf, toJsonSchema } from './args/json-schema';
export { bounded, MOST_ITEMS } from './args/list-bounds';
export { type ReadValue, readAs } from './args/read-value';
export { partsOf, valueSchema } from './args/schema-parts';
export { compileSchema, compileStrictly } from './args/schema-validator';
export { sentForms } from './args/sent-forms';
export { compileArgs } from './args/validator';
// Checks of declarations, with messages for their authors.
export { DeclarationError, wrongDefault } from './declarations/declaration';
export { checkOf, type DeclarationCheck } from './declarations/declaration-check';
export type { DeclaredHeaders, DeclaredRefusal } from './declarations/declared-refusals';
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
export { nearestNames } from './declarations/spelling-suggestions';
// Descriptions of routes: indexes and `OPTIONS`.
export { cachedIndex, indexTag, writtenIndex } from './describe/cached-index';
export { describeRoot, type RootDescription } from './describe/describe';
export { announcedArgs, describeConstant, describeRoute, type Reader } from './describe/describe-route';
export { DOCUMENT_SCHEMAS, nameOf } from './describe/titles';
// Dispatch: from a route to its answer.
export { allowedMethods, endpointFor, type MatchedRequest, perform, resolveRequest } from './dispatch';
// Functions of plugins, watched and named in the log.
export { HANGING_MILLISECONDS, type Hook, hooked, hookText, takeHook, thrownBy, watched } from './hook';
// Methods and paths.
export { isUpdate } from './methods';
export { decodedPart, matchPath } from './path';
// The registry and its types.
export { CREATABLE, createRegistry, DELETABLE, EDITABLE, READABLE, type RegistryOwner } from './registry';
export {
  type Asker,
  alternativeType,
  type CompiledArgs,
  type Enumerated,
  type HandlerRequest,
  type MetaParams,
  type OtherwiseRequest,
  type PermissionRequest,
  type Registry,
  type Route,
  type RouteEndpoint,
  type Unknown,
} from './route';
