import { index } from '../../lib/database';
import { COMPARED_KEYS, LONG } from './query-keys';

/** The list order and all fields that filters compare, so that counting reads no records. */
const CALENDAR = {
  startDate: 1,
  date: 1,
  _id: 1,
  startsAt: 1,
  endsAt: 1,
  author: 1,
  password: 1,
  featured: 1,
  ...COMPARED_KEYS,
  eventStatus: 1,
  attendance: 1,
} as const;
const LISTED = { language: 1, hidden: 1, status: 1 } as const;

/** The index in list order. */
export const eventOrder = index('calendar', { ...LISTED, ...CALENDAR });

/** Indexes of linked records, in the same order, and of long events. */
export const eventIndexes = [
  index('children', { parent: 1, ...LISTED, ...CALENDAR }),
  index('venues', { venues: 1, ...LISTED, ...CALENDAR }),
  index('organizers', { organizers: 1, ...LISTED, ...CALENDAR }),
  index('tags', { tags: 1, ...LISTED, ...CALENDAR }),
  index('categories', { categories: 1, ...LISTED, ...CALENDAR }),
  LONG,
];
