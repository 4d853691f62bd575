import { attendanceOf } from '../../../lib/calendar';
import type { Language, Text } from '../../../lib/language';
import { type ShownRecord, textIn } from '../../../lib/site';
import { WORDS } from '../words';

const STATES: Readonly<Record<string, Text>> = {
  cancelled: WORDS.cancelled,
  postponed: WORDS.postponed,
  moved_online: WORDS.movedOnline,
};

/** The text of a state. Undefined for an event that takes place as planned. */
export const stateMark = (state: string): Text | undefined => STATES[state];

/** The title of an event, preceded by its state, where no marks are shown. */
export const titleWithState = (event: ShownRecord, language: Language): string => {
  const state = stateMark(textIn(event, 'event_status'));
  return state === undefined ? textIn(event, 'title') : `${state[language]} · ${textIn(event, 'title')}`;
};

const ATTENDANCES: Readonly<Record<string, Text>> = { online: WORDS.online, mixed: WORDS.mixed };

/** The marks of an event: its state, and the kind of attendance unless that is on site. */
export const stateMarks = (event: ShownRecord): readonly Text[] => {
  const status = textIn(event, 'event_status');
  const state = stateMark(status);
  const way = attendanceOf({ status, attendance: textIn(event, 'attendance') });
  // "Moved online" already says that it is online.
  const attendance = status === 'moved_online' && way === 'online' ? undefined : ATTENDANCES[way];
  return [...(state ? [state] : []), ...(attendance ? [attendance] : [])];
};
