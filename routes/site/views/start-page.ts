import { siteUrl } from '../../../lib/content';
import { html } from '../../../lib/html';
import type { Reply } from '../../../lib/registry';
import { type PageRequest, sitePage, websiteLink } from '../../../lib/site';
import { readRequestedView } from '../choice/requested-view';
import { WORDS } from '../words';
import { dayView } from './day-view';
import { listView } from './list-view';
import { monthView } from './month-view';

/** The start page of a language: the coming events, a month with `?month=2030-06`, or a day with `?day=2030-06-01`. */
export const startPage = async (request: PageRequest): Promise<Reply<string>> => {
  const { choice, day, month } = await readRequestedView(request);
  if (day !== undefined) return dayView(request, choice, day);
  return month === undefined ? listView(request, choice) : monthView(request, choice, month);
};

/** The start page if the pages for people are served elsewhere. */
export const elsewherePage = (request: PageRequest): Reply<string> => {
  const { language, root, base, services } = request;
  return sitePage(request, {
    title: services.site.name[language],
    canonical: `${base}/`,
    alternates: { ...Object.fromEntries(services.site.served.languages.map((one) => [one, `${root}/${one}/`])), 'x-default': `${root}/` },
    main: html`<p>${WORDS.elsewhere[language]} ${websiteLink(siteUrl(base, services.site))}</p>`,
  });
};
