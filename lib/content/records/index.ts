export {
  alternateLinks,
  amongTranslations,
  collectionUrl,
  globalId,
  postUrl,
  type Routed,
  restUrl,
  siteUrl,
  translationsOf,
} from './addresses';
export { cachedReads, countedReads, shownReads } from './cached-reads';
export { groupMembers, groupOf } from './group-members';
export { linkedMembers, presentWithin, visibleToWriter } from './linked-members';
export { claimPost, claimRecord, claimTerm, claimTree } from './locks';
export { oncePer } from './once-per';
export { type LinkBase, languageParameter, toQuery } from './query-strings';
export { ALL_VISIBLE, type LinkedIds, shownMembers, type Visibility, visibleLinks } from './shown-members';
export { editOf, recordsOfType, revisionOf } from './stored-records';
export { containing, inOneLine, LONGEST_SEARCH, matching, nameKey, withLine } from './text-search';
