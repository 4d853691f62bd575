import type { Query } from '../../../lib/content';
import { FINDER_SCRIPT, type Html, html, inlineScript, type Part } from '../../../lib/html';
import type { Text } from '../../../lib/language';
import type { Reply } from '../../../lib/registry';
import { type PageRequest, queryPage, sitePage } from '../../../lib/site';
import { activeFilterLinks, activeFilters, titleWith } from '../choice/active-filters';
import { type Choice, DAY_NAMES, isChosen, listQuery, startAddress } from '../choice/choice';
import { finder } from '../choice/finder';
import type { Span } from '../choice/span';
import { embedSnippet } from '../embed';
import { calendarAddresses, calendarLinks, subscriptionsOf } from '../subscriptions/calendars';
import { WORDS } from '../words';
import { START_STYLE } from './start-style';

interface StartView {
  readonly view: 'list' | 'month' | 'day';
  readonly choice: Choice;
  readonly span: Span;
  /** The month or day as address parameters. */
  readonly period: Query;
}

/** The content of a view, with the events that it shows. */
interface ViewContent {
  readonly title: string;
  /** The day at which the other views open. */
  readonly day: string;
  readonly total: number;
  /** The sentence that stands in the place of missing events. */
  readonly none: Text;
  readonly main: Html;
  /** True for a month or a day far from all events: 404, since robots would follow such links for ever. */
  readonly isLost?: boolean;
}

/** Renders a view with the search form above it and the calendar links below it. */
export const startView = async (
  request: PageRequest,
  { view, choice, span, period }: StartView,
  contentOf: () => Promise<ViewContent>,
): Promise<Reply<string>> => {
  const { language, root, base, services } = request;
  const finding = async () => {
    const chosen = await activeFilters(request, choice);
    return { chosen, form: await finder(request, { choice, chosen, span, period }) };
  };
  const [content, { chosen, form }] = await Promise.all([contentOf(), finding()]);
  const page = queryPage(request);
  const isList = view === 'list';
  const isWhole = !isChosen(choice) && !choice.isRunning && (content.total > 0 || isList);
  const addresses = calendarAddresses(request, listQuery(choice));
  const title = titleWith(content.title, chosen);
  const own = { ...choice.query, ...period };
  const addressIn = (one: string) => startAddress(`${root}/${one}`, own);
  return sitePage(request, {
    title,
    section: `${base}/`,
    ...(content.isLost && { status: 404 }),
    // Search engines find every event by its own page, so filtered lists are not indexed.
    canonical: isWhole ? startAddress(base, { ...period, page: page > 1 ? page : undefined }) : undefined,
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
    main: html`${form}${activeFilterLinks(request, chosen, (query) => startAddress(base, { ...query, ...period }))}<div class="ways">${viewLinks(request, choice, view, content.day)}${isList && namedDayLinks(request, choice)}</div>
<p class="quiet">${(content.total === 0 ? content.none : WORDS.count(content.total))[language]}</p>
${content.main}<h2>${WORDS.calendar[language]}</h2>
${calendarLinks(request, addresses)}${embedSnippet(request, title, own)}${inlineScript(FINDER_SCRIPT)}`,
  });
};

/** Links to the same choice as a list, a month and a day. If filters are set, robots should not follow. */
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

/** Links to the named days, such as today or the weekend, with the other filters unchanged. */
const namedDayLinks = ({ base, language }: PageRequest, { query }: Choice): Html =>
  html`<nav class="views" aria-label="${WORDS.when[language]}"><ul>${DAY_NAMES.map(
    (when) =>
      html`<li><a href="${startAddress(base, { ...query, when })}" rel="nofollow"${query.when === when && html` aria-current="true"`}>${WORDS.named[when][language]}</a></li>`,
  )}</ul></nav>
`;
