import { DATE_FORMATS, type Format, type Said } from './date-grammar';
import { msToWall, wallMs, wallToMs } from './wall';
import { canonicalZone, toInstant, toWall } from './zones';

/** Where and when a date is read: the zones' names and the moment that relative words start from. */
export interface DateContext {
  /** The zone that the wall time is wanted in. */
  readonly zone: string;
  /** The zone that relative words (`tomorrow`) are worked out in. */
  readonly siteZone: string;
  readonly now: Date;
}

/** What a text says: an instant, or a wall time without any zone. */
type Reading = { readonly instant: Date } | { readonly wall: string };

// No date is longer; the bound keeps hostile texts cheap.
const LONGEST = 200;
const NUMBER = /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?\s*$/i;

const said = (): Said => ({
  weekdayRule: 0,
  move: { year: 0, month: 0, day: 0, hour: 0, minute: 0, second: 0, workday: 0 },
  dates: 0,
  times: 0,
  zones: 0,
});

const longestAt = (text: string, at: number): readonly [Format, RegExpExecArray] | undefined => {
  let longest: readonly [Format, RegExpExecArray] | undefined;
  for (const format of DATE_FORMATS) {
    format.pattern.lastIndex = at;
    const match = format.pattern.exec(text);
    if (match && match[0].length > (longest?.[1][0].length ?? 0)) longest = [format, match];
  }
  return longest;
};

const listen = (text: string): Said | undefined => {
  const result = said();
  let words = 0;
  for (let at = 0; at < text.length; ) {
    if (/[ ,.\t\n\r]/.test(text.charAt(at))) {
      at += 1;
      continue;
    }
    const [format, match] = longestAt(text, at) ?? [];
    if (!format || !match || format.read(result, ...match.slice(1)) === false) return undefined;
    at += match[0].length;
    words += 1;
  }
  const once = result.dates <= 1 && result.times <= 1 && result.zones <= 1;
  return once && words > result.zones - (text.includes('@') ? 1 : 0) ? result : undefined;
};

const daysIn = (year: number, month: number): number => new Date(wallMs(year, month + 1, 0)).getUTCDate();
const weekdayOf = (ms: number): number => new Date(ms).getUTCDay();

const weekdayShift = (from: number, { weekday = from, weekdayRule, move }: Said): number => {
  if (weekdayRule === 2) {
    // A week runs from Monday to Sunday.
    return (weekday || 7) - (from || 7);
  }
  const difference = weekday - from;
  const later = move.day < 0 ? difference < 0 : difference <= -weekdayRule;
  return later ? difference + 7 : difference;
};

const addWorkdays = (ms: number, amount: number): number => {
  let day = ms;
  for (let left = Math.min(Math.abs(amount), 10_000); left > 0; ) {
    day += Math.sign(amount) * 86_400_000;
    if (weekdayOf(day) % 6 !== 0) left -= 1;
  }
  return day;
};

/** Works out the wall time as ms, starting from what the clocks show now; undefined for a day that no calendar has. */
const workOut = (words: Said, nowMs: number): number | undefined => {
  const now = new Date(nowMs);
  const { move } = words;
  const blank = words.dates > 0 && words.times === 0 && words.hour === undefined;
  let { year = now.getUTCFullYear(), month = now.getUTCMonth() + 1, day = now.getUTCDate() } = words;
  const {
    hour = blank ? 0 : now.getUTCHours(),
    minute = blank ? 0 : now.getUTCMinutes(),
    second = blank ? 0 : now.getUTCSeconds(),
  } = words;
  if (words.dates > 0 && (year < 1 || year > 9999 || month < 1 || (words.day !== undefined && (day < 1 || day > daysIn(year, month)))))
    return undefined;
  if (words.weekdayOf) {
    month += move.month + (words.weekdayOf === 'last' ? 1 : 0);
    day = 1;
    move.month = 0;
  }
  if (words.weekday !== undefined) day += weekdayShift(weekdayOf(wallMs(year, month, day)), words);
  year += move.year;
  month += move.month;
  if (words.edge) day = words.edge === 'first' ? 1 - move.day : daysIn(year, month) - move.day;
  const start = wallMs(year, month, day + move.day) + ((hour * 60 + minute) * 60 + second) * 1000;
  return addWorkdays(start, move.workday) + ((move.hour * 60 + move.minute) * 60 + move.second) * 1000;
};

const read = (text: string, { siteZone, now }: Omit<DateContext, 'zone'>): Reading | undefined => {
  if (text.length > LONGEST) return undefined;
  const number = text.trim();
  if (NUMBER.test(text) && !/^\d{8}$/.test(number)) return { instant: new Date(Math.trunc(Number(number)) * 1000) };
  const words = listen(text);
  if (!words || (words.zone !== undefined && canonicalZone(words.zone) === undefined)) return undefined;
  const zone = words.zone ?? siteZone;
  const ms = workOut(words, wallToMs(toWall(now, zone)));
  const wall = ms === undefined || Number.isNaN(ms) ? '' : msToWall(ms);
  if (wall === '') return undefined;
  return words.zone === undefined ? { wall } : { instant: toInstant(wall, zone) };
};

/**
 * Reads a date the way the reference does (PHP `strtotime`; REFERENCE 3.1, DIFFERENCES 12): `2030-05-06 07:08`, ISO 8601, `6 May 2030 7pm`,
 * `05/06/2030` (month first), `06.05.2030` (day first), `tomorrow 9am`, `+1 week`, `first monday of january 2030`, Unix seconds, `@seconds`.
 * Answers the wall time 'YYYY-MM-DD HH:MM:SS' in `zone`; undefined for what is no date, or none of the years 1 to 9999.
 * An offset, a `Z` or a zone in the text is honoured; otherwise the wall time stands as it was said, even where relative words were worked out in the site's zone.
 */
export const readDate = (text: string, { zone, siteZone, now }: DateContext): string | undefined => {
  const reading = read(text, { siteZone, now });
  if (!reading) return undefined;
  return toWall('instant' in reading ? reading.instant : toInstant(reading.wall, zone), zone) || undefined;
};

/** Reads a date as `readDate` does, as an instant; a wall time without any zone is one of the site's zone. */
export const readInstant = (text: string, { siteZone, now }: Omit<DateContext, 'zone'>): Date | undefined => {
  const reading = read(text, { siteZone, now });
  if (!reading) return undefined;
  const instant = 'instant' in reading ? reading.instant : toInstant(reading.wall, siteZone);
  return toWall(instant, siteZone) === '' ? undefined : instant;
};

/** The fields of a date, zero-padded, as the reference answers them beside every date (REFERENCE 4.1). */
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
