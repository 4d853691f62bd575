import { pagerOf } from '../../lib/kinds/pages/pager';
import type { PageVisit } from '../../lib/kinds/pages/visit';
import { capitalized } from '../../lib/language';
import { dayText } from '../../lib/pages/dates';
import { html } from '../../lib/pages/html';
import type { Reply } from '../../lib/registry/reply';
import { type Choice, withoutDays } from './choice';
import { chosenBy, titleWith } from './chosen';
import { dayAfter } from './days';
import { firstDayFrom, lastDayBefore } from './neighbouring-starts';
import { scheduleOf, wholeDays } from './schedule';
import { startView } from './start-view';
import { startAddress } from './views';
import { WORDS } from './words';

/** All events of a day, and the ways to the days before and after it on which any start. */
export const dayView = async (visit: PageVisit, asked: Choice, day: string): Promise<Reply<string>> => {
  const { language, base } = visit;
  const choice = withoutDays(asked);
  const { query } = choice;
  const span = wholeDays(visit, choice, day, day);
  const [schedule, chosen, previous, next] = await Promise.all([
    scheduleOf(visit, span, (more) => startAddress(base, { ...query, day, ...more })),
    chosenBy(visit, choice),
    lastDayBefore(visit, choice, day),
    firstDayFrom(visit, choice, dayAfter(day, 1)),
  ]);
  const link = (other: string) => ({ href: startAddress(base, { ...query, day: other }), text: dayText(`${other} 00:00:00`, language) });
  const days = pagerOf(
    WORDS.days[language],
    previous === undefined ? undefined : link(previous),
    next === undefined ? undefined : link(next),
  );
  return startView(visit, {
    view: 'day',
    title: titleWith(capitalized(dayText(`${day} 00:00:00`, language)), choice, chosen, language),
    choice,
    chosen,
    filters: span.filters,
    place: { day },
    day,
    total: schedule.total,
    none: WORDS.noneOnDay,
    main: html`${schedule.part}${days}`,
  });
};
