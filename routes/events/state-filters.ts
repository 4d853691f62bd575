import type { Filter } from 'mongodb';
import type { Attendance } from '../../lib/calendar';
import { choicesIn, filterBy, hidesNothing, type ListFilter, type PostRecord, protectedFrom } from '../../lib/content';
import type { Text } from '../../lib/language';
import { ATTENDANCES, EVENT_STATUSES } from './states';

/** Makes a filter by a word that a password hides. Protected events count as having the first choice. */
const wordFilter = (
  name: string,
  conditionOf: (words: readonly string[]) => Filter<PostRecord>,
  choices: readonly string[],
  description: Text,
): ListFilter =>
  filterBy<string[]>(
    name,
    { ...choicesIn(choices), description },
    {
      where(words) {
        const matching = conditionOf(words);
        if (!words.includes(String(choices[0]))) return { condition: matching, byHidden: true };
        return { condition: (open) => (hidesNothing(open) ? matching : { $or: [matching, protectedFrom(open)] }) };
      },
      last: true,
    },
  );

/** Returns the condition of events in one of some states. */
const inState = (states: readonly string[]): Filter<PostRecord> =>
  ({ eventStatus: { $in: states.includes(EVENT_STATUSES[0]) ? [...states, null] : states } }) as Filter<PostRecord>;

/** The filter by state. */
export const eventStatusFilter: ListFilter = wordFilter('event_status', inState, EVENT_STATUSES, {
  en: 'Events in one of these states; those of which nothing is told are scheduled',
  fr: 'Évènements dans l’un de ces états ; ceux dont rien n’est dit sont prévus (scheduled)',
});

const NOT_MOVED = [...EVENT_STATUSES.filter((status) => status !== 'moved_online'), null];

/** Returns the condition of events with some ways of attendance, as `attendanceOf` derives them. */
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

/** The filter by attendance. */
export const attendanceFilter: ListFilter = wordFilter('attendance', attendedIn, ATTENDANCES, {
  en: 'Events that one attends in one of these ways; those of which nothing is told are offline, those that moved online are online',
  fr: 'Évènements auxquels on participe de l’une de ces façons ; ceux dont rien n’est dit ont lieu sur place (offline), ceux qui sont déplacés en ligne sont en ligne (online)',
});
