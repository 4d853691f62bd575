/** Types of declared and compiled content types and fields, and the schemas of members that all records show. */

// Schemas of common members of records.

export { featuredAnswer, idAnswers, imageAnswer, languageAnswers, languageAnswersIn, publicationAnswer } from './answers';

// Schemas of list pages and URLs.

export { aroundAnswers, LIST_TITLE, type linksAnswer, pageAnswer, restUrlAnswer, type translationAnswer, urlAnswer } from './answers';

// Parts of schemas, and declared fields.

export { STATUS_MEANINGS, sharedText, type TitledAnswer, wallAnswer } from './answers';
export type { Field, FieldFactory, FieldFilter, FieldKeywords, Fields, LinkField, OwnField, SchemaField, Shared } from './field';

// Records, the contexts in which they are read, and compiled fields.

export { ownedBy, type PostRecord, type Query, recordLanguage, type Sent, type View } from './context';
export type { CompiledField, OwnRecord, SentLinks, TermField, TermFields, TypeDraft, TypeField } from './field';

// Contexts in which records are written.

export type { TermContext, WriteContext, WriteResult, Writing } from './context';

// Facets, by which lists count.

export { type Facet, type FacetCount, isLinked, type LinkedFacet, MOST_VALUES, type StoredFacet } from './context';

// Filters, orders and formats of lists.

export type { Clause, DistanceOrder, ListFilter, ListFormat, Order, PassedValues, Ranks, Repeated, Shown } from './context';

// Content types and their services.

export type { NamedType, PostLike, PostLikeDeclaration, Taxonomy, TermDeclaration, TermLike, TermTypeField } from './content-types';
export type { About, CalendarRegistry, CompiledTypes, Section, Services, Site, User, WrongPasswords } from './services';
export { recordedClock } from './services';
