import { type Bounds, toWall, type Window, ZONES_APART } from '../../../lib/calendar';

// Converts windows of time to conditions on stored events.

/** A window without bounds. */
export const UNBOUNDED: Window = { start: {}, end: {} };

/** The window of events that are on at a moment. An event without duration is on when it starts. */
export const nowWindow = (now: Date): Window => ({ start: { lte: now }, end: { gte: now }, from: now });

/** Returns the earliest and latest start that the bounds of a window allow. */
export const startsOf = ({ start, end }: Window) => ({
  earliest: start.gte ?? start.gt,
  latest: start.lt ?? start.lte ?? end.lte ?? end.lt,
});

/** The first and the last second of a day, as walls. */
const beginOf = (day: string): string => `${day} 00:00:00`;
const endOf = (day: string): string => `${day} 23:59:59`;

/** Days `YYYY-MM-DD`, both included; undefined means no bound. */
export interface Days {
  readonly first?: string | undefined;
  readonly last?: string | undefined;
}

/** Returns the conditions of events that are on at some days of their own zone. An event that ends when the first day begins is not. */
export const ownDaysCondition = ({ first, last }: Days): object[] => [
  ...(last === undefined ? [] : [{ startDate: { $lte: endOf(last) } }]),
  ...(first === undefined ? [] : [{ $or: [{ endDate: { $gt: beginOf(first) } }, { startDate: { $gte: beginOf(first) } }] }]),
];

/** Widens a window of days, so that it contains what is on at these days in any zone. */
export const widened = ({ start, end, isEmpty }: Window): Window => ({
  start: { ...start, ...(start.lte && { lte: new Date(start.lte.getTime() + ZONES_APART) }) },
  end: { ...end, ...(end.gte && { gte: new Date(end.gte.getTime() - ZONES_APART) }) },
  ...(isEmpty && { isEmpty }),
});

/** Returns the conditions of a window on instants. Starts are also bounded by its end, so that an index by starts is read no further. */
export const datesCondition = (window: Window): object[] => {
  const { start, end, from, isEmpty } = window;
  const { latest } = startsOf(window);
  const starts = { ...operators(start), ...(start.lt === undefined && latest && { $lte: latest }) };
  return [
    ...(Object.keys(starts).length > 0 ? [{ startsAt: starts }] : []),
    ...(Object.keys(end).length > 0 ? [{ endsAt: operators(end) }] : []),
    // `endsAt` is bounded above too, so that an index is searched by it.
    ...(from ? [{ $or: [{ endsAt: { $gt: from } }, { startsAt: { $gte: from } }] }] : []),
    ...(isEmpty ? [{ _id: { $in: [] } }] : []),
  ];
};

/** Returns the bounds of a window on `startDate`, the first key of the list order. */
export function wallsCondition(window: Window): object[] {
  const { earliest, latest } = startsOf(window);
  return wallRange(earliest, latest);
}

/** Returns the wall times at which an event can start between two instants, in any zone. */
export function wallRange(earliest: Date | undefined, latest: Date | undefined): object[] {
  const wall = (at: Date, apart: number) => toWall(new Date(at.getTime() + apart), 'UTC');
  // Dates outside the years 1 to 9999 set no bound.
  const from = earliest ? wall(earliest, -ZONES_APART) : '';
  const to = latest ? wall(latest, ZONES_APART) : '';
  const range = { ...(from !== '' && { $gte: from }), ...(to !== '' && { $lte: to }) };
  return Object.keys(range).length > 0 ? [{ startDate: range }] : [];
}

const operators = (bounds: Bounds) => Object.fromEntries(Object.entries(bounds).map(([name, at]) => [`$${name}`, at]));
