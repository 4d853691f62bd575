import type { Transition } from './transitions';

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
export interface Run {
  readonly transitions: readonly LocalTransition[];
  /** The parts of an RRULE without UNTIL: `BYMONTH=3;BYDAY=-1SU`. Undefined if the transitions are listed. */
  readonly rule?: string;
}

const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'] as const;
/** The minimum number of years that a rule describes. */
const FEWEST = 3;

/** Adds the local time just before a transition. */
export const toLocal = (transition: Transition): LocalTransition => {
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
  const length = new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();
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
 * Splits similar, sorted transitions into runs of years that one rule describes exactly, and the rest. All transitions of a run are in one
 * month and at one time of day.
 */
export const runsOf = (transitions: readonly LocalTransition[]): Run[] => {
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
