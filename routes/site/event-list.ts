import { passedToFields, type Sent } from '../../lib/content';
import { type Html, html } from '../../lib/html';
import { dayTile, type PageRequest, recordLink, type ShownRecord, viewOf } from '../../lib/site';
import type { EventRecord } from '../events';
import { eventsOf } from './event-kind';
import { eventLines, eventMarks } from './event-lines';
import { shownTimes } from './facts';

/** How many events a page of a list shows. */
export const PER_PAGE = 20;

/** Events as lists show them that are found by filters. */
export const presentedEvents = async (
  visit: PageRequest,
  events: readonly EventRecord[],
  filters: Sent = {},
): Promise<readonly ShownRecord[]> => {
  const kind = eventsOf(visit);
  const view = { ...viewOf(visit, false), handed: passedToFields(kind, filters) };
  return events.length === 0 ? [] : ((await kind.present(events, view)) as ShownRecord[]);
};

/** How events are listed: which of them stand below a heading that says their day, and the filters that found them. */
interface Listed {
  readonly isBelowDay?: (place: number) => boolean;
  readonly filters?: Sent;
}

/** Events as items of a list for people: day, title, time and place of each; without the day for those that stand below a heading that says it. */
export const eventItems = async (
  visit: PageRequest,
  events: readonly EventRecord[],
  { isBelowDay = () => false, filters = {} }: Listed = {},
): Promise<readonly Html[]> => {
  const shown = await presentedEvents(visit, events, filters);
  return events.map((record, place) => eventItem(visit, record, shown[place] ?? {}, isBelowDay(place)));
};

/** Events as such a list. */
export const eventList = async (visit: PageRequest, events: readonly EventRecord[]): Promise<Html> =>
  html`<ul class="list">
${await eventItems(visit, events)}</ul>
`;

const eventItem = (visit: PageRequest, record: EventRecord, event: ShownRecord, isBelowDay: boolean): Html => {
  const times = shownTimes(event);
  return html`<li>${!isBelowDay && times && dayTile(times.start, visit)}<div>
<h3>${recordLink(visit, event)} ${eventMarks(visit, record, event)}</h3>
${eventLines(visit, record, event, isBelowDay)}</div></li>
`;
};
