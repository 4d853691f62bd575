/** Fields of content types: ready-made fields and the compiler. A compiled field validates, stores, shows and finds a value. */

// Compiles fields of plugins and of the content types themselves.
export { addField, type PluginField, type TypeBuilder } from './add-field';
export { compileField } from './declared-field';
// Ready-made fields that link to other records and may create them.
export { inlineLink } from './embedding-links';
// Ready-made fields of texts.
export { excerpt, htmlText, imageAlt, inlineName, line, shownWhereGiven, slug, title, websiteLine } from './lines';
export { assignedTerms } from './links';
