import { listingOf, type PostLike, type PostRecord, pageOfTerms, pagesOf, presentTerm, type TermLike, toQuery } from '../../content';
import { byIndex } from '../../database';
import { errors } from '../../errors';
import { html, type Part } from '../../html';
import type { Reply } from '../../registry';
import { pagerOf } from '../parts/blocks';
import { folderAddress, pluralName, sitePage } from '../parts/frame';
import { recordLink } from '../parts/links';
import { PAGE_WORDS } from '../parts/words';
import type { Folder } from '../requests/folders';
import { type PageRequest, queryPage, viewOf } from '../requests/page-request';
import type { ShownRecord } from '../values/shown-record';

/** The number of records on a page of a folder. */
const PER_PAGE = 50;

/** The page of a folder: its records, or its terms in use, by name. */
export const folderPage = async (request: PageRequest, folder: Folder): Promise<Reply<string>> => {
  const { language, root, services } = request;
  const type = folder.posts ?? folder.terms;
  const page = queryPage(request);
  const { items, total } = await (folder.posts ? namedPosts(request, folder.posts, page) : namedTerms(request, folder.terms, page));
  const pages = pagesOf({ page, perPage: PER_PAGE, total });
  if (page > 1 && page > pages) throw errors.pageNotFound(type, pages);
  const address = folderAddress(request, type.segment);
  const to = (other: number) => `${address}${toQuery({ page: other > 1 ? other : undefined })}`;
  return sitePage(request, {
    title: pluralName(request, type),
    section: address,
    canonical: to(page),
    alternates: Object.fromEntries(services.site.served.languages.map((one) => [one, `${root}/${one}/${encodeURI(type.segment)}/`])),
    main: html`${items.length === 0 ? html`<p>${PAGE_WORDS.empty[language]}</p>\n` : html`<ul class="names">\n${items}</ul>\n`}${pagerOf(
      PAGE_WORDS.pages[language],
      page > 1 ? { href: to(page - 1), text: PAGE_WORDS.previousPage[language] } : undefined,
      page < pages ? { href: to(page + 1), text: PAGE_WORDS.nextPage[language] } : undefined,
    )}`,
  });
};

interface Named {
  readonly items: readonly Part[];
  readonly total: number;
}

const namedPosts = async (request: PageRequest, type: PostLike<PostRecord>, page: number): Promise<Named> => {
  const view = viewOf(request);
  const { filter, hint } = await listingOf(type, { filters: {}, view, status: ['publish'] });
  const collection = type.posts.collection();
  // Sorting by name has its own index. The list's index covers the count.
  const [records, total] = await Promise.all([
    collection
      .find(filter, { hint: 'name' })
      .sort({ 'keys.name': 1, _id: 1 })
      .skip((page - 1) * PER_PAGE)
      .limit(PER_PAGE)
      .toArray() as Promise<PostRecord[]>,
    collection.countDocuments(filter, byIndex(hint)),
  ]);
  const shown = (await type.present(records, view)) as ShownRecord[];
  return { items: shown.map((one) => html`<li>${recordLink(request, one)}</li>\n`), total };
};

const namedTerms = async (request: PageRequest, type: TermLike, page: number): Promise<Named> => {
  const { services, base: baseUrl, language } = request;
  const { records, total } = await pageOfTerms(services, type, { page, per_page: PER_PAGE }, viewOf(request));
  const shown = records.map((term) => presentTerm(type, term, { baseUrl, language }, services.site));
  return { items: shown.map((one) => html`<li>${recordLink(request, one)}</li>\n`), total };
};
