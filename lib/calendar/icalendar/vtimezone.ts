import { ZONE_NAMES } from '../dates/patterns';
import { DAY, daysInMonth, msToWall, wallMs } from '../dates/wall-time';
import { isFixedZone, zoneAbbreviation, zoneOffset } from '../dates/zones';
import { contentLine, dateTimeValue, textValue } from './content-line';
import { type Transition, transitionsIn } from './transitions';

/** A transition with the local time just before it, by which laws define transitions. */
interface LocalTransition extends Transition {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  /** The local time just before the transition, as `HHMMSS`. */
  readonly time: string;
  readonly weekday: string;
}

/** The transitions of one observance, described by a yearly rule or listed one by one. */
interface Run {
  readonly transitions: readonly LocalTransition[];
  /** The parts of an RRULE without UNTIL: `BYMONTH=3;BYDAY=-1SU`. Undefined if the transitions are listed. */
  readonly rule?: string;
}

const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'] as const;
/** The minimum number of years that a rule describes. */
const FEWEST = 3;

/** Adds the local time just before a transition. */
const toLocal = (transition: Transition): LocalTransition => {
  const wall = new Date(transition.at + Math.round(transition.before * 60_000));
  return {
    ...transition,
    year: wall.getUTCFullYear(),
    month: wall.getUTCMonth() + 1,
    day: wall.getUTCDate(),
    time: wall.toISOString().slice(11, 19).replaceAll(':', ''),
    weekday: WEEKDAYS[wall.getUTCDay()] ?? 'SU',
  };
};

/** Makes all rules that fit the day of a transition, the simplest first. Each fits one day of a month in every year. */
const rulesFor = ({ year, month, day, weekday }: LocalTransition): string[] => {
  const length = daysInMonth(year, month);
  const shortest = month === 2 ? 28 : length;
  const weeks = Array.from({ length: 7 }, (_, back) => day - back).filter((first) => first >= 1 && first + 6 <= shortest);
  return [
    ...(day + 7 > length ? [`BYDAY=-1${weekday}`] : []),
    ...(day <= 28 ? [`BYDAY=${Math.ceil(day / 7)}${weekday}`] : []),
    ...weeks.map((first) => `BYMONTHDAY=${Array.from({ length: 7 }, (_, after) => first + after).join(',')};BYDAY=${weekday}`),
    `BYMONTHDAY=${day}`,
  ];
};

/**
 * Splits sorted transitions into runs. A run has the transitions of consecutive years that one rule describes, in one month and at one
 * time. The rest is one run without a rule.
 */
const runsOf = (transitions: readonly LocalTransition[]): Run[] => {
  const runs: Run[] = [];
  const rest: LocalTransition[] = [];
  let current: LocalTransition[] = [];
  let rules: string[] = [];
  const close = () => {
    const [rule] = rules;
    const [first] = current;
    if (first && rule !== undefined && current.length >= FEWEST)
      runs.push({ transitions: current, rule: `BYMONTH=${first.month};${rule}` });
    else rest.push(...current);
  };
  for (const transition of transitions) {
    const own = rulesFor(transition);
    const last = current.at(-1);
    const goesOn = last && last.year + 1 === transition.year && last.month === transition.month && last.time === transition.time;
    const shared = goesOn ? rules.filter((rule) => own.includes(rule)) : [];
    if (shared.length === 0) close();
    current = shared.length > 0 ? [...current, transition] : [transition];
    rules = shared.length > 0 ? shared : own;
  }
  close();
  return rest.length > 0 ? [...runs, { transitions: rest }] : runs;
};

const UTC = /^(?:etc\/)?(?:utc|uct|gmt|zulu|universal|greenwich|gmt[+-]?0)$/i;
/** The number of years after the last event that are scanned for a rule. In twelve years a rule can reach all its days. */
const MORE_YEARS = 12;
const LONGEST_DAYLIGHT = 300 * DAY;

/** The names of zones in the spelling of the time zone database, by name in lower case. */
const PROPER_NAMES = new Map(ZONE_NAMES.map((name) => [name.toLowerCase(), name]));

/** Formats an offset in minutes for iCalendar: `+0530`, followed by seconds if there are any. */
const offsetValue = (minutes: number): string => {
  const seconds = Math.round(Math.abs(minutes) * 60);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60].map((part) => String(part).padStart(2, '0'));
  return `${minutes < 0 && seconds > 0 ? '-' : '+'}${parts.slice(0, seconds % 60 === 0 ? 2 : 3).join('')}`;
};

/** Returns the TZID of a zone. Undefined for UTC, offsets (`UTC+5.75`, `+02:00`) and abbreviations (`CEST`). */
export const zoneId = (zone: string): string | undefined =>
  isFixedZone(zone) || UTC.test(zone) ? undefined : (PROPER_NAMES.get(zone.toLowerCase()) ?? zone);

/** Finds the transitions from the year `first` to `last`, sorted. The first entry is a transition from the initial offset to itself. */
const changesOf = (zone: string, first: number, last: number): readonly Transition[] => {
  const begin = wallMs(first, 1, 1);
  const offset = zoneOffset(zone, begin);
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

const observance = (type: Observance['type'], abbreviation: string, { transitions, rule }: Run, lastYear: number): string[] => {
  const walls = transitions.map(({ at, before }) => dateTimeValue(msToWall(at + Math.round(before * 60_000))));
  const { before = 0, after = 0 } = transitions[0] ?? {};
  const { at = 0, year = 0 } = transitions.at(-1) ?? {};
  // A rule of the last scanned year has no end. Others end a day later: some clients read UNTIL as local time, and would leave out the
  // last change in the east.
  const until = year >= lastYear ? '' : `;UNTIL=${dateTimeValue(msToWall(at + DAY))}Z`;
  return [
    `BEGIN:${type}`,
    `DTSTART:${walls[0]}`,
    `TZOFFSETFROM:${offsetValue(before)}`,
    `TZOFFSETTO:${offsetValue(after)}`,
    contentLine('TZNAME', textValue(abbreviation)),
    // The first too: some clients count DTSTART only if it stands alone.
    ...(rule === undefined
      ? walls.filter(() => walls.length > 1).map((wall) => `RDATE:${wall}`)
      : [contentLine('RRULE', `FREQ=YEARLY;${rule}${until}`)]),
    `END:${type}`,
  ];
};

/** Makes the lines of a VTIMEZONE (RFC 5545, 3.6.5), correct between `from` and `to`. The last observance has no end. */
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
      return [{ at: begin.at, lines: observance(type, abbreviation, { ...run, transitions }, scanned) }];
    }),
  );
  const lines = found.sort((one, other) => one.at - other.at).flatMap((one) => one.lines);
  return ['BEGIN:VTIMEZONE', contentLine('TZID', textValue(zoneId(zone) ?? 'UTC')), ...lines, 'END:VTIMEZONE'];
};
