export { createDocumentation, toDocumentation } from './api-page/documentation';
export type { ContentDeclaration, MainPlugin } from './main-plugin';
export { createOEmbed } from './oembed';
export { embeddedPage as embedded, outwardLink } from './pages/embedded-page';
export { linkedSections } from './pages/linked-sections';
export { notFoundPage } from './pages/not-found-page';
export { createRecordPages } from './pages/record-pages';
export { descriptionPart as told, factsList, pagerOf, picture } from './parts/blocks';
export { sitePage as framed } from './parts/frame';
export { emailLink, isPageLanguage, languageMark, linksTo, recordLink, termLinks, websiteLink } from './parts/links';
export { PAGE_WORDS } from './parts/words';
export { alternatesOf } from './requests/find-record';
export {
  type Embeddable,
  isEmbeddable,
  type PageRequest,
  type Pages,
  pageRequestOf,
  queryPage,
  queryText,
  type Subscription,
  viewOf,
} from './requests/page-request';
export { createSitemap } from './sitemap';
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
