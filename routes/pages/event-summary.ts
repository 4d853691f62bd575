import { textOf } from '../../lib/calendar/html-text';
import { type ShownRecord, shownSummary } from '../../lib/kinds/pages/shown-record';
import { whenText } from '../../lib/pages/dates';
import { markupOf } from '../../lib/pages/html';
import type { InLocale } from '../../lib/pages/locales';
import { shownTimes, venueLine, venuesOf } from './facts';

/** What is told of an event elsewhere, in short and as plain text: when, where, and of what is said of it so many characters. */
export const eventSummary = (event: ShownRecord, written: InLocale, longest?: number): readonly string[] => {
  const times = shownTimes(event);
  const when = times === undefined ? '' : textOf(markupOf(whenText(times, written)));
  return [when, ...venuesOf(event).map(venueLine), shownSummary(event, longest)].filter((part) => part !== '');
};
