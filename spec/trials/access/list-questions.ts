import { DATES, type Prepared } from './prepared';
import type { Question } from './question';
import { ASKERS, type Asker, MAKERS, mayKnow, mayRead, RIGHTS } from './rights';
import { forbidden, WRONG } from './single-questions';

const BASE = '/en/cal/events/v1';
const UNKNOWN = 987_654;
const STATUSES = ['publish', 'future', 'draft', 'pending', 'private', 'trash'] as const;

/** Whether a list of one of these statuses shows somebody a record. */
const isListed = (asker: Asker, record: Prepared, statuses: readonly string[]): boolean => {
  const { listed } = RIGHTS[record.state];
  return listed !== undefined && statuses.includes(listed) && mayKnow(asker, record);
};

const NOT_TRASH = STATUSES.filter((status) => status !== 'trash');

/** What a list shows of the records of a round, by status. */
const byStatus = (asker: Asker, plural: string, records: readonly Prepared[]): readonly Question[] =>
  [undefined, ...STATUSES].map((status) => {
    const own = records.filter((record) => record.plural === plural);
    const shown = own.filter((record) => isListed(asker, record, status ? [status] : NOT_TRASH));
    const isRefused = status !== undefined && status !== 'publish' && !MAKERS[plural]?.includes(asker);
    const path = `${BASE}/${plural}?per_page=50&${status ? `status=${status}` : ''}&search=zqtitle`;
    const ids = { of: own.map(({ id }) => id), shown: shown.map(({ id }) => id) };
    const expected = asker === 'wrong' ? WRONG : isRefused ? { statuses: [400], code: 'rest_invalid_param' } : { statuses: [200], ids };
    return { asker, method: 'GET', path, expected };
  });

/** Whether what a record holds finds it, in lists and counts. */
const bySearch = (asker: Asker, record: Prepared): readonly Question[] => {
  const { plural, title, secret, tag } = record;
  const isShown = isListed(asker, record, NOT_TRASH);
  const isOpen = isShown && mayRead(asker, record);
  const counted = (query: string, total: number | undefined, of: string = plural): Question => ({
    asker,
    method: 'GET',
    path: `${BASE}/${of}?${query}`,
    expected: asker === 'wrong' ? WRONG : { statuses: [200], ...(total !== undefined && { total }) },
  });
  return [
    counted(`search=${title}`, Number(isShown)),
    // Whether the texts of kinds other than events are searched is no matter of rights.
    counted(`search=${secret}`, isOpen && plural !== 'events' ? undefined : Number(isOpen)),
    ...(tag === undefined ? [] : [counted(`tags=${tag}`, Number(isOpen))]),
    ...(record.price === undefined ? [] : [counted(`price=${record.price}`, Number(isShown))]),
  ];
};

/** Filters that name a record: to those who may not read it whole, it is as unknown as one that does not exist. */
const FILTERS: Readonly<Record<string, readonly string[]>> = {
  events: ['venues?event=', 'organizers?event=', 'categories?event=', 'tags?event=', 'tags?post=', 'tickets?event=', 'events?post_parent='],
  venues: ['events?venue=', 'events.ics?venue='],
  organizers: ['events?organizer=', 'events.ics?organizer='],
  tickets: [],
};
const byFilter = (asker: Asker, record: Prepared): readonly Question[] => {
  const { id, plural } = record;
  return (FILTERS[plural] ?? []).map((filter) => {
    const question = (of: number): Question => ({ asker, method: 'GET', path: `${BASE}/${filter}${of}` });
    if (asker === 'wrong') return { ...question(id), expected: WRONG };
    // Events do not show venues and organizers that are in the trash, to nobody.
    if (RIGHTS[record.state].listed === 'trash' && plural !== 'events') return { ...question(id), expected: { statuses: [200] } };
    return mayRead(asker, record) ? question(id) : { ...question(id), expected: { statuses: [200, 400], as: question(UNKNOWN) } };
  });
};

/** Places where a record might be told of: its page, what it is linked with, its tag. */
const elsewhere = (asker: Asker, record: Prepared): readonly Question[] => {
  const { page, showcase, tag, state } = record;
  const html = { Accept: 'text/html' };
  const at = (path: string, headers?: Readonly<Record<string, string>>): Question => ({
    asker,
    method: 'GET',
    path,
    ...(headers && { headers }),
  });
  const isPublic = RIGHTS[state].listed === 'publish' || RIGHTS[state].listed === undefined;
  const statuses = asker === 'wrong' ? [401] : isPublic || mayRead(asker, record) ? [200] : [403, 404];
  const shown = asker === 'wrong' ? WRONG : { statuses: [200] };
  return [
    { ...at(page, html), expected: { statuses } },
    ...(showcase === undefined
      ? []
      : [
          { ...at(`${BASE}/events/${showcase}`), expected: shown },
          { ...at(`${BASE}/events/${showcase}.ics`), expected: shown },
          at(`${BASE}/events?include=${showcase}`),
          at(`${BASE}/events.ics?include=${showcase}`),
        ]),
    // Counts tell everybody the same, of what everybody may know.
    ...(tag === undefined || state === 'unlisted'
      ? []
      : [{ ...at(`${BASE}/tags/${tag}`), expected: { ...shown, ...(asker !== 'wrong' && { count: Number(state === 'publish') }) } }]),
    ...(tag === undefined ? [] : [at(`${BASE}/tags?hide_empty=false&include=${tag}`), at(`${BASE}/events.ics?tags=${tag}`)]),
  ];
};

/** What is asked of each kind as a whole, and of the site. */
const ofSite = (asker: Asker): readonly Question[] => {
  const paths = ['/en', '/en/', BASE, `${BASE}/doc`, `${BASE}/events.ics`, '/fr/cal/events/v1/events', '/en/errors', '/metrics', '/readyz'];
  const questions = paths.map((path): Question => ({ asker, method: 'GET', path }));
  return [...questions, { asker, method: 'GET', path: '/en/', headers: { Accept: 'text/html' } }];
};

/** What creations need; each bears the name of whoever asks. */
const creation = (asker: Asker, plural: string): object => {
  const name = `Created by ${asker}`;
  return { title: name, venue: name, organizer: name, name, status: 'draft', ...(plural === 'events' ? DATES : {}) };
};
const refusedCreations = (asker: Asker): readonly Question[] =>
  Object.entries(MAKERS).flatMap(([plural, makers]) => {
    if (makers.includes(asker)) return [];
    const expected = asker === 'wrong' ? WRONG : forbidden(asker);
    return [{ asker, method: 'POST', path: `${BASE}/${plural}`, json: creation(asker, plural), expected }];
  });

/** Every question over lists, pages and what is linked. */
export const listQuestions = (records: readonly Prepared[]): readonly Question[] =>
  ASKERS.flatMap((asker) => [
    ...[...new Set(records.map(({ plural }) => plural))].flatMap((plural) => byStatus(asker, plural, records)),
    ...records.flatMap((record) => [...bySearch(asker, record), ...byFilter(asker, record), ...elsewhere(asker, record)]),
    ...ofSite(asker),
    ...refusedCreations(asker),
  ]);
