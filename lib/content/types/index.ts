export type { About, Section } from './about';
export { idAnswers, languageAnswers, languageAnswersIn, restUrlAnswer, type translationAnswer, urlAnswer } from './answers/address-answers';
export { featuredAnswer, imageAnswer } from './answers/image-answer';
export { aroundAnswers, LIST_TITLE, type linksAnswer, pageAnswer, type TitledAnswer } from './answers/page-answers';
export { type publicationAnswer, publicationAnswers, STATUS_MEANINGS } from './answers/publication-answers';
export { sharedText } from './answers/shared-text';
export { wallAnswer } from './answers/wall-answer';
export { type Query, recordLanguage, type Sent, type TermContext, type View, type WriteContext, type Writing } from './context';
export { type Facet, type FacetCount, isLinked, type LinkedFacet, MOST_VALUES, type StoredFacet } from './facet';
export type {
  CompiledField,
  Field,
  FieldFilter,
  FieldKeywords,
  Fields,
  LinkField,
  MakesValue,
  NewLinks,
  OwnField,
  SchemaField,
  Shared,
  TermField,
  TermFields,
  TypeDraft,
  TypeField,
} from './field';
export type { NamedType } from './named-type';
export type { OwnRecord } from './own-record';
export type {
  Clause,
  DistanceOrder,
  Handed,
  ListFilter,
  ListFormat,
  Order,
  PostLike,
  PostLikeDeclaration,
  Ranks,
  Repeated,
  Shown,
} from './post-like';
export { ownedBy, type PostRecord } from './post-record';
export { recordedClock } from './recorded-clock';
export type { CalendarRegistry, CompiledTypes, Services, User } from './services';
export type { Site } from './site';
export type { Taxonomy } from './taxonomy';
export type { TermDeclaration, TermLike, TermTypeField } from './term-like';
export type { WriteResult } from './write-result';
export type { WrongPasswords } from './wrong-passwords';
