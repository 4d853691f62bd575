import { servedRecord } from '../../../lib/content';
import { errors, invalidParam } from '../../../lib/errors';
import { type Html, html, type Part, type Theme } from '../../../lib/html';
import type { Reply } from '../../../lib/registry';
import {
  embeddedPage,
  isFollowable,
  languageMark,
  outwardLink,
  type PageRequest,
  queryText,
  type ShownRecord,
  shownName,
  textIn,
} from '../../../lib/site';
import type { EventRecord } from '../../events';
import { isChosen } from '../choice/choice';
import { choiceInPeriod, readRequestedView } from '../choice/requested-view';
import { comingDays } from '../choice/span';
import { eventLines, eventMarks } from '../events/event-lines';
import { eventsOf, presentedEvents } from '../events/event-list';
import { firstEvents } from '../views/schedule';
import { startAddress } from '../views/view-links';
import { WORDS } from '../words';
import { EMBED_WORDS } from './embed-words';
import { isPublicEvent, queryTitle } from './embeddable-views';

/** The default number of events in the frame. */
const EVENTS = 10;

/**
 * The page that other sites show in a frame. It lists the next events of a choice, or shows one event with `?event=ID`. It is the same
 * for every visitor.
 */
export const embedPage = (withUser: PageRequest): Promise<Reply<string>> => {
  const request = { ...withUser, user: undefined };
  return queryText(request, 'event') === '' && request.query['event'] === undefined ? embeddedList(request) : embeddedEvent(request);
};

const readLimit = ({ query }: PageRequest): number => {
  const { limit = '' } = query;
  if (limit === '') return EVENTS;
  if (typeof limit === 'string' && /^(?:[1-9]|[1-4]\d|50)$/.test(limit)) return Number(limit);
  throw invalidParam('limit', EMBED_WORDS.noLimit);
};

/** The requested colours, by day or night; undefined if the reader's system decides. */
const readTheme = ({ query }: PageRequest): Theme | undefined => {
  const { theme = '' } = query;
  if (theme === '') return undefined;
  if (theme === 'light' || theme === 'dark') return theme;
  throw invalidParam('theme', EMBED_WORDS.noTheme);
};

const embeddedList = async (request: PageRequest): Promise<Reply<string>> => {
  const { language, base } = request;
  const [limit, theme] = [readLimit(request), readTheme(request)];
  const view = await readRequestedView(request);
  const { choice, period } = choiceInPeriod(view);
  const [title, found] = await Promise.all([queryTitle(request, view), firstEvents(request, comingDays(request, choice), limit)]);
  const events = [...found].sort((one, other) => (one.startDate < other.startDate ? -1 : Number(one.startDate > other.startDate)));
  const shown = await presentedEvents(request, events, choice.filters);
  const items = events.map((record, index) => embeddedItem(request, record, shown[index] ?? {}, 'h2'));
  const none = isChosen(choice) || period['day'] !== undefined || period['month'] !== undefined ? WORDS.noneFound : WORDS.noneComing;
  return embeddedPage(request, {
    title,
    theme,
    main: html`<h1>${title}</h1>
${items.length === 0 ? html`<p>${none[language]}</p>\n` : html`<ul>\n${items.map((item) => html`<li>${item}</li>\n`)}</ul>\n`}${allEvents(request, startAddress(base, { ...choice.query, ...period }))}`,
  });
};

const embeddedEvent = async (request: PageRequest): Promise<Reply<string>> => {
  const text = queryText(request, 'event');
  if (!/^[1-9]\d{0,14}$/.test(text)) throw invalidParam('event', EMBED_WORDS.noEvent);
  const { services, base } = request;
  const type = eventsOf(request);
  const record = servedRecord(await type.posts.byId(Number(text)), services.site);
  if (record === undefined || !isPublicEvent(record)) throw errors.notFound(type, text);
  const [event = {}] = await presentedEvents(request, [record]);
  return embeddedPage(request, {
    title: record.title,
    theme: readTheme(request),
    main: html`${embeddedItem(request, record, event, 'h1')}${allEvents(request, startAddress(base))}`,
  });
};

const titleLink = (request: PageRequest, event: ShownRecord): Part => {
  const url = textIn(event, 'url');
  const name = shownName(request, event);
  const mark = html`${languageMark(request, event)}`;
  return isFollowable(url) ? outwardLink(url, name, mark) : html`<span${mark}>${name}</span>`;
};

const embeddedItem = (request: PageRequest, record: EventRecord, event: ShownRecord, level: 'h1' | 'h2'): Html => {
  const title = html`${titleLink(request, event)} ${eventMarks(request, record, event)}`;
  return html`${level === 'h1' ? html`<h1>${title}</h1>` : html`<h2>${title}</h2>`}\n${eventLines(request, record, event)}`;
};

const allEvents = ({ language }: PageRequest, address: string): Html =>
  html`<p class="end">${outwardLink(address, EMBED_WORDS.all[language])}</p>\n`;
