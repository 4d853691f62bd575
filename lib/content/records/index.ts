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
export { countedReads, keptReads, shownReads } from './cached-reads';
export { claimNamed, claimTarget, claimTerm, claimTree } from './claims';
export { groupMembers, groupOf } from './group-members';
export { linkedMembers, presentWithin, seenByWriter } from './linked-members';
export { oncePer } from './once-per';
export { type LinkPlace, spokenIn, toQuery } from './query-strings';
export { recordsOfKind } from './records-of-type';
export { editOf, revisionOf } from './revision';
export { EVERY_MEMBER, type Naming, type Sight, seenLinks, shownMembers } from './shown-members';
export { containing, inOneLine, LONGEST_SEARCH, matching, nameKey, withLine } from './text-search';
