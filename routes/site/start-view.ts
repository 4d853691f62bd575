import type { Query } from '../../lib/content';
import { FINDER_SCRIPT, finderScript, type Html, html } from '../../lib/html';
import type { Text } from '../../lib/language';
import type { Reply } from '../../lib/registry';
import { framed, type PageRequest, queryPage } from '../../lib/site';
import { type ActiveFilter, activeFilters, chosenList, titleWith } from './active-filters';
import { calendarLinks, subscriptionsOf, waysTo } from './calendars';
import { type Choice, isChosen, listedBy } from './choice';
import { embedSnippet } from './embed-snippet';
import { finder } from './finder';
import type { Span } from './span';
import { START_STYLE } from './start-style';
import { namedDayLinks, startAddress, viewLinks } from './views';
import { WORDS } from './words';

/** What was chosen, and the form to choose otherwise. */
interface Finding {
  readonly chosen: readonly ActiveFilter[];
  readonly form: Html;
}

/** Names what is chosen and makes the form, which counts the events of a span; `place` is what the address of its page has beside the choice. */
export const findingOf = async (
  visit: PageRequest,
  { choice, span, place }: { readonly choice: Choice; readonly span: Span; readonly place: Query },
): Promise<Finding> => {
  const chosen = await activeFilters(visit, choice);
  return { chosen, form: await finder(visit, { choice, chosen, span, place }) };
};

/** What a view of the calendar brings. */
interface StartView {
  readonly view: 'list' | 'month' | 'day';
  readonly title: string;
  readonly choice: Choice;
  readonly finding: Finding;
  /** What its address has beside the choice. */
  readonly place: Query;
  /** The day that the other views open at. */
  readonly day: string;
  readonly total: number;
  /** What it says where there is nothing. */
  readonly none: Text;
  readonly main: Html;
  /** True for a month or a day far from all events, which robots would go on from for ever: 404. */
  readonly isLost?: boolean;
}

/** A view of the calendar with the form above it, and below it the calendar of what is chosen. */
export const startView = async (visit: PageRequest, view: StartView): Promise<Reply<string>> => {
  const { language, root, base, services } = visit;
  const { choice, finding, place, total } = view;
  const { chosen, form } = finding;
  const page = queryPage(visit);
  const isList = view.view === 'list';
  const isWhole = !isChosen(choice) && !choice.isRunning && (total > 0 || isList);
  const ways = waysTo(visit, listedBy(choice));
  const title = titleWith(view.title, chosen);
  const own = { ...choice.query, ...place };
  const addressIn = (one: string) => startAddress(`${root}/${one}`, own);
  return framed(visit, {
    title,
    section: `${base}/`,
    // Search engines find every event by itself, and need no choices of them.
    ...(view.isLost && { status: 404 }),
    canonical: isWhole ? startAddress(base, { ...place, page: page > 1 ? page : undefined }) : undefined,
    alternates: {
      ...Object.fromEntries(services.site.served.languages.map((one) => [one, addressIn(one)])),
      ...(isList && { 'x-default': `${root}/` }),
    },
    subscriptions: subscriptionsOf(ways),
    embeds: startAddress(base, own),
    forms: true,
    connects: true,
    scripts: [FINDER_SCRIPT],
    style: START_STYLE,
    main: html`${form}${chosenList(visit, chosen, (query) => startAddress(base, { ...query, ...place }))}<div class="ways">${viewLinks(visit, choice, view.view, view.day)}${isList && namedDayLinks(visit, choice)}</div>
<p class="quiet">${total === 0 ? view.none[language] : WORDS.count(total)[language]}</p>
${view.main}<h2>${WORDS.calendar[language]}</h2>
${calendarLinks(visit, ways)}${embedSnippet(visit, title, own)}${finderScript()}`,
  });
};
