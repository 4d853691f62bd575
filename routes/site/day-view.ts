import { html } from '../../lib/html';
import { capitalized } from '../../lib/language';
import type { Reply } from '../../lib/registry';
import { dayText, type PageRequest, pagerOf } from '../../lib/site';
import { type Choice, onDays } from './choice';
import { beginOf, dayAfter, isFarFromEvents, LAST_DAY } from './days';
import { firstDayFrom, lastDayBefore } from './neighbouring-starts';
import { scheduleOf } from './schedule';
import { wholeDays } from './span';
import { findingOf, startView } from './start-view';
import { startAddress } from './views';
import { WORDS } from './words';

/** All events of a day, and the ways to the days before and after it on which any start. */
export const dayView = async (visit: PageRequest, asked: Choice, day: string): Promise<Reply<string>> => {
  const { language, base } = visit;
  const choice = onDays(asked, day, day);
  const { query, isRunning } = choice;
  const span = wholeDays(choice, day, day);
  const place = { day };
  const [schedule, finding, previous, next] = await Promise.all([
    scheduleOf(visit, span, { isRunning, addressOf: (more) => startAddress(base, { ...query, ...place, ...more }) }),
    findingOf(visit, { choice, span, place }),
    lastDayBefore(visit, choice, day),
    day === LAST_DAY ? undefined : firstDayFrom(visit, choice, dayAfter(day, 1)),
  ]);
  const link = (other: string) => ({ href: startAddress(base, { ...query, day: other }), text: dayText(beginOf(other), visit) });
  const days = pagerOf(
    WORDS.days[language],
    previous === undefined ? undefined : link(previous),
    next === undefined ? undefined : link(next),
  );
  return startView(visit, {
    view: 'day',
    title: capitalized(dayText(beginOf(day), visit)),
    choice,
    finding,
    place,
    day,
    total: schedule.total,
    none: WORDS.noneOnDay,
    isLost: schedule.total === 0 && isFarFromEvents(visit, day, previous, next),
    main: html`${schedule.part}${days}`,
  });
};
