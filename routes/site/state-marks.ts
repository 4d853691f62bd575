import { attendanceOf } from '../../lib/calendar';
import type { Language, Text } from '../../lib/language';
import { type ShownRecord, textIn } from '../../lib/site';
import { WORDS } from './words';

const STATES: Readonly<Record<string, Text>> = {
  cancelled: WORDS.cancelled,
  postponed: WORDS.postponed,
  moved_online: WORDS.movedOnline,
};

/** What there is to say of a state, but for one as planned. */
export const stateMark = (state: string): Text | undefined => STATES[state];

/** The title of an event where nothing stands beside it: with what there is to say of its state. */
export const titleWithState = (event: ShownRecord, language: Language): string => {
  const state = stateMark(textIn(event, 'event_status'));
  return state === undefined ? textIn(event, 'title') : `${state[language]} · ${textIn(event, 'title')}`;
};

const ATTENDANCES: Readonly<Record<string, Text>> = { online: WORDS.online, mixed: WORDS.mixed };

/** The marks of an event: that it does not take place as planned, and how to attend unless that is on site. */
export const stateMarks = (event: ShownRecord): readonly Text[] => {
  const status = textIn(event, 'event_status');
  const state = stateMark(status);
  const way = attendanceOf({ status, attendance: textIn(event, 'attendance') });
  // That it moved online says as much.
  const attendance = status === 'moved_online' && way === 'online' ? undefined : ATTENDANCES[way];
  return [...(state ? [state] : []), ...(attendance ? [attendance] : [])];
};
