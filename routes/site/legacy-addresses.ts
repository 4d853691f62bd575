import type { LegacyView } from '../../lib/site';
import { lastOfMonth, readDay, readMonth } from '../shared/days';

/** The query parameters in old addresses of pages and calendars. */
export const OLD_PARAMS: readonly string[] = [
  ...['ical', 'outlook-ical', 'tribe-bar-search', 'tribe-bar-date', 'post_type', 'eventDisplay', 'eventDate'],
  ...['tribe_events', 'tribe_venue', 'tribe_organizer', 'tribe_events_cat'],
];

type Query = Readonly<Record<string, string>>;

/** The days in a view of a site of The Events Calendar, as query of a page of this site. */
interface LegacyDays {
  readonly query: Query;
  /** Filters of a calendar for the same days. */
  readonly days: Query;
}

const NO_DAYS: LegacyDays = { query: {}, days: {} };

const spanOf = (first: string, last: string): Query => ({ start_date: `${first} 00:00:00`, end_date: `${last} 23:59:59` });
const inMonth = (month: string): LegacyDays => ({ query: { month }, days: spanOf(`${month}-01`, lastOfMonth(month)) });
const onDay = (day: string): LegacyDays => ({ query: { day }, days: spanOf(day, day) });

/** Views of The Events Calendar that list coming events. This site shows all of them as the list. */
const LISTS: readonly string[] = ['', 'list', 'photo', 'map', 'summary', 'upcoming', 'all', 'featured'];

/**
 * Reads the part of an old path that names the view: `month/2026-12`, `today`, `list/page/2`. Returns the queries of this site. Undefined
 * for an unknown view. `today` is a day, YYYY-MM-DD.
 */
const readView = ([view = '', more = '', ...rest]: readonly string[], today: string): LegacyDays | undefined => {
  if (view === 'page' || (LISTS.includes(view) && more === 'page')) {
    const page = view === 'page' ? more : rest[0];
    return /^[1-9]\d{0,8}$/.test(page ?? '') ? { query: { page: page as string }, days: {} } : undefined;
  }
  if (rest.length > 0) return undefined;
  if (LISTS.includes(view) && more === '') return NO_DAYS;
  if (view === 'today' && more === '') return onDay(today);
  if (view === 'week') return more === '' ? { query: { when: 'week' }, days: { start_date: 'today', end_date: '+6 days' } } : dated(more);
  if (view === 'month') return more === '' ? inMonth(today.slice(0, 7)) : dated(more);
  if (view === 'day') return more === '' ? onDay(today) : dated(more);
  return more === '' ? dated(view) : undefined;
};

const dated = (text: string): LegacyDays | undefined => {
  if (readMonth(text) !== undefined) return inMonth(text);
  return readDay(text) === undefined ? undefined : onDay(text);
};

const VIEW_WORDS: readonly string[] = [...LISTS.slice(1), 'month', 'day', 'today', 'week', 'page', 'feed', 'ical'];
const isViewWord = (part: string): boolean => VIEW_WORDS.includes(part) || readDay(part) !== undefined || readMonth(part) !== undefined;

const wantsCalendar = (query: Readonly<Record<string, unknown>>): boolean =>
  ['ical', 'outlook-ical'].some((name) => query[name] !== undefined && query[name] !== '' && query[name] !== '0');

interface Reading {
  /** The current day of the site, YYYY-MM-DD. */
  readonly today: string;
  /** True if the query requests a calendar instead of a page. */
  readonly isCalendar: boolean;
}

/** Reads the search bar of the old pages: `?tribe-bar-search=jazz&tribe-bar-date=2026-12-01`. Only lists begin at a date. */
const searchBar = (query: Readonly<Record<string, unknown>>, [view = '']: readonly string[]): Query => {
  const text = (name: string): string => (typeof query[name] === 'string' ? query[name].trim() : '');
  const [words, date] = [text('tribe-bar-search'), text('tribe-bar-date')];
  return { ...(words !== '' && { q: words }), ...(LISTS.includes(view) && readDay(date) !== undefined && { start_date: date }) };
};

/** Finds the view of the events that match filters, or their calendar or feed. Undefined for an unknown path. */
const eventsAt = (parts: readonly string[], filters: Query, reading: Reading): LegacyView | undefined => {
  const last = parts.at(-1);
  if (last === 'feed') return { feed: filters };
  const shown = readView(last === 'ical' ? parts.slice(0, -1) : parts, reading.today);
  if (shown === undefined) return undefined;
  return reading.isCalendar || last === 'ical' ? { calendar: { ...filters, ...shown.days } } : { view: { ...filters, ...shown.query } };
};

/** Finds the view of a category or tag. The path of a nested category has several slugs; the last one is its own. */
const termAt = (name: 'categories' | 'tags', folder: string, parts: readonly string[], reading: Reading): LegacyView | undefined => {
  const end = parts.findIndex((part, index) => index > 0 && isViewWord(part));
  const [path, view] = end < 0 ? [parts, []] : [parts.slice(0, end), parts.slice(end)];
  const slug = path.at(-1);
  if (slug === undefined) return undefined;
  if (view.length === 0 && !reading.isCalendar) return { path: `/${folder}/${encodeURIComponent(slug)}/` };
  return eventsAt(view, { [name]: slug }, reading);
};

/** The folders in old addresses of The Events Calendar, each with the filter by its records. Undefined for events themselves. */
const FOLDERS: Readonly<Record<string, string | undefined>> = { event: undefined, venue: 'venue', organizer: 'organizer' };

const recordAt = (folder: string, [slug = '', more, ...rest]: readonly string[], reading: Reading): LegacyView | undefined => {
  if (slug === '' || rest.length > 0) return undefined;
  const filter = FOLDERS[folder];
  if (filter === undefined) {
    if (reading.isCalendar || more === 'ical') return { event: slug };
    // A date after the slug named one day of an event on several days.
    return more === undefined || readDay(more) !== undefined ? { path: `/event/${encodeURIComponent(slug)}/` } : undefined;
  }
  if (reading.isCalendar || more !== undefined) return eventsAt(more === undefined ? [] : [more], { [filter]: slug }, reading);
  return { path: `/${folder}/${encodeURIComponent(slug)}/` };
};

/** Reads the query of an old home page: `?post_type=tribe_events&eventDisplay=month`, `?tribe_events=slug`, `?ical=1`. */
const homeAt = (query: Readonly<Record<string, unknown>>, reading: Reading): LegacyView | undefined => {
  const text = (name: string): string => (typeof query[name] === 'string' ? query[name] : '');
  const record = Object.entries({ tribe_events: 'event', tribe_venue: 'venue', tribe_organizer: 'organizer' }).find(
    ([name]) => text(name) !== '',
  );
  if (record !== undefined) return recordAt(record[1], [text(record[0])], reading);
  const category = text('tribe_events_cat');
  if (text('post_type') !== 'tribe_events' && category === '' && !reading.isCalendar) return undefined;
  const view = [text('eventDisplay'), text('eventDate')].filter((part) => part !== '' && part !== 'default');
  if (category !== '' && view.length === 0) return termAt('categories', 'events/category', [category], reading);
  return eventsAt(view, category === '' ? {} : { categories: category }, reading);
};

/**
 * Finds the current address for an address of The Events Calendar. `path` is decoded; `today` is the day of the site, YYYY-MM-DD.
 * Undefined for an address that such a site did not have.
 *
 * @example
 * oldAddress('/events/month/2026-12/', {}, '2026-11-29'); // { view: { month: '2026-12' } }
 */
export const readLegacyAddress = (path: string, query: Readonly<Record<string, unknown>>, today: string): LegacyView | undefined => {
  const parts = path
    .toLowerCase()
    .split('/')
    .filter((part) => part !== '');
  const reading: Reading = { today, isCalendar: wantsCalendar(query) };
  const [folder = '', ...below] = parts;
  if (folder === '' || folder === 'index.php') return below.length === 0 ? homeAt(query, reading) : undefined;
  if (Object.hasOwn(FOLDERS, folder)) return recordAt(folder, below, reading);
  if (folder !== 'events') return undefined;
  const [kind, ...named] = below;
  if (kind === 'category') return termAt('categories', 'events/category', named, reading);
  if (kind === 'tag') return termAt('tags', 'tag', named, reading);
  return eventsAt(below, searchBar(query, below), reading);
};
