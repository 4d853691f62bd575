import { errors } from '../../../lib/errors';
import { html } from '../../../lib/html';
import type { Reply } from '../../../lib/registry';
import { monthText, monthTitle, type PageRequest, pagerOf, queryPage } from '../../../lib/site';
import { type Choice, withDays } from '../choice/choice';
import { dayAfter, isFarFromEvents, LAST_DAY, lastOfMonth } from '../choice/days';
import { firstDayFrom, lastDayBefore } from '../choice/neighbouring-starts';
import { wholeDays } from '../choice/span';
import { eventsOf } from '../events/event-list';
import { WORDS } from '../words';
import { monthEvents } from './month-events';
import { longList, monthList, monthTable } from './month-table';
import { findingOf, startView } from './start-view';
import { startAddress } from './view-links';

/** The page of a month: a table of weeks, or a list of days on narrow screens. It links the nearest months with starting events. */
export const monthView = async (request: PageRequest, requested: Choice, month: string): Promise<Reply<string>> => {
  // A month has only one page.
  if (queryPage(request) > 1) throw errors.pageNotFound(eventsOf(request), 1);
  const { language, base } = request;
  const [first, last] = [`${month}-01`, lastOfMonth(month)];
  const choice = withDays(requested, first, last);
  const { query } = choice;
  const span = wholeDays(choice, first, last);
  const period = { month };
  const [found, finding, previous, next] = await Promise.all([
    monthEvents(request, span, first, last),
    findingOf(request, { choice, span, period }),
    lastDayBefore(request, choice, first),
    last === LAST_DAY ? undefined : firstDayFrom(request, choice, dayAfter(last, 1)),
  ]);
  const link = (day: string) => ({ href: startAddress(base, { ...query, month: day.slice(0, 7) }), text: monthText(day, request) });
  const months = pagerOf(
    WORDS.months[language],
    previous === undefined ? undefined : link(previous),
    next === undefined ? undefined : link(next),
  );
  const dayAddress = (day: string) => startAddress(base, { ...query, day });
  const all = startAddress(base, { ...query, start_date: first, end_date: last });
  return startView(request, {
    view: 'month',
    title: monthTitle(month, request),
    choice,
    finding,
    period,
    day: found.firstDay ?? first,
    total: found.total,
    none: WORDS.noneInMonth,
    isLost: found.total === 0 && isFarFromEvents(request, first, previous, next),
    main: html`${months}${longList(request, found.long, all)}${monthTable(request, [first, last], found, dayAddress)}${monthList(request, found.days, dayAddress)}`,
  });
};
