export { addField, type DeclaredField, type TypeBuilder } from './add-field';
export { declaredField } from './declared/declared-field';
export { excerpt, htmlText, imageAlt, line, shownWhereGiven, slug, title, websiteLine } from './lines';
export { assignedTerms } from './links/assigned-terms';
export { inlineLink } from './links/inline-link';
export { inlineName } from './links/inline-name';
export { USUAL_TEXTS } from './usual-texts';
