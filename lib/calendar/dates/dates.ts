import { DATE_FORMATS, type Format, type ParsedDate } from './date-grammar';
import { dayOf, daysInMonth, msToWall, wallMs, wallToMs } from './wall-time';
import { isZone, toInstant, toWall } from './zones';

/** A calendar date. Months and days beyond their range roll over. */
interface Day {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

const weekdayOf = ({ year, month, day }: Day): number => new Date(wallMs(year, month, day)).getUTCDay();
const rolled = ({ year, month, day }: Day): Day => {
  const at = new Date(wallMs(year, month, day));
  return { year: at.getUTCFullYear(), month: at.getUTCMonth() + 1, day: at.getUTCDate() };
};
const toEdge = (at: Day, { edge }: ParsedDate): Day => {
  if (edge === undefined) return at;
  return edge === 'first' ? { ...at, day: 1 } : { ...at, month: at.month + 1, day: 0 };
};

const weekdayShift = (from: number, { weekday = from, weekdayRule, move }: ParsedDate): number => {
  if (weekdayRule === 'week') {
    // A week runs from Monday to Sunday.
    if (from === 0 && weekday !== 0) return weekday - 7;
    return weekday === 0 && from !== 0 ? 7 - from : weekday - from;
  }
  if (weekday < 0) return -(7 + weekday + from);
  const difference = weekday - from;
  // If the date is that weekday, “next monday” is a week later, and “last monday” counts from the date itself.
  const isLater = difference < 0 || (difference === 0 && weekdayRule === 'after' && move.day >= 0);
  return isLater ? difference + 7 : difference;
};

/** Moves a date by weekdays (Monday to Friday). A move by 0 from a weekend ends at the next Monday. */
const addWorkdays = (at: Day, amount: number): Day => {
  const direction = amount < 0 ? -1 : 1;
  const weeks = Math.max(0, Math.ceil(Math.abs(amount) / 5) - 1);
  let day = rolled({ ...at, day: at.day + direction * weeks * 7 });
  const isWeekend = () => weekdayOf(day) % 6 === 0;
  const step = () => {
    day = rolled({ ...day, day: day.day + direction });
  };
  for (let left = Math.abs(amount) - weeks * 5; left > 0; left -= isWeekend() ? 0 : 1) step();
  while (amount === 0 && isWeekend()) step();
  return day;
};

/**
 * Calculates the date that words mean, relative to today. Undefined if impossible. `extraDays` is 1 for a time such as 24:00, -1 for
 * `front of 0`, and 0 for other times.
 */
const workOutDay = (words: ParsedDate, today: Day, extraDays: number): Day | undefined => {
  const { move, special } = words;
  const { year = today.year, month = today.month, day = today.day } = words;
  const isImpossible = month < 1 || (words.day !== undefined && (day < 1 || day > daysInMonth(year, month)));
  if (words.dates > 0 && (year < 1 || year > 9999 || isImpossible)) return undefined;
  const isOfMonth = special === 'first' || special === 'last';
  const start = isOfMonth ? { year, month: month + move.month + (special === 'last' ? 1 : 0), day: 1 } : { year, month, day };
  const edge = toEdge(start, words);
  const from = rolled({ ...edge, day: edge.day + extraDays });
  const named = rolled({ ...from, day: from.day + (words.weekday === undefined ? 0 : weekdayShift(weekdayOf(from), words)) });
  const moved = { year: named.year + move.year, month: named.month + (isOfMonth ? 0 : move.month), day: named.day + move.day };
  const at = rolled(toEdge(moved, words));
  return typeof special === 'number' ? addWorkdays(at, special) : at;
};

const longestAt = (text: string, at: number): readonly [Format, RegExpExecArray] | undefined => {
  let longest: readonly [Format, RegExpExecArray] | undefined;
  for (const format of DATE_FORMATS) {
    format.pattern.lastIndex = at;
    const match = format.pattern.exec(text);
    if (match && match[0].length > (longest?.[1][0].length ?? 0)) longest = [format, match];
  }
  return longest;
};

/** True if the position `at` is within a number or a word, where no match may end. */
const isWithinWord = (text: string, at: number): boolean => /^(?:\d\d|[a-z][a-z])/i.test(text.slice(at - 1));

/** Parses the text of a date. Undefined if a part has no format or occurs twice, or if the text is only a zone. */
const readWords = (text: string): ParsedDate | undefined => {
  const result: ParsedDate = { weekdayRule: 'after', move: { year: 0, month: 0, day: 0, ms: 0 }, dates: 0, times: 0, zones: 0 };
  let words = 0;
  for (let at = 0; at < text.length; ) {
    if (/[ ,.\t\n\r]/.test(text.charAt(at))) {
      at += 1;
      continue;
    }
    const [format, match] = longestAt(text, at) ?? [];
    if (!format || !match || format.read(result, ...match.slice(1)) === false) return undefined;
    at += match[0].length;
    if (isWithinWord(text, at)) return undefined;
    words += 1;
  }
  return words > result.zones - (text.includes('@') ? 1 : 0) ? result : undefined;
};

/** The context for reading dates: `siteZone` for dates without a zone, and `now` for relative dates. */
export interface DateContext {
  readonly siteZone: string;
  readonly now: Date;
}

/** A moment and its wall time in a zone. Only the instant is exact if the wall time occurs twice. */
export interface Moment {
  readonly wall: string;
  readonly instant: Date;
}

/** A parsed date: its instant, or its wall time in any zone if the text names no zone. */
export interface DateWords {
  readonly instant: Date;
  readonly wall?: string;
}

// No date is longer; the bound keeps hostile texts cheap.
const LONGEST = 200;
const NUMBER = /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?\s*$/i;

const DAY_SECONDS = 86_400;
const secondsOf = ({ hour, minute, second }: ParsedDate, now: Date): number =>
  ((hour ?? now.getUTCHours()) * 60 + (minute ?? now.getUTCMinutes())) * 60 + (second ?? now.getUTCSeconds());

/**
 * Parses a date as PHP's `strtotime` does. Undefined if the text is no date.
 * Examples: `2030-05-06 07:08`, ISO 8601, `6 May 2030 7pm`, `05/06/2030` (month first), `06.05.2030` (day first), `tomorrow 9am`, `+1
 * week`, `first monday of january 2030`, Unix seconds, `@seconds`.
 * An offset, `Z` or zone in the text applies. Without one the result is a wall time. Relative dates use the site's zone.
 */
export const parseDate = (text: string, { siteZone, now }: DateContext): DateWords | undefined => {
  if (text.length > LONGEST) return undefined;
  // Most dates have this form, which does not depend on the present.
  if (text.length === 19 && msToWall(wallToMs(text)) === text) return { instant: toInstant(text, siteZone), wall: text };
  const number = text.trim();
  if (NUMBER.test(text) && !/^\d{8}$/.test(number)) return { instant: new Date(Math.trunc(Number(number)) * 1000) };
  const words = readWords(text);
  if (!words || (words.zone !== undefined && !isZone(words.zone))) return undefined;
  const zone = words.zone ?? siteZone;
  const today = new Date(wallToMs(toWall(now, zone)));
  const seconds = words.dates > 0 && words.times === 0 ? 0 : secondsOf(words, today);
  const extraDays = Math.floor(seconds / DAY_SECONDS);
  const day = workOutDay(words, { year: today.getUTCFullYear(), month: today.getUTCMonth() + 1, day: today.getUTCDate() }, extraDays);
  if (!day) return undefined;
  const ms = wallMs(day.year, day.month, day.day, 0, 0, seconds - extraDays * DAY_SECONDS);
  const wall = Number.isNaN(ms) ? '' : msToWall(ms);
  if (wall === '') return undefined;
  // This wall time may occur twice. A move by hours from the present starts from the present instant.
  const isPresent = ms === today.getTime() && words.dates === 0 && words.hour === undefined;
  const start = isPresent ? Math.floor(now.getTime() / 1000) * 1000 : toInstant(wall, zone).getTime();
  const instant = new Date(Math.floor((start + words.move.ms) / 1000) * 1000);
  if (words.zone !== undefined) return { instant };
  return { instant, wall: words.move.ms === 0 ? wall : toWall(instant, zone) };
};

/** Converts a parsed date to a moment with its wall time in a zone. Undefined outside the years 1 to 9999. */
export const momentIn = (zone: string, parsed: DateWords): Moment | undefined => {
  const instant = parsed.wall === undefined ? parsed.instant : toInstant(parsed.wall, zone);
  const wall = toWall(instant, zone);
  return wall === '' ? undefined : { wall, instant };
};

/** Parses a date as `parseDate` does, and returns the instant. A date without a zone is in the site's zone. */
export const readInstant = (text: string, { siteZone, now }: DateContext): Date | undefined => {
  const instant = parseDate(text, { siteZone, now })?.instant;
  return instant === undefined || toWall(instant, siteZone) === '' ? undefined : instant;
};

/** A date of a request: its text and its instant (undefined if the text is no date). */
export interface RequestedDate {
  readonly text: string;
  readonly instant?: Date;
}

export type RequestedMoment = Required<RequestedDate>;

/** Parses a date as `readInstant` does, and includes its text. Undefined if the text is no date. */
export const readRequestedMoment = (text: string, context: DateContext): RequestedMoment | undefined => {
  const instant = readInstant(text, context);
  return instant && { text, instant };
};

// The text was read as a date before, so an offset only needs to look like one.
const ABSOLUTE = /^\d{4}-\d{2}-\d{2}(?:[ T]\d{2}:\d{2}(?::\d{2})?(?:\.\d+)?(?:Z|[+-]\d{2}:?\d{2})?)?$/;
/** True if a date is certainly the same instant at every request. False for relative dates and rare forms. */
export const isAbsolute = ({ text }: RequestedDate): boolean => ABSOLUTE.test(text);

/** Returns the instant of a date in filters by day, where 0 means today. Elsewhere 0 is a Unix second. */
export const dayOfText = ({ text, instant }: RequestedDate, now: Date): Date | undefined => (text.trim() === '0' ? now : instant);

/** Returns the day of a requested date in the site's zone, 'YYYY-MM-DD'. Undefined without an instant. */
export const requestedDay = (date: RequestedDate | undefined, { siteZone, now }: DateContext): string | undefined => {
  const instant = date && dayOfText(date, now);
  return instant && dayOf(toWall(instant, siteZone));
};

/** Splits a wall time 'YYYY-MM-DD HH:MM:SS' into its zero-padded fields, which accompany every date in API responses. */
export const dateDetails = (wall: string) => ({
  year: wall.slice(0, 4),
  month: wall.slice(5, 7),
  day: wall.slice(8, 10),
  hour: wall.slice(11, 13),
  minutes: wall.slice(14, 16),
  seconds: wall.slice(17, 19),
});
