import type { ParsedDate } from './date-grammar';
import { wallMs } from './wall-time';

/** A calendar date. Months and days beyond their range roll over. */
export interface Day {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

const weekdayOf = ({ year, month, day }: Day): number => new Date(wallMs(year, month, day)).getUTCDay();
const daysIn = (year: number, month: number): number => new Date(wallMs(year, month + 1, 0)).getUTCDate();
const rolled = ({ year, month, day }: Day): Day => {
  const at = new Date(wallMs(year, month, day));
  return { year: at.getUTCFullYear(), month: at.getUTCMonth() + 1, day: at.getUTCDate() };
};
const toEdge = (at: Day, { edge }: ParsedDate): Day => {
  if (edge === undefined) return at;
  return edge === 'first' ? { ...at, day: 1 } : { ...at, month: at.month + 1, day: 0 };
};

const weekdayShift = (from: number, { weekday = from, weekdayRule, move }: ParsedDate): number => {
  if (weekdayRule === 2) {
    // A week runs from Monday to Sunday.
    if (from === 0 && weekday !== 0) return weekday - 7;
    return weekday === 0 && from !== 0 ? 7 - from : weekday - from;
  }
  if (weekday < 0) return -(7 + weekday + from);
  const difference = weekday - from;
  const later = move.day < 0 ? difference < 0 : difference <= -weekdayRule;
  return later ? difference + 7 : difference;
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
 * Calculates the date that parsed words mean, relative to today. Undefined for an impossible date. `over` is the number of days to add if
 * the time of day exceeds 24 hours.
 */
export const workOutDay = (words: ParsedDate, today: Day, over: number): Day | undefined => {
  const { move, special } = words;
  const { year = today.year, month = today.month, day = today.day } = words;
  const impossible = month < 1 || (words.day !== undefined && (day < 1 || day > daysIn(year, month)));
  if (words.dates > 0 && (year < 1 || year > 9999 || impossible)) return undefined;
  const ofMonth = special === 'first' || special === 'last';
  const start = ofMonth ? { year, month: month + move.month + (special === 'last' ? 1 : 0), day: 1 } : { year, month, day };
  const edge = toEdge(start, words);
  const from = rolled({ ...edge, day: edge.day + over });
  const named = rolled({ ...from, day: from.day + (words.weekday === undefined ? 0 : weekdayShift(weekdayOf(from), words)) });
  const moved = { year: named.year + move.year, month: named.month + (ofMonth ? 0 : move.month), day: named.day + move.day };
  const at = rolled(toEdge(moved, words));
  return typeof special === 'number' ? addWorkdays(at, special) : at;
};
