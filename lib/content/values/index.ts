/** Values of args: how each is validated, converted and described in the OpenAPI document. Their forms are those that the CMS accepts. */

// Booleans, words, costs, dates and coordinates.
export { anyBoolean, isTrue, repeatedBoolean, TRUE_WORDS, textSwitch } from './booleans';
export { type BoundingBox, boundingBox } from './bounding-box';
export { choicesIn } from './choices';
export { COST_FORM, money } from './costs';
export { DATE, date } from './dates';
export { degrees, degreesOrNone } from './degrees';
// IDs, images, and links to other records.
export { ID, idOrNone, NONE_OR_ID, POSITIVE } from './ids';
export { extensionOf, IMAGE, readImage } from './images';
export { HOLLOW, linkedData, TERMS } from './links';
export { IDS_OR_SLUGS, listOf, MOST_LINKS, named, requestedList, slugList } from './lists';
// Paging and other params of lists.
export { defaultPerPage, paging } from './paging';
export { readId, readPositiveInteger } from './read-id';
export { readOnce } from './read-once';
export { dateIn, requestedMoment } from './requested-dates';
export { idIn, idsIn } from './requested-ids';
export { status, statusesIn } from './statuses';
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
export { minutesOf, timeOfDay } from './times-of-day';
// Values that the CMS takes for empty.
// Helpers of schemas, statuses and texts.
// The base of all values: any value, and one that a schema describes.
export { anything, either, isEmpty, isEmptyOtherwise, isEmptyScalar, judged } from './value';
// Addresses and time zones.
export { undeclaredWebsite, website } from './websites';
export { zone } from './zones';
