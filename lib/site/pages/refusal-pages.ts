import type { ApiError, Catalogue } from '../../errors';
import { type Html, html, typeset } from '../../html';
import type { Language, Text } from '../../language';
import type { Reply } from '../../registry';
import { embeddedPage, outwardLink, sitePage } from '../parts/frame';
import { PAGE_WORDS } from '../parts/words';
import { isServedHere, type PageRequest } from '../requests/page-request';

const EMBEDDING_OFF: Text = {
  en: 'Embedding is not switched on here. The operator of the service names the sites that may show its pages in EMBED_ORIGINS.',
  fr: 'L’intégration n’est pas activée ici : les responsables de ce service nomment dans EMBED_ORIGINS les sites qui peuvent afficher ses pages.',
};

/** Renders the reasons for each invalid parameter, else the message of an error. */
const reasonsOf = ({ reasons, text: message }: Pick<ApiError, 'reasons' | 'text'>, language: Language): Html =>
  Object.keys(reasons).length === 0
    ? html`<p>${typeset(message, language)}</p>\n`
    : html`<ul>
${Object.entries(reasons).map(([name, { text }]) => html`<li><code>${name}</code> ${typeset(text, language)}</li>\n`)}</ul>
`;

const wayBack = ({ base, language, pages }: PageRequest): Html => html`<p><a href="${base}/">${pages.home.back[language]}</a></p>\n`;

export const refusalPage = (request: PageRequest, refusal: ApiError, catalogue: Catalogue): Reply<string> => {
  const { language, base, pages } = request;
  const { code, status, reasons, text } = refusal;
  const explained = catalogue.get(code);
  // If another site serves the pages, a search here finds nothing.
  const isLost = status === 404 && isServedHere(request);
  return sitePage(request, {
    title: explained?.title[language] ?? PAGE_WORDS.refused[language],
    status,
    forms: isLost,
    // Clients whose `Accept` header does not prefer HTML get JSON.
    headers: { ...refusal.headers, Vary: 'Accept' },
    main: html`${reasonsOf({ reasons, text: isLost ? PAGE_WORDS.isLost : text }, language)}${isLost && pages.search(request)}${wayBack(request)}${explained !== undefined && html`<p class="quiet"><a href="${base}/errors/${encodeURIComponent(code)}"><code>${code}</code></a></p>\n`}`,
  });
};

/** Renders the page of an address that does not exist, with a search form. */
export const notFoundPage = (request: PageRequest): Reply<string> => {
  const isHere = isServedHere(request);
  return sitePage(request, {
    title: PAGE_WORDS.lost[request.language],
    status: 404,
    forms: isHere,
    headers: { Vary: 'Accept' },
    main: html`<p>${PAGE_WORDS.isLost[request.language]}</p>
${isHere && request.pages.search(request)}${wayBack(request)}`,
  });
};

/** Renders the page at the embedding address while embedding is off. */
export const embeddingOff = (request: PageRequest): Reply<string> =>
  sitePage(request, {
    title: PAGE_WORDS.lost[request.language],
    status: 404,
    headers: { Vary: 'Accept' },
    main: html`<p>${typeset(EMBEDDING_OFF, request.language)}</p>
${wayBack(request)}`,
  });

/** Renders the embedded page that explains an error. */
export const embeddedRefusal = (request: PageRequest, refusal: ApiError, catalogue: Catalogue): Reply<string> => {
  const { language, base, pages } = request;
  const title = catalogue.get(refusal.code)?.title[language] ?? PAGE_WORDS.refused[language];
  const main = html`<h1>${title}</h1>
${reasonsOf(refusal, language)}<p class="end">${outwardLink(`${base}/`, pages.home.back[language])}</p>
`;
  return embeddedPage(request, { title, main, status: refusal.status, headers: { ...refusal.headers, Vary: 'Accept' } });
};
