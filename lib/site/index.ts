/**
 * The website: pages of records, and what other sites and robots need of them (embedding, oEmbed, sitemap), beside the page of the API.
 * The main plugin adds the start page and the pages of its main type.
 */

// The OpenAPI document of a namespace, as JSON and as a page.
export { createDocumentation, toDocumentation } from './api-page/documentation';
// The plugin that the website is about.
export type { ContentDeclaration, MainPlugin } from './main-plugin';
// Embedding by address (https://oembed.com).
export { createOEmbed } from './oembed';
// Addresses that a site of The Events Calendar had.
export { createOldAddresses, createOldPages } from './old-addresses';
// Whole pages: embedded ones, those of records, and of addresses that do not exist.
export { embeddedPage, outwardLink } from './pages/embedded-page';
export { linkedSections } from './pages/linked-sections';
export { notFoundPage } from './pages/not-found-page';
export { createRecordPages } from './pages/record-pages';
// Parts of a page: lists of facts, pictures, links between pages.
export { descriptionPart, factsList, pagerOf, picture } from './parts/blocks';
// The layout with navigation, footer and metadata.
export { sitePage } from './parts/frame';
// Links to records, websites and e-mail addresses.
export { emailLink, isPageLanguage, languageMark, linksTo, recordLink, termLinks, websiteLink } from './parts/links';
// Texts of all pages.
export { PAGE_WORDS } from './parts/words';
// A request for a page, and the record that it asks for.
export { alternatesOf } from './requests/find-record';
export {
  type Embeddable,
  isEmbeddable,
  type OldAddress,
  type PageRequest,
  type Pages,
  pageRequestOf,
  queryPage,
  queryText,
  type Subscription,
  viewOf,
} from './requests/page-request';
// Addresses for search engines.
export { createSitemap } from './sitemap';
// Values in words: dates, prices, and members of answers.
export {
  dayNumber,
  dayText,
  dayTile,
  hoursText,
  monthText,
  monthTitle,
  type Times,
  timeInZone,
  timeText,
  weekdayNames,
  whenText,
} from './values/dates';
export { priceText } from './values/prices';
export { isFollowable, objectsIn, type ShownRecord, shownImage, shownName, shownSummary, textIn } from './values/shown-record';
