import { siteUrl } from '../../../lib/content';
import { errors } from '../../../lib/errors';
import { type Html, html, type Part } from '../../../lib/html';
import { capitalized, type Text } from '../../../lib/language';
import type { Reply } from '../../../lib/registry';
import { dayText, monthText, monthTitle, type PageRequest, pagerOf, queryPage, sitePage, websiteLink } from '../../../lib/site';
import { eventType } from '../../events';
import { beginOf, dayAfter, LAST_DAY, lastOfMonth, today } from '../../shared/days';
import {
  type Choice,
  comingDays,
  DAY_NAMES,
  type EventRange,
  isChosen,
  listQuery,
  nearestDay,
  type RequestedView,
  readRequestedView,
  startAddress,
  wholeDays,
} from '../choice/choice';
import { activeFilterLinks, searchForm, titleWith } from '../choice/finder';
import { embedSnippet } from '../embed';
import { scheduleOf } from '../events/event-list';
import { FINDER_SCRIPT } from '../scripts';
import { calendarAddresses, calendarLinks, subscriptionsOf } from '../subscriptions/calendars';
import { WORDS } from '../words';
import { longList, monthEvents, monthTable } from './month';

/** Renders the start page of a language: the coming events, a month with `?month=2030-06`, or a day with `?day=2030-06-01`. */
export const startPage = async (request: PageRequest): Promise<Reply<string>> => {
  const requested = await readRequestedView(request);
  const { choice, day, month } = requested;
  if (day !== undefined) {
    const range = wholeDays(choice, day, day);
    return startView(request, { ...requested, view: 'day', range }, dayContent(request, requested, range, day));
  }
  if (month === undefined) {
    const range = comingDays(request, choice);
    return startView(request, { ...requested, view: 'list', range }, listContent(request, requested, range));
  }
  // A month has only one page.
  if (queryPage(request) > 1) throw errors.pageNotFound(eventType(request.services), 1);
  const range = wholeDays(choice, `${month}-01`, lastOfMonth(month));
  return startView(request, { ...requested, view: 'month', range }, monthContent(request, choice, range, month));
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

/** Lists the coming events, or the events on the chosen days, grouped by day. */
const listContent = async (request: PageRequest, requested: RequestedView, range: EventRange): Promise<ViewContent> => {
  const schedule = await scheduleOf(request, range, requested);
  return {
    title: (range.isPast ? WORDS.events : WORDS.coming)[request.language],
    day: schedule.day ?? today(request),
    total: schedule.total,
    none: isChosen(requested.choice) ? WORDS.noneFound : WORDS.noneComing,
    main: schedule.part,
  };
};

/** Links the nearest days before and after a range of days on which events of the choice start. `linkTo` makes the link of a day. */
const neighboursOf = async (
  request: PageRequest,
  choice: Choice,
  [first, last]: readonly [string, string],
  linkTo: (day: string) => { readonly href: string; readonly text: string },
) => {
  const nearest = await Promise.all([
    nearestDay(request, choice, 'before', first),
    last === LAST_DAY ? undefined : nearestDay(request, choice, 'from', dayAfter(last, 1)),
  ]);
  const [previous, next] = nearest.map((day) => (day === undefined ? undefined : linkTo(day)));
  return { previous, next };
};

/** Lists all events of a day, and links the nearest days on which events start. */
const dayContent = async (request: PageRequest, requested: RequestedView, range: EventRange, day: string): Promise<ViewContent> => {
  const { choice } = requested;
  const nameOf = (other: string) => dayText(beginOf(other), request);
  const [{ total, part }, { previous, next }] = await Promise.all([
    scheduleOf(request, range, requested),
    neighboursOf(request, choice, [day, day], (other) => ({
      href: startAddress(request.base, { ...choice.query, day: other }),
      text: nameOf(other),
    })),
  ]);
  return {
    title: capitalized(nameOf(day)),
    day,
    total,
    none: WORDS.noneOnDay,
    main: html`${part}${pagerOf(WORDS.days[request.language], previous, next)}`,
  };
};

/** Shows a month as a table of weeks, and links the nearest months in which events start. */
const monthContent = async (request: PageRequest, choice: Choice, range: EventRange, month: string): Promise<ViewContent> => {
  const { language, base } = request;
  const { query } = choice;
  const days = [`${month}-01`, lastOfMonth(month)] as const;
  const [first, last] = days;
  const [found, { previous, next }] = await Promise.all([
    monthEvents(request, range, first, last),
    neighboursOf(request, choice, days, (day) => ({
      href: startAddress(base, { ...query, month: day.slice(0, 7) }),
      text: monthText(day, request),
    })),
  ]);
  const dayAddress = (day: string) => startAddress(base, { ...query, day });
  const all = startAddress(base, { ...query, start_date: first, end_date: last });
  return {
    title: monthTitle(month, request),
    day: found.firstDay ?? first,
    total: found.total,
    none: WORDS.noneInMonth,
    main: html`${pagerOf(WORDS.months[language], previous, next)}${longList(request, found.long, all)}${monthTable(request, days, found, dayAddress)}`,
  };
};

interface ViewContent {
  readonly title: string;
  /** The day for the links to the month and day views. */
  readonly day: string;
  readonly total: number;
  /** The sentence that the view shows if it has no events. */
  readonly none: Text;
  readonly main: Html;
}

/** Renders a start page: the search form, the view, and the calendar links. */
const startView = async (
  request: PageRequest,
  { view, choice, range, daysQuery }: RequestedView & { readonly view: 'list' | 'month' | 'day'; readonly range: EventRange },
  shown: Promise<ViewContent>,
) => {
  const { language, root, base, services } = request;
  const [content, { chosen, form }] = await Promise.all([shown, searchForm(request, { choice, range, daysQuery })]);
  const page = queryPage(request);
  const isList = view === 'list';
  const isWhole = !isChosen(choice) && !choice.isRunning && (content.total > 0 || isList);
  const addresses = calendarAddresses(request, listQuery(choice));
  const title = titleWith(content.title, chosen);
  const own = { ...choice.query, ...daysQuery };
  const addressIn = (one: string) => startAddress(`${root}/${one}`, own);
  return sitePage(request, {
    title,
    section: `${base}/`,
    // Lists with filters are not indexed, since search engines find every event by its own page.
    canonical: isWhole ? startAddress(base, { ...daysQuery, page: page > 1 ? page : undefined }) : undefined,
    alternates: {
      ...Object.fromEntries(services.site.served.languages.map((one) => [one, addressIn(one)])),
      ...(isList && { 'x-default': `${root}/` }),
    },
    subscriptions: subscriptionsOf(addresses),
    embeds: startAddress(base, own),
    forms: true,
    connects: true,
    scripts: [FINDER_SCRIPT],
    style: START_STYLE,
    main: html`${form}${activeFilterLinks(request, chosen, (query) => startAddress(base, { ...query, ...daysQuery }))}<div class="ways">${viewLinks(request, choice, view, content.day)}${isList && namedDayLinks(request, choice)}</div>
<p class="quiet">${(content.total === 0 ? content.none : WORDS.count(content.total))[language]}</p>
${content.main}<h2>${WORDS.calendar[language]}</h2>
${calendarLinks(request, addresses)}${embedSnippet(request, title, own)}`,
  });
};

/** Renders links to the choice as a list, a month and a day. With filters, the links have `rel="nofollow"` for robots. */
const viewLinks = ({ base, language }: PageRequest, choice: Choice, shown: 'list' | 'month' | 'day', day: string): Part => {
  const { filters: query } = choice;
  const views = [
    ['list', startAddress(base, shown === 'list' ? choice.query : query)],
    ['month', startAddress(base, { ...query, month: day.slice(0, 7) })],
    ['day', startAddress(base, { ...query, day })],
  ] as const;
  const rel = isChosen(choice) && html` rel="nofollow"`;
  return html`<nav class="views" aria-label="${WORDS.views[language]}"><ul>${views.map(
    ([view, href]) => html`<li><a href="${href}"${rel}${view === shown && html` aria-current="true"`}>${WORDS[view][language]}</a></li>`,
  )}</ul></nav>
`;
};

const namedDayLinks = ({ base, language }: PageRequest, { query }: Choice): Html =>
  html`<nav class="views" aria-label="${WORDS.when[language]}"><ul>${DAY_NAMES.map(
    (when) =>
      html`<li><a href="${startAddress(base, { ...query, when })}" rel="nofollow"${query.when === when && html` aria-current="true"`}>${WORDS.named[when][language]}</a></li>`,
  )}</ul></nav>
`;

/** The additional style sheet of the calendar's views: search form, active filters and month table. */
const START_STYLE = `
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.finder { margin: 1rem 0; padding: 0.75rem 1.25rem; background: var(--raised); border: 1px solid var(--line); border-radius: 0.75rem; }
.finder .words { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem 0.75rem; }
.finder .words input { flex: 1 1 14rem; }
.finder label { font-weight: 600; }
.finder input:not([type='checkbox']), .finder select { max-width: 100%; height: 2.6rem; padding: 0.4rem 0.65rem; border: 1px solid var(--quiet); border-radius: 0.45rem; background: var(--raised); color: var(--text); font: inherit; }
.finder details { margin-top: 0.5rem; }
.finder summary { width: fit-content; color: var(--link); cursor: pointer; }
.finder .fields { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(13rem, 100%), 1fr)); gap: 0.5rem 1rem; align-items: end; }
.finder .fields p { margin: 0.25rem 0; min-width: 0; }
.finder .fields label:not(:has(input)), .finder .fields select, .finder .fields input[type='date'] { display: block; width: 100%; }
.chosen ul { gap: 0.5rem; margin: 0.75rem 0; }
.chosen a { display: inline-block; padding: 0.1rem 0.75rem; border: 1px solid var(--accent); border-radius: 1rem; color: var(--accent); text-decoration: none; }
.chosen a:hover { text-decoration: underline; }
.ways { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0.5rem 2.5rem; margin: 1rem 0 0; }
@media (max-width: 49.99rem) {
  .month tbody, .month tr, .month td { display: block; }
  .month thead, .month td:not(:has(li)) { display: none; }
  .month .number time { position: absolute; clip-path: inset(50%); }
  .month .number::after { content: attr(aria-label); }
  .month td { padding: 0.6rem 0; border-top: 1px solid var(--line); }
  .month ul { margin: 0; padding: 0 0 0 1.25rem; }
}
@media (min-width: 50rem) {
  .month { display: table; width: 100%; margin: 1.5rem 0; table-layout: fixed; }
  .month th, .month td { padding: 0.3rem 0.4rem; border: 1px solid var(--line); text-align: left; vertical-align: top; }
  .month td { height: 5.5rem; background: var(--raised); font-size: 0.875rem; line-height: 1.35; }
  .month td.none { background: none; }
  .month td[aria-current] { box-shadow: inset 0 0 0 2px var(--accent); }
  .month abbr { text-decoration: none; }
  .month .number { font-weight: 700; font-size: 1rem; }
  .month ul { margin: 0.25rem 0 0; padding: 0; list-style: none; }
  .month li a { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 3; overflow: hidden; min-height: 1.5rem; unicode-bidi: plaintext; }
  .month li + li { margin-top: 0.25rem; }
}
.snippet summary { width: fit-content; color: var(--link); cursor: pointer; }
.snippet textarea { width: 100%; padding: 0.5rem; border: 1px solid var(--quiet); border-radius: 0.45rem; background: var(--raised); color: var(--text); font: 0.875rem/1.5 ui-monospace, monospace; }
@media print { .finder, .chosen, .ways, .snippet { display: none; } }
`;
