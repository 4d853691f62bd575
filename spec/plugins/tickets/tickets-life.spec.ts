import { expect } from 'chai';
import fc from 'fast-check';
import { plugin } from '../../../fixtures/plugins/tickets/index';
import { runs } from '../../support/runs';
import { clockAt, type Running, startService } from '../../support/service';

type Status = 'publish' | 'draft' | 'private' | 'trash';

/** A random change of an event or a ticket. Numbers are places in the list of existing records. */
type Step =
  | { readonly does: 'makes'; readonly event: number; readonly status: Status }
  | { readonly does: 'changes'; readonly ticket: number; readonly status: Status }
  | { readonly does: 'moves'; readonly ticket: number; readonly event: number }
  | { readonly does: 'removes'; readonly ticket: number }
  | { readonly does: 'changes event'; readonly event: number; readonly status: Status }
  | { readonly does: 'locks event'; readonly event: number; readonly password: string }
  | { readonly does: 'removes event'; readonly event: number };

interface Ticket {
  readonly id: number;
  event: number | undefined;
  status: Status;
}

interface Event {
  readonly id: number;
  status: Status;
  password: string;
}

const place = fc.nat(5);
const status = fc.constantFrom<Status>('publish', 'publish', 'draft', 'private', 'trash');
const does = <D extends Step['does']>(name: D) => ({ does: fc.constant(name) });
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ ...does('makes'), event: place, status }) },
    { weight: 3, arbitrary: fc.record({ ...does('changes'), ticket: place, status }) },
    { weight: 3, arbitrary: fc.record({ ...does('moves'), ticket: place, event: place }) },
    fc.record({ ...does('removes'), ticket: place }),
    fc.record({ ...does('changes event'), event: place, status }),
    fc.record({ ...does('locks event'), event: place, password: fc.constantFrom('', 'sesame') }),
    fc.record({ ...does('removes event'), event: place }),
  ),
  { minLength: 6, maxLength: 14 },
);

describe('tickets plugin: counts of tickets', () => {
  let running: Running;
  before(async () => {
    running = await startService({ clock: clockAt('2030-01-15T12:00:00Z'), plugins: [plugin] });
  });
  after(() => running.stop());

  async function ask(method: string, path: string, json?: object): Promise<{ readonly id: number }> {
    const answer = await running.ask(method, path, { as: 'admin', json });
    expect(answer.status, `${method} ${path} ${JSON.stringify(json)}: ${answer.text.slice(0, 300)}`).to.be.within(200, 299);
    return answer.body;
  }
  /** Deletes a record permanently, by way of the trash. */
  async function remove(path: string, current: Status): Promise<void> {
    if (current !== 'trash') await ask('DELETE', path);
    await ask('DELETE', `${path}?force=true`);
  }
  const listed = async (ticketed: boolean, ids: readonly number[]): Promise<number[]> => {
    if (ids.length === 0) return [];
    const { body } = await running.ask('GET', `/events?ticketed=${ticketed}&include=${ids}`);
    expect(body.total).to.equal(body.events.length);
    return body.events.map(({ id }: { id: number }) => id);
  };

  it('count published tickets after any sequence of changes', () =>
    fc.assert(
      fc.asyncProperty(steps, async (changes) => {
        const events: Event[] = [];
        const tickets: Ticket[] = [];
        for (const title of ['One', 'Two', 'Three']) {
          const { id } = await ask('POST', '/events', { title, start_date: '2030-05-06', end_date: '2030-05-06' });
          events.push({ id, status: 'publish', password: '' });
        }
        for (const change of changes) await apply(change, events, tickets);

        const countOf = ({ id }: Event) => tickets.filter((ticket) => ticket.event === id && ticket.status === 'publish').length;
        const stored = await running.service.services.stores.posts('events').many(events.map(({ id }) => id));
        expect(events.map(({ id }) => stored.get(id)?.counts?.['tickets'] ?? 0)).to.deep.equal(events.map(countOf));

        const ids = events.map(({ id }) => id);
        const visible = events.filter(({ status }) => status === 'publish');
        const isTicketed = (event: Event) => event.password === '' && countOf(event) > 0;
        expect(await listed(true, ids)).to.have.members(visible.filter(isTicketed).map(({ id }) => id));
        expect(await listed(false, ids)).to.have.members(visible.filter((event) => !isTicketed(event)).map(({ id }) => id));
        for (const event of visible.filter(({ password }) => password === '')) {
          const { body } = await running.ask('GET', `/events/${event.id}`);
          expect(body.tickets).to.have.length(countOf(event));
          expect(body.cost).to.equal(countOf(event) > 0 ? '$5' : '');
        }
        for (const { id, status, event } of tickets) {
          const { body } = await running.ask('GET', `/tickets/${id}`, { as: 'admin' });
          const shown = events.find((one) => one.id === event && one.status !== 'trash')?.id ?? null;
          expect({ status: body.status, event: body.event }).to.deep.equal({ status, event: shown });
        }
      }),
      { numRuns: runs(8) },
    ));

  async function apply(change: Step, events: Event[], tickets: Ticket[]): Promise<void> {
    const event = 'event' in change ? events[change.event % Math.max(1, events.length)] : undefined;
    const ticket = 'ticket' in change ? tickets[change.ticket % Math.max(1, tickets.length)] : undefined;
    if (change.does === 'makes' && event) {
      const { id } = await ask('POST', '/tickets', { title: 'Ticket', price: 5, event: event.id, status: change.status });
      tickets.push({ id, event: event.id, status: change.status });
    } else if (change.does === 'changes' && ticket) {
      await ask('PATCH', `/tickets/${ticket.id}`, { status: change.status });
      ticket.status = change.status;
    } else if (change.does === 'moves' && ticket && event) {
      await ask('PATCH', `/tickets/${ticket.id}`, { event: event.id });
      ticket.event = event.id;
    } else if (change.does === 'removes' && ticket) {
      await remove(`/tickets/${ticket.id}`, ticket.status);
      tickets.splice(tickets.indexOf(ticket), 1);
    } else if (change.does === 'changes event' && event) {
      await ask('PATCH', `/events/${event.id}`, { status: change.status });
      event.status = change.status;
    } else if (change.does === 'locks event' && event) {
      await ask('PATCH', `/events/${event.id}`, { password: change.password });
      event.password = change.password;
    } else if (change.does === 'removes event' && event) {
      await remove(`/events/${event.id}`, event.status);
      events.splice(events.indexOf(event), 1);
      for (const one of tickets) if (one.event === event.id) one.event = undefined;
    }
  }
});
