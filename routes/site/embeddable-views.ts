import { type PostRecord, type Query, toQuery } from '../../lib/content';
import { EMBED_PATH } from '../../lib/html';
import { capitalized } from '../../lib/language';
import { dayText, type Embeddable, monthTitle, type PageRequest } from '../../lib/site';
import type { EventRecord } from '../events';
import { activeFilters, titleWith } from './active-filters';
import { beginOf } from './days';
import { placedChoice, type RequestedView, readRequestedView } from './requested-view';
import { comingDays } from './span';
import { WORDS } from './words';

/** How high a list and an event stand in other sites unless these say otherwise, in pixels. */
export const LIST_HEIGHT = 600;
const EVENT_HEIGHT = 220;

/** The address of what other sites show, with a query. */
export const embedAddress = ({ base }: PageRequest, query: Query): string => `${base}${EMBED_PATH}${toQuery(query)}`;

/** What a list of what is asked for is called. */
export const queryTitle = async (visit: PageRequest, asked: RequestedView): Promise<string> => {
  const { day, month } = asked;
  const { choice } = placedChoice(asked);
  const titleOf = (): string => {
    if (day !== undefined) return capitalized(dayText(beginOf(day), visit));
    if (month !== undefined) return monthTitle(month, visit);
    return (comingDays(visit, choice).isPast ? WORDS.events : WORDS.coming)[visit.language];
  };
  return titleWith(titleOf(), await activeFilters(visit, choice));
};

/** What other sites may show in the place of a start page: the list of what it shows. */
export const embeddableList = async (visit: PageRequest): Promise<Embeddable> => {
  const asked = await readRequestedView(visit);
  const { choice, place } = placedChoice(asked);
  return { title: await queryTitle(visit, asked), address: embedAddress(visit, { ...choice.query, ...place }), height: LIST_HEIGHT };
};

/** Tells whether lists show an event to everybody, and whole. */
export const isForAll = (record: PostRecord): boolean => {
  const { status, password, hidden } = record as EventRecord;
  return status === 'publish' && password === '' && !hidden;
};

/** What other sites may show of an event. */
export const embeddableEvent = (visit: PageRequest, record: PostRecord): Embeddable | undefined =>
  isForAll(record)
    ? { title: (record as EventRecord).title, address: embedAddress(visit, { event: record._id }), height: EVENT_HEIGHT }
    : undefined;
