/** Values of args: how each is validated, converted and described in the OpenAPI document. Their forms are those that the CMS accepts. */

// Addresses and time zones.
export { extensionOf, IMAGE, readImage, undeclaredWebsite, website } from './addresses';
// Booleans, words, costs, dates and coordinates.
export { anyBoolean, isTrue, repeatedBoolean, TRUE_WORDS, textSwitch } from './booleans';
export { DATE, date, dateIn, minutesOf, requestedMoment, timeOfDay, zone } from './dates';
// IDs, images, and links to other records.
export { ID, idIn, idOrNone, idsIn, NONE_OR_ID, POSITIVE, readId, readPositiveInteger } from './ids';
export { HOLLOW, linkedData, TERMS } from './links';
export { choicesIn, IDS_OR_SLUGS, listOf, MOST_LINKS, named, requestedList, slugList, status, statusesIn } from './lists';
export { type BoundingBox, boundingBox, COST_FORM, degrees, degreesOrNone, money } from './numbers';
// Paging and other params of lists.
export { defaultPerPage, paging } from './paging';
export {
  anyText,
  atMost,
  clearableText,
  EMPTY,
  filledText,
  isLonger,
  isTooLong,
  LIMITS,
  type Limit,
  LONGEST,
  nameText,
  refuseOverLimit,
  searchedText,
} from './texts';
// Values that the CMS takes for empty.
// Helpers of schemas, statuses and texts.
// The base of all values: any value, and one that a schema describes.
export { anything, either, isEmpty, isEmptyOtherwise, isEmptyScalar, judged, readOnce } from './value';
