import { type Bounds, toWall, type Window, ZONES_APART } from '../../../lib/calendar';

// Converts windows of time to MongoDB conditions on stored events.

/** A window of time without bounds. */
export const UNBOUNDED: Window = { start: {}, end: {} };

/** Makes the window of events that run at the instant `now`. An event without duration runs when it starts. */
export const nowWindow = (now: Date): Window => ({ start: { lte: now }, end: { gte: now }, from: now });

/** Returns the earliest and latest start of events that the bounds of a window allow. */
export const startsOf = ({ start, end }: Window) => ({
  earliest: start.gte ?? start.gt,
  latest: start.lt ?? start.lte ?? end.lte ?? end.lt,
});

/** Returns the first second of a day, `endOf` the last one, as local time `YYYY-MM-DD HH:MM:SS`. */
const beginOf = (day: string): string => `${day} 00:00:00`;
const endOf = (day: string): string => `${day} 23:59:59`;

/** A range of days `YYYY-MM-DD`, both included; undefined means no bound. */
export interface Days {
  readonly first?: string | undefined;
  readonly last?: string | undefined;
}

/** Returns the conditions of events that run on some days of their own zone. An event that ends when the first day begins does not. */
export const ownDaysCondition = ({ first, last }: Days): object[] => [
  ...(last === undefined ? [] : [{ startDate: { $lte: endOf(last) } }]),
  ...(first === undefined ? [] : [{ $or: [{ endDate: { $gt: beginOf(first) } }, { startDate: { $gte: beginOf(first) } }] }]),
];

/** Widens a window of days to contain the events that run on these days in any time zone. */
export const widened = ({ start, end, isEmpty }: Window): Window => ({
  start: { ...start, ...(start.lte && { lte: new Date(start.lte.getTime() + ZONES_APART) }) },
  end: { ...end, ...(end.gte && { gte: new Date(end.gte.getTime() - ZONES_APART) }) },
  ...(isEmpty && { isEmpty }),
});

/** Returns the conditions of a window on instants. The window's end also bounds starts, so that an index by starts ends there. */
export const datesCondition = (window: Window): object[] => {
  const { start, end, from, isEmpty } = window;
  const { latest } = startsOf(window);
  const starts = { ...operators(start), ...(start.lt === undefined && latest && { $lte: latest }) };
  return [
    ...(Object.keys(starts).length > 0 ? [{ startsAt: starts }] : []),
    ...(Object.keys(end).length > 0 ? [{ endsAt: operators(end) }] : []),
    // An upper bound of `endsAt` lets MongoDB use its index.
    ...(from ? [{ $or: [{ endsAt: { $gt: from } }, { startsAt: { $gte: from } }] }] : []),
    ...(isEmpty ? [{ _id: { $in: [] } }] : []),
  ];
};

/** Returns the conditions of a window on `startDate`, the first key of the list's index. */
export function wallsCondition(window: Window): object[] {
  const { earliest, latest } = startsOf(window);
  return wallRange(earliest, latest);
}

/** Returns the condition on local times at which an event can start between two instants, in any zone. */
export function wallRange(earliest: Date | undefined, latest: Date | undefined): object[] {
  const wall = (at: Date, apart: number) => toWall(new Date(at.getTime() + apart), 'UTC');
  // Dates outside the years 1 to 9999 set no bound.
  const from = earliest ? wall(earliest, -ZONES_APART) : '';
  const to = latest ? wall(latest, ZONES_APART) : '';
  const range = { ...(from !== '' && { $gte: from }), ...(to !== '' && { $lte: to }) };
  return Object.keys(range).length > 0 ? [{ startDate: range }] : [];
}

const operators = (bounds: Bounds) => Object.fromEntries(Object.entries(bounds).map(([name, at]) => [`$${name}`, at]));
