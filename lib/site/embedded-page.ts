import type { ApiError, Catalogue } from '../errors';
import { type Html, html, type SlimPage, slimLayout, typeset } from '../html';
import type { Text } from '../language';
import type { Reply } from '../registry';
import { framed } from './parts/frame';
import type { PageRequest } from './parts/page-request';
import { PAGE_WORDS } from './parts/words';
import { refusalReasons } from './refusal-page';

const OFF: Text = {
  en: 'Embedding is not switched on here: whoever runs this service names in EMBED_ORIGINS the sites that may show its pages.',
  fr: 'L’intégration n’est pas activée ici : les responsables de ce service nomment dans EMBED_ORIGINS les sites qui peuvent afficher ses pages.',
};

/** Puts a page into the slim shell in which the sites of `EMBED_ORIGINS` may show it. */
export const embedded = (visit: PageRequest, page: Pick<SlimPage, 'title' | 'main' | 'theme' | 'status' | 'headers'>): Reply<string> => {
  const { services, language, root } = visit;
  const { site } = services;
  return slimLayout({ ...page, title: `${page.title} – ${site.name[language]}`, language, branding: site, root, framedBy: site.embedders });
};

/** A link that leads out of the frame that it stands in. */
export const outwardLink = (href: string, text: string, attributes: Html | false = false): Html =>
  html`<a href="${href}" target="_blank" rel="noopener"${attributes}>${text}</a>`;

/** The page that says within other sites why nothing is shown. */
export const embeddedRefusal = (visit: PageRequest, refusal: ApiError, catalogue: Catalogue): Reply<string> => {
  const { language, base, pages } = visit;
  const title = catalogue.get(refusal.code)?.title[language] ?? PAGE_WORDS.refused[language];
  const main = html`<h1>${title}</h1>
${refusalReasons(refusal, language) ?? html`<p>${typeset(refusal.text, language)}</p>\n`}<p class="end">${outwardLink(`${base}/`, pages.home.back[language])}</p>
`;
  // Who asks for no page is answered in JSON.
  return embedded(visit, { title, main, status: refusal.status, headers: { ...refusal.headers, Vary: 'Accept' } });
};

/** The page at the address of what other sites show, where none may show anything. */
export const embeddingOff = (visit: PageRequest): Reply<string> =>
  framed(visit, {
    title: PAGE_WORDS.lost[visit.language],
    status: 404,
    headers: { Vary: 'Accept' },
    main: html`<p>${typeset(OFF, visit.language)}</p>
<p><a href="${visit.base}/">${visit.pages.home.back[visit.language]}</a></p>
`,
  });
