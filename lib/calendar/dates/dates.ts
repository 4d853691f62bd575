import { workOutDay } from './date-day';
import type { ParsedDate } from './date-grammar';
import { readWords } from './date-words';
import { msToWall, wallMs, wallToMs } from './wall-time';
import { canonicalZone, toInstant, toWall } from './zones';

/** The zones for reading a date, and the present moment that relative dates start from. */
export interface DateContext {
  /** The zone of the wall time in the result. */
  readonly zone: string;
  /** The zone of relative dates such as `tomorrow`. */
  readonly siteZone: string;
  readonly now: Date;
}

/**
 * A moment: its instant, and its wall time in a zone ('YYYY-MM-DD HH:MM:SS'). Only the instant is exact if the wall time occurs twice
 * because the clocks go back.
 */
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
export const parseDate = (text: string, { siteZone, now }: Omit<DateContext, 'zone'>): DateWords | undefined => {
  if (text.length > LONGEST) return undefined;
  // Most dates have this form, which does not depend on the present.
  if (text.length === 19 && msToWall(wallToMs(text)) === text) return { instant: toInstant(text, siteZone), wall: text };
  const number = text.trim();
  if (NUMBER.test(text) && !/^\d{8}$/.test(number)) return { instant: new Date(Math.trunc(Number(number)) * 1000) };
  const words = readWords(text);
  if (!words || (words.zone !== undefined && canonicalZone(words.zone) === undefined)) return undefined;
  const zone = words.zone ?? siteZone;
  const today = new Date(wallToMs(toWall(now, zone)));
  const seconds = words.dates > 0 && words.times === 0 ? 0 : secondsOf(words, today);
  const over = Math.floor(seconds / DAY_SECONDS);
  const day = workOutDay(words, { year: today.getUTCFullYear(), month: today.getUTCMonth() + 1, day: today.getUTCDate() }, over);
  if (!day) return undefined;
  const ms = wallMs(day.year, day.month, day.day, 0, 0, seconds - over * DAY_SECONDS);
  const wall = Number.isNaN(ms) ? '' : msToWall(ms);
  if (wall === '') return undefined;
  // This wall time may occur twice. A move by hours from the present starts from the present instant.
  const present = ms === today.getTime() && words.dates === 0 && words.hour === undefined;
  const start = present ? Math.floor(now.getTime() / 1000) * 1000 : toInstant(wall, zone).getTime();
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

/** Parses a date as `parseDate` does, and returns the moment with its wall time in `zone`. */
export const readMoment = (text: string, { zone, ...context }: DateContext): Moment | undefined => {
  const parsed = parseDate(text, context);
  return parsed && momentIn(zone, parsed);
};

/** Parses a date as `parseDate` does, and returns the instant. A date without a zone is in the site's zone. */
export const readInstant = (text: string, { siteZone, now }: Omit<DateContext, 'zone'>): Date | undefined => {
  const instant = parseDate(text, { siteZone, now })?.instant;
  return instant === undefined || toWall(instant, siteZone) === '' ? undefined : instant;
};

/** A date of a request: its text and its instant (undefined if the text is no date). */
export interface RequestedDate {
  readonly text: string;
  readonly instant?: Date;
}

/** A valid date of a request. */
export type RequestedMoment = Required<RequestedDate>;

/** Parses a date as `readInstant` does, and includes its text. Undefined if the text is no date. */
export const readRequestedMoment = (text: string, context: Omit<DateContext, 'zone'>): RequestedMoment | undefined => {
  const instant = readInstant(text, context);
  return instant && { text, instant };
};

// The text was read as a date before, so an offset only needs to look like one.
const ABSOLUTE = /^\d{4}-\d{2}-\d{2}(?:[ T]\d{2}:\d{2}(?::\d{2})?(?:\.\d+)?(?:Z|[+-]\d{2}:?\d{2})?)?$/;
/** True if a date is certainly the same instant at every request. False for relative dates and rare forms. */
export const isAbsolute = ({ text }: RequestedDate): boolean => ABSOLUTE.test(text);

/** Returns the instant of a date in filters by day, where 0 means today. Elsewhere 0 is a Unix second. */
export const dayOfText = ({ text, instant }: RequestedDate, now: Date): Date | undefined => (text.trim() === '0' ? now : instant);

/** The zero-padded fields of a date, which accompany every date in API responses. */
export interface DateDetails {
  readonly year: string;
  readonly month: string;
  readonly day: string;
  readonly hour: string;
  readonly minutes: string;
  readonly seconds: string;
}

/** Splits a wall time 'YYYY-MM-DD HH:MM:SS' into its fields. */
export const dateDetails = (wall: string): DateDetails => ({
  year: wall.slice(0, 4),
  month: wall.slice(5, 7),
  day: wall.slice(8, 10),
  hour: wall.slice(11, 13),
  minutes: wall.slice(14, 16),
  seconds: wall.slice(17, 19),
});
