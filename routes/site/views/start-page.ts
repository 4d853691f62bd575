import { siteUrl } from '../../../lib/content';
import { errors } from '../../../lib/errors';
import { html } from '../../../lib/html';
import { capitalized } from '../../../lib/language';
import type { Reply } from '../../../lib/registry';
import { dayText, monthText, monthTitle, type PageRequest, pagerOf, queryPage, sitePage, websiteLink } from '../../../lib/site';
import { type Choice, isChosen, readRequestedView, startAddress } from '../choice/choice';
import { beginOf, dayAfter, isFarFromEvents, LAST_DAY, lastOfMonth, today } from '../choice/days';
import { comingDays, firstDayFrom, lastDayBefore, wholeDays } from '../choice/span';
import { eventsOf } from '../events/event-list';
import { WORDS } from '../words';
import { longList, monthEvents, monthList, monthTable } from './month';
import { scheduleOf } from './schedule';
import { startView } from './start-view';

/** Renders the start page of a language: the coming events, a month with `?month=2030-06`, or a day with `?day=2030-06-01`. */
export const startPage = async (request: PageRequest): Promise<Reply<string>> => {
  const { choice, day, month } = await readRequestedView(request);
  if (day !== undefined) return dayView(request, choice, day);
  return month === undefined ? listView(request, choice) : monthView(request, choice, month);
};

/** Renders the start page if another site serves the pages for people. */
export const elsewherePage = (request: PageRequest): Reply<string> => {
  const { language, root, base, services } = request;
  return sitePage(request, {
    title: services.site.name[language],
    canonical: `${base}/`,
    alternates: { ...Object.fromEntries(services.site.served.languages.map((one) => [one, `${root}/${one}/`])), 'x-default': `${root}/` },
    main: html`<p>${WORDS.elsewhere[language]} ${websiteLink(siteUrl(base, services.site))}</p>`,
  });
};

/** Renders the page of coming events, or of events on the chosen days, grouped by day. */
const listView = (request: PageRequest, choice: Choice): Promise<Reply<string>> => {
  const { language, base } = request;
  const { query, isRunning } = choice;
  const span = comingDays(request, choice);
  return startView(request, { view: 'list', choice, span, period: {} }, async () => {
    const schedule = await scheduleOf(request, span, { isRunning, addressOf: (more) => startAddress(base, { ...query, ...more }) });
    return {
      title: (span.isPast ? WORDS.events : WORDS.coming)[language],
      day: schedule.day ?? today(request),
      total: schedule.total,
      none: isChosen(choice) ? WORDS.noneFound : WORDS.noneComing,
      main: schedule.part,
    };
  });
};

/** Finds the nearest days before and after a range of days on which events of the choice start. */
const neighboursOf = (request: PageRequest, choice: Choice, first: string, last: string) =>
  Promise.all([
    lastDayBefore(request, choice, first),
    last === LAST_DAY ? undefined : firstDayFrom(request, choice, dayAfter(last, 1)),
  ] as const);

/** Renders the page of a day: all its events, and links to the nearest days on which events start. */
const dayView = (request: PageRequest, choice: Choice, day: string): Promise<Reply<string>> => {
  const { language, base } = request;
  const { query, isRunning } = choice;
  const span = wholeDays(choice, day, day);
  const link = (other: string | undefined) =>
    other === undefined ? undefined : { href: startAddress(base, { ...query, day: other }), text: dayText(beginOf(other), request) };
  return startView(request, { view: 'day', choice, span, period: { day } }, async () => {
    const [schedule, [previous, next]] = await Promise.all([
      scheduleOf(request, span, { isRunning, addressOf: (more) => startAddress(base, { ...query, day, ...more }) }),
      neighboursOf(request, choice, day, day),
    ]);
    return {
      title: capitalized(dayText(beginOf(day), request)),
      day,
      total: schedule.total,
      none: WORDS.noneOnDay,
      isLost: schedule.total === 0 && isFarFromEvents(request, day, previous, next),
      main: html`${schedule.part}${pagerOf(WORDS.days[language], link(previous), link(next))}`,
    };
  });
};

/** Renders the page of a month: a table of weeks, or a list on narrow screens. It links the nearest months in which events start. */
const monthView = (request: PageRequest, choice: Choice, month: string): Promise<Reply<string>> => {
  // A month has only one page.
  if (queryPage(request) > 1) throw errors.pageNotFound(eventsOf(request), 1);
  const { language, base } = request;
  const [first, last] = [`${month}-01`, lastOfMonth(month)];
  const { query } = choice;
  const span = wholeDays(choice, first, last);
  const link = (day: string | undefined) =>
    day === undefined ? undefined : { href: startAddress(base, { ...query, month: day.slice(0, 7) }), text: monthText(day, request) };
  const dayAddress = (day: string) => startAddress(base, { ...query, day });
  const all = startAddress(base, { ...query, start_date: first, end_date: last });
  return startView(request, { view: 'month', choice, span, period: { month } }, async () => {
    const [found, [previous, next]] = await Promise.all([
      monthEvents(request, span, first, last),
      neighboursOf(request, choice, first, last),
    ]);
    const months = pagerOf(WORDS.months[language], link(previous), link(next));
    return {
      title: monthTitle(month, request),
      day: found.firstDay ?? first,
      total: found.total,
      none: WORDS.noneInMonth,
      isLost: found.total === 0 && isFarFromEvents(request, first, previous, next),
      main: html`${months}${longList(request, found.long, all)}${monthTable(request, [first, last], found, dayAddress)}${monthList(request, found.days, dayAddress)}`,
    };
  });
};
