import { DATES, type Prepared } from './prepared';
import type { Question } from './question';
import { ASKERS, type Asker, MAKERS, mayKnow, mayRead, RIGHTS } from './rights';
import { forbidden, WRONG } from './single-questions';

const BASE = '/en/cal/events/v1';
const UNKNOWN = 987_654;
const STATUSES = ['publish', 'future', 'draft', 'pending', 'private', 'trash'] as const;

/** Checks if a list with one of these statuses contains a record for an asker. */
const isListed = (asker: Asker, record: Prepared, statuses: readonly string[]): boolean => {
  const { listed } = RIGHTS[record.state];
  return listed !== undefined && statuses.includes(listed) && mayKnow(asker, record);
};

const NOT_TRASH = STATUSES.filter((status) => status !== 'trash');

/** Lists each content type with each status and expects the records that the asker may see. */
const statusQuestions = (asker: Asker, plural: string, records: readonly Prepared[]): readonly Question[] =>
  [undefined, ...STATUSES].map((status) => {
    const own = records.filter((record) => record.plural === plural);
    const shown = own.filter((record) => isListed(asker, record, status ? [status] : NOT_TRASH));
    const isRefused = status !== undefined && status !== 'publish' && !MAKERS[plural]?.includes(asker);
    const path = `${BASE}/${plural}?per_page=50&${status ? `status=${status}` : ''}&search=zqtitle`;
    const ids = { of: own.map(({ id }) => id), shown: shown.map(({ id }) => id) };
    const expected = asker === 'wrong' ? WRONG : isRefused ? { statuses: [400], code: 'rest_invalid_param' } : { statuses: [200], ids };
    return { asker, method: 'GET', path, expected };
  });

/** Searches for texts, tags and prices of a record, in lists and counts. */
const searchQuestions = (asker: Asker, record: Prepared): readonly Question[] => {
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
    // Only events promise search in all their texts.
    counted(`search=${secret}`, isOpen && plural !== 'events' ? undefined : Number(isOpen)),
    ...(tag === undefined ? [] : [counted(`tags=${tag}`, Number(isOpen))]),
    ...(record.price === undefined ? [] : [counted(`price=${record.price}`, Number(isShown))]),
  ];
};

/** Filters by a linked record. For an asker who may not read the record, the answer equals that for an unknown ID. */
const FILTERS: Readonly<Record<string, readonly string[]>> = {
  events: ['venues?event=', 'organizers?event=', 'categories?event=', 'tags?event=', 'tags?post=', 'tickets?event=', 'events?post_parent='],
  venues: ['events?venue=', 'events.ics?venue='],
  organizers: ['events?organizer=', 'events.ics?organizer='],
  tickets: [],
};
const filterQuestions = (asker: Asker, record: Prepared): readonly Question[] => {
  const { id, plural } = record;
  return (FILTERS[plural] ?? []).map((filter) => {
    const question = (of: number): Question => ({ asker, method: 'GET', path: `${BASE}/${filter}${of}` });
    if (asker === 'wrong') return { ...question(id), expected: WRONG };
    // Events omit trashed venues and organizers for every user.
    if (RIGHTS[record.state].listed === 'trash' && plural !== 'events') return { ...question(id), expected: { statuses: [200] } };
    return mayRead(asker, record) ? question(id) : { ...question(id), expected: { statuses: [200, 400], as: question(UNKNOWN) } };
  });
};

/** Reads other places that could leak a record: its page, its linked event and its tag. */
const linkedQuestions = (asker: Asker, record: Prepared): readonly Question[] => {
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
    // Counts cover public records only and are equal for all users.
    ...(tag === undefined || state === 'unlisted'
      ? []
      : [{ ...at(`${BASE}/tags/${tag}`), expected: { ...shown, ...(asker !== 'wrong' && { count: Number(state === 'publish') }) } }]),
    ...(tag === undefined ? [] : [at(`${BASE}/tags?hide_empty=false&include=${tag}`), at(`${BASE}/events.ics?tags=${tag}`)]),
  ];
};

/** Reads site-wide routes such as indexes, documentation and health. */
const siteQuestions = (asker: Asker): readonly Question[] => {
  const paths = ['/en', '/en/', BASE, `${BASE}/doc`, `${BASE}/events.ics`, '/fr/cal/events/v1/events', '/en/errors', '/metrics', '/readyz'];
  const questions = paths.map((path): Question => ({ asker, method: 'GET', path }));
  return [...questions, { asker, method: 'GET', path: '/en/', headers: { Accept: 'text/html' } }];
};

/** A body that contains the name of the asker, so that the trial can find unauthorized records. */
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

/** All requests to lists, pages and linked records. */
export const listQuestions = (records: readonly Prepared[]): readonly Question[] =>
  ASKERS.flatMap((asker) => [
    ...[...new Set(records.map(({ plural }) => plural))].flatMap((plural) => statusQuestions(asker, plural, records)),
    ...records.flatMap((record) => [
      ...searchQuestions(asker, record),
      ...filterQuestions(asker, record),
      ...linkedQuestions(asker, record),
    ]),
    ...siteQuestions(asker),
    ...refusedCreations(asker),
  ]);
