import { html } from '../html';
import type { Reply } from '../registry';
import { framed } from './parts/frame';
import { isServedHere, type PageRequest } from './parts/page-request';
import { PAGE_WORDS } from './parts/words';

/** The page at an address that there is nothing at, with a way to look for what is meant. */
export const notFoundPage = (visit: PageRequest): Reply<string> => {
  const { language, base, pages } = visit;
  const isHere = isServedHere(visit);
  return framed(visit, {
    title: PAGE_WORDS.lost[language],
    status: 404,
    forms: isHere,
    // Who asks for no page is answered in JSON.
    headers: { Vary: 'Accept' },
    main: html`<p>${PAGE_WORDS.isLost[language]}</p>
${isHere && pages.search(visit)}<p><a href="${base}/">${pages.home.back[language]}</a></p>
`,
  });
};
