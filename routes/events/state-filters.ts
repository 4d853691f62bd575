import { filterBy } from '../../lib/kinds/listing/filter-by';
import type { ListFilter } from '../../lib/kinds/post-like';
import { closedTo, hidesNothing } from '../../lib/kinds/posts/visibility';
import type { Text } from '../../lib/language';
import { choicesIn } from '../../lib/values/choices';
import { ATTENDANCES, EVENT_STATUSES } from './states';

/** A filter by a word that a password hides; of an event of which nothing is told, the first word holds. */
const wordFilter = (name: string, field: string, choices: readonly string[], description: Text): ListFilter =>
  filterBy<string[]>(
    name,
    { ...choicesIn(choices), description },
    {
      where(wanted) {
        if (!wanted.includes(String(choices[0]))) return { condition: { [field]: { $in: wanted } }, byHidden: true };
        const told = { [field]: { $in: [...wanted, null] } };
        return { condition: (open) => (hidesNothing(open) ? told : { $or: [told, closedTo(open)] }) };
      },
      last: true,
    },
  );

/** The filter by whether events take place as planned. */
export const eventStatusFilter: ListFilter = wordFilter('event_status', 'eventStatus', EVENT_STATUSES, {
  en: 'Events in one of these states; those of which nothing is told are scheduled',
  fr: 'Évènements dans l’un de ces états ; ceux dont rien n’est dit sont prévus (scheduled)',
});

/** The filter by how one attends. */
export const attendanceFilter: ListFilter = wordFilter('attendance', 'attendance', ATTENDANCES, {
  en: 'Events that one attends in one of these ways; those of which nothing is told are offline',
  fr: 'Évènements auxquels on participe de l’une de ces façons ; ceux dont rien n’est dit ont lieu sur place (offline)',
});
