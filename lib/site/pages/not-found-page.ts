import { html } from '../../html';
import type { Reply } from '../../registry';
import { framed } from '../parts/frame';
import { PAGE_WORDS } from '../parts/words';
import { isServedHere, type PageRequest } from '../requests/page-request';

/** The page of an address that does not exist, with a search form. */
export const notFoundPage = (visit: PageRequest): Reply<string> => {
  const { language, base, pages } = visit;
  const isHere = isServedHere(visit);
  return framed(visit, {
    title: PAGE_WORDS.lost[language],
    status: 404,
    forms: isHere,
    // Clients that do not ask for HTML get JSON.
    headers: { Vary: 'Accept' },
    main: html`<p>${PAGE_WORDS.isLost[language]}</p>
${isHere && pages.search(visit)}<p><a href="${base}/">${pages.home.back[language]}</a></p>
`,
  });
};
