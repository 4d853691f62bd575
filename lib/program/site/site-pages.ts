import type { Services, User } from '../../content';
import type { Catalogue } from '../../errors';
import { createErrorPages, createFrontPage, createPasswordPage } from '../../html';
import type { HttpOptions } from '../../http';
import { serviceRoot } from '../../language';
import { decodedPart, type Reply, reply } from '../../registry';
import {
  createOEmbed,
  createOldAddresses,
  createRecordPages,
  createSitemap,
  type MainPlugin,
  notFoundPage,
  pageRequestOf,
} from '../../site';

/** The pages for people, as the HTTP layer calls them. */
export type SitePages = Required<Pick<HttpOptions<User>, 'page' | 'front' | 'lost' | 'robots' | 'oembed' | 'old'>>;

type PageRequest = Parameters<SitePages['page']>[0];

/** Paths below a language root that a site of The Events Calendar had and this one lacks. */
const OLD_PATH = /^\/(?:events(?:\/|$)|(?:event|venue|organizer)\/[^/]+\/[^/]+)/i;

/** A path or an address for comparisons: decoded, in lower case, without a final slash. */
const comparable = (address: string): string => decodedPart(address).toLowerCase().replace(/\/$/, '');

/** True if an address is that of the path itself. */
const isSamePage = (location: string, path: string): boolean => comparable(location).endsWith(comparable(path));

const movedTo = (location: string): Reply<string> =>
  reply(`${location}\n`, { status: 301, headers: { Location: location, 'Content-Type': 'text/plain; charset=UTF-8' } });

/** Makes all pages of a service for people. All types must be compiled before. */
export function createSitePages(main: MainPlugin, services: Services, catalogue: Catalogue): SitePages {
  const { site } = services;
  const errorPages = createErrorPages(catalogue, site);
  const passwordPage = createPasswordPage(site);
  const shown = main.pages();
  const recordPages = createRecordPages(services, catalogue, shown);
  const old = createOldAddresses(services, shown);

  /** Answers an old address with a language in front, such as `/fr/events/month/2026-12/`. */
  const pageAtOldAddress = async (request: PageRequest): Promise<Reply | undefined> => {
    const { path, query, language, baseUrl } = request;
    const isCalendar = path !== '/' && (query['ical'] ?? query['outlook-ical']) !== undefined;
    if (site.cmsNamespace === undefined || !(isCalendar || OLD_PATH.test(path))) return undefined;
    const found = await old({ path: decodedPart(path), query, address: serviceRoot(baseUrl), language });
    if (found === undefined) return undefined;
    if ('location' in found) return isSamePage(found.location, path) ? undefined : movedTo(found.location);
    const search = found.search === '' ? '' : `?${found.search}`;
    if (!found.isForPeople) return movedTo(`${baseUrl}${found.path}${search}`);
    return recordPages({ ...request, path: '/', query: Object.fromEntries(new URLSearchParams(found.search)) });
  };

  return {
    page: async (request) =>
      passwordPage(request) ?? (await errorPages(request)) ?? (await pageAtOldAddress(request)) ?? recordPages(request),
    front: createFrontPage(site),
    lost: ({ address, language }) =>
      notFoundPage(pageRequestOf({ pages: shown, services, query: {}, language, user: undefined, root: address })),
    robots: createSitemap(services, shown),
    oembed: createOEmbed(services, shown),
    old,
  };
}
