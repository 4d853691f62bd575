import { assertReadable, type PostLike, type PostRecord, restUrl } from '../../content';
import { html, jsonLdScript } from '../../html';
import type { Reply } from '../../registry';
import { factsList, picture, told } from '../parts/blocks';
import { declaredFacts, ownOf } from '../parts/declared-facts';
import { folderAddress, framed, pluralName } from '../parts/frame';
import { PAGE_WORDS } from '../parts/words';
import { alternatesOf } from '../requests/find-record';
import { type PageRequest, viewOf } from '../requests/page-request';
import { objectsIn, type ShownRecord, shownImage, shownName, shownSummary, textIn } from '../values/shown-record';
import { linkedSections } from './linked-sections';

/** The page of a record of any type but the main one. Throws if the visitor may not read it. */
export const postPage = async (visit: PageRequest, kind: PostLike<PostRecord>, record: PostRecord): Promise<Reply<string>> => {
  const { language, base, user, pages } = visit;
  assertReadable(kind, record, user, undefined);
  const [shown = {}] = (await kind.present([record], viewOf(visit, { single: true }))) as ShownRecord[];
  const url = textIn(shown, 'url');
  const title = shownName(visit, shown);
  const folder = folderAddress(visit, kind.segment);
  const filter = pages.filters[kind.plural];
  const isPublic = record.status === 'publish';
  const image = shownImage(shown, title);
  const facts = factsList(visit, [...pages.facts(visit, ownOf(kind, shown)), ...declaredFacts(visit, kind, shown)]);
  const filters = filter === undefined ? {} : { [filter]: [record._id] };
  const belonging = pages.belonging(visit, filters, filters, url);
  const hasOthers = filter !== undefined && isPublic;
  return framed(visit, {
    title,
    section: folder,
    trail: [{ href: folder, text: pluralName(visit, kind) }],
    canonical: isPublic ? belonging.canonical : undefined,
    alternates: alternatesOf(shown, url),
    summary: shownSummary(shown),
    image,
    data: restUrl(base, kind, record._id),
    subscriptions: hasOthers ? belonging.subscriptions : undefined,
    // A top-level object needs a `@context`.
    head: html`${objectsIn(shown, 'json_ld').map((one) => jsonLdScript({ '@context': 'https://schema.org', ...one }))}`,
    media: true,
    main: html`${!isPublic && html`<p><span class="mark">${PAGE_WORDS.unpublished[language]}</span></p>\n`}<div class="record">
${facts !== undefined && html`<div class="facts">\n${facts}</div>\n`}<div class="told">
${picture(image)}${told(shown)}${await linkedSections(visit, kind, shown)}</div>
</div>
${hasOthers && (await belonging.part())}`,
  });
};
