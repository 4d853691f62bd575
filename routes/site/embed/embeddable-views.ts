import { type PostRecord, type Query, toQuery } from '../../../lib/content';
import { EMBED_PATH } from '../../../lib/html';
import { capitalized } from '../../../lib/language';
import { dayText, type Embeddable, monthTitle, type PageRequest } from '../../../lib/site';
import type { EventRecord } from '../../events';
import { activeFilters, titleWith } from '../choice/active-filters';
import { beginOf } from '../choice/days';
import { choiceInPeriod, type RequestedView, readRequestedView } from '../choice/requested-view';
import { comingDays } from '../choice/span';
import { WORDS } from '../words';

/** The default height of an embedded list and of an embedded event, in pixels. */
export const LIST_HEIGHT = 600;
const EVENT_HEIGHT = 220;

export const embedAddress = ({ base }: PageRequest, query: Query): string => `${base}${EMBED_PATH}${toQuery(query)}`;

/** The title of the list for a view. */
export const queryTitle = async (request: PageRequest, view: RequestedView): Promise<string> => {
  const { day, month } = view;
  const { choice } = choiceInPeriod(view);
  const titleOf = (): string => {
    if (day !== undefined) return capitalized(dayText(beginOf(day), request));
    if (month !== undefined) return monthTitle(month, request);
    return (comingDays(request, choice).isPast ? WORDS.events : WORDS.coming)[request.language];
  };
  return titleWith(titleOf(), await activeFilters(request, choice));
};

/** The embeddable list of a start page. */
export const embeddableList = async (request: PageRequest): Promise<Embeddable> => {
  const view = await readRequestedView(request);
  const { choice, period } = choiceInPeriod(view);
  return { title: await queryTitle(request, view), address: embedAddress(request, { ...choice.query, ...period }), height: LIST_HEIGHT };
};

/** True if public lists show an event, with all its content. */
export const isPublicEvent = (record: PostRecord): boolean => {
  const { status, password, hidden } = record as EventRecord;
  return status === 'publish' && password === '' && !hidden;
};

/** The embeddable page of an event. Undefined if the event is not public. */
export const embeddableEvent = (request: PageRequest, record: PostRecord): Embeddable | undefined =>
  isPublicEvent(record)
    ? { title: (record as EventRecord).title, address: embedAddress(request, { event: record._id }), height: EVENT_HEIGHT }
    : undefined;
