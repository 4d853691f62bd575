/** Pure functions for calendar data. They accept many forms of user input and return one form. */

// Dates: the present moment, texts read as dates, windows of lists, wall times and zones.
export {
  type DateContext,
  type DateWords,
  dateDetails,
  isAbsolute,
  type Moment,
  momentIn,
  parseDate,
  type RequestedDate,
  type RequestedMoment,
  readInstant,
  readRequestedMoment,
  requestedDay,
} from './dates/dates';
export { DATE_PATTERN, ZONE_PATTERN } from './dates/patterns';
export { type Clock, DAY, dayOf, daysInMonth, msToWall, systemClock, wallToMs } from './dates/wall-time';
export {
  type Bounds,
  defaultWindow,
  idleDates,
  monthAgo,
  RELATIVE_DATES,
  requestedDates,
  type Window,
  type WindowParams,
} from './dates/window';
export { isFixedZone, isoDate, isZone, toInstant, toWall, ZONES_APART, zoneAbbreviation } from './dates/zones';
// iCalendar feeds (RFC 5545).
export { createZoneUse, vcalendar } from './icalendar/vcalendar';
export { type CalendarEvent, vevent } from './icalendar/vevent';
// Descriptions for search engines (schema.org), ways to attend an event, and stable identifiers.
export {
  type Attendance,
  attendanceOf,
  type EventFacts,
  eventJsonLd,
  type OrganizerFacts,
  organizerJsonLd,
  type VenueFacts,
  venueJsonLd,
} from './json-ld';
export { nameUrn } from './name-urn';
// Contact data: phone numbers and postal addresses.
export { phoneParts } from './phone';
export { addressLines } from './postal-address';
// Costs: prices read from texts, their currencies, and their form in answers.
export {
  isCost,
  LONGEST_COST,
  LONGEST_PRICE,
  MOST_PRICES,
  offeredPrice,
  type PresentedCost,
  presentCost,
  pricesIn,
  readCost,
} from './prices/cost';
export { currencyNamed, currencyOf, FREE_TEXT, isCurrencyCode, readAmounts, type SiteCurrency, saysFree } from './prices/money';
// Texts: sort keys, search terms, names, plain text, sanitised HTML, slugs.
export { collationKey } from './text/collation-key';
export { fold, type SearchTerms, STOP_WORDS, searchTerms } from './text/fold';
export { beginningOf, cutText, textOf } from './text/html-text';
export { isVisible } from './text/invisible';
export { isSameName, namesake } from './text/names';
export { countable, countableAddress, oneLine, plainText } from './text/plain-text';
export { excerptHtml, paragraphs, sanitizeHtml, withoutShortcodes } from './text/sanitized-html';
export { cutSlug, slugIn, slugify, slugOfAddress } from './text/slug';
// Addresses of websites.
export { presentWebsite, readUrl, readWebsite, WEBSITE_PATTERN } from './website';
