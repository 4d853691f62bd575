import type { Reply } from '../../../lib/registry';
import type { PageRequest } from '../../../lib/site';
import { type Choice, isChosen } from '../choice/choice';
import { today } from '../choice/days';
import { comingDays } from '../choice/span';
import { WORDS } from '../words';
import { scheduleOf } from './schedule';
import { findingOf, startView } from './start-view';
import { startAddress } from './view-links';

/** The page of coming events, or of those on the chosen days, by day. */
export const listView = async (visit: PageRequest, choice: Choice): Promise<Reply<string>> => {
  const { language, base } = visit;
  const { query, isRunning } = choice;
  const span = comingDays(visit, choice);
  const [schedule, finding] = await Promise.all([
    scheduleOf(visit, span, { isRunning, addressOf: (more) => startAddress(base, { ...query, ...more }) }),
    findingOf(visit, { choice, span, place: {} }),
  ]);
  return startView(visit, {
    view: 'list',
    title: (span.isPast ? WORDS.events : WORDS.coming)[language],
    choice,
    finding,
    place: {},
    day: schedule.day ?? today(visit),
    total: schedule.total,
    none: isChosen(choice) ? WORDS.noneFound : WORDS.noneComing,
    main: schedule.part,
  });
};
