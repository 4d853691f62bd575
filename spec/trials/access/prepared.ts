import { type Answer, ask } from '../../program/program';
import { type Owner, RIGHTS, STATES, type State } from './rights';

/** A record that was made, and what of it nobody else has. */
export interface Prepared {
  readonly plural: string;
  readonly kind: string;
  readonly state: State;
  readonly owner: Owner;
  readonly id: number;
  readonly slug: string;
  /** The path of its page, with its query. */
  readonly page: string;
  /** Its title, and what begins its slug. */
  readonly title: string;
  /** What stands in its description and other texts. */
  readonly secret: string;
  /** An event's own tag. */
  readonly tag?: number;
  /** A ticket's own price. */
  readonly price?: number;
  /** A published event that is linked with it. */
  readonly showcase?: number;
}

/** The kinds whose records have states, with the name of their title. */
const KINDS = [
  ['events', 'event', 'title'],
  ['venues', 'venue', 'venue'],
  ['organizers', 'organizer', 'organizer'],
  ['tickets', 'ticket', 'title'],
] as const;

/** States that events alone have. */
const OF_EVENTS: readonly State[] = ['unlisted', 'protected'];

/** A day that every list and calendar shows. */
const DAY = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);

/** When events are. */
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

/** Where records are made and looked at by the administrator. */
export interface Office {
  readonly address: string;
  readonly login: string;
  /** The IDs of the users. */
  readonly ids: Readonly<Record<Owner, number>>;
}

/** Asks as the administrator below the namespace; throws for what is refused. */
export const order = async ({ address, login }: Office, method: string, path: string, json?: unknown): Promise<Answer> => {
  const answer = await ask(address, `/en/cal/events/v1${path}`, { method, login, ...(json !== undefined && { json }) });
  if (answer.status >= 400) throw new Error(`${method} ${path} is ${answer.status} to the administrator: ${JSON.stringify(answer.body)}`);
  return answer;
};

let made = 0;

const prepare = async (office: Office, owner: Owner, [plural, kind, name]: (typeof KINDS)[number], state: State): Promise<Prepared> => {
  made += 1;
  const [title, secret, price] = [`zqtitle${made}t`, `zqsecret${made}s`, 710_000 + made];
  const create = async (of: string, json: object) => (await order(office, 'POST', `/${of}`, json)).body;
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
    events: { ...DATES, tags: [`Label ${made}`], cost: secret, website: texts.website },
    venues: texts,
    organizers: { ...texts, email: `${secret}@example.org` },
    tickets: { event: open, price },
  }[plural];
  const fields = { description: secret, excerpt: secret, author: office.ids[owner], ...own, ...STATUSES[state] };
  const body = await create(plural, { [name]: title, ...fields });
  const linked = plural === 'venues' || plural === 'organizers';
  const shown: number | undefined = linked ? (await create('events', { ...showcase, [kind]: [body.id] })).id : open;
  if (RIGHTS[state].listed === 'trash') await order(office, 'DELETE', `/${plural}/${body.id}`);
  const { body: now } = await order(office, 'GET', `/${plural}/${body.id}`);
  const url = new URL(now.url);
  return {
    ...{ plural, kind, state, owner, id: now.id, slug: now.slug, title, secret, page: `${url.pathname}${url.search}` },
    ...(plural === 'events' && { tag: now.tags[0]?.id ?? body.tags[0].id }),
    ...(plural === 'tickets' && { price }),
    ...(shown !== undefined && { showcase: shown }),
  };
};

/** How many kinds there are. */
export const KIND_COUNT = KINDS.length;

/** Makes a record in each state, of one owner and of the kind of that number, counted round. */
export const prepareAll = async (office: Office, owner: Owner, number: number): Promise<readonly Prepared[]> => {
  const kind = KINDS[number % KINDS.length] ?? KINDS[0];
  const records: Prepared[] = [];
  for (const state of STATES)
    if (kind[0] === 'events' || !OF_EVENTS.includes(state)) records.push(await prepare(office, owner, kind, state));
  return records;
};
