import { toWall } from '../calendar';
import type { PostRecord, Services } from '../content';
import type { LegacyRequest, LegacyTarget } from '../http';
import { type Language, serviceRoot } from '../language';
import { decodedPart, type Reply, reply } from '../registry';
import type { createRecordPages } from './pages/record-pages';
import { isServedHere, type LegacyView, type Pages } from './requests/page-request';

/** Makes the function that finds the current address for an address of The Events Calendar. */
export const createLegacyAddresses = (services: Services, pages: Pages) => {
  const { site, stores, clock, namespace, termLikes, postLikes } = services;
  const { first, languages } = site.served;

  /** Returns the value of a filter for an old slug: the slug of a term, or a record's ID. Undefined if nothing has that slug. */
  const filterValue = async (name: string, slug: string, language: Language): Promise<string | undefined> => {
    if (termLikes.has(name)) return (await stores.terms(name).bySlug(language, slug)) && slug;
    const plural = Object.entries(pages.filters).find(([, filter]) => filter === name)?.[0];
    if (plural === undefined || !postLikes.has(plural)) return slug;
    const record = await stores.posts<PostRecord>(plural).bySlug(language, slug);
    return record?.status === 'publish' ? String(record._id) : undefined;
  };

  /** Converts the filters of an old address to a query of this site. Undefined if a filter names nothing. */
  const filtersOf = async (filters: Readonly<Record<string, string>>, language: Language): Promise<string | undefined> => {
    const search = new URLSearchParams();
    for (const [name, slug] of Object.entries(filters)) {
      const value = await filterValue(name, slug, language);
      if (value === undefined) return undefined;
      search.append(name, value);
    }
    return search.toString();
  };

  /** Finds the ID of a record of the main type by its slug in any language. Undefined if there is none. */
  const idOf = async (slug: string): Promise<number | undefined> => {
    for (const language of [first, ...languages.filter((one) => one !== first)]) {
      const record = await stores.posts<PostRecord>(pages.main).bySlug(language, slug);
      if (record?.status === 'publish') return record._id;
    }
    return undefined;
  };

  const answerTo = async (found: LegacyView, root: string, prefix: Language): Promise<LegacyTarget | undefined> => {
    const list = `/${namespace}/${pages.main}`;
    if ('path' in found) return { location: `${root}/${prefix}${found.path}` };
    if ('event' in found) {
      const id = await idOf(found.event);
      return id === undefined ? undefined : { prefix, path: `${list}/${id}.ics`, search: '', isForPeople: false };
    }
    const search = await filtersOf('view' in found ? found.view : 'feed' in found ? found.feed : found.calendar, prefix);
    if (search === undefined) return undefined;
    if ('view' in found) return { prefix, path: '/', search, isForPeople: true };
    return { prefix, path: `${list}.${'feed' in found ? 'atom' : 'ics'}`, search, isForPeople: false };
  };

  return async ({ path, query, address, language = first }: LegacyRequest): Promise<LegacyTarget | undefined> => {
    if (!isServedHere({ services, root: address })) return undefined;
    const found = pages.legacyView(path, query, toWall(clock.now(), site.timezone).slice(0, 10));
    return found && answerTo(found, address, language);
  };
};

/** Matches paths of The Events Calendar, below a language root, that this site lacks. */
const LEGACY_PAGE_PATH = /^\/(?:events(?:\/|$)|(?:event|venue|organizer)\/[^/]+\/[^/]+)/i;

/**
 * Makes the function that replies to an old address such as `/fr/events/month/2026-12/`. It replies with the current page or a redirect;
 * for other addresses it returns undefined.
 */
export const createLegacyPages = (
  find: ReturnType<typeof createLegacyAddresses>,
  recordPages: ReturnType<typeof createRecordPages>,
): ReturnType<typeof createRecordPages> => {
  return async (request) => {
    const { path, query, language, baseUrl } = request;
    const isCalendar = path !== '/' && (query['ical'] ?? query['outlook-ical']) !== undefined;
    if (!isCalendar && !LEGACY_PAGE_PATH.test(path)) return undefined;
    const found = await find({ path: decodedPart(path), query, address: serviceRoot(baseUrl), language });
    if (found === undefined) return undefined;
    if ('location' in found) return isSamePage(found.location, path) ? undefined : movedTo(found.location);
    const search = found.search === '' ? '' : `?${found.search}`;
    if (!found.isForPeople) return movedTo(`${baseUrl}${found.path}${search}`);
    return recordPages({ ...request, path: '/', query: Object.fromEntries(new URLSearchParams(found.search)) });
  };
};

/** Normalizes a path or an address for comparisons: decoded, in lower case, without a trailing slash. */
const comparable = (address: string): string => decodedPart(address).toLowerCase().replace(/\/$/, '');

const isSamePage = (location: string, path: string): boolean => comparable(location).endsWith(comparable(path));

const movedTo = (location: string): Reply<string> =>
  reply(`${location}\n`, { status: 301, headers: { Location: location, 'Content-Type': 'text/plain; charset=UTF-8' } });
