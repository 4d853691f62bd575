import type { ParsedUrlQuery } from 'node:querystring';
import type { Filter } from 'mongodb';
import { shownEvents } from './bare-event';
import { type Showing, shownVenue, toWall } from './bare-linked';
import { type BareCollections, type BareEvent, recordsOf } from './bare-record';

const DAY = 86_400_000;
const MAX_PER_PAGE = 50;

const text = (value: string | string[] | undefined): string => (Array.isArray(value) ? value.at(-1) : value) ?? '';
const toQuery = (query: Readonly<Record<string, string | number | undefined>>): string =>
  Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${encodeURIComponent(value ?? '').replaceAll('%20', '+')}`)
    .join('&');

interface Page {
  readonly page: number;
  readonly perPage: number;
}

const pageOf = (query: ParsedUrlQuery): Page => ({
  page: Math.max(1, Number.parseInt(text(query['page']), 10) || 1),
  perPage: Math.min(MAX_PER_PAGE, Math.max(1, Number.parseInt(text(query['per_page']), 10) || 10)),
});

/** Renders the URLs of a page and of its neighbours, with the totals. */
function links(address: string, { page, perPage }: Page, total: number, filters: Parameters<typeof toQuery>[0]): object {
  const pages = Math.ceil(total / perPage);
  const to = (other: number) => `${address}/?${toQuery({ per_page: perPage, ...filters, page: other > 1 ? other : undefined })}`;
  return {
    rest_url: `${address}/?${toQuery({ page, per_page: perPage, ...filters })}`,
    ...(page < pages && { next_rest_url: to(page + 1) }),
    ...(page > 1 && { previous_rest_url: to(page - 1) }),
    total,
    total_pages: pages,
  };
}

/** The date range of a list: by default from yesterday until 24 months from now. */
function windowOf(query: ParsedUrlQuery): { readonly start: Date; readonly end: Date } {
  const today = new Date().toISOString().slice(0, 10);
  const last = new Date(`${today}T23:59:59Z`);
  last.setUTCFullYear(last.getUTCFullYear() + 2);
  const [from, to] = [text(query['start_date']), text(query['end_date'])];
  return {
    start: from === '' ? new Date(Date.parse(`${today}T00:00:00Z`) - DAY) : new Date(`${from}T00:00:00Z`),
    end: to === '' ? last : new Date(`${to}T23:59:59Z`),
  };
}

/** Finds the ID of a category by its slug, and the IDs of all its descendants. */
async function categoriesBelow({ categories }: BareCollections, slug: string, language: string): Promise<number[]> {
  const root = await categories.findOne({ language: language as 'en', slug }, { projection: { _id: 1 } });
  if (root === null) return [];
  const all = [root._id];
  for (let level = all; level.length > 0; ) {
    const children = await categories.find({ parent: { $in: level } }, { projection: { _id: 1 } }).toArray();
    level = children.map(({ _id }) => _id);
    all.push(...level);
  }
  return all;
}

/** Splits a search into folded words, as the records store them. */
const foldedWords = (search: string): string[] =>
  search
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');

export async function eventList(query: ParsedUrlQuery, collections: BareCollections, showing: Showing): Promise<object> {
  const { start, end } = windowOf(query);
  const [slug, search] = [text(query['categories']), text(query['search'])];
  const below = slug === '' ? [] : await categoriesBelow(collections, slug, showing.language);
  // The index is ordered by local time. Two days cover the difference between any two time zones.
  const walls = { $gte: toWall(new Date(start.getTime() - 2 * DAY)), $lte: toWall(new Date(end.getTime() + 2 * DAY)) };
  const filter: Filter<BareEvent> = {
    language: showing.language,
    hidden: false,
    status: 'publish',
    startDate: walls,
    startsAt: { $gte: start },
    endsAt: { $lte: end },
    ...(slug !== '' && { categories: { $in: below } }),
    ...((slug !== '' || search !== '') && { password: '' }),
    ...(search !== '' && { $and: foldedWords(search).map((word) => ({ 'keys.text': { $regex: word.replace(/[^\w]/g, '\\$&') } })) }),
  };
  const hint = slug === '' ? 'calendar' : 'categories';
  const position = pageOf(query);
  const [events, total] = await Promise.all([
    collections.events
      .find(filter, { hint })
      .sort({ startDate: 1, date: 1, _id: 1 })
      .skip((position.page - 1) * position.perPage)
      .limit(position.perPage)
      .toArray(),
    collections.events.countDocuments(filter, { hint }),
  ]);
  const filters = {
    start_date: toWall(start),
    end_date: toWall(end),
    search: search || undefined,
    categories: slug === '' ? undefined : below[0],
    status: 'publish',
  };
  return { events: await shownEvents(events, collections, showing), ...links(`${showing.api}/events`, position, total, filters) };
}

export async function venueList(query: ParsedUrlQuery, { venues, media }: BareCollections, showing: Showing): Promise<object> {
  const position = pageOf(query);
  const filter = { language: showing.language, status: 'publish' };
  const hint = 'newest';
  const [found, total] = await Promise.all([
    venues
      .find(filter, { hint })
      .sort({ date: -1, _id: -1 })
      .skip((position.page - 1) * position.perPage)
      .limit(position.perPage)
      .toArray(),
    venues.countDocuments(filter, { hint }),
  ]);
  const images = await recordsOf(
    media,
    found.flatMap(({ image }) => image ?? []),
  );
  const shown = found.map((venue) => shownVenue(venue, venue.image === null ? undefined : images.get(venue.image), showing));
  return { venues: shown, ...links(`${showing.api}/venues`, position, total, { status: 'publish' }) };
}
