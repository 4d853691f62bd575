/**
 * The types of the content room: declarations of content types and fields, and what they compile to. It also has the schemas of members that
 * all records show.
 */

// Texts by which the service describes itself.
export type { About, Section } from './about';
// Schemas of common members of answers.
export { idAnswers, languageAnswers, languageAnswersIn, restUrlAnswer, type translationAnswer, urlAnswer } from './answers/address-answers';
export { featuredAnswer, imageAnswer, sharedText } from './answers/image-answer';
export { aroundAnswers, LIST_TITLE, type linksAnswer, pageAnswer, type TitledAnswer } from './answers/page-answers';
export { type publicationAnswer, publicationAnswers, STATUS_MEANINGS, wallAnswer } from './answers/publication-answers';
// Contexts in which records are read and written.
export {
  type Clause,
  type DistanceOrder,
  type Query,
  type Ranks,
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
  NewLinks,
  OwnField,
  SchemaField,
  Shared,
  TermField,
  TermFields,
  TypeDraft,
  TypeField,
} from './field';
export type { OwnRecord } from './own-record';
// Content types and their records.
export type {
  ListFilter,
  ListFormat,
  NamedType,
  Order,
  PassedValues,
  PostLike,
  PostLikeDeclaration,
  Repeated,
  Shown,
} from './post-like';
export { ownedBy, type PostRecord } from './post-record';
// The clock that records how long answers stay valid.
export { recordedClock } from './recorded-clock';
// Services that content types, routes and pages work with.
export type { CalendarRegistry, CompiledTypes, Services, User, WrongPasswords } from './services';
export type { Site } from './site';
export type { Taxonomy, TermDeclaration, TermLike, TermTypeField } from './term-like';
