import { type Bounds, toWall, type Window, ZONES_APART } from '../../lib/calendar';

// The windows of lists of events, as conditions on what is stored.

/** What bounds nothing. */
export const UNBOUNDED: Window = { start: {}, end: {} };

/** The window of what is on at a moment: it has begun and is not over. An event without length is on when it starts. */
export const nowWindow = (now: Date): Window => ({ start: { lte: now }, end: { gte: now }, from: now });

/** The first and the last instant that something in a window may start at, where it is known without looking. */
export const startsOf = ({ start, end }: Window) => ({
  earliest: start.gte ?? start.gt,
  latest: start.lt ?? start.lte ?? end.lte ?? end.lt,
});

/** The first and the last second of a day, as walls. */
const beginOf = (day: string): string => `${day} 00:00:00`;
const endOf = (day: string): string => `${day} 23:59:59`;

/** Days `YYYY-MM-DD`, both included; without one they have no bound on that side. */
export interface Days {
  readonly first?: string | undefined;
  readonly last?: string | undefined;
}

/** The conditions that an event is on at some days of its own zone. One that ends when the first day begins is not. */
export const ownDaysCondition = ({ first, last }: Days): object[] => [
  ...(last === undefined ? [] : [{ startDate: { $lte: endOf(last) } }]),
  ...(first === undefined ? [] : [{ $or: [{ endDate: { $gt: beginOf(first) } }, { startDate: { $gte: beginOf(first) } }] }]),
];

/** A window of days that holds all that is on at these days in any zone. Its other bounds, which exclude their instant, stay. */
export const widened = ({ start, end, isEmpty }: Window): Window => ({
  start: { ...start, ...(start.lte && { lte: new Date(start.lte.getTime() + ZONES_APART) }) },
  end: { ...end, ...(end.gte && { gte: new Date(end.gte.getTime() - ZONES_APART) }) },
  ...(isEmpty && { isEmpty }),
});

/** The conditions of a window on what the index holds: nothing starts after it ends, so that an index by starts is read no further. */
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
