import type { Services, User } from '../content';
import type { Catalogue } from '../errors';
import { createErrorPages, createFrontPage, createPasswordPage } from '../html';
import type { HttpOptions } from '../http';
import { createOEmbed } from './oembed';
import { createOldAddresses, createOldPages } from './old-addresses';
import { createRecordPages, notFoundPage } from './pages/record-pages';
import { type MainPlugin, pageRequestOf } from './requests/page-request';
import { createSitemap } from './sitemap';

/** The functions that make the HTML pages, with the names of the options of `lib/http`. */
export type SitePages = Required<Pick<HttpOptions<User>, 'page' | 'front' | 'lost' | 'robots' | 'oembed' | 'old'>>;

/** Makes the functions for all HTML pages of a service. All content types must be compiled before. */
export function createSitePages(main: MainPlugin, services: Services, catalogue: Catalogue): SitePages {
  const errorPages = createErrorPages(catalogue, services.site);
  const passwordPage = createPasswordPage(services.site);
  const pages = main.pages();
  const recordPages = createRecordPages(services, catalogue, pages);
  const old = createOldAddresses(services, pages);
  const oldPages = createOldPages(services, old, recordPages);
  return {
    page: async (request) => passwordPage(request) ?? (await errorPages(request)) ?? (await oldPages(request)) ?? recordPages(request),
    front: createFrontPage(services.site),
    lost: ({ address, language }) => notFoundPage(pageRequestOf({ pages, services, query: {}, language, user: undefined, root: address })),
    robots: createSitemap(services, pages),
    oembed: createOEmbed(services, pages),
    old,
  };
}
