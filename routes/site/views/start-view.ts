import type { Query } from '../../../lib/content';
import { FINDER_SCRIPT, type Html, html, inlineScript } from '../../../lib/html';
import type { Text } from '../../../lib/language';
import type { Reply } from '../../../lib/registry';
import { type PageRequest, queryPage, sitePage } from '../../../lib/site';
import { type ActiveFilter, activeFilterLinks, activeFilters, titleWith } from '../choice/active-filters';
import { type Choice, isChosen, listQuery } from '../choice/choice';
import { finder } from '../choice/finder';
import type { Span } from '../choice/span';
import { embedSnippet } from '../embed/embed-snippet';
import { calendarAddresses, calendarLinks, subscriptionsOf } from '../subscriptions/calendars';
import { WORDS } from '../words';
import { START_STYLE } from './start-style';
import { namedDayLinks, startAddress, viewLinks } from './view-links';

interface Finding {
  readonly chosen: readonly ActiveFilter[];
  readonly form: Html;
}

/** Makes the active filters and the search form. `period` holds the address parameters of a month or day. */
export const findingOf = async (
  request: PageRequest,
  { choice, span, period }: { readonly choice: Choice; readonly span: Span; readonly period: Query },
): Promise<Finding> => {
  const chosen = await activeFilters(request, choice);
  return { chosen, form: await finder(request, { choice, chosen, span, period }) };
};

interface StartView {
  readonly view: 'list' | 'month' | 'day';
  readonly title: string;
  readonly choice: Choice;
  readonly finding: Finding;
  /** The month or day as address parameters. */
  readonly period: Query;
  /** The day at which the other views open. */
  readonly day: string;
  readonly total: number;
  readonly none: Text;
  readonly main: Html;
  /** True for a month or a day far from all events: 404, since robots would follow such links for ever. */
  readonly isLost?: boolean;
}

/** Renders a view with the search form above it and the calendar links below it. */
export const startView = async (request: PageRequest, view: StartView): Promise<Reply<string>> => {
  const { language, root, base, services } = request;
  const { choice, finding, period, total } = view;
  const { chosen, form } = finding;
  const page = queryPage(request);
  const isList = view.view === 'list';
  const isWhole = !isChosen(choice) && !choice.isRunning && (total > 0 || isList);
  const addresses = calendarAddresses(request, listQuery(choice));
  const title = titleWith(view.title, chosen);
  const own = { ...choice.query, ...period };
  const addressIn = (one: string) => startAddress(`${root}/${one}`, own);
  return sitePage(request, {
    title,
    section: `${base}/`,
    ...(view.isLost && { status: 404 }),
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
    main: html`${form}${activeFilterLinks(request, chosen, (query) => startAddress(base, { ...query, ...period }))}<div class="ways">${viewLinks(request, choice, view.view, view.day)}${isList && namedDayLinks(request, choice)}</div>
<p class="quiet">${total === 0 ? view.none[language] : WORDS.count(total)[language]}</p>
${view.main}<h2>${WORDS.calendar[language]}</h2>
${calendarLinks(request, addresses)}${embedSnippet(request, title, own)}${inlineScript(FINDER_SCRIPT)}`,
  });
};
