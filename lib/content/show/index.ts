export type { ShownAnswer } from './added-values';
export { type CachedRecords, createCachedRecords } from './cached-records';
export { createPresenter } from './presenter';
export { embeddedAnswer, fieldAnswer, wholeAnswer } from './schemas';
export { isUnshown, shownOrFailure } from './shown-values';
export { summariesOf, type Way } from './summaries';
export { assignedAnswerOf, TERM_MEMBERS, termAnswerOf } from './term-answer';
export { createTermPresenter, inContext, linksOfTerm, presentAssignedTerms, presentTerm } from './term-presenter';
