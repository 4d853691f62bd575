import type { Filter } from 'mongodb';
import type { Attendance } from '../../lib/calendar';
import { choicesIn, filterBy, hidesNothing, type ListFilter, type PostRecord, protectedFrom } from '../../lib/content';
import type { Text } from '../../lib/language';
import { ATTENDANCES, EVENT_STATUSES } from './states';

/** A filter by a word that a password hides; of an event of which nothing is told, the first word holds. */
const wordFilter = (
  name: string,
  conditionOf: (wanted: readonly string[]) => Filter<PostRecord>,
  choices: readonly string[],
  description: Text,
): ListFilter =>
  filterBy<string[]>(
    name,
    { ...choicesIn(choices), description },
    {
      where(wanted) {
        const told = conditionOf(wanted);
        if (!wanted.includes(String(choices[0]))) return { condition: told, byHidden: true };
        return { condition: (open) => (hidesNothing(open) ? told : { $or: [told, protectedFrom(open)] }) };
      },
      last: true,
    },
  );

/** Events in one of these states. */
const inState = (states: readonly string[]): Filter<PostRecord> =>
  ({ eventStatus: { $in: states.includes(EVENT_STATUSES[0]) ? [...states, null] : states } }) as Filter<PostRecord>;

/** The filter by whether events take place as planned. */
export const eventStatusFilter: ListFilter = wordFilter('event_status', inState, EVENT_STATUSES, {
  en: 'Events in one of these states; those of which nothing is told are scheduled',
  fr: 'Évènements dans l’un de ces états ; ceux dont rien n’est dit sont prévus (scheduled)',
});

const NOT_MOVED = [...EVENT_STATUSES.filter((status) => status !== 'moved_online'), null];

/** Events that one attends in one of these ways, as `attendanceOf` tells it. */
const attendedIn = (ways: readonly string[]): Filter<PostRecord> => {
  const isWanted = (way: Attendance) => ways.includes(way);
  const planned = [...ways, ...(isWanted('offline') ? [null] : [])];
  const moved = [...(isWanted('online') ? ['online', 'offline', null] : []), ...(isWanted('mixed') ? ['mixed'] : [])];
  return {
    $or: [
      { eventStatus: { $in: NOT_MOVED }, attendance: { $in: planned } },
      ...(moved.length > 0 ? [{ eventStatus: 'moved_online', attendance: { $in: moved } }] : []),
    ],
  } as Filter<PostRecord>;
};

/** The filter by how one attends. */
export const attendanceFilter: ListFilter = wordFilter('attendance', attendedIn, ATTENDANCES, {
  en: 'Events that one attends in one of these ways; those of which nothing is told are offline, those that moved online are online',
  fr: 'Évènements auxquels on participe de l’une de ces façons ; ceux dont rien n’est dit ont lieu sur place (offline), ceux qui sont déplacés en ligne sont en ligne (online)',
});
