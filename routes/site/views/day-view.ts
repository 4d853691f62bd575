import { html } from '../../../lib/html';
import { capitalized } from '../../../lib/language';
import type { Reply } from '../../../lib/registry';
import { dayText, type PageRequest, pagerOf } from '../../../lib/site';
import { type Choice, withDays } from '../choice/choice';
import { beginOf, dayAfter, isFarFromEvents, LAST_DAY } from '../choice/days';
import { firstDayFrom, lastDayBefore } from '../choice/neighbouring-starts';
import { wholeDays } from '../choice/span';
import { WORDS } from '../words';
import { scheduleOf } from './schedule';
import { findingOf, startView } from './start-view';
import { startAddress } from './view-links';

/** The page of a day: all its events, and links to the nearest days with starting events. */
export const dayView = async (request: PageRequest, requested: Choice, day: string): Promise<Reply<string>> => {
  const { language, base } = request;
  const choice = withDays(requested, day, day);
  const { query, isRunning } = choice;
  const span = wholeDays(choice, day, day);
  const period = { day };
  const [schedule, finding, previous, next] = await Promise.all([
    scheduleOf(request, span, { isRunning, addressOf: (more) => startAddress(base, { ...query, ...period, ...more }) }),
    findingOf(request, { choice, span, period }),
    lastDayBefore(request, choice, day),
    day === LAST_DAY ? undefined : firstDayFrom(request, choice, dayAfter(day, 1)),
  ]);
  const link = (other: string) => ({ href: startAddress(base, { ...query, day: other }), text: dayText(beginOf(other), request) });
  const days = pagerOf(
    WORDS.days[language],
    previous === undefined ? undefined : link(previous),
    next === undefined ? undefined : link(next),
  );
  return startView(request, {
    view: 'day',
    title: capitalized(dayText(beginOf(day), request)),
    choice,
    finding,
    period,
    day,
    total: schedule.total,
    none: WORDS.noneOnDay,
    isLost: schedule.total === 0 && isFarFromEvents(request, day, previous, next),
    main: html`${schedule.part}${days}`,
  });
};
