import type { PageVisit } from '../../lib/kinds/pages/visit';
import type { Reply } from '../../lib/registry/reply';
import type { Choice } from './choice';
import { isChosen } from './choice';
import { chosenBy, titleWith } from './chosen';
import { today } from './days';
import { comingDays, scheduleOf } from './schedule';
import { startView } from './start-view';
import { startAddress } from './views';
import { WORDS } from './words';

/** The events to come, or those of the chosen days, day by day. */
export const listView = async (visit: PageVisit, choice: Choice): Promise<Reply<string>> => {
  const { language, base } = visit;
  const span = comingDays(visit, choice);
  const [schedule, chosen] = await Promise.all([
    scheduleOf(visit, span, (more) => startAddress(base, { ...choice.query, ...more })),
    chosenBy(visit, choice),
  ]);
  const none = isChosen(choice) ? WORDS.noneFound : WORDS.noneComing;
  return startView(visit, {
    view: 'list',
    title: titleWith(WORDS.coming[language], choice, chosen, language),
    choice,
    chosen,
    filters: span.filters,
    place: {},
    day: schedule.day ?? today(visit),
    total: schedule.total,
    none,
    main: schedule.part,
  });
};
