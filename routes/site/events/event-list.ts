import { handedBy, type Sent } from '../../../lib/content';
import { type Html, html } from '../../../lib/html';
import { dayTile, type PageRequest, recordLink, type ShownRecord, viewOf } from '../../../lib/site';
import type { EventRecord } from '../../events';
import { eventLines, eventMarks } from './event-lines';
import { eventsOf } from './event-type';
import { shownTimes } from './facts';

/** The number of events on a page of a list. */
export const PER_PAGE = 20;

/** The answers of events in a list with these filters. */
export const presentedEvents = async (
  visit: PageRequest,
  events: readonly EventRecord[],
  filters: Sent = {},
): Promise<readonly ShownRecord[]> => {
  const kind = eventsOf(visit);
  const view = { ...viewOf(visit), handed: handedBy(kind, filters) };
  return events.length === 0 ? [] : ((await kind.present(events, view)) as ShownRecord[]);
};

/** Options of a list: the events below a heading with their day, and the filters. */
interface Listed {
  readonly isBelowDay?: (place: number) => boolean;
  readonly filters?: Sent;
}

/** Events as list items with day, title, time and place. Below a heading with the day, the day is left out. */
export const eventItems = async (
  visit: PageRequest,
  events: readonly EventRecord[],
  { isBelowDay = () => false, filters = {} }: Listed = {},
): Promise<readonly Html[]> => {
  const shown = await presentedEvents(visit, events, filters);
  return events.map((record, place) => eventItem(visit, record, shown[place] ?? {}, { isBelowDay: isBelowDay(place) }));
};

/** Events as a list. */
export const eventList = async (visit: PageRequest, events: readonly EventRecord[]): Promise<Html> =>
  html`<ul class="list">
${await eventItems(visit, events)}</ul>
`;

const eventItem = (visit: PageRequest, record: EventRecord, event: ShownRecord, { isBelowDay }: { readonly isBelowDay: boolean }): Html => {
  const times = shownTimes(event);
  return html`<li>${!isBelowDay && times && dayTile(times.start, visit)}<div>
<h3>${recordLink(visit, event)} ${eventMarks(visit, record, event)}</h3>
${eventLines(visit, record, event, { isBelowDay })}</div></li>
`;
};
