/** Values of args: their validation, conversion and description in the OpenAPI document. Accepted forms follow WordPress. */

// Values by subject.

export { extensionOf, IMAGE, readImage, undeclaredWebsite, website } from './addresses';
export { anyBoolean, choicesIn, isTrue, repeatedBoolean, status, statusesIn, TRUE_WORDS, textSwitch } from './choices';
export { DATE, date, dateIn, requestedMoment } from './dates';
export { HOLLOW, ID, IDS_OR_SLUGS, idIn, idOrNone, idsIn, linkedData, NONE_OR_ID, readId, slugList, TERMS } from './ids';
export { defaultPerPage, paging } from './paging';
export { anyText, clearableText, EMPTY, filledText, nameText, searchedText } from './texts';
export { anything, checkedArg, convertingArg, either, isEmpty, isEmptyNonText, isEmptyScalar } from './value';

// Splitting of lists, positive integers, and limits of texts.

export { listOf, MOST_LINKS, nonEmpty, POSITIVE, readPositiveInteger, requestedList } from './ids';
export { atMost, isTooLong, LIMITS, type Limit, LONGEST, refuseOverLimit } from './texts';
