import type { Services, User } from '../../content';
import type { Catalogue } from '../../errors';
import { createErrorPages, createFrontPage, createPasswordPage } from '../../html';
import type { EmbedRequest, FrontRequest, PageRequest, RobotRequest } from '../../http';
import type { Reply } from '../../registry';
import { createOEmbed, createRecordPages, createSitemap, type MainPlugin, notFoundPage, pageRequestOf } from '../../site';

/** The pages for people, as the HTTP layer calls them. */
export interface SitePages {
  page(request: PageRequest<User>): Promise<Reply | undefined>;
  front(request: FrontRequest): Reply;
  lost(request: FrontRequest): Reply;
  robots(request: RobotRequest): Promise<Reply | undefined>;
  oembed(request: EmbedRequest): Promise<Reply | undefined>;
}

/** Makes all pages of a service for people. All types must be compiled before. */
export function createSitePages(main: MainPlugin, services: Services, catalogue: Catalogue): SitePages {
  const { site } = services;
  const errorPages = createErrorPages(catalogue, site);
  const passwordPage = createPasswordPage(site);
  const shown = main.pages();
  const recordPages = createRecordPages(services, catalogue, shown);
  return {
    page: async (request) => passwordPage(request) ?? (await errorPages(request)) ?? recordPages(request),
    front: createFrontPage(site),
    lost: ({ address, language }) =>
      notFoundPage(pageRequestOf({ pages: shown, services, query: {}, language, user: undefined, root: address })),
    robots: createSitemap(services, shown),
    oembed: createOEmbed(services, shown),
  };
}
