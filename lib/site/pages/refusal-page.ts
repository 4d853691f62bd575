import type { ApiError, Catalogue } from '../../errors';
import { type Html, html, typeset } from '../../html';
import type { Reply } from '../../registry';
import { sitePage } from '../parts/frame';
import { PAGE_WORDS } from '../parts/words';
import { isServedHere, type PageRequest } from '../requests/page-request';

/** The reasons for each refused parameter. Undefined if there are none. */
export const refusalReasons = ({ reasons }: ApiError, language: PageRequest['language']): Html | undefined =>
  Object.keys(reasons).length === 0
    ? undefined
    : html`<ul>
${Object.entries(reasons).map(
  ([name, { text }]) => html`<li><code>${name}</code> ${typeset(text, language)}</li>
`,
)}</ul>
`;

/** The page that explains an error. */
export const refusalPage = (request: PageRequest, refusal: ApiError, catalogue: Catalogue): Reply<string> => {
  const { language, base, pages } = request;
  const explained = catalogue.get(refusal.code);
  // If the pages are elsewhere, a search here finds nothing.
  const isLost = refusal.status === 404 && isServedHere(request);
  return sitePage(request, {
    title: explained?.title[language] ?? PAGE_WORDS.refused[language],
    status: refusal.status,
    forms: isLost,
    // Clients that do not ask for HTML get JSON.
    headers: { ...refusal.headers, Vary: 'Accept' },
    main: html`${
      refusalReasons(refusal, language) ??
      html`<p>${isLost ? PAGE_WORDS.isLost[language] : typeset(refusal.text, language)}</p>
`
    }${isLost && pages.search(request)}<p><a href="${base}/">${pages.home.back[language]}</a></p>
${explained !== undefined && html`<p class="quiet"><a href="${base}/errors/${encodeURIComponent(refusal.code)}"><code>${refusal.code}</code></a></p>\n`}`,
  });
};
