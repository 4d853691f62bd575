import { LRUCache } from 'lru-cache';
import { IANAZone } from 'luxon';
import { DAY, msToWall, wallToMs } from './wall-time';
import { ZONE_ABBREVIATIONS } from './zone-abbreviations';

/** A time zone. Functions give minutes east of UTC and the abbreviation at an instant (ms). */
interface Zone {
  offset(ms: number): number;
  abbreviation(ms: number): string;
  /** The offset without the memory cache, for moments that occur in one call only. Undefined if the offset never changes. */
  readonly uncachedOffset?: (ms: number) => number;
}

/** The maximum difference in ms between the wall times of one moment in two zones. Index searches by wall time extend by this. */
export const ZONES_APART = 2 * DAY;

// Abbreviations as in PHP: a fixed offset in minutes all year, even if places change their clocks.
// biome-ignore format: a table
const ABBREVIATIONS: Readonly<Record<string, number>> = {
  UTC: 0, GMT: 0, UCT: 0, Z: 0, WET: 0, WEST: 60, BST: 60, CET: 60, CEST: 120, MET: 60, MEST: 120, EET: 120, EEST: 180, MSK: 180, MSD: 240,
  EST: -300, EDT: -240, CST: -360, CDT: -300, MST: -420, MDT: -360, PST: -480, PDT: -420, AKST: -540, AKDT: -480, HST: -600, HDT: -540,
  AST: -240, ADT: -180, NST: -210, NDT: -150, SST: -660, CHST: 600, WAT: 60, CAT: 120, SAST: 120, EAT: 180, IST: 120, IDT: 180, PKT: 300,
  WIB: 420, WITA: 480, WIT: 540, HKT: 480, SGT: 480, JST: 540, KST: 540, AWST: 480, ACST: 570, ACDT: 630, AEST: 600, AEDT: 660,
  NZST: 720, NZDT: 780,
};

/** The abbreviations that count as zones (`CEST`), in capitals. */
export const ABBREVIATION_NAMES: readonly string[] = Object.keys(ABBREVIATIONS);

// 'UTC+2', 'UTC-5', 'UTC+5.5', 'UTC+5:30': hours and a fraction or minutes.
const MANUAL = /^UTC(?<mark>[+-])(?<hours>\d{1,2})(?:\.(?<fraction>\d{1,2})|:(?<minutes>\d\d))?$/i;
// '+02:00', '-0500', '+2', 'GMT+2'.
const PLAIN = /^(?:GMT)?(?<mark>[+-])(?<hours>\d{1,2})(?::?(?<minutes>\d\d))?$/i;

const sign = (minutes: number): string => (minutes < 0 ? '-' : '+');
const clock = (minutes: number, separator = ''): string =>
  [Math.trunc(Math.abs(minutes) / 60), Math.trunc(Math.abs(minutes)) % 60].map((part) => String(part).padStart(2, '0')).join(separator);

const fixed = (offset: number, abbreviation: string): Zone => ({ offset: () => offset, abbreviation: () => abbreviation });

/** Reads an offset of at most 15 hours, in minutes east of UTC. Undefined for other text. */
const readOffset = (pattern: RegExp, text: string): number | undefined => {
  const { mark, hours, fraction = '0', minutes = Number(`0.${fraction}`) * 60 } = pattern.exec(text)?.groups ?? {};
  const offset = Number(hours) * 60 + Number(minutes);
  if (hours === undefined || Number(minutes) >= 60 || offset > 15 * 60) return undefined;
  return mark === '-' ? -offset : offset;
};

const NAMES = new Map(
  ZONE_ABBREVIATIONS.flatMap(([abbreviations, names]) => names.split(' ').map((name) => [name.toLowerCase(), abbreviations] as const)),
);

/** The span in ms in which the offset is constant if both ends have it. No zone changes its clocks twice in three days. */
const SPAN = 2 * DAY;
const MOST_CACHED = 4096;

/** Caches offsets at the ends of spans, since Intl needs several µs. Only a span in which the clocks change is asked again. */
const cachedBySpan = (ask: (ms: number) => number): ((ms: number) => number) => {
  const ends = new Map<number, number>();
  const endOf = (ms: number): number => {
    const known = ends.get(ms);
    if (known !== undefined) return known;
    if (ends.size >= MOST_CACHED) ends.clear();
    const offset = ask(ms);
    ends.set(ms, offset);
    return offset;
  };
  return (ms) => {
    const begin = Math.floor(ms / SPAN) * SPAN;
    const offset = endOf(begin);
    return offset === endOf(begin + SPAN) ? offset : ask(ms);
  };
};

const readName = (text: string): Zone | undefined => {
  // Intl takes offsets too, which are read before. Names are letters with at most these marks.
  if (!/^[a-z][a-z0-9_+/-]{1,39}$/i.test(text) || !IANAZone.isValidZone(text)) return undefined;
  const zone = IANAZone.create(new Intl.DateTimeFormat('en-US', { timeZone: text }).resolvedOptions().timeZone);
  const uncachedOffset = (ms: number): number => zone.offset(ms);
  const offset = cachedBySpan(uncachedOffset);
  const letters = NAMES.get(text.toLowerCase()) ?? {};
  const abbreviation = (ms: number): string => {
    const minutes = offset(ms);
    return letters[minutes] ?? `${sign(minutes)}${clock(minutes).replace(/00$/, '')}`;
  };
  return { offset, abbreviation, uncachedOffset };
};

const readZone = (text: string): Zone | undefined => {
  const manual = readOffset(MANUAL, text);
  if (manual !== undefined) return fixed(manual, text);
  const plain = readOffset(PLAIN, text);
  if (plain !== undefined) return fixed(plain, `GMT${sign(plain)}${clock(plain)}`);
  const name = text.toUpperCase();
  const abbreviated = Object.hasOwn(ABBREVIATIONS, name) ? ABBREVIATIONS[name] : undefined;
  return abbreviated === undefined ? readName(text) : fixed(abbreviated, name);
};

const UTC = fixed(0, 'UTC');

/** The zones in use. Every spelling of a name is another key, so their number is limited. */
const zones = new LRUCache<string, Zone>({ max: 1000 });

const findZone = (text: string): Zone | undefined => {
  const cached = zones.get(text);
  if (cached) return cached;
  const zone = readZone(text);
  zones.set(text, zone);
  return zone;
};

/** Returns the zone of a text. An unknown zone counts as UTC. */
const zoneOf = (text: string): Zone => findZone(text) ?? UTC;

/** True if a text is a time zone: a name, an abbreviation or an offset. */
export const isZone = (text: string): boolean => findZone(text) !== undefined;

/**
 * Converts a wall time 'YYYY-MM-DD HH:MM:SS' of a zone to its instant. A time that the clocks skip moves forward. A time that occurs twice
 * means the first. Other text gives an invalid Date.
 */
export const toInstant = (wall: string, zone: string): Date => {
  const local = wallToMs(wall);
  const { offset } = zoneOf(zone);
  if (Number.isNaN(local)) return new Date(Number.NaN);
  const before = offset(local - DAY);
  const after = offset(local + DAY);
  const early = local - before * 60_000;
  const late = local - after * 60_000;
  return new Date(before === after || offset(early) === before || offset(late) !== after ? early : late);
};

/** Returns the wall time of an instant in a zone, as 'YYYY-MM-DD HH:MM:SS'. '' outside the years 1 to 9999. */
export const toWall = (instant: Date, zone: string): string => {
  const ms = instant.getTime();
  return Number.isNaN(ms) ? '' : msToWall(ms + zoneOf(zone).offset(ms) * 60_000);
};

/** Returns the abbreviation of a zone at an instant: 'CEST' or '+04'. `UTC+2` stays as typed; '+02:00' gives 'GMT+0200'. */
export const zoneAbbreviation = (zone: string, at: Date): string =>
  zoneOf(zone).abbreviation(Number.isNaN(at.getTime()) ? 0 : at.getTime());

/** Formats a wall time with its offset from its UTC time, in ISO 8601: '2030-01-02T09:00:00+02:00'. */
export const isoDate = (wall: string, utc: string): string => {
  const minutes = Math.round((wallToMs(wall) - wallToMs(utc)) / 60_000) || 0;
  return `${wall.replace(' ', 'T')}${sign(minutes)}${clock(minutes, ':')}`;
};

/** Returns minutes east of UTC in a zone at an instant (ms), with fractions in early years. */
export const zoneOffset = (zone: string, ms: number): number => {
  const { uncachedOffset, offset } = zoneOf(zone);
  return (uncachedOffset ?? offset)(ms);
};

/** True if the offset of a zone never changes, as for `UTC+2` and `CEST`. */
export const isFixedZone = (zone: string): boolean => zoneOf(zone).uncachedOffset === undefined;

/** True if the wall time of an instant occurs twice in a zone, because the clocks go back. */
export const isShownTwice = (zone: string, instant: Date): boolean => {
  const { offset } = zoneOf(zone);
  const ms = instant.getTime();
  const local = ms + offset(ms) * 60_000;
  const others = [ms - DAY, ms + DAY].map((near) => local - offset(near) * 60_000);
  return others.some((other) => other !== ms && other + offset(other) * 60_000 === local);
};
