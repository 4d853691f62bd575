import { IANAZone } from 'luxon';
import { msToWall, wallToMs } from './wall-time';
import { ZONE_ABBREVIATIONS } from './zone-abbreviations';

/** How a zone reads: minutes east of UTC at an instant (ms), and what its time is called there. */
interface Zone {
  offset(ms: number): number;
  abbreviation(ms: number): string;
  /** The same, asked for moments that nobody will ask for again. */
  readonly exactOffset?: (ms: number) => number;
  /** Whether it is the same all year and for ever. */
  readonly isFixed?: true;
}

const DAY = 86_400_000;

/** The same moment's wall times in any two zones differ by less than this, in ms: an index of wall times is searched that much wider. */
export const ZONES_APART = 2 * DAY;

// Abbreviations as PHP knows them: a fixed offset in minutes all year, whatever places do in the other season.
// biome-ignore format: a table
const ABBREVIATIONS: Readonly<Record<string, number>> = {
  UTC: 0, GMT: 0, UCT: 0, Z: 0, WET: 0, WEST: 60, BST: 60, CET: 60, CEST: 120, MET: 60, MEST: 120, EET: 120, EEST: 180, MSK: 180, MSD: 240,
  EST: -300, EDT: -240, CST: -360, CDT: -300, MST: -420, MDT: -360, PST: -480, PDT: -420, AKST: -540, AKDT: -480, HST: -600, HDT: -540,
  AST: -240, ADT: -180, NST: -210, NDT: -150, SST: -660, CHST: 600, WAT: 60, CAT: 120, SAST: 120, EAT: 180, IST: 120, IDT: 180, PKT: 300,
  WIB: 420, WITA: 480, WIT: 540, HKT: 480, SGT: 480, JST: 540, KST: 540, AWST: 480, ACST: 570, ACDT: 630, AEST: 600, AEDT: 660,
  NZST: 720, NZDT: 780,
};

/** The abbreviations that are zones of their own, in capitals. */
export const ABBREVIATION_NAMES: readonly string[] = Object.keys(ABBREVIATIONS);

// 'UTC+2', 'UTC-5', 'UTC+5.5', 'UTC+5:30': hours and a fraction or minutes.
const MANUAL = /^UTC([+-])(\d{1,2})(?:\.(\d{1,2})|:(\d\d))?$/i;
// '+02:00', '-0500', '+2', 'GMT+2'.
const PLAIN = /^(?:GMT)?([+-])(\d{1,2})(?::?(\d\d))?$/i;

const sign = (minutes: number): string => (minutes < 0 ? '-' : '+');
const clock = (minutes: number, separator = ''): string =>
  [Math.trunc(Math.abs(minutes) / 60), Math.trunc(Math.abs(minutes)) % 60].map((part) => String(part).padStart(2, '0')).join(separator);

const fixed = (offset: number, abbreviation: string): Zone => ({ offset: () => offset, abbreviation: () => abbreviation, isFixed: true });

const signed = (mark: string | undefined, hours: number, minutes: number): number | undefined =>
  minutes < 60 && hours * 60 + minutes <= 15 * 60 ? (mark === '-' ? -1 : 1) * (hours * 60 + minutes) : undefined;

const readManual = (text: string): number | undefined => {
  const [, mark, hours, fraction, minutes] = MANUAL.exec(text) ?? [];
  return hours === undefined
    ? undefined
    : signed(mark, Number(hours), minutes === undefined ? Number(`0.${fraction ?? 0}`) * 60 : Number(minutes));
};

const readPlain = (text: string): number | undefined => {
  const [, mark, hours, minutes] = PLAIN.exec(text) ?? [];
  return hours === undefined ? undefined : signed(mark, Number(hours), Number(minutes ?? 0));
};

const NAMES = new Map(
  ZONE_ABBREVIATIONS.flatMap(([abbreviations, names]) => names.split(' ').map((name) => [name.toLowerCase(), abbreviations] as const)),
);

const QUARTER = 15 * 60_000;
/** Nowhere did clocks change, or will as far as is known, twice within three days: where both ends of a span have one offset, all of it has. */
const SPAN = 2 * DAY;
/** How many moments of a zone are remembered. */
const MOST_REMEMBERED = 4096;

/** Remembers the answers about some moments. */
const kept = (ask: (ms: number) => number): ((ms: number) => number) => {
  const answers = new Map<number, number>();
  return (ms) => {
    const known = answers.get(ms);
    if (known !== undefined) return known;
    const answer = ask(ms);
    if (answers.size >= MOST_REMEMBERED) answers.clear();
    answers.set(ms, answer);
    return answer;
  };
};

// Asking Intl costs several µs. Clocks rarely change within a quarter of an hour (some once did, at a minute past midnight): one answer holds for any other.
const remembered = (ask: (ms: number) => number): ((ms: number) => number) => {
  const ends = kept(ask);
  const quarters = new Map<number, number>();
  return (ms) => {
    const span = Math.floor(ms / SPAN) * SPAN;
    const steady = ends(span);
    if (steady === ends(span + SPAN)) return steady;
    const quarter = Math.floor(ms / QUARTER);
    const known = quarters.get(quarter);
    if (known !== undefined) return known;
    const answer = ask(ms);
    if (answer !== ask(quarter * QUARTER) || answer !== ask((quarter + 1) * QUARTER - 1)) return answer;
    if (quarters.size >= MOST_REMEMBERED) quarters.clear();
    quarters.set(quarter, answer);
    return answer;
  };
};

const readName = (text: string): Zone | undefined => {
  // Intl takes offsets too, which are read before; names are letters, with at most these marks.
  if (!/^[a-z][a-z0-9_+/-]{1,39}$/i.test(text) || !IANAZone.isValidZone(text)) return undefined;
  const zone = IANAZone.create(new Intl.DateTimeFormat('en-US', { timeZone: text }).resolvedOptions().timeZone);
  const exactOffset = (ms: number): number => zone.offset(ms);
  const offset = remembered(exactOffset);
  const letters = NAMES.get(text.toLowerCase()) ?? {};
  const abbreviation = (ms: number): string => {
    const minutes = offset(ms);
    return letters[minutes] ?? `${sign(minutes)}${clock(minutes).replace(/00$/, '')}`;
  };
  return { offset, abbreviation, exactOffset };
};

const readZone = (text: string): Zone | undefined => {
  const manual = readManual(text);
  if (manual !== undefined) return fixed(manual, text);
  const plain = readPlain(text);
  if (plain !== undefined) return fixed(plain, `GMT${sign(plain)}${clock(plain)}`);
  const name = text.toUpperCase();
  const abbreviated = Object.hasOwn(ABBREVIATIONS, name) ? ABBREVIATIONS[name] : undefined;
  return abbreviated === undefined ? readName(text) : fixed(abbreviated, name);
};

const UTC = fixed(0, 'UTC');
const known = new Map<string, Zone>();

const findZone = (text: string): Zone | undefined => {
  const found = known.get(text) ?? readZone(text);
  if (found && !known.has(text)) {
    // Every spelling of a name is another key, so the number of them is bounded.
    if (known.size >= 1000) known.clear();
    known.set(text, found);
  }
  return found;
};

/** Answers the name of a time zone as it is stored, which is as it was typed; undefined when it is none. */
export const canonicalZone = (text: string): string | undefined => (findZone(text) ? text : undefined);

/**
 * Turns a wall time 'YYYY-MM-DD HH:MM:SS' of a zone into its instant. One that the clocks skip moves forward, of one that they
 * show twice the first is taken. An unknown zone is read as UTC; another text gives an invalid date.
 */
export const toInstant = (wall: string, zone: string): Date => {
  const local = wallToMs(wall);
  const { offset } = findZone(zone) ?? UTC;
  if (Number.isNaN(local)) return new Date(Number.NaN);
  const before = offset(local - DAY);
  const after = offset(local + DAY);
  const early = local - before * 60_000;
  const late = local - after * 60_000;
  return new Date(before === after || offset(early) === before || offset(late) !== after ? early : late);
};

/** Tells what the clocks of a zone show at an instant, as 'YYYY-MM-DD HH:MM:SS'; '' outside the years 1 to 9999. */
export const toWall = (instant: Date, zone: string): string => {
  const ms = instant.getTime();
  return Number.isNaN(ms) ? '' : msToWall(ms + (findZone(zone) ?? UTC).offset(ms) * 60_000);
};

/** The abbreviation in force in a zone at an instant: 'CEST', '+04', a manual offset itself, 'GMT+0200' for plain offsets. */
export const zoneAbbreviation = (zone: string, at: Date): string =>
  (findZone(zone) ?? UTC).abbreviation(Number.isNaN(at.getTime()) ? 0 : at.getTime());

/** How far a wall time is ahead of the same moment's in UTC, as JSON-LD and ISO 8601 write it: '+02:00'. */
export const isoOffset = (wall: string, utc: string): string => {
  const minutes = Math.round((wallToMs(wall) - wallToMs(utc)) / 60_000) || 0;
  return `${sign(minutes)}${clock(minutes, ':')}`;
};

/** Minutes east of UTC in a zone at an instant, with a fraction before zones had whole ones; 0 in an unknown zone. */
export const zoneOffset = (zone: string, at: Date): number => {
  const { exactOffset, offset } = findZone(zone) ?? UTC;
  return (exactOffset ?? offset)(at.getTime());
};

/** Tells whether a zone is one offset for ever, as `UTC+2` and `CEST` are; so is an unknown one, which is read as UTC. */
export const isFixedZone = (zone: string): boolean => (findZone(zone) ?? UTC).isFixed === true;
