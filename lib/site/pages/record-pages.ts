import {
  listingOf,
  type PostLike,
  type PostRecord,
  pageOfTerms,
  pagesOf,
  presentTerm,
  type Services,
  type TermLike,
  toQuery,
} from '../../content';
import { refusalOf } from '../../database';
import { type ApiError, type Catalogue, errors } from '../../errors';
import { EMBED_PATH, type Html, html, type Part, type RequestedPage, typeset } from '../../html';
import { type Language, serviceRoot, type Text } from '../../language';
import type { Reply } from '../../registry';
import { listPager, recordLink } from '../parts/blocks';
import { embeddedPage, folderAddress, outwardLink, pluralName, redirected, sitePage } from '../parts/frame';
import { PAGE_WORDS } from '../parts/words';
import { type Folder, findFolder, findPost, findTerm, foldersOf } from '../requests/find-record';
import { isEmbeddable, isServedHere, type PageRequest, type Pages, pageRequestOf, queryPage, viewOf } from '../requests/page-request';
import type { ShownRecord } from '../values/shown-record';
import { postPage, termPage } from './record-page';

const PER_PAGE = 50;

/**
 * Makes the function that renders pages of records, at their `url`, and the start pages of the languages. All types must be compiled
 * before. It returns undefined for other addresses, or a not-found page if the client prefers HTML. It throws the errors of the record's
 * route, or renders them as a page if the client prefers HTML.
 */
export const createRecordPages = (services: Services, catalogue: Catalogue, pages: Pages) => {
  const folders = foldersOf(services);

  return async (requested: RequestedPage & Pick<PageRequest, 'user'>): Promise<Reply<string> | undefined> => {
    const { path, query, language, user, baseUrl, html: prefersHtml } = requested;
    const request = pageRequestOf({ pages, services, query, language, user, root: serviceRoot(baseUrl) });
    const isStart = path === '/';
    const isHere = isServedHere(request);
    const isEmbed = isHere && path.replace(/\/$/, '').toLowerCase() === EMBED_PATH;
    if (isEmbed && !isEmbeddable(request))
      return prefersHtml ? messagePage(request, { title: PAGE_WORDS.lost, text: EMBEDDING_OFF }) : undefined;
    const found = isStart || isEmbed || !isHere ? undefined : findFolder(folders, path);
    if (found === undefined && !isStart && !isEmbed) return prefersHtml ? notFoundPage(request) : undefined;
    try {
      if (isEmbed) return await pages.embed(request);
      if (found !== undefined) return await recordPage(request, found.type, found.name);
      return isHere ? await pages.start(request) : pages.elsewhere(request);
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal === undefined || !prefersHtml) throw error;
      return (isEmbed ? embeddedRefusal : refusalPage)(request, refusal, catalogue);
    }
  };
};

const recordPage = async (request: PageRequest, type: Folder['type'], name: string): Promise<Reply<string>> => {
  const isMain = type.plural === request.pages.main;
  if (name === '' && request.query['p'] === undefined) {
    // The start page is the list of this type.
    return isMain ? redirected(request, `${request.base}/`) : folderPage(request, type);
  }
  if (!('posts' in type)) {
    const found = await findTerm(request, type, name);
    return found.redirectTo === undefined ? termPage(request, type, found.record) : redirected(request, found.redirectTo, found);
  }
  const found = await findPost(request, type, name);
  if (found.redirectTo !== undefined) return redirected(request, found.redirectTo, found);
  return isMain ? request.pages.record(request, found.record) : postPage(request, type, found.record);
};

/** Renders the page of a type: its records, or its terms in use, ordered by name. */
const folderPage = async (request: PageRequest, type: Folder['type']): Promise<Reply<string>> => {
  const { language, root, services } = request;
  const page = queryPage(request);
  const { shown, total } = await ('posts' in type ? namedPosts(request, type, page) : namedTerms(request, type, page));
  const pages = pagesOf({ page, perPage: PER_PAGE, total });
  if (page > 1 && page > pages) throw errors.pageNotFound(type, pages);
  const address = folderAddress(request, type.segment);
  const to = (other: number) => `${address}${toQuery({ page: other > 1 ? other : undefined })}`;
  const items = shown.map((one) => html`<li>${recordLink(request, one)}</li>\n`);
  return sitePage(request, {
    title: pluralName(request, type),
    section: address,
    canonical: to(page),
    alternates: Object.fromEntries(services.site.served.languages.map((one) => [one, `${root}/${one}/${encodeURI(type.segment)}/`])),
    main: html`${items.length === 0 ? html`<p>${PAGE_WORDS.empty[language]}</p>\n` : html`<ul class="names">\n${items}</ul>\n`}${listPager(request, page, pages, to)}`,
  });
};

interface Named {
  readonly shown: readonly ShownRecord[];
  readonly total: number;
}

const namedPosts = async (request: PageRequest, type: PostLike<PostRecord>, page: number): Promise<Named> => {
  const view = viewOf(request);
  const query = await listingOf(type, { filters: {}, view, status: ['publish'] });
  // The sort by name has its own database index. The list's index covers the count.
  const byName = { sort: { 'keys.name': 1, _id: 1 }, hint: 'name', countHint: query.hint } as const;
  const { records, total } = await type.posts.page({ ...query, ...byName, skip: (page - 1) * PER_PAGE, limit: PER_PAGE });
  return { shown: (await type.present(records, view)) as ShownRecord[], total };
};

const namedTerms = async (request: PageRequest, type: TermLike, page: number): Promise<Named> => {
  const { services, base: baseUrl, language } = request;
  const { records, total } = await pageOfTerms(services, type, { page, per_page: PER_PAGE }, viewOf(request));
  return { shown: records.map((term) => presentTerm(type, term, { baseUrl, language }, services.site)), total };
};

const EMBEDDING_OFF: Text = {
  en: 'Embedding is not switched on here. The operator of the service names the sites that may show its pages in EMBED_ORIGINS.',
  fr: 'L’intégration n’est pas activée ici. La personne qui gère le service nomme dans EMBED_ORIGINS les sites qui peuvent afficher ses pages.',
};

/** The texts of a page in place of another. `isLost` adds a search form. */
interface Message extends Partial<Pick<ApiError, 'reasons' | 'status' | 'headers'>> {
  readonly title: Text;
  readonly text: Text;
  readonly isLost?: boolean;
  readonly code?: Part;
}

/** Renders the reasons for each invalid parameter, else the text of the message. */
const reasonsOf = ({ reasons = {}, text }: Pick<Message, 'reasons' | 'text'>, language: Language): Html =>
  Object.keys(reasons).length === 0
    ? html`<p>${typeset(text, language)}</p>\n`
    : html`<ul>
${Object.entries(reasons).map(([name, { text }]) => html`<li><code>${name}</code> ${typeset(text, language)}</li>\n`)}</ul>
`;

const messagePage = (request: PageRequest, message: Message): Reply<string> => {
  const { base, language, pages } = request;
  const { title, isLost = false, status = 404, headers, code } = message;
  return sitePage(request, {
    title: title[language],
    status,
    forms: isLost,
    // Clients whose `Accept` header does not prefer HTML get JSON.
    headers: { ...headers, Vary: 'Accept' },
    main: html`${reasonsOf(message, language)}${isLost && pages.search(request)}<p><a href="${base}/">${pages.home.back[language]}</a></p>\n${code}`,
  });
};

/** Renders the page of an address that does not exist. If another site serves the pages, a search here finds nothing. */
export const notFoundPage = (request: PageRequest): Reply<string> =>
  messagePage(request, { title: PAGE_WORDS.lost, text: PAGE_WORDS.isLost, isLost: isServedHere(request) });

const refusalPage = (request: PageRequest, { code, status, headers, reasons, text }: ApiError, catalogue: Catalogue): Reply<string> => {
  const explained = catalogue.get(code);
  const isLost = status === 404 && isServedHere(request);
  const link = html`<p class="quiet"><a href="${request.base}/errors/${encodeURIComponent(code)}"><code>${code}</code></a></p>\n`;
  return messagePage(request, {
    title: explained?.title ?? PAGE_WORDS.refused,
    text: isLost ? PAGE_WORDS.isLost : text,
    reasons,
    isLost,
    status,
    headers,
    code: explained !== undefined && link,
  });
};

const embeddedRefusal = (request: PageRequest, refusal: ApiError, catalogue: Catalogue): Reply<string> => {
  const { language, base, pages } = request;
  const title = catalogue.get(refusal.code)?.title[language] ?? PAGE_WORDS.refused[language];
  const main = html`<h1>${title}</h1>
${reasonsOf(refusal, language)}<p class="end">${outwardLink(`${base}/`, pages.home.back[language])}</p>
`;
  return embeddedPage(request, { title, main, status: refusal.status, headers: { ...refusal.headers, Vary: 'Accept' } });
};
