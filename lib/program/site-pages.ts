import type { Catalogue } from '../errors/catalogue';
import type { EmbedRequest, FrontRequest, PageRequest, RobotRequest } from '../http/options';
import type { MainPlugin } from '../kinds/main-plugin';
import { notFoundPage } from '../kinds/pages/not-found-page';
import { createOEmbed } from '../kinds/pages/oembed';
import { visitOf } from '../kinds/pages/page-visit';
import { createRecordPages } from '../kinds/pages/record-pages';
import { createSitemap } from '../kinds/pages/sitemap';
import type { Services, User } from '../kinds/services';
import { createErrorPages } from '../pages/error-pages';
import { createFrontPage } from '../pages/front-page';
import { createPasswordPage } from '../pages/password-page';
import type { Reply } from '../registry/reply';

/** What answers people, as the HTTP side asks for it. */
export interface SitePages {
  page(request: PageRequest<User>): Promise<Reply | undefined>;
  front(request: FrontRequest): Reply;
  lost(request: FrontRequest): Reply;
  robots(request: RobotRequest): Promise<Reply | undefined>;
  oembed(request: EmbedRequest): Promise<Reply | undefined>;
}

/** Makes the pages of a service for people: its front page, those of passwords and of errors, and those of records. Call it once all kinds are registered. */
export function createSitePages(main: MainPlugin, services: Services, catalogue: Catalogue): SitePages {
  const { site } = services;
  const errorPages = createErrorPages(catalogue, site);
  const passwordPage = createPasswordPage(site);
  const shown = main.pages();
  const recordPages = createRecordPages(services, catalogue, shown);
  return {
    page: async (request) => passwordPage(request) ?? (await errorPages(request)) ?? recordPages(request),
    front: createFrontPage(site),
    lost: ({ address, language }) => notFoundPage(visitOf({ pages: shown, services, query: {}, language, user: undefined, root: address })),
    robots: createSitemap(services, shown),
    oembed: createOEmbed(services, shown),
  };
}
