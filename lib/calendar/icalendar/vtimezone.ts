import { msToWall, wallMs } from '../dates/wall-time';
import { ZONE_ABBREVIATIONS } from '../dates/zone-abbreviations';
import { isFixedZone, zoneAbbreviation, zoneOffset } from '../dates/zones';
import { contentLine, dateTimeValue, textValue } from './content-line';
import { type Transition, transitionsIn } from './transitions';
import { type Run, runsOf, toLocal } from './yearly-rule';

const DAY = 86_400_000;
/** The pattern of zone names that mean UTC. */
const UTC = /^(?:etc\/)?(?:utc|uct|gmt|zulu|universal|greenwich|gmt[+-]?0)$/i;
/** The number of years after the last event that are scanned for a rule. In twelve years a rule can reach all its days. */
const MORE_YEARS = 12;
/** The longest period of daylight saving time, in ms. */
const LONGEST_DAYLIGHT = 300 * DAY;

let names: ReadonlyMap<string, string> | undefined;

/** Returns the name of a zone in the spelling of the time zone database. */
const properName = (zone: string): string => {
  names ??= new Map(
    [...Intl.supportedValuesOf('timeZone'), ...ZONE_ABBREVIATIONS.flatMap(([, list]) => list.split(' '))].map((name) => [
      name.toLowerCase(),
      name,
    ]),
  );
  return names.get(zone.toLowerCase()) ?? zone;
};

/** Formats an offset in minutes for iCalendar: `+0530`, followed by seconds if there are any. */
const offsetValue = (minutes: number): string => {
  const seconds = Math.round(Math.abs(minutes) * 60);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60].map((part) => String(part).padStart(2, '0'));
  return `${minutes < 0 && seconds > 0 ? '-' : '+'}${parts.slice(0, seconds % 60 === 0 ? 2 : 3).join('')}`;
};

/**
 * Returns the TZID of a zone. Undefined for UTC, offsets (`UTC+5.75`, `+02:00`) and abbreviations (`CEST`). Other programs might have their
 * own zone with an invented name.
 */
export const zoneId = (zone: string): string | undefined => (isFixedZone(zone) || UTC.test(zone) ? undefined : properName(zone));

/** Finds the transitions from the year `first` to `last`, sorted. The first entry is a transition from the initial offset to itself. */
const changesOf = (zone: string, first: number, last: number): readonly Transition[] => {
  const begin = wallMs(first, 1, 1);
  const offset = zoneOffset(zone, new Date(begin));
  const years = Array.from({ length: last - first + 1 }, (_, after) => first + after);
  return [{ at: begin, before: offset, after: offset }, ...years.flatMap((year) => transitionsIn(zone, year))];
};

interface Observance {
  readonly type: 'DAYLIGHT' | 'STANDARD';
  readonly abbreviation: string;
  readonly changes: Transition[];
}

/** Groups the transitions before `end` (ms) by observance: equal offsets and abbreviation. */
const observancesOf = (zone: string, changes: readonly Transition[], end: number): Observance[] => {
  const observances = new Map<string, Observance>();
  for (const [index, change] of changes.entries()) {
    if (change.at >= end) break;
    const next = changes[index + 1];
    const isDaylight = next !== undefined && next.after < change.after && next.at - change.at < LONGEST_DAYLIGHT;
    const type = isDaylight ? 'DAYLIGHT' : 'STANDARD';
    const abbreviation = zoneAbbreviation(zone, new Date(change.at));
    const name = [type, change.before, change.after, abbreviation].join();
    const found = observances.get(name) ?? { type, abbreviation, changes: [] };
    observances.set(name, found);
    found.changes.push(change);
  }
  return [...observances.values()];
};

const observance = (type: Observance['type'], abbreviation: string, { transitions, rule }: Run, isOpen: boolean): string[] => {
  const walls = transitions.map(({ at, before }) => dateTimeValue(msToWall(at + Math.round(before * 60_000))));
  const { before = 0, after = 0 } = transitions[0] ?? {};
  // A day later, since some clients read it as local time and would leave out the last change in the east.
  const until = `;UNTIL=${dateTimeValue(msToWall((transitions.at(-1)?.at ?? 0) + DAY))}Z`;
  return [
    `BEGIN:${type}`,
    `DTSTART:${walls[0]}`,
    `TZOFFSETFROM:${offsetValue(before)}`,
    `TZOFFSETTO:${offsetValue(after)}`,
    contentLine('TZNAME', textValue(abbreviation)),
    // The first too: some clients count DTSTART only if it stands alone.
    ...(rule === undefined
      ? walls.filter(() => walls.length > 1).map((wall) => `RDATE:${wall}`)
      : [contentLine('RRULE', `FREQ=YEARLY;${rule}${isOpen ? '' : until}`)]),
    `END:${type}`,
  ];
};

/**
 * Makes the lines of the VTIMEZONE of a zone, correct between `from` and `to` (RFC 5545, 3.6.5). Regular transitions become RRULEs. The
 * last observance has no end.
 */
export const vtimezone = (zone: string, from: Date, to: Date): string[] => {
  // A local year can begin in the year before.
  const first = Math.max(1, from.getUTCFullYear() - 1);
  const needed = to.getUTCFullYear() + 1;
  const scanned = needed + MORE_YEARS;
  const end = wallMs(scanned + 1, 1, 1);
  const found = observancesOf(zone, changesOf(zone, first, scanned + 1), end).flatMap(({ type, abbreviation, changes }) =>
    runsOf(changes.map(toLocal)).flatMap((run) => {
      const transitions = run.rule === undefined ? run.transitions.filter(({ year }) => year <= needed) : run.transitions;
      const [begin] = transitions;
      if (begin === undefined || begin.year > needed) return [];
      const isOpen = (transitions.at(-1)?.year ?? 0) >= scanned;
      return [{ at: begin.at, lines: observance(type, abbreviation, { ...run, transitions }, isOpen) }];
    }),
  );
  const lines = found.sort((one, other) => one.at - other.at).flatMap((one) => one.lines);
  return ['BEGIN:VTIMEZONE', contentLine('TZID', textValue(zoneId(zone) ?? 'UTC')), ...lines, 'END:VTIMEZONE'];
};
