export { createDocumentation, toDocumentation } from './api-page/documentation';
export { embedded, outwardLink } from './embedded-page';
export { linkedSections } from './linked-sections';
export type { ContentDeclaration, MainPlugin } from './main-plugin';
export { notFoundPage } from './not-found-page';
export { createOEmbed } from './oembed';
export { createOldAddresses } from './old-addresses';
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
} from './parts/dates';
export { factsList } from './parts/facts-list';
export { alternatesOf } from './parts/find-record';
export { framed } from './parts/frame';
export { emailLink, isPageLanguage, languageMark, linksTo, recordLink, termLinks, websiteLink } from './parts/links';
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
} from './parts/page-request';
export { pagerOf } from './parts/pager';
export { picture, told } from './parts/picture';
export { priceText } from './parts/prices';
export { isFollowable, objectsIn, type ShownRecord, shownImage, shownName, shownSummary, textIn } from './parts/shown-record';
export { PAGE_WORDS } from './parts/words';
export { createRecordPages } from './record-pages';
export { createSitemap } from './sitemap';
