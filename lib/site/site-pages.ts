import type { Services, User } from '../content';
import type { Catalogue } from '../errors';
import { createErrorPages, createFrontPage, createPasswordPage } from '../html';
import type { SitePages } from '../http';
import { createLegacyAddresses, createLegacyPages } from './legacy-addresses';
import { createOEmbed } from './oembed';
import { createRecordPages, notFoundPage } from './pages/record-pages';
import { isEmbeddable, type MainPlugin, pageRequestOf } from './requests/page-request';
import { createSitemap } from './sitemap';

/** The query parameters that pages of every service read: page number, ID of a record, and name of a program. */
const PARAMS: readonly string[] = ['page', 'p', 'app_name'];

/** Makes the functions for all HTML pages of a service. All content types must be compiled before. */
export function createSitePages(main: MainPlugin, services: Services, catalogue: Catalogue): SitePages<User> {
  const { site } = services;
  const errorPages = createErrorPages(catalogue, site);
  const passwordPage = createPasswordPage(site);
  const pages = main.pages();
  const recordPages = createRecordPages(services, catalogue, pages);
  const legacyAddress = site.cmsNamespace === undefined ? undefined : createLegacyAddresses(services, pages);
  const legacyPages = legacyAddress && createLegacyPages(legacyAddress, recordPages);
  return {
    page: async (request) => passwordPage(request) ?? (await errorPages(request)) ?? (await legacyPages?.(request)) ?? recordPages(request),
    pageParams: new Set([...pages.params, ...PARAMS]),
    startPage: createFrontPage(site),
    notFoundPage: ({ address, language }) =>
      notFoundPage(pageRequestOf({ pages, services, query: {}, language, user: undefined, root: address })),
    robots: createSitemap(services, pages),
    oembed: isEmbeddable({ services }) ? createOEmbed(services, pages) : undefined,
    legacyAddress,
  };
}
