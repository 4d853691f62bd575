/**
 * The types of the content room: declarations of content types and fields, and what they compile to. It also has the schemas of members that
 * all records show.
 */

// Schemas of common members of answers.
export {
  aroundAnswers,
  featuredAnswer,
  idAnswers,
  imageAnswer,
  LIST_TITLE,
  languageAnswers,
  languageAnswersIn,
  type linksAnswer,
  pageAnswer,
  publicationAnswer,
  restUrlAnswer,
  STATUS_MEANINGS,
  sharedText,
  type TitledAnswer,
  type translationAnswer,
  urlAnswer,
  wallAnswer,
} from './answers';
// Contexts in which records are read and written.
export {
  ownedBy,
  type PostRecord,
  type Query,
  recordLanguage,
  type Sent,
  type TermContext,
  type View,
  type WriteContext,
  type WriteResult,
  type Writing,
} from './context';
// Facets, by which lists count.
export { type Facet, type FacetCount, isLinked, type LinkedFacet, MOST_VALUES, type StoredFacet } from './facet';
// Fields, as they are declared and as they are compiled.
export type {
  CompiledField,
  Field,
  FieldFactory,
  FieldFilter,
  FieldKeywords,
  Fields,
  LinkField,
  OwnField,
  SchemaField,
  SentLinks,
  Shared,
  TermField,
  TermFields,
  TypeDraft,
  TypeField,
} from './field';
export type { OwnRecord } from './own-record';
// Content types and their records.
export type {
  Clause,
  DistanceOrder,
  ListFilter,
  ListFormat,
  NamedType,
  Order,
  PassedValues,
  PostLike,
  PostLikeDeclaration,
  Ranks,
  Repeated,
  Shown,
} from './post-like';
// The clock that records how long answers stay valid.
export { recordedClock } from './recorded-clock';
// Texts by which the service describes itself.
// Services that content types, routes and pages work with.
export type { About, CalendarRegistry, CompiledTypes, Section, Services, Site, User, WrongPasswords } from './services';
export type { Taxonomy, TermDeclaration, TermLike, TermTypeField } from './term-like';
