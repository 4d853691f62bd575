export { type Attendance, attendanceOf } from './attendance';
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
export { repeatedHourZone } from './dates/repeated-hour';
export { msToWall, wallToMs } from './dates/wall-time';
export { type Bounds, defaultWindow, idleDates, monthAgo, requestedDates, type Window, type WindowParams } from './dates/window';
export { ZONE_PATTERN } from './dates/zone-names';
export { canonicalZone, isFixedZone, isoOffset, toInstant, toWall, ZONES_APART, zoneAbbreviation, zoneOffset } from './dates/zones';
export { vcalendar } from './icalendar/vcalendar';
export { type CalendarEvent, vevent } from './icalendar/vevent';
export { createZoneUse } from './icalendar/zone-use';
export { type EventFacts, eventJsonLd, type OrganizerFacts, organizerJsonLd, type VenueFacts, venueJsonLd } from './json-ld';
export { nameUrn } from './name-urn';
export { phoneParts } from './phone';
export { addressLines } from './postal-address';
export { type PresentedCost, presentCost } from './prices/cost';
export { countable, countableAddress } from './prices/countable';
export { currencyNamed, currencyOf, isCurrencyCode, type SiteCurrency } from './prices/currency';
export { readAmounts, saysFree } from './prices/money';
export { offeredPrice, pricesIn } from './prices/offered-price';
export { FREE_TEXT } from './prices/price-words';
export { isCost, LONGEST_COST, LONGEST_PRICE, MOST_PRICES, readCost } from './prices/read-cost';
export { collationKey } from './text/collation-key';
export { cutText } from './text/cut-text';
export { fold, type SearchTerms, searchTerms } from './text/fold';
export { beginningOf, textOf } from './text/html-text';
export { isVisible } from './text/invisible';
export { isSameName, namesake } from './text/names';
export { oneLine, plainText } from './text/plain-text';
export { sanitizeHtml } from './text/sanitize-html';
export { cutSlug, slugIn, slugify, slugOfAddress } from './text/slug';
export { STOP_WORDS } from './text/stop-words';
export { excerptHtml, paragraphs, withoutShortcodes } from './text/text';
export { readUrl } from './url';
export { presentWebsite, readWebsite, WEBSITE_PATTERN } from './website';
