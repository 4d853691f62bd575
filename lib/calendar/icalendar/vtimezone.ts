import { msToWall, wallMs } from '../dates/wall-time';
import { ZONE_ABBREVIATIONS } from '../dates/zone-abbreviations';
import { isFixedZone, zoneAbbreviation, zoneOffset } from '../dates/zones';
import { contentLine, dateTimeValue, textValue } from './content-line';
import { type Transition, transitionsIn } from './transitions';
import { type Run, runsOf, toLocal } from './yearly-rule';

const DAY = 86_400_000;
/** Zones that share the times of UTC. */
const UTC = /^(?:etc\/)?(?:utc|uct|gmt|zulu|universal|greenwich|gmt[+-]?0)$/i;
/** Years after the last event that are scanned for a rule. Twelve years are enough for any rule to name each day that it can. */
const MORE_YEARS = 12;
/** The longest daylight saving time, in ms. */
const LONGEST_DAYLIGHT = 300 * DAY;

let names: ReadonlyMap<string, string> | undefined;

/** A zone's name in the spelling of the zone database, which clients know. */
const properName = (zone: string): string => {
  names ??= new Map(
    [...Intl.supportedValuesOf('timeZone'), ...ZONE_ABBREVIATIONS.flatMap(([, list]) => list.split(' '))].map((name) => [
      name.toLowerCase(),
      name,
    ]),
  );
  return names.get(zone.toLowerCase()) ?? zone;
};

/** An offset in minutes as iCalendar writes it: `+0530`, followed by seconds if there are any. */
const offsetValue = (minutes: number): string => {
  const seconds = Math.round(Math.abs(minutes) * 60);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60].map((part) => String(part).padStart(2, '0'));
  return `${minutes < 0 && seconds > 0 ? '-' : '+'}${parts.slice(0, seconds % 60 === 0 ? 2 : 3).join('')}`;
};

/**
 * The TZID of a zone's VTIMEZONE. Undefined for UTC, for offsets (`UTC+5.75`, `+02:00`) and for abbreviations (`CEST`).
 * Other programs would take an invented name for their own zone.
 */
export const zoneId = (zone: string): string | undefined => (isFixedZone(zone) || UTC.test(zone) ? undefined : properName(zone));

/** The transitions of some years in order. The first entry is the initial offset, as a transition to itself. */
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

/** Groups the changes before a moment (ms) by the observance that describes them: same offsets, same abbreviation. */
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
 * The lines of the VTIMEZONE of a zone, right for each moment between `from` and `to` (RFC 5545, 3.6.5).
 * Regular changes are written as rules. The last observance goes on for ever.
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
