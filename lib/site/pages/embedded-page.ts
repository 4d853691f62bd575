import type { ApiError, Catalogue } from '../../errors';
import { type Html, html, type SlimPage, slimLayout, typeset } from '../../html';
import type { Text } from '../../language';
import type { Reply } from '../../registry';
import { sitePage } from '../parts/frame';
import { PAGE_WORDS } from '../parts/words';
import type { PageRequest } from '../requests/page-request';
import { refusalReasons } from './refusal-page';

const OFF: Text = {
  en: 'Embedding is not switched on here: whoever runs this service names in EMBED_ORIGINS the sites that may show its pages.',
  fr: 'L’intégration n’est pas activée ici : les responsables de ce service nomment dans EMBED_ORIGINS les sites qui peuvent afficher ses pages.',
};

/** Renders a page in the slim layout, which the sites of `EMBED_ORIGINS` may show in a frame. */
export const embeddedPage = (
  request: PageRequest,
  page: Pick<SlimPage, 'title' | 'main' | 'theme' | 'status' | 'headers'>,
): Reply<string> => {
  const { services, language, root } = request;
  const { site } = services;
  return slimLayout({ ...page, title: `${page.title} – ${site.name[language]}`, language, branding: site, root, framedBy: site.embedders });
};

/** A link that opens outside of the frame. */
export const outwardLink = (href: string, text: string, attributes: Html | false = false): Html =>
  html`<a href="${href}" target="_blank" rel="noopener"${attributes}>${text}</a>`;

/** The embedded page that explains an error. */
export const embeddedRefusal = (request: PageRequest, refusal: ApiError, catalogue: Catalogue): Reply<string> => {
  const { language, base, pages } = request;
  const title = catalogue.get(refusal.code)?.title[language] ?? PAGE_WORDS.refused[language];
  const main = html`<h1>${title}</h1>
${refusalReasons(refusal, language) ?? html`<p>${typeset(refusal.text, language)}</p>\n`}<p class="end">${outwardLink(`${base}/`, pages.home.back[language])}</p>
`;
  // Clients that do not ask for HTML get JSON.
  return embeddedPage(request, { title, main, status: refusal.status, headers: { ...refusal.headers, Vary: 'Accept' } });
};

/** The page at the embedding address while embedding is off. */
export const embeddingOff = (request: PageRequest): Reply<string> =>
  sitePage(request, {
    title: PAGE_WORDS.lost[request.language],
    status: 404,
    headers: { Vary: 'Accept' },
    main: html`<p>${typeset(OFF, request.language)}</p>
<p><a href="${request.base}/">${request.pages.home.back[request.language]}</a></p>
`,
  });
