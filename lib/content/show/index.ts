/**
 * Responses: presents stored records as the members that clients see, with their schemas. Records and terms have a presenter each; public
 * records are also cached as JSON.
 */

// Records as answers show them, and their cache.
export { type CachedRecords, createCachedRecords } from './cached-records';
export type { ShownAnswer } from './plugin-values';
// Values of fields that plugins show. They may fail or be late.
export { isUnshown, shownOrFailure } from './plugin-values';
export { createPresenter } from './presenter';
// Schemas of records.
export { embeddedAnswer, fieldAnswer, wholeAnswer } from './schemas';
// Titles and explanations of the routes.
export { type Lookup, summariesOf } from './summaries';
// Terms, with their schemas.
export {
  assignedAnswerOf,
  createTermPresenter,
  inContext,
  linksOfTerm,
  presentAssignedTerms,
  presentTerm,
  TERM_MEMBERS,
  termAnswerOf,
} from './terms';
