import { toWall } from '../calendar';
import type { PostRecord, Services } from '../content';
import { type Language, serviceRoot } from '../language';
import { decodedPart, type Reply, reply } from '../registry';
import type { createRecordPages } from './pages/record-pages';
import { isServedHere, type OldAddress, type Pages } from './requests/page-request';

/** The meaning of an old address: another address, or a request below a language root that is answered in its place. */
type OldAnswer =
  | { readonly location: string }
  | { readonly prefix: Language; readonly path: string; readonly search: string; readonly isForPeople: boolean };

/** A request for an address that may be an old one. */
interface OldRequest {
  /** The path below the language root, decoded. */
  readonly path: string;
  readonly query: Readonly<Record<string, unknown>>;
  /** The address of the service, without a slash at its end. */
  readonly address: string;
  /** The language of the address; the default language unless given. */
  readonly language?: Language;
}

/** Makes the function that finds the meaning of addresses that a site of The Events Calendar had. */
export const createOldAddresses = (services: Services, pages: Pages) => {
  const { site, kinds, clock, namespace, termLikes, postLikes } = services;
  const { first, languages } = site.served;

  /** The filter's value here for a slug: terms are named by it, records by their ID. Undefined if there is nothing of that name. */
  const filterValue = async (name: string, slug: string, language: Language): Promise<string | undefined> => {
    if (termLikes.has(name)) return (await kinds.terms(name).bySlug(language, slug)) && slug;
    const plural = Object.entries(pages.filters).find(([, filter]) => filter === name)?.[0];
    if (plural === undefined || !postLikes.has(plural)) return slug;
    const record = await kinds.posts<PostRecord>(plural).bySlug(language, slug);
    return record?.status === 'publish' ? String(record._id) : undefined;
  };

  /** Filters of an old address as this site names them. Undefined if one names nothing. */
  const filtersOf = async (filters: Readonly<Record<string, string>>, language: Language): Promise<string | undefined> => {
    const found = await Promise.all(
      Object.entries(filters).map(async ([name, slug]) => [name, await filterValue(name, slug, language)] as const),
    );
    const known = found.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as [string, string]]));
    return known.length < found.length ? undefined : new URLSearchParams(known).toString();
  };

  /** The ID of a record of the main type, by its slug in any language. */
  const idOf = async (slug: string): Promise<number | undefined> => {
    for (const language of [first, ...languages.filter((one) => one !== first)]) {
      const record = await kinds.posts<PostRecord>(pages.main).bySlug(language, slug);
      if (record?.status === 'publish') return record._id;
    }
    return undefined;
  };

  const answerTo = async (found: OldAddress, root: string, prefix: Language): Promise<OldAnswer | undefined> => {
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

  return async ({ path, query, address, language = first }: OldRequest): Promise<OldAnswer | undefined> => {
    if (!isServedHere({ services, root: address, base: `${address}/${first}` })) return undefined;
    const found = pages.old(path, query, toWall(clock.now(), site.timezone).slice(0, 10));
    return found && answerTo(found, address, language);
  };
};

/** Paths below a language root that a site of The Events Calendar had and this one lacks. */
const OLD_PATH = /^\/(?:events(?:\/|$)|(?:event|venue|organizer)\/[^/]+\/[^/]+)/i;

/**
 * Makes the function that answers an old address with a language in front, such as `/fr/events/month/2026-12/`: by the page that it means,
 * or by a redirect. Other addresses are undefined.
 */
export const createOldPages = (
  { site }: Services,
  find: ReturnType<typeof createOldAddresses>,
  recordPages: ReturnType<typeof createRecordPages>,
): ReturnType<typeof createRecordPages> => {
  return async (request) => {
    const { path, query, language, baseUrl } = request;
    const isCalendar = path !== '/' && (query['ical'] ?? query['outlook-ical']) !== undefined;
    if (site.cmsNamespace === undefined || !(isCalendar || OLD_PATH.test(path))) return undefined;
    const found = await find({ path: decodedPart(path), query, address: serviceRoot(baseUrl), language });
    if (found === undefined) return undefined;
    if ('location' in found) return isSamePage(found.location, path) ? undefined : movedTo(found.location);
    const search = found.search === '' ? '' : `?${found.search}`;
    if (!found.isForPeople) return movedTo(`${baseUrl}${found.path}${search}`);
    return recordPages({ ...request, path: '/', query: Object.fromEntries(new URLSearchParams(found.search)) });
  };
};

/** A path or an address for comparisons: decoded, in lower case, without a final slash. */
const comparable = (address: string): string => decodedPart(address).toLowerCase().replace(/\/$/, '');

const isSamePage = (location: string, path: string): boolean => comparable(location).endsWith(comparable(path));

const movedTo = (location: string): Reply<string> =>
  reply(`${location}\n`, { status: 301, headers: { Location: location, 'Content-Type': 'text/plain; charset=UTF-8' } });
