import { errors } from '../../lib/errors';
import { html } from '../../lib/html';
import type { Reply } from '../../lib/registry';
import { monthText, monthTitle, type PageRequest, pagerOf, queryPage } from '../../lib/site';
import { type Choice, onDays } from './choice';
import { dayAfter, isFarFromEvents, LAST_DAY, lastOfMonth } from './days';
import { eventsOf } from './event-kind';
import { monthEvents } from './month-events';
import { longList, monthList, monthTable } from './month-table';
import { firstDayFrom, lastDayBefore } from './neighbouring-starts';
import { wholeDays } from './span';
import { findingOf, startView } from './start-view';
import { startAddress } from './views';
import { WORDS } from './words';

/** A month as a table of its weeks, on narrow screens as a list of days, and the ways to the months before and after it in which events start. */
export const monthView = async (visit: PageRequest, asked: Choice, month: string): Promise<Reply<string>> => {
  // A month has one page.
  if (queryPage(visit) > 1) throw errors.pageNotFound(eventsOf(visit), 1);
  const { language, base } = visit;
  const [first, last] = [`${month}-01`, lastOfMonth(month)];
  const choice = onDays(asked, first, last);
  const { query } = choice;
  const span = wholeDays(choice, first, last);
  const place = { month };
  const [found, finding, previous, next] = await Promise.all([
    monthEvents(visit, span, first, last),
    findingOf(visit, { choice, span, place }),
    lastDayBefore(visit, choice, first),
    last === LAST_DAY ? undefined : firstDayFrom(visit, choice, dayAfter(last, 1)),
  ]);
  const link = (day: string) => ({ href: startAddress(base, { ...query, month: day.slice(0, 7) }), text: monthText(day, visit) });
  const months = pagerOf(
    WORDS.months[language],
    previous === undefined ? undefined : link(previous),
    next === undefined ? undefined : link(next),
  );
  const dayAddress = (day: string) => startAddress(base, { ...query, day });
  const all = startAddress(base, { ...query, start_date: first, end_date: last });
  return startView(visit, {
    view: 'month',
    title: monthTitle(month, visit),
    choice,
    finding,
    place,
    day: found.firstDay ?? first,
    total: found.total,
    none: WORDS.noneInMonth,
    isLost: found.total === 0 && isFarFromEvents(visit, first, previous, next),
    main: html`${months}${longList(visit, found.long, all)}${monthTable(visit, [first, last], found, dayAddress)}${monthList(visit, found.days, dayAddress)}`,
  });
};
