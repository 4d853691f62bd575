import { toWall } from '../../lib/calendar/zones';
import { errors } from '../../lib/errors';
import { siteUrl } from '../../lib/kinds/addresses';
import { listingOf } from '../../lib/kinds/listing/listing';
import { pagesOf, toQuery } from '../../lib/kinds/lists';
import { framed } from '../../lib/kinds/pages/frame';
import { websiteLink } from '../../lib/kinds/pages/links';
import { pagerOf } from '../../lib/kinds/pages/pager';
import { askedPage, askedText, type PageVisit } from '../../lib/kinds/pages/visit';
import { monthText, monthTitle } from '../../lib/pages/dates';
import { html } from '../../lib/pages/html';
import type { Reply } from '../../lib/registry/reply';
import { calendarAddress, calendarLinks } from './calendars';
import { eventList } from './event-list';
import { eventsOf, inMonth, nextMonth, previousMonth, readMonth } from './months';
import { WORDS } from './words';

/** How many events of a month a page shows. */
const PER_PAGE = 50;

/** The start page of a language: what is left of this month, or of the next one in which there is anything; with `?month=2030-06`, that whole month. */
export const startPage = async (visit: PageVisit): Promise<Reply<string>> => {
  const { language, root, base, services } = visit;
  const kind = eventsOf(visit);
  const said = askedText(visit, 'month');
  const asked = readMonth(said);
  if (said !== '' && asked === undefined) throw errors.recordNotFound();
  const now = services.clock.now();
  const page = askedPage(visit);
  const read = async (which: string) => {
    const query = await listingOf(kind, inMonth(visit, which, asked === undefined ? now : undefined));
    return { month: which, ...(await kind.posts.page({ ...query, skip: (page - 1) * PER_PAGE, limit: PER_PAGE })) };
  };
  const first = await read(asked ?? toWall(now, services.site.timezone).slice(0, 7));
  const later = asked === undefined && first.total === 0 ? await nextMonth(visit, first.month) : undefined;
  const { month, records, total } = later === undefined ? first : await read(later);
  const [previous, next] = await Promise.all([previousMonth(visit, month), nextMonth(visit, month)]);
  const pages = pagesOf({ page, perPage: PER_PAGE, total });
  if (page > 1 && page > pages) throw errors.pageNotFound(kind, pages);
  const addressOf = (place: string, which: string | undefined, other = 1) =>
    `${place}/${toQuery({ month: which, page: other > 1 ? other : undefined })}`;
  const pageLink = (other: number, text: string) => ({ href: addressOf(base, asked, other), text });
  const monthLink = (which: string) => ({ href: addressOf(base, which), text: monthText(which, language) });
  const none = asked === undefined ? WORDS.noneComing : WORDS.noneThen;
  const calendar = calendarAddress(visit);
  return framed(visit, {
    title: asked === undefined ? WORDS.coming[language] : monthTitle(month, language),
    section: `${base}/`,
    canonical: total === 0 && asked !== undefined ? undefined : addressOf(base, asked, page),
    alternates: {
      ...Object.fromEntries(services.site.served.languages.map((one) => [one, addressOf(`${root}/${one}`, asked)])),
      ...(asked === undefined && { 'x-default': `${root}/` }),
    },
    calendar,
    main: html`${
      asked === undefined &&
      html`<h2>${monthTitle(month, language)}</h2>\n<p><a href="${addressOf(base, month)}">${WORDS.wholeMonth[language]}</a></p>\n`
    }${asked !== undefined && html`<h2 class="quiet">${WORDS.events[language]}</h2>\n`}${
      records.length === 0 ? html`<p>${none[language]}</p>\n` : await eventList(visit, records)
    }${pagerOf(
      WORDS.pages[language],
      page > 1 ? pageLink(page - 1, WORDS.previousPage[language]) : undefined,
      page < pages ? pageLink(page + 1, WORDS.nextPage[language]) : undefined,
    )}${pagerOf(
      WORDS.months[language],
      previous === undefined ? undefined : monthLink(previous),
      next === undefined ? undefined : monthLink(next),
    )}<h2>${WORDS.calendar[language]}</h2>
${calendarLinks(visit, calendar)}`,
  });
};

/** The start page of a language where the pages for people are elsewhere. */
export const elsewherePage = (visit: PageVisit): Reply<string> => {
  const { language, root, base, services } = visit;
  return framed(visit, {
    title: services.site.name[language],
    canonical: `${base}/`,
    alternates: { ...Object.fromEntries(services.site.served.languages.map((one) => [one, `${root}/${one}/`])), 'x-default': `${root}/` },
    main: html`<p>${WORDS.elsewhere[language]} ${websiteLink(siteUrl(base, services.site))}</p>`,
  });
};
