import type { Reply } from '../../lib/registry';
import type { PageRequest } from '../../lib/site';
import { type Choice, isChosen } from './choice';
import { today } from './days';
import { scheduleOf } from './schedule';
import { comingDays } from './span';
import { findingOf, startView } from './start-view';
import { startAddress } from './views';
import { WORDS } from './words';

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
