import type { Services, User } from '../content';
import type { Catalogue } from '../errors';
import { createErrorPages, createFrontPage, createPasswordPage } from '../html';
import type { HttpOptions } from '../http';
import { createLegacyAddresses, createLegacyPages } from './legacy-addresses';
import { createOEmbed } from './oembed';
import { createRecordPages, notFoundPage } from './pages/record-pages';
import { type MainPlugin, pageRequestOf } from './requests/page-request';
import { createSitemap } from './sitemap';

/** The functions that make the HTML pages, with the names of the options of `lib/http`. */
export type SitePages = Required<
  Pick<HttpOptions<User>, 'page' | 'pageParams' | 'startPage' | 'notFoundPage' | 'robots' | 'oembed' | 'legacyAddress'>
>;

/** The query parameters that pages of every service read: page number, ID of a record, and name of a program. */
const PARAMS: readonly string[] = ['page', 'p', 'app_name'];

/** Makes the functions for all HTML pages of a service. All content types must be compiled before. */
export function createSitePages(main: MainPlugin, services: Services, catalogue: Catalogue): SitePages {
  const errorPages = createErrorPages(catalogue, services.site);
  const passwordPage = createPasswordPage(services.site);
  const pages = main.pages();
  const recordPages = createRecordPages(services, catalogue, pages);
  const legacyAddress = createLegacyAddresses(services, pages);
  const legacyPages = createLegacyPages(services, legacyAddress, recordPages);
  const pageParams = new Set([...pages.params, ...PARAMS]);
  return {
    page: async (request) => passwordPage(request) ?? (await errorPages(request)) ?? (await legacyPages(request)) ?? recordPages(request),
    pageParams: () => pageParams,
    startPage: createFrontPage(services.site),
    notFoundPage: ({ address, language }) =>
      notFoundPage(pageRequestOf({ pages, services, query: {}, language, user: undefined, root: address })),
    robots: createSitemap(services, pages),
    oembed: createOEmbed(services, pages),
    legacyAddress,
  };
}
