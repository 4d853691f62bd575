import { DAY, wallMs } from '../dates/wall-time';
import { zoneOffset } from '../dates/zones';

/** A transition of a zone's clocks: its moment (ms since 1970), and the minutes east of UTC before and after. */
export interface Transition {
  readonly at: number;
  readonly before: number;
  readonly after: number;
}

const SECOND = 1000;
const WEEK = 7 * DAY;
const FIRST_YEAR = 1840;
const MOST = 50_000;

const cache = new Map<string, readonly Transition[]>();

/** Finds the first moment between `from` and `to` (ms) with another offset than `before`, to the second. One must exist. */
const firstChange = (zone: string, before: number, from: number, to: number): number => {
  let low = from;
  let high = to;
  while (high - low > SECOND) {
    const middle = low + Math.floor((high - low) / 2 / SECOND) * SECOND;
    if (zoneOffset(zone, middle) === before) low = middle;
    else high = middle;
  }
  return high;
};

const scan = (zone: string, year: number): Transition[] => {
  const found: Transition[] = [];
  const end = wallMs(year + 1, 1, 1);
  let before = zoneOffset(zone, wallMs(year, 1, 1));
  // Clocks that were set and set back within a week are missed.
  for (let from = wallMs(year, 1, 1); from < end; from += WEEK) {
    const to = Math.min(from + WEEK, end);
    const later = zoneOffset(zone, to);
    for (let at = from; before !== later; ) {
      at = firstChange(zone, before, at, to);
      const after = zoneOffset(zone, at);
      found.push({ at, before, after });
      before = after;
    }
  }
  return found;
};

/** Finds the transitions of a zone in a UTC year, sorted. `Intl` has no tables, so each year is scanned once. */
export const transitionsIn = (zone: string, year: number): readonly Transition[] => {
  if (year < FIRST_YEAR) return [];
  const key = `${zone} ${year}`;
  const known = cache.get(key);
  if (known !== undefined) return known;
  if (cache.size >= MOST) cache.clear();
  const transitions = scan(zone, year);
  cache.set(key, transitions);
  return transitions;
};
