/**
 * Pure functions for calendar data: dates, time zones, prices, texts, iCalendar and JSON-LD. They accept many forms of user input and
 * return one form.
 */

// Ways to attend an event.
export { type Attendance, attendanceOf } from './attendance';
// Dates: the present moment, texts read as dates, windows of lists, wall times and zones.
export { type Clock, systemClock } from './dates/clock';
export { DATE_PATTERN } from './dates/date-pattern';
export {
  type DateContext,
  type DateWords,
  dateDetails,
  dayOfText,
  isAbsolute,
  type Moment,
  momentIn,
  parseDate,
  type RequestedDate,
  type RequestedMoment,
  readInstant,
  readMoment,
  readRequestedMoment,
} from './dates/dates';
export { msToWall, wallToMs } from './dates/wall-time';
export { type Bounds, defaultWindow, idleDates, monthAgo, requestedDates, type Window, type WindowParams } from './dates/window';
export { ZONE_PATTERN } from './dates/zone-names';
export { canonicalZone, isFixedZone, isoOffset, toInstant, toWall, ZONES_APART, zoneAbbreviation, zoneOffset } from './dates/zones';
// iCalendar feeds (RFC 5545).
export { repeatedHourZone } from './icalendar/transitions';
export { vcalendar } from './icalendar/vcalendar';
export { type CalendarEvent, vevent } from './icalendar/vevent';
export { createZoneUse } from './icalendar/zone-use';
// Descriptions for search engines (schema.org), and stable identifiers.
export { type EventFacts, eventJsonLd, isoDate, type OrganizerFacts, organizerJsonLd, type VenueFacts, venueJsonLd } from './json-ld';
export { nameUrn } from './name-urn';
// Contact data: phone numbers and postal addresses.
export { phoneParts } from './phone';
export { addressLines } from './postal-address';
// Costs: prices read from texts, their currencies, and their form in answers.
export { type PresentedCost, presentCost } from './prices/cost';
export { countable, countableAddress } from './prices/countable';
export { currencyNamed, currencyOf, isCurrencyCode, type SiteCurrency } from './prices/currency';
export { readAmounts, saysFree } from './prices/money';
export { offeredPrice, pricesIn } from './prices/offered-price';
export { FREE_TEXT } from './prices/price-words';
export { isCost, LONGEST_COST, LONGEST_PRICE, MOST_PRICES, readCost } from './prices/read-cost';
// Texts: sort keys, search terms, names, plain text, sanitised HTML, slugs.
export { collationKey } from './text/collation-key';
export { cutText } from './text/cut-text';
export { fold, type SearchTerms, STOP_WORDS, searchTerms } from './text/fold';
export { beginningOf, textOf } from './text/html-text';
export { isVisible } from './text/invisible';
export { isSameName, namesake } from './text/names';
export { oneLine, plainText } from './text/plain-text';
export { sanitizeHtml } from './text/sanitize-html';
export { cutSlug, slugIn, slugify, slugOfAddress } from './text/slug';
export { excerptHtml, paragraphs, withoutShortcodes } from './text/text';
// Addresses of websites.
export { presentWebsite, readUrl, readWebsite, WEBSITE_PATTERN } from './website';
