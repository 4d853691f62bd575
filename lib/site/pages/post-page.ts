import { assertReadable, type PostLike, type PostRecord, restUrl } from '../../content';
import { html, jsonLdScript } from '../../html';
import type { Reply } from '../../registry';
import { descriptionPart, factsList, picture } from '../parts/blocks';
import { declaredFacts, withoutPluginFields } from '../parts/declared-facts';
import { folderAddress, pluralName, sitePage } from '../parts/frame';
import { PAGE_WORDS } from '../parts/words';
import { alternatesOf } from '../requests/find-record';
import { type PageRequest, viewOf } from '../requests/page-request';
import { objectsIn, type ShownRecord, shownImage, shownName, shownSummary, textIn } from '../values/shown-record';
import { linkedSections } from './linked-sections';

/** The page of a record of any type but the main one. Throws if the visitor may not read it. */
export const postPage = async (request: PageRequest, type: PostLike<PostRecord>, record: PostRecord): Promise<Reply<string>> => {
  const { language, base, user, pages } = request;
  assertReadable(type, record, user, undefined);
  const [shown = {}] = (await type.present([record], viewOf(request, { single: true }))) as ShownRecord[];
  const url = textIn(shown, 'url');
  const title = shownName(request, shown);
  const folder = folderAddress(request, type.segment);
  const filter = pages.filters[type.plural];
  const isPublic = record.status === 'publish';
  const image = shownImage(shown, title);
  const facts = factsList(request, [...pages.facts(request, withoutPluginFields(type, shown)), ...declaredFacts(request, type, shown)]);
  const filters = filter === undefined ? {} : { [filter]: [record._id] };
  const list = pages.linkedList(request, filters, filters, url);
  const hasOthers = filter !== undefined && isPublic;
  return sitePage(request, {
    title,
    section: folder,
    trail: [{ href: folder, text: pluralName(request, type) }],
    canonical: isPublic ? list.canonical : undefined,
    alternates: alternatesOf(shown, url),
    summary: shownSummary(shown),
    image,
    data: restUrl(base, type, record._id),
    subscriptions: hasOthers ? list.subscriptions : undefined,
    // A top-level object needs a `@context`.
    head: html`${objectsIn(shown, 'json_ld').map((one) => jsonLdScript({ '@context': 'https://schema.org', ...one }))}`,
    media: true,
    main: html`${!isPublic && html`<p><span class="mark">${PAGE_WORDS.unpublished[language]}</span></p>\n`}<div class="record">
${facts !== undefined && html`<div class="facts">\n${facts}</div>\n`}<div class="told">
${picture(image)}${descriptionPart(shown)}${await linkedSections(request, type, shown)}</div>
</div>
${hasOthers && (await list.part())}`,
  });
};
