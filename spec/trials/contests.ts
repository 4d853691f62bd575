import type { Attempt, AttemptClient } from './attempt';
import { API } from './deployment';
import type { Failures } from './failures';

/** Concurrent requests for one thing, through one or two services on one database. */
export interface Contest {
  readonly name: string;
  readonly asks: readonly [AttemptClient, AttemptClient];
  readonly failures: Failures;
}

const REQUESTS_EACH = 4;

const DATES = { start_date: '2031-01-01 10:00:00', end_date: '2031-01-01 12:00:00' };

const both = <T>([first, second]: Contest['asks'], ask: (attempts: AttemptClient) => Promise<T>): Promise<readonly T[]> =>
  Promise.all(Array.from({ length: REQUESTS_EACH }, () => [ask(first), ask(second)]).flat());

const statusesOf = (attempts: readonly Attempt[]): string =>
  attempts
    .map(({ status, body }) => (status < 300 ? status : `${status} ${body?.code ?? body}`))
    .sort()
    .join(', ');

/** Creates events with one new venue and one new category. Each event gets its own slug, and all link to one venue and one category. */
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

/** Updates an event concurrently with one `If-Match`. One update succeeds, the others get 412. */
export const contestChange = async ({ name, asks, failures }: Contest): Promise<void> => {
  const creation = await asks[0](`${API}/events`, { method: 'POST', json: { title: `Contested ${name}`, ...DATES } });
  if (creation.status !== 201) return failures.add('contest', `A contested event was answered ${statusesOf([creation])}.`);
  const where = `${API}/events/${creation.body.id}`;
  const headers = { 'if-match': String(creation.headers['etag']) };
  let turn = 0;
  const attempts = await both(asks, (ask) => ask(where, { method: 'PATCH', headers, json: { description: `turn ${++turn}` } }));
  const succeeded = attempts.filter(({ status }) => status === 200);
  const refused = attempts.filter(({ status }) => status === 412);
  if (succeeded.length !== 1 || refused.length !== attempts.length - 1)
    failures.add('contest', `Changes with one If-Match were answered ${statusesOf(attempts)}.`);
  const shown = await asks[1](where);
  if (shown.body.description !== succeeded[0]?.body.description)
    failures.add('contest', `${shown.body.description} is shown, ${succeeded[0]?.body.description} was acknowledged.`);
};

/** Sends a creation concurrently with one `Idempotency-Key`. Only one record is created. */
export const contestKey = async ({ name, asks, failures }: Contest): Promise<void> => {
  const message = { method: 'POST', json: { title: `Keyed ${name}`, ...DATES }, headers: { 'idempotency-key': `contest-${name}` } };
  const attempts = await both(asks, (ask) => ask(`${API}/events`, message));
  const created = attempts.filter(({ status }) => status === 201);
  if (created.length === 0 || attempts.some(({ status }) => status !== 201 && status !== 409))
    failures.add('contest', `Creations with one key were answered ${statusesOf(attempts)}.`);
  const { body } = await asks[1](`${API}/events?search=${encodeURIComponent(`Keyed ${name}`)}&start_date=2031-01-01&end_date=2031-01-02`);
  const ids = new Set([...created.map((attempt) => attempt.body.id), ...body.events.map(({ id }: { readonly id: number }) => id)]);
  if (ids.size !== 1 || body.total !== 1) failures.add('doubled', `One key made ${body.total} events; IDs: ${[...ids].join(', ')}.`);
};

/** Moves events from category to category until `goesOn` returns false. Category counts must be correct all the time. */
export const moveEvents = async ({ name, asks, failures }: Contest, goesOn: () => boolean): Promise<void> => {
  const moved = (turn: number) => ({ categories: [`Moving ${turn % REQUESTS_EACH}`] });
  let mover = 0;
  await both(asks, async (ask) => {
    const json = { title: `Mover ${name} ${++mover}`, ...DATES, ...moved(0) };
    const creation = await ask(`${API}/events`, { method: 'POST', json });
    if (creation.status !== 201) return failures.add('contest', `A mover was answered ${statusesOf([creation])}.`);
    for (let turn = 1; goesOn(); turn++) await ask(`${API}/events/${creation.body.id}`, { method: 'PATCH', json: moved(turn) });
  });
};
