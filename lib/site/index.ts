/**
 * The room of the website: pages of records and of the API, embedding, oEmbed and the sitemap. The main plugin adds the start page and the
 * pages of its main type.
 */

// The OpenAPI document of a namespace, as JSON and as a page.
export { createDocumentation, toDocumentation } from './api-page/documentation';
// The sections of a record's page that link to other records.
export { linkedSections } from './pages/record-page';
// Parts of a page: lists of facts, pictures, links to records, websites, e-mail addresses and other pages.
export {
  descriptionPart,
  emailLink,
  factsList,
  languageMark,
  linksTo,
  listPager,
  pagerOf,
  picture,
  recordLink,
  termLinks,
  textInLanguage,
  websiteLink,
} from './parts/blocks';
// The layouts of whole and embedded pages, with navigation, footer and metadata.
export { embeddedPage, outwardLink, sitePage } from './parts/frame';
// Texts of all pages.
export { PAGE_WORDS } from './parts/words';
// A request for a page, and the plugin that the website is about.
export { alternatesOf } from './requests/find-record';
export {
  type ContentDeclaration,
  type Embeddable,
  type Facts,
  isEmbeddable,
  type LegacyView,
  type MainPlugin,
  type PageRequest,
  type Pages,
  pageUrl,
  queryPage,
  queryText,
  readParam,
  type Subscription,
  viewOf,
} from './requests/page-request';
// The functions that make all HTML pages of a service.
export { createSitePages } from './site-pages';
// Values in words: dates, and members of API responses.
export {
  dayNumber,
  dayText,
  dayTile,
  hoursText,
  monthText,
  monthTitle,
  type Times,
  timeText,
  weekdayNames,
  whenText,
} from './values/dates';
export { isFollowable, objectsIn, type ShownRecord, shownImage, shownName, shownSummary, textIn } from './values/shown-record';
