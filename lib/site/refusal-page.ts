import type { ApiError, Catalogue } from '../errors';
import { type Html, html, typeset } from '../html';
import type { Reply } from '../registry';
import { framed } from './parts/frame';
import { isServedHere, type PageRequest } from './parts/page-request';
import { PAGE_WORDS } from './parts/words';

/** What is wrong with each parameter that was refused; undefined where it is about none. */
export const refusalReasons = ({ reasons }: ApiError, language: PageRequest['language']): Html | undefined =>
  Object.keys(reasons).length === 0
    ? undefined
    : html`<ul>
${Object.entries(reasons).map(
  ([name, { text }]) => html`<li><code>${name}</code> ${typeset(text, language)}</li>
`,
)}</ul>
`;

/** The page that says why another one is not shown. */
export const refusalPage = (visit: PageRequest, refusal: ApiError, catalogue: Catalogue): Reply<string> => {
  const { language, base, pages } = visit;
  const explained = catalogue.get(refusal.code);
  // Where the site is elsewhere there is nothing to find here.
  const isLost = refusal.status === 404 && isServedHere(visit);
  return framed(visit, {
    title: explained?.title[language] ?? PAGE_WORDS.refused[language],
    status: refusal.status,
    forms: isLost,
    // Who asks for no page is answered in JSON.
    headers: { ...refusal.headers, Vary: 'Accept' },
    main: html`${
      refusalReasons(refusal, language) ??
      html`<p>${isLost ? PAGE_WORDS.isLost[language] : typeset(refusal.text, language)}</p>
`
    }${isLost && pages.search(visit)}<p><a href="${base}/">${pages.home.back[language]}</a></p>
${explained !== undefined && html`<p class="quiet"><a href="${base}/errors/${encodeURIComponent(refusal.code)}"><code>${refusal.code}</code></a></p>\n`}`,
  });
};
