import { html } from '../../html';
import type { Reply } from '../../registry';
import { sitePage } from '../parts/frame';
import { PAGE_WORDS } from '../parts/words';
import { isServedHere, type PageRequest } from '../requests/page-request';

/** The page of an address that does not exist, with a search form. */
export const notFoundPage = (request: PageRequest): Reply<string> => {
  const { language, base, pages } = request;
  const isHere = isServedHere(request);
  return sitePage(request, {
    title: PAGE_WORDS.lost[language],
    status: 404,
    forms: isHere,
    // Clients that do not ask for HTML get JSON.
    headers: { Vary: 'Accept' },
    main: html`<p>${PAGE_WORDS.isLost[language]}</p>
${isHere && pages.search(request)}<p><a href="${base}/">${pages.home.back[language]}</a></p>
`,
  });
};
