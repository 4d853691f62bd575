import type { ParsedUrlQuery } from 'node:querystring';
import type { Filter } from 'mongodb';
import { shownEvents } from './bare-event';
import { type Showing, shownVenue } from './bare-linked';
import { type BareCollections, type BareEvent, recordsOf } from './bare-record';

const DAY = 86_400_000;
const MOST = 50;

const text = (value: string | string[] | undefined): string => (Array.isArray(value) ? value.at(-1) : value) ?? '';
const toWall = (at: Date): string => at.toISOString().slice(0, 19).replace('T', ' ');
const toQuery = (query: Readonly<Record<string, string | number | undefined>>): string =>
  Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${encodeURIComponent(value ?? '').replaceAll('%20', '+')}`)
    .join('&');

interface Place {
  readonly page: number;
  readonly perPage: number;
}

const placeOf = (query: ParsedUrlQuery): Place => ({
  page: Math.max(1, Number.parseInt(text(query['page']), 10) || 1),
  perPage: Math.min(MOST, Math.max(1, Number.parseInt(text(query['per_page']), 10) || 10)),
});

/** The addresses of a page of a list and of those beside it. */
function links(address: string, { page, perPage }: Place, total: number, kept: Parameters<typeof toQuery>[0]): object {
  const pages = Math.ceil(total / perPage);
  const to = (other: number) => `${address}/?${toQuery({ per_page: perPage, ...kept, page: other > 1 ? other : undefined })}`;
  return {
    rest_url: `${address}/?${toQuery({ page, per_page: perPage, ...kept })}`,
    ...(page < pages && { next_rest_url: to(page + 1) }),
    ...(page > 1 && { previous_rest_url: to(page - 1) }),
    total,
    total_pages: pages,
  };
}

/** The days of a list: from yesterday on and 24 months from now unless others are asked for. */
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

/** The ID of a category by its slug, and those of all below it. */
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

/** Words as the records keep them for searching. */
const foldedWords = (search: string): string[] =>
  search
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');

/** Answers a page of the events that a query asks for. */
export async function eventList(query: ParsedUrlQuery, collections: BareCollections, showing: Showing): Promise<object> {
  const { start, end } = windowOf(query);
  const [slug, search] = [text(query['categories']), text(query['search'])];
  const below = slug === '' ? [] : await categoriesBelow(collections, slug, showing.language);
  // Wall times are what the index is ordered by; no zone is two days away from another one.
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
  const place = placeOf(query);
  const [events, total] = await Promise.all([
    collections.events
      .find(filter, { hint })
      .sort({ startDate: 1, date: 1, _id: 1 })
      .skip((place.page - 1) * place.perPage)
      .limit(place.perPage)
      .toArray(),
    collections.events.countDocuments(filter, { hint }),
  ]);
  const kept = {
    start_date: toWall(start),
    end_date: toWall(end),
    search: search || undefined,
    categories: slug === '' ? undefined : below[0],
    status: 'publish',
  };
  return { events: await shownEvents(events, collections, showing), ...links(`${showing.api}/events`, place, total, kept) };
}

/** Answers a page of the venues. */
export async function venueList(query: ParsedUrlQuery, { venues, media }: BareCollections, showing: Showing): Promise<object> {
  const place = placeOf(query);
  const filter = { language: showing.language, status: 'publish' };
  const hint = 'newest';
  const [found, total] = await Promise.all([
    venues
      .find(filter, { hint })
      .sort({ date: -1, _id: -1 })
      .skip((place.page - 1) * place.perPage)
      .limit(place.perPage)
      .toArray(),
    venues.countDocuments(filter, { hint }),
  ]);
  const images = await recordsOf(
    media,
    found.flatMap(({ image }) => image ?? []),
  );
  const shown = found.map((venue) => shownVenue(venue, venue.image === null ? undefined : images.get(venue.image), showing));
  return { venues: shown, ...links(`${showing.api}/venues`, place, total, { status: 'publish' }) };
}
