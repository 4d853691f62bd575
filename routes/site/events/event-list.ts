import { type PostLike, passedToFields, type Sent, type View } from '../../../lib/content';
import { type Html, html } from '../../../lib/html';
import { dayTile, type PageRequest, recordLink, type ShownRecord, viewOf } from '../../../lib/site';
import { type EventRecord, eventType } from '../../events';
import { eventLines, eventMarks } from './event-lines';
import { shownTimes } from './event-times';

/** The number of events on a page of a list. */
export const PER_PAGE = 20;

/** The answers of events in a list with these filters. */
export const presentedEvents = async (
  request: PageRequest,
  events: readonly EventRecord[],
  filters: Sent = {},
): Promise<readonly ShownRecord[]> => {
  const type = eventsOf(request);
  const view: View = { ...viewOf(request), passed: passedToFields(type, filters) };
  return events.length === 0 ? [] : ((await type.present(events, view)) as ShownRecord[]);
};

/** Options of a list: the events below a heading with their day, and the filters. */
interface ListOptions {
  readonly isBelowDay?: (index: number) => boolean;
  readonly filters?: Sent;
}

/** Events as list items with day, title, time and place. Below a heading with the day, the day is left out. */
export const eventItems = async (
  request: PageRequest,
  events: readonly EventRecord[],
  { isBelowDay = () => false, filters = {} }: ListOptions = {},
): Promise<readonly Html[]> => {
  const shown = await presentedEvents(request, events, filters);
  return events.map((record, index) => eventItem(request, record, shown[index] ?? {}, { isBelowDay: isBelowDay(index) }));
};

export const eventList = async (request: PageRequest, events: readonly EventRecord[]): Promise<Html> =>
  html`<ul class="list">
${await eventItems(request, events)}</ul>
`;

const eventItem = (
  request: PageRequest,
  record: EventRecord,
  event: ShownRecord,
  { isBelowDay }: { readonly isBelowDay: boolean },
): Html => {
  const times = shownTimes(event);
  return html`<li>${!isBelowDay && times && dayTile(times.start, request)}<div>
<h3>${recordLink(request, event)} ${eventMarks(request, record, event)}</h3>
${eventLines(request, record, event, { isBelowDay })}</div></li>
`;
};

/** The content type of events. */
export const eventsOf = ({ services }: Pick<PageRequest, 'services'>): PostLike<EventRecord> => eventType(services);
