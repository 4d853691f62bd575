/** Types of declared and compiled content types and fields, and the schemas of members that all records show. */

// Schemas of records, and contexts in which they are read and written.

export { featuredAnswer, idAnswers, imageAnswer, languageAnswers, languageAnswersIn, publicationAnswer } from './answers';
export type {
  CheckContext,
  PostRecord,
  Query,
  RecordCheck,
  Requester,
  Sent,
  TermContext,
  View,
  WriteContext,
  WriteResult,
  Writing,
} from './context';
export { ownedBy, recordLanguage } from './context';

// Schemas of list pages and URLs, and the filters and orders of lists.

export { aroundAnswers, LIST_TITLE, type linksAnswer, pageAnswer, restUrlAnswer, type translationAnswer, urlAnswer } from './answers';
export type { Clause, ListFilter, ListFormat, ListRequest, MatchTiers, Order, PassedValues, Repeated, Shown } from './context';

// Parts of schemas, declared fields, and facets, by which lists count.

export { STATUS_MEANINGS, sharedText, type TitledAnswer, wallAnswer } from './answers';
export { type Facet, type FacetCount, type FacetCounts, isLinked, type LinkedFacet, MOST_VALUES, type StoredFacet } from './context';
export type { Field, FieldFilter, FieldKeywords, Fields, LinkField, OwnField, SchemaField, Shared } from './field';
export { argOf } from './field';

// Content types with their compiled fields, and their services.

export type { ListedType, NamedType, PostLike, PostLikeDeclaration, Taxonomy, TermDeclaration, TermLike } from './content-types';
export type { CompiledField, NullEffect, OwnRecord, SentLinks, StoringField, TermField, TermFields, TypeBasics } from './field';
export type { About, CalendarRegistry, CompiledTypes, Section, Services, Site, User, WrongPasswords } from './services';
export { recordedClock } from './services';
