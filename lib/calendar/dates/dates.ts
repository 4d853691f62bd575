import { workOutDay } from './date-day';
import type { Said } from './date-grammar';
import { readWords } from './date-words';
import { msToWall, wallMs, wallToMs } from './wall-time';
import { canonicalZone, toInstant, toWall } from './zones';

/** Where and when a date is read: the zones' names and the moment that relative words start from. */
export interface DateContext {
  /** The zone that the wall time is wanted in. */
  readonly zone: string;
  /** The zone that relative words (`tomorrow`) are worked out in. */
  readonly siteZone: string;
  readonly now: Date;
}

/** A moment, and what the clocks of a zone show then: 'YYYY-MM-DD HH:MM:SS'. Where they show it twice, only the instant tells which. */
export interface Moment {
  readonly wall: string;
  readonly instant: Date;
}

/** What a text says: an instant, and the wall time that it is in any zone where the text names none. */
export interface DateWords {
  readonly instant: Date;
  readonly wall?: string;
}

// No date is longer; the bound keeps hostile texts cheap.
const LONGEST = 200;
const NUMBER = /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?\s*$/i;

const DAY_SECONDS = 86_400;
const secondsOf = ({ hour, minute, second }: Said, now: Date): number =>
  ((hour ?? now.getUTCHours()) * 60 + (minute ?? now.getUTCMinutes())) * 60 + (second ?? now.getUTCSeconds());

/**
 * Reads a date the way PHP's `strtotime` does, which clients are used to: `2030-05-06 07:08`, ISO 8601, `6 May 2030 7pm`,
 * `05/06/2030` (month first), `06.05.2030` (day first), `tomorrow 9am`, `+1 week`, `first monday of january 2030`, Unix seconds, `@seconds`.
 * An offset, a `Z` or a zone in the text is honoured; otherwise the wall time stands as it was said, even where relative words were worked out in the site's zone.
 */
export const parseDate = (text: string, { siteZone, now }: Omit<DateContext, 'zone'>): DateWords | undefined => {
  if (text.length > LONGEST) return undefined;
  // As most are sent: nothing of it depends on the present.
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
  // The clocks may show this time twice: nothing but a move of the present moment starts from that very moment.
  const present = ms === today.getTime() && words.dates === 0 && words.hour === undefined;
  const start = present ? Math.floor(now.getTime() / 1000) * 1000 : toInstant(wall, zone).getTime();
  const instant = new Date(Math.floor((start + words.move.ms) / 1000) * 1000);
  if (words.zone !== undefined) return { instant };
  return { instant, wall: words.move.ms === 0 ? wall : toWall(instant, zone) };
};

/** The moment that is said and its wall time in a zone; undefined for none of the years 1 to 9999. */
export const momentIn = (zone: string, said: DateWords): Moment | undefined => {
  const instant = said.wall === undefined ? said.instant : toInstant(said.wall, zone);
  const wall = toWall(instant, zone);
  return wall === '' ? undefined : { wall, instant };
};

/** Reads a date as `parseDate` does, as the moment that it is in `zone`. */
export const readMoment = (text: string, { zone, ...context }: DateContext): Moment | undefined => {
  const said = parseDate(text, context);
  return said && momentIn(zone, said);
};

/** Reads a date as `parseDate` does, as an instant; a wall time without any zone is one of the site's zone. */
export const readInstant = (text: string, { siteZone, now }: Omit<DateContext, 'zone'>): Date | undefined => {
  const instant = parseDate(text, { siteZone, now })?.instant;
  return instant === undefined || toWall(instant, siteZone) === '' ? undefined : instant;
};

/** A date as it was asked for, and the instant that it was when it was read; without one it is none. */
export interface RequestedDate {
  readonly text: string;
  readonly instant?: Date;
}

/** One that is a date. */
export type RequestedMoment = Required<RequestedDate>;

/** Reads a date as `readInstant` does, and keeps how it was said; undefined for what is none. */
export const readRequestedMoment = (text: string, context: Omit<DateContext, 'zone'>): RequestedMoment | undefined => {
  const instant = readInstant(text, context);
  return instant && { text, instant };
};

// What is asked about has been read as a date: it is enough that an offset looks like one.
const ABSOLUTE = /^\d{4}-\d{2}-\d{2}(?:[ T]\d{2}:\d{2}(?::\d{2})?(?:\.\d+)?(?:Z|[+-]\d{2}:?\d{2})?)?$/;
/** Tells whether a date is the same whenever it is read; of others that is not known. */
export const isAbsolute = ({ text }: RequestedDate): boolean => ABSOLUTE.test(text);

/** What a date means where days count: there alone 0 is today; as a time it is the Unix second that it is everywhere. */
export const dayOfText = ({ text, instant }: RequestedDate, now: Date): Date | undefined => (text.trim() === '0' ? now : instant);

/** The fields of a date, zero-padded, which stand beside every date in answers. */
export interface DateDetails {
  readonly year: string;
  readonly month: string;
  readonly day: string;
  readonly hour: string;
  readonly minutes: string;
  readonly seconds: string;
}

/** Takes a wall time 'YYYY-MM-DD HH:MM:SS' apart. */
export const dateDetails = (wall: string): DateDetails => ({
  year: wall.slice(0, 4),
  month: wall.slice(5, 7),
  day: wall.slice(8, 10),
  hour: wall.slice(11, 13),
  minutes: wall.slice(14, 16),
  seconds: wall.slice(17, 19),
});
