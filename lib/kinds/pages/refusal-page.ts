import type { ApiError } from '../../errors';
import type { Catalogue } from '../../errors/catalogue';
import { html } from '../../pages/html';
import { typeset } from '../../pages/typeset';
import type { Reply } from '../../registry/reply';
import { framed } from './frame';
import { isServedHere, type PageVisit } from './visit';
import { PAGE_WORDS } from './words';

/** The page that says why another one is not shown. */
export const refusalPage = (visit: PageVisit, refusal: ApiError, catalogue: Catalogue): Reply<string> => {
  const { language, base, pages } = visit;
  const explained = catalogue.get(refusal.code);
  const reasons = Object.entries(refusal.reasons);
  // Where the site is elsewhere there is nothing to find here.
  const isLost = refusal.status === 404 && isServedHere(visit);
  return framed(visit, {
    title: explained?.title[language] ?? PAGE_WORDS.refused[language],
    status: refusal.status,
    forms: isLost,
    // Who asks for no page is answered in JSON.
    headers: { ...refusal.headers, Vary: 'Accept' },
    main: html`${
      reasons.length === 0 &&
      html`<p>${isLost ? PAGE_WORDS.isLost[language] : typeset(refusal.text, language)}</p>
`
    }${
      reasons.length > 0 &&
      html`<ul>
${reasons.map(
  ([name, { text }]) => html`<li><code>${name}</code> ${typeset(text, language)}</li>
`,
)}</ul>
`
    }${isLost && pages.search(visit)}<p><a href="${base}/">${pages.home.back[language]}</a></p>
${explained !== undefined && html`<p class="quiet"><a href="${base}/errors/${encodeURIComponent(refusal.code)}"><code>${refusal.code}</code></a></p>\n`}`,
  });
};
