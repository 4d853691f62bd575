import type { Query, Sent } from '../../lib/kinds/context';
import { framed } from '../../lib/kinds/pages/frame';
import { askedPage, askedText, type PageVisit } from '../../lib/kinds/pages/visit';
import type { Text } from '../../lib/language';
import { FINDER_SCRIPT, finderScript } from '../../lib/pages/finder-script';
import { type Html, html } from '../../lib/pages/html';
import type { Reply } from '../../lib/registry/reply';
import { calendarAddress, calendarLinks, feedAddress } from './calendars';
import { type Choice, isChosen, listedBy } from './choice';
import { type Chosen, chosenList } from './chosen';
import { finder } from './finder';
import { START_STYLE } from './start-style';
import { namedDayLinks, startAddress, viewLinks } from './views';
import { WORDS } from './words';

/** What a view of the calendar brings. */
interface StartView {
  readonly view: 'list' | 'month' | 'day';
  readonly title: string;
  readonly choice: Choice;
  readonly chosen: readonly Chosen[];
  /** The filters of what it shows, under which the form counts. */
  readonly filters: Sent;
  /** What its address has beside the choice. */
  readonly place: Query;
  /** The day that the other views open at. */
  readonly day: string;
  readonly total: number;
  /** What it says where there is nothing. */
  readonly none: Text;
  readonly main: Html;
}

/** A view of the calendar with the form above it, and below it the calendar of what is chosen. */
export const startView = async (visit: PageVisit, view: StartView): Promise<Reply<string>> => {
  const { language, root, base, services } = visit;
  const { choice, chosen, place, total } = view;
  const page = askedPage(visit);
  const isPart = isChosen(choice) || askedText(visit, 'running') === 'true';
  const isList = view.view === 'list';
  const form = await finder(visit, { choice, chosen, filters: view.filters, place });
  const calendar = calendarAddress(visit, listedBy(choice));
  const feed = feedAddress(visit, listedBy(choice));
  const addressIn = (one: string) => startAddress(`${root}/${one}`, { ...choice.query, ...place });
  return framed(visit, {
    title: view.title,
    section: `${base}/`,
    // Search engines find every event by itself, and need no choices of them.
    canonical: isPart || (total === 0 && !isList) ? undefined : startAddress(base, { ...place, page: page > 1 ? page : undefined }),
    alternates: {
      ...Object.fromEntries(services.site.served.languages.map((one) => [one, addressIn(one)])),
      ...(isList && { 'x-default': `${root}/` }),
    },
    calendar,
    feed,
    forms: true,
    connects: true,
    scripts: [FINDER_SCRIPT],
    style: START_STYLE,
    main: html`${form}${chosenList(visit, chosen, (query) => startAddress(base, { ...query, ...place }))}<div class="ways">${viewLinks(visit, choice, view.view, view.day)}${isList && namedDayLinks(visit, choice)}</div>
<p class="quiet">${total === 0 ? view.none[language] : WORDS.count(total)[language]}</p>
${view.main}<h2>${WORDS.calendar[language]}</h2>
${calendarLinks(visit, calendar, feed)}${finderScript()}`,
  });
};
