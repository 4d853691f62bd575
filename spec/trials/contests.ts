import type { Attempt, Attempts } from './attempt';
import { API } from './deployment';
import type { Failures } from './failures';

/** Where several ask for the same at once: what asks first and what asks second may be different services on one database. */
export interface Contest {
  /** Unlike that of any other. */
  readonly name: string;
  readonly asks: readonly [Attempts, Attempts];
  readonly failures: Failures;
}

/** So many ask at each of the two. */
const CROWD = 4;

const DATES = { start_date: '2031-01-01 10:00:00', end_date: '2031-01-01 12:00:00' };

const both = <T>([first, second]: Contest['asks'], ask: (attempts: Attempts) => Promise<T>): Promise<readonly T[]> =>
  Promise.all(Array.from({ length: CROWD }, () => [ask(first), ask(second)]).flat());

const statusesOf = (attempts: readonly Attempt[]): string =>
  attempts
    .map(({ status, body }) => (status < 300 ? status : `${status} ${body?.code ?? body}`))
    .sort()
    .join(', ');

/** Creates events of one title, venue and category, which are both new: each has a slug of its own, and all are linked to the same two. */
export const contestNames = async ({ name, asks, failures }: Contest): Promise<void> => {
  const json = { title: `Namesake ${name}`, ...DATES, venue: { venue: `Shared hall ${name}` }, categories: [`Shared ${name}`] };
  const attempts = await both(asks, (ask) => ask(`${API}/events`, { method: 'POST', json }));
  if (attempts.some(({ status }) => status !== 201)) return failures.add('contest', `Namesakes were answered ${statusesOf(attempts)}.`);
  const number = (of: (body: Attempt['body']) => unknown): number => new Set(attempts.map(({ body }) => of(body))).size;
  const [slugs, venues, categories] = [
    number((event) => event.slug),
    number((event) => event.venue.id),
    number((event) => event.categories[0].id),
  ];
  const counts = `${slugs} slugs, ${venues} venues and ${categories} categories`;
  if (slugs !== attempts.length || venues !== 1 || categories !== 1) failures.add('contest', `${attempts.length} namesakes got ${counts}.`);
  const { body } = await asks[1](`${API}/categories/${attempts[0]?.body.categories[0].id}`);
  if (body.count !== attempts.length) failures.add('contest', `The category of ${attempts.length} namesakes counts ${body.count}.`);
};

/** Changes an event several times at once on the condition that nobody was faster: one is obeyed, the others are 412. */
export const contestChange = async ({ name, asks, failures }: Contest): Promise<void> => {
  const made = await asks[0](`${API}/events`, { method: 'POST', json: { title: `Contested ${name}`, ...DATES } });
  if (made.status !== 201) return failures.add('contest', `A contested event was answered ${statusesOf([made])}.`);
  const where = `${API}/events/${made.body.id}`;
  const headers = { 'if-match': String(made.headers['etag']) };
  let turn = 0;
  const attempts = await both(asks, (ask) => ask(where, { method: 'PATCH', headers, json: { description: `turn ${++turn}` } }));
  const obeyed = attempts.filter(({ status }) => status === 200);
  const refused = attempts.filter(({ status }) => status === 412);
  if (obeyed.length !== 1 || refused.length !== attempts.length - 1)
    failures.add('contest', `Changes with one If-Match were answered ${statusesOf(attempts)}.`);
  const shown = await asks[1](where);
  if (shown.body.description !== obeyed[0]?.body.description)
    failures.add('contest', `${shown.body.description} is shown, ${obeyed[0]?.body.description} was acknowledged.`);
};

/** Sends a creation with one key several times at once: one record comes of it, whose ID is every answer that is no 409. */
export const contestKey = async ({ name, asks, failures }: Contest): Promise<void> => {
  const message = { method: 'POST', json: { title: `Keyed ${name}`, ...DATES }, headers: { 'idempotency-key': `contest-${name}` } };
  const attempts = await both(asks, (ask) => ask(`${API}/events`, message));
  const made = attempts.filter(({ status }) => status === 201);
  if (made.length === 0 || attempts.some(({ status }) => status !== 201 && status !== 409))
    failures.add('contest', `Creations with one key were answered ${statusesOf(attempts)}.`);
  const { body } = await asks[1](`${API}/events?search=${encodeURIComponent(`Keyed ${name}`)}&start_date=2031-01-01&end_date=2031-01-02`);
  const ids = new Set([...made.map((attempt) => attempt.body.id), ...body.events.map(({ id }: { readonly id: number }) => id)]);
  if (ids.size !== 1 || body.total !== 1) failures.add('doubled', `One key made ${body.total} events; IDs: ${[...ids].join(', ')}.`);
};

/** Moves as many events as ask at once from category to category, again and again, for as long as it goes on: no moment has a wrong count. */
export const moveEvents = async ({ name, asks, failures }: Contest, goesOn: () => boolean): Promise<void> => {
  const moved = (turn: number) => ({ categories: [`Moving ${turn % CROWD}`] });
  let mover = 0;
  await both(asks, async (ask) => {
    const json = { title: `Mover ${name} ${++mover}`, ...DATES, ...moved(0) };
    const made = await ask(`${API}/events`, { method: 'POST', json });
    if (made.status !== 201) return failures.add('contest', `A mover was answered ${statusesOf([made])}.`);
    for (let turn = 1; goesOn(); turn++) await ask(`${API}/events/${made.body.id}`, { method: 'PATCH', json: moved(turn) });
  });
};
