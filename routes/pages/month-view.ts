import { errors } from '../../lib/errors';
import { pagerOf } from '../../lib/kinds/pages/pager';
import { askedPage, type PageVisit } from '../../lib/kinds/pages/visit';
import { monthText, monthTitle } from '../../lib/pages/dates';
import { html } from '../../lib/pages/html';
import type { Reply } from '../../lib/registry/reply';
import { type Choice, withoutDays } from './choice';
import { chosenBy, titleWith } from './chosen';
import { dayAfter, nextMonthsFirst } from './days';
import { eventsOf } from './event-kind';
import { monthEvents } from './month-events';
import { longList, monthList, monthTable } from './month-table';
import { firstDayFrom, lastDayBefore } from './neighbouring-starts';
import { wholeDays } from './schedule';
import { startView } from './start-view';
import { startAddress } from './views';
import { WORDS } from './words';

/** A month as a table of its weeks, on narrow screens as a list of days, and the ways to the months before and after it in which events start. */
export const monthView = async (visit: PageVisit, asked: Choice, month: string): Promise<Reply<string>> => {
  const { language, base } = visit;
  const choice = withoutDays(asked);
  const { query } = choice;
  // A month has one page.
  if (askedPage(visit) > 1) throw errors.pageNotFound(eventsOf(visit), 1);
  const first = `${month}-01`;
  const later = nextMonthsFirst(first);
  const [found, chosen, previous, next] = await Promise.all([
    monthEvents(visit, choice, first, later),
    chosenBy(visit, choice),
    lastDayBefore(visit, choice, first),
    firstDayFrom(visit, choice, later),
  ]);
  const link = (day: string) => ({ href: startAddress(base, { ...query, month: day.slice(0, 7) }), text: monthText(day, language) });
  const months = pagerOf(
    WORDS.months[language],
    previous === undefined ? undefined : link(previous),
    next === undefined ? undefined : link(next),
  );
  const dayAddress = (day: string) => startAddress(base, { ...query, day });
  return startView(visit, {
    view: 'month',
    title: titleWith(monthTitle(month, language), choice, chosen, language),
    choice,
    chosen,
    filters: wholeDays(visit, choice, first, dayAfter(later, -1)).filters,
    place: { month },
    day: found.firstDay ?? first,
    total: found.total,
    none: WORDS.noneInMonth,
    main: html`${months}${longList(visit, found.long)}${monthTable(visit, first, later, found.days, dayAddress)}${monthList(visit, found.days, dayAddress)}`,
  });
};
