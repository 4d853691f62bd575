import { type PostRecord, type Query, servedRecord, toQuery } from '../../lib/content';
import { errors, invalidParam } from '../../lib/errors';
import { EMBED_PATH, type Html, html, iframeMarkup, type Part, type Theme } from '../../lib/html';
import { capitalized, type Text } from '../../lib/language';
import type { Reply } from '../../lib/registry';
import {
  dayText,
  type Embeddable,
  embeddedPage,
  isEmbeddable,
  isFollowable,
  languageMark,
  monthTitle,
  outwardLink,
  type PageRequest,
  queryText,
  readParam,
  type ShownRecord,
  shownName,
  textIn,
} from '../../lib/site';
import { type EventRecord, eventType } from '../events';
import { beginOf } from '../shared/days';
import { comingDays, isChosen, type RequestedView, readRequestedView, startAddress } from './choice/choice';
import { activeFilters, titleWith } from './choice/finder';
import { eventLines, eventMarks, firstEvents, presentedEvents } from './events/event-list';
import { WORDS } from './words';

const EMBED_WORDS = {
  all: { en: 'All events', fr: 'Tous les évènements' },
  put: { en: 'Put this list on your site', fr: 'Mettre cette liste sur votre site' },
  code: { en: 'The code of this list', fr: 'Le code de cette liste' },
  anywhere: {
    en: 'Copy this code into a page of your site. The list there is always up to date.',
    fr: 'Copiez ce code dans une page de votre site. La liste y est toujours à jour.',
  },
  onSites: (sites: string): Text => ({
    en: `Copy this code into a page of your site. The list there is always up to date. Only these sites can show it: ${sites}.`,
    fr: `Copiez ce code dans une page de votre site. La liste y est toujours à jour. Seuls ces sites peuvent l’afficher\u00a0: ${sites}.`,
  }),
} as const;

const EVENTS = 10;
/** The default height of an embedded list and of an embedded event, in pixels. */
const LIST_HEIGHT = 600;
const EVENT_HEIGHT = 220;

const embedAddress = ({ base }: PageRequest, query: Query): string => `${base}${EMBED_PATH}${toQuery(query)}`;

const titleOf = async (request: PageRequest, { choice, day, month }: RequestedView): Promise<string> => {
  const active = await activeFilters(request, choice);
  if (day !== undefined) return titleWith(capitalized(dayText(beginOf(day), request)), active);
  if (month !== undefined) return titleWith(monthTitle(month, request), active);
  return titleWith((comingDays(request, choice).isPast ? WORDS.events : WORDS.coming)[request.language], active);
};

export const embeddableList = async (request: PageRequest): Promise<Embeddable> => {
  const view = await readRequestedView(request);
  const address = embedAddress(request, { ...view.choice.query, ...view.daysQuery });
  return { title: await titleOf(request, view), address, height: LIST_HEIGHT };
};

/** True if public lists show an event with all its content: published, not hidden, and without a password. */
export const isPublicEvent = ({ status, password, hidden }: EventRecord): boolean => status === 'publish' && password === '' && !hidden;

export const embeddableEvent = (request: PageRequest, record: PostRecord): Embeddable | undefined => {
  const event = record as EventRecord;
  if (!isPublicEvent(event)) return undefined;
  return { title: event.title, address: embedAddress(request, { event: event._id }), height: EVENT_HEIGHT };
};

/** Renders the code that embeds a list in another site, collapsed. Nothing if embedding is off. */
export const embedSnippet = (request: PageRequest, title: string, query: Query): Part => {
  if (!isEmbeddable(request)) return undefined;
  const { language, services } = request;
  const { embedders, name } = services.site;
  const code = iframeMarkup({ address: embedAddress(request, query), title: `${title} – ${name[language]}`, height: LIST_HEIGHT });
  const where = embedders.includes('*') ? EMBED_WORDS.anywhere : EMBED_WORDS.onSites(embedders.join(', '));
  return html`<details class="snippet"><summary>${EMBED_WORDS.put[language]}</summary>
<p>${where[language]}</p>
<p><textarea readonly rows="4" aria-label="${EMBED_WORDS.code[language]}">${code}</textarea></p>
</details>
`;
};

/** Renders the page that other sites show in a frame: events of a choice, or one with `?event=ID`. It ignores the visitor's login. */
export const embedPage = (withUser: PageRequest): Promise<Reply<string>> => {
  const request = { ...withUser, user: undefined };
  return request.query['event'] === undefined ? embeddedList(request) : embeddedEvent(request);
};

export const EMBED_PARAMS: readonly string[] = ['event', 'limit', 'theme'];

const readLimit = (request: PageRequest): number =>
  readParam(request, 'limit', (text) => (/^(?:[1-9]|[1-4]\d|50)$/.test(text) ? Number(text) : undefined), {
    en: 'Send a number of events, from 1 to 50.',
    fr: 'Envoyez un nombre d’évènements, de 1 à 50.',
  }) ?? EVENTS;

/** Reads the theme (light or dark colours) from the query. Undefined if the reader's system decides. */
const readTheme = (request: PageRequest): Theme | undefined =>
  readParam(request, 'theme', (text) => (['light', 'dark'] as const).find((theme) => theme === text), {
    en: 'Send light or dark, or leave it out.',
    fr: 'Envoyez light ou dark, ou omettez-le.',
  });

const embeddedList = async (request: PageRequest): Promise<Reply<string>> => {
  const { language, base } = request;
  const [limit, theme] = [readLimit(request), readTheme(request)];
  const view = await readRequestedView(request);
  const { choice, daysQuery } = view;
  const [title, found] = await Promise.all([titleOf(request, view), firstEvents(request, comingDays(request, choice), limit)]);
  const events = [...found].sort((one, other) => (one.startDate < other.startDate ? -1 : Number(one.startDate > other.startDate)));
  const shown = await presentedEvents(request, events, choice.filters);
  const items = events.map((record, index) => embeddedItem(request, record, shown[index] ?? {}, 'h2'));
  const none = isChosen(choice) || Object.keys(daysQuery).length > 0 ? WORDS.noneFound : WORDS.noneComing;
  return embeddedPage(request, {
    title,
    theme,
    main: html`<h1>${title}</h1>
${items.length === 0 ? html`<p>${none[language]}</p>\n` : html`<ul>\n${items.map((item) => html`<li>${item}</li>\n`)}</ul>\n`}${allEvents(request, startAddress(base, { ...choice.query, ...daysQuery }))}`,
  });
};

const embeddedEvent = async (request: PageRequest): Promise<Reply<string>> => {
  const text = queryText(request, 'event');
  if (!/^[1-9]\d{0,14}$/.test(text)) {
    throw invalidParam('event', { en: 'Send the ID of an event.', fr: 'Envoyez l’identifiant d’un évènement.' });
  }
  const { services, base } = request;
  const type = eventType(services);
  const record = servedRecord(await type.posts.byId(Number(text)), services.site);
  if (record === undefined || !isPublicEvent(record)) throw errors.notFound(type, text);
  const [event = {}] = await presentedEvents(request, [record]);
  return embeddedPage(request, {
    title: record.title,
    theme: readTheme(request),
    main: html`${embeddedItem(request, record, event, 'h1')}${allEvents(request, startAddress(base))}`,
  });
};

const embeddedItem = (request: PageRequest, record: EventRecord, event: ShownRecord, level: 'h1' | 'h2'): Html => {
  const [url, name] = [textIn(event, 'url'), shownName(request, event)];
  const mark = languageMark(request, event);
  const link = isFollowable(url) ? outwardLink(url, name, mark) : html`<span${mark}>${name}</span>`;
  const title = html`${link} ${eventMarks(request, record, event)}`;
  return html`${level === 'h1' ? html`<h1>${title}</h1>` : html`<h2>${title}</h2>`}\n${eventLines(request, record, event)}`;
};

const allEvents = ({ language }: PageRequest, address: string): Html =>
  html`<p class="end">${outwardLink(address, EMBED_WORDS.all[language])}</p>\n`;
