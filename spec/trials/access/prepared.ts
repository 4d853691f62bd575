import { type Answer, ask } from '../../program/program';
import { type Owner, RIGHTS, STATES, type State } from './rights';

/** A record of the trial with its unique texts and IDs. */
export interface Prepared {
  readonly plural: string;
  readonly singular: string;
  readonly state: State;
  readonly owner: Owner;
  readonly id: number;
  readonly slug: string;
  /** The path of its page, with the query. */
  readonly page: string;
  /** A unique title, from which the slug is made. */
  readonly title: string;
  /** A unique text in its description and other fields. */
  readonly secret: string;
  /** A tag that only this event has. */
  readonly tag?: number;
  /** A price that only this ticket has. */
  readonly price?: number;
  /** A published event that links to the record. */
  readonly showcase?: number;
}

/** The content types with states: plural, singular and the name of the title field. */
const CONTENT_TYPES = [
  ['events', 'event', 'title'],
  ['venues', 'venue', 'venue'],
  ['organizers', 'organizer', 'organizer'],
  ['tickets', 'ticket', 'title'],
] as const;

const EVENT_STATES: readonly State[] = ['unlisted', 'protected'];

/** A day that all lists and calendars include. */
const DAY = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);

export const DATES = { start_date: `${DAY} 10:00:00`, end_date: `${DAY} 12:00:00` };
const STATUSES: Readonly<Record<State, object>> = {
  publish: { status: 'publish' },
  unlisted: { status: 'publish', hide_from_listings: true },
  protected: { status: 'publish', password: 'verschlossen' },
  draft: { status: 'draft' },
  pending: { status: 'pending' },
  private: { status: 'private' },
  future: { status: 'future', date: '2090-01-01 00:00:00' },
  binned: { status: 'publish' },
  binnedDraft: { status: 'draft' },
};

/** The administrator's access to the service. */
export interface AdminClient {
  readonly address: string;
  readonly login: string;
  readonly ids: Readonly<Record<Owner, number>>;
}

/** Sends a request as the administrator. Throws an error if it is refused. */
export const requestAsAdmin = async ({ address, login }: AdminClient, method: string, path: string, json?: unknown): Promise<Answer> => {
  const answer = await ask(address, `/en/cal/events/v1${path}`, { method, login, ...(json !== undefined && { json }) });
  if (answer.status >= 400) throw new Error(`${method} ${path} is ${answer.status} to the administrator: ${JSON.stringify(answer.body)}`);
  return answer;
};

let counter = 0;

const prepare = async (
  office: AdminClient,
  owner: Owner,
  [plural, kind, name]: (typeof CONTENT_TYPES)[number],
  state: State,
): Promise<Prepared> => {
  counter += 1;
  const [title, secret, price] = [`zqtitle${counter}t`, `zqsecret${counter}s`, 710_000 + counter];
  const create = async (of: string, json: object) => (await requestAsAdmin(office, 'POST', `/${of}`, json)).body;
  const texts = {
    description: secret,
    excerpt: secret,
    address: secret,
    city: secret,
    phone: secret,
    website: `https://example.org/${secret}`,
  };
  const showcase = { title: 'Showcase', ...DATES };
  const open = plural === 'tickets' ? (await create('events', showcase)).id : undefined;
  const own = {
    events: { ...DATES, tags: [`Label ${counter}`], cost: secret, website: texts.website },
    venues: texts,
    organizers: { ...texts, email: `${secret}@example.org` },
    tickets: { event: open, price },
  }[plural];
  const fields = { description: secret, excerpt: secret, author: office.ids[owner], ...own, ...STATUSES[state] };
  const body = await create(plural, { [name]: title, ...fields });
  const linked = plural === 'venues' || plural === 'organizers';
  const shown: number | undefined = linked ? (await create('events', { ...showcase, [kind]: [body.id] })).id : open;
  if (RIGHTS[state].listed === 'trash') await requestAsAdmin(office, 'DELETE', `/${plural}/${body.id}`);
  const { body: now } = await requestAsAdmin(office, 'GET', `/${plural}/${body.id}`);
  const url = new URL(now.url);
  return {
    ...{ plural, singular: kind, state, owner, id: now.id, slug: now.slug, title, secret, page: `${url.pathname}${url.search}` },
    ...(plural === 'events' && { tag: now.tags[0]?.id ?? body.tags[0].id }),
    ...(plural === 'tickets' && { price }),
    ...(shown !== undefined && { showcase: shown }),
  };
};

export const CONTENT_TYPE_COUNT = CONTENT_TYPES.length;

/** Creates a record in each state, for one owner. The content type is `number` modulo their count. */
export const prepareAll = async (office: AdminClient, owner: Owner, number: number): Promise<readonly Prepared[]> => {
  const kind = CONTENT_TYPES[number % CONTENT_TYPES.length] ?? CONTENT_TYPES[0];
  const records: Prepared[] = [];
  for (const state of STATES)
    if (kind[0] === 'events' || !EVENT_STATES.includes(state)) records.push(await prepare(office, owner, kind, state));
  return records;
};
