import type { Bounds, Window } from '../../lib/calendar/window';
import { toWall, ZONES_APART } from '../../lib/calendar/zones';

// The windows of lists of events, as conditions on what is stored.

/** What bounds nothing. */
export const UNBOUNDED: Window = { start: {}, end: {} };

/** What is on at a moment: what starts and ends at once too, then. */
export const nowWindow = (now: Date): Window => ({ start: { lte: now }, end: { gte: now } });

/** The first and the last instant that something in a window may start at, where it is known without looking. */
export const startsOf = ({ start, end }: Window) => ({
  earliest: start.gte ?? start.gt,
  latest: start.lt ?? start.lte ?? end.lte ?? end.lt,
});

/** The conditions of a window on what the index holds: nothing starts after it ends, so that an index by starts is read no further. */
export const datesCondition = (window: Window): object[] => {
  const { start, end } = window;
  const { latest } = startsOf(window);
  const starts = { ...operators(start), ...(start.lt === undefined && latest && { $lte: latest }) };
  return [
    ...(Object.keys(starts).length > 0 ? [{ startsAt: starts }] : []),
    ...(Object.keys(end).length > 0 ? [{ endsAt: operators(end) }] : []),
  ];
};

/** The same of the order of the list. */
export function wallsCondition(window: Window): object[] {
  const { earliest, latest } = startsOf(window);
  return wallRange(earliest, latest);
}

/** The walls between which something starts that starts between two instants, whatever its zone: what the order of the list is bounded by. */
export function wallRange(earliest: Date | undefined, latest: Date | undefined): object[] {
  const wall = (at: Date, apart: number) => toWall(new Date(at.getTime() + apart), 'UTC');
  // Beyond the first and the last year there is no bound.
  const from = earliest ? wall(earliest, -ZONES_APART) : '';
  const to = latest ? wall(latest, ZONES_APART) : '';
  const range = { ...(from !== '' && { $gte: from }), ...(to !== '' && { $lte: to }) };
  return Object.keys(range).length > 0 ? [{ startDate: range }] : [];
}

const operators = (bounds: Bounds) => Object.fromEntries(Object.entries(bounds).map(([name, at]) => [`$${name}`, at]));
