/**
 * Makes HTML: templates that escape, the layout of all pages, and pages about the service itself, such as error codes.
 * It knows nothing of records.
 */

// Pages about the service: error codes, and the choice of a language.
export { createErrorPages } from './error-pages';
export { createFrontPage } from './front-page';
// The look of a site: colours, logo, icon, and the layout of whole and of embedded pages.
export { accentOf } from './layout/accent';
export { type Branding, iconIn, type SiteFile, type SitePicture } from './layout/branding';
export { cmsHead } from './layout/cms-head';
export { layout, type Page, type PageLink } from './layout/layout';
export { type SlimPage, slimLayout } from './layout/slim-layout';
export type { Theme } from './layout/style';
// The page about application passwords.
export { createPasswordPage } from './password-page';
// The request for such a page, and the fixed paths of pages.
export { EMBED_PATH, PASSWORD_PAGE, type RequestedPage } from './requested-page';
// Small scripts that pages carry inline.
export { FINDER_SCRIPT, finderScript } from './scripts/finder-script';
export { iframeMarkup } from './scripts/iframe';
export { SHARE_SCRIPT, shareButtons, shareScript } from './scripts/share-script';
// Templates of HTML and XML.
export { type Html, html, jsonLdScript, markupOf, type Part, trusted, XML_DECLARATION, xml } from './text/html';
// The event time in the zone of the reader.
export { LOCAL_TIME_SCRIPT, localTimeLine, localTimeScript } from './text/local-time';
// The way a language and a region write dates, names and sentences.
export { firstWeekDay, type InLocale, type Locales, localesOf, localZoneName, openGraphLocale, readLocale, typeset } from './text/locales';
// A cache for formats that are expensive to make.
export { memoize } from './text/memoize';
