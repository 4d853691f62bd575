import { type ShownRecord, textIn } from '../../lib/kinds/pages/shown-record';
import type { Text } from '../../lib/language';
import { WORDS } from './words';

const STATES: Readonly<Record<string, Text>> = {
  cancelled: WORDS.cancelled,
  postponed: WORDS.postponed,
  moved_online: WORDS.movedOnline,
};

/** What there is to say of a state, but for one as planned. */
export const stateMark = (state: string): Text | undefined => STATES[state];

/** What is to be seen at once of an event: that it does not take place as planned, or online. */
export const stateMarks = (event: ShownRecord): readonly Text[] => {
  const state = stateMark(textIn(event, 'event_status'));
  const isOnline = ['online', 'mixed'].includes(textIn(event, 'attendance'));
  return [...(state ? [state] : []), ...(isOnline ? [WORDS.online] : [])];
};
