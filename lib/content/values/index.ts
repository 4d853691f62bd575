/** Values of args: their validation, conversion and description in the OpenAPI document. Accepted forms follow WordPress. */

// Values by subject.

export { extensionOf, IMAGE, readImage, undeclaredWebsite, website } from './addresses';
export { anyBoolean, isTrue, repeatedBoolean, TRUE_WORDS, textSwitch } from './booleans';
export { DATE, date, dateIn, minutesOf, requestedMoment, timeOfDay, zone } from './dates';
export { HOLLOW, ID, idIn, idOrNone, idsIn, linkedData, NONE_OR_ID, POSITIVE, readId, readPositiveInteger, TERMS } from './ids';
export { choicesIn, IDS_OR_SLUGS, listOf, MOST_LINKS, named, requestedList, slugList, status, statusesIn } from './lists';
export { type BoundingBox, boundingBox, COST_FORM, degrees, degreesOrNone, money } from './numbers';
export { defaultPerPage, paging } from './paging';
export { anyText, clearableText, EMPTY, filledText, nameText, searchedText } from './texts';
// The base of all values: any value, and values that a schema describes.
export { anything, either, isEmpty, isEmptyOtherwise, isEmptyScalar, judged, readOnce } from './value';

// Limits of texts.

export { atMost, isLonger, isTooLong, LIMITS, type Limit, LONGEST, refuseOverLimit } from './texts';
