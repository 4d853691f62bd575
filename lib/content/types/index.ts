/** Types of declared and compiled content types and fields, and the schemas of members that all records show. */

// Schemas of records, and contexts in which records are written.

export { featuredAnswer, idAnswers, imageAnswer, languageAnswers, languageAnswersIn, publicationAnswer } from './answers';
export type { CheckContext, RecordCheck, Requester, TermContext, WriteContext, WriteResult, Writing } from './context';
export { ownedBy, recordLanguage } from './context';

// Schemas of list pages and URLs, and stored records.

export { aroundAnswers, LIST_TITLE, type linksAnswer, pageAnswer, restUrlAnswer, type translationAnswer, urlAnswer } from './answers';
export type { PostRecord, Query, Sent } from './context';

// Views in which records are read, and the filters, orders and facets of lists.

export type { Clause, ListFilter, ListFormat, ListRequest, MatchTiers, Order, PassedValues, Repeated, ScopePart, View } from './lists';

// Parts of schemas, declared fields, and facets, by which lists count.

export { STATUS_MEANINGS, sharedText, type TitledAnswer, wallAnswer } from './answers';
export type { Field, FieldFilter, FieldKeywords, Fields, LinkField, OwnField, SchemaField, Shared } from './field';
export { argOf } from './field';
export { type Facet, type FacetCount, type FacetCounts, isLinked, type LinkedFacet, MOST_VALUES, type StoredFacet } from './lists';

// Content types with their compiled fields, and their services.

export type { ListedType, NamedType, PostLike, PostLikeDeclaration, Taxonomy, TermDeclaration, TermLike } from './content-types';
export type { CompiledField, NullEffect, OwnRecord, SentLinks, StoringField, TermField, TermFields, TypeBasics } from './field';
export type { About, CalendarRegistry, CompiledTypes, Section, Services, Site, User } from './services';
export { trackedClock } from './services';
