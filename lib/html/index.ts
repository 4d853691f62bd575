/**
 * Makes HTML: templates that escape, the layout of all pages, and pages about the service itself, such as error codes. This module has no
 * access to records.
 */

// The look of a site: colours, logo, icon, and the layout of whole and of embedded pages.
export { accentOf, type Branding, iconIn, type PageLink, type SiteFile, type SitePicture, type Theme } from './branding';
// Templates of HTML and XML.
export { type Html, html, joined, jsonLdScript, markupOf, type Part, trusted, XML_DECLARATION, xml } from './html';
export { cmsHead, iframeMarkup, layout, type Page, type SlimPage, slimLayout } from './layout';
// The way a language and a region write dates, names and sentences.
// A cache for formats that are expensive to make.
export {
  firstWeekDay,
  type InLocale,
  type Locales,
  localesOf,
  localZoneName,
  memoize,
  openGraphLocale,
  readLocale,
  typeset,
} from './locales';
// Pages about the service: error codes, application passwords, the choice of a language. The fixed paths of pages.
export { createErrorPages, createFrontPage, createPasswordPage, EMBED_PATH, PASSWORD_PAGE, type RequestedPage } from './service-pages';
