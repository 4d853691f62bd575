import { textOf } from '../../lib/calendar';
import { type InLocale, markupOf } from '../../lib/html';
import { type ShownRecord, shownSummary, whenText } from '../../lib/site';
import { shownTimes, venueLine, venuesOf } from './facts';

/** A summary of an event as plain text: time, places, and at most `longest` characters of its description. */
export const eventSummary = (event: ShownRecord, written: InLocale, longest?: number): readonly string[] => {
  const times = shownTimes(event);
  const when = times === undefined ? '' : textOf(markupOf(whenText(times, written)));
  return [when, ...venuesOf(event).map(venueLine), shownSummary(event, longest)].filter((part) => part !== '');
};
