/** Fields of content types: ready-made ones for declarations, and their compilation. A compiled field knows how to validate, store, show and find a value. */

// Compiles fields: those that plugins add, and those of a type's own.
export { addField, type DeclaredField, type TypeBuilder } from './add-field';
export { declaredField } from './declared/declared-field';
// Ready-made fields of texts.
export { excerpt, htmlText, imageAlt, inlineName, line, shownWhereGiven, slug, title, websiteLine } from './lines';
// Ready-made fields that link to other records and may create them.
export { inlineLink } from './links/embedding-links';
export { assignedTerms } from './links/term-links';
