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
export const listView = async (request: PageRequest, choice: Choice): Promise<Reply<string>> => {
  const { language, base } = request;
  const { query, isRunning } = choice;
  const span = comingDays(request, choice);
  const [schedule, finding] = await Promise.all([
    scheduleOf(request, span, { isRunning, addressOf: (more) => startAddress(base, { ...query, ...more }) }),
    findingOf(request, { choice, span, period: {} }),
  ]);
  return startView(request, {
    view: 'list',
    title: (span.isPast ? WORDS.events : WORDS.coming)[language],
    choice,
    finding,
    period: {},
    day: schedule.day ?? today(request),
    total: schedule.total,
    none: isChosen(choice) ? WORDS.noneFound : WORDS.noneComing,
    main: schedule.part,
  });
};
