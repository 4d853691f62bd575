import { expect } from 'chai';
import fc from 'fast-check';
import { runs } from '../../support/runs';
import { clockAt, type Running, startService } from '../../support/service';

const DATES = { start_date: '2030-05-06 19:00:00', end_date: '2030-05-06 22:00:00' };
const COUNTED = ['categories', 'tags', 'venues', 'organizers'] as const;
const OF_EACH = 3;

/** A random action on an event. Links refer to targets by their position. */
type Action =
  | { readonly kind: 'create' | 'update'; readonly event: number; readonly links: Links; readonly status?: string; readonly days?: number }
  | { readonly kind: 'protect' | 'open' | 'trash' | 'restore' | 'remove'; readonly event: number };
type Links = Readonly<Partial<Record<(typeof COUNTED)[number], readonly number[]>>>;

const places = fc.uniqueArray(fc.nat(OF_EACH - 1), { maxLength: OF_EACH });
const links = fc.record({ categories: places, tags: places, venues: places, organizers: places }, { requiredKeys: [] });
const status = fc.constantFrom('publish', 'draft', 'pending', 'private', 'future', 'trash');
const event = fc.nat(3);
const days = fc.nat(9);
const action: fc.Arbitrary<Action> = fc.oneof(
  fc.record({ kind: fc.constant('create' as const), event, links, status, days }, { requiredKeys: ['kind', 'event', 'links'] }),
  fc.record({ kind: fc.constant('update' as const), event, links, status, days }, { requiredKeys: ['kind', 'event', 'links'] }),
  fc.record({ kind: fc.constantFrom('protect', 'open', 'trash', 'restore', 'remove'), event }),
);

describe('count, used and until of terms, venues and organizers', () => {
  let running: Running;
  const targets: Record<(typeof COUNTED)[number], number[]> = { categories: [], tags: [], venues: [], organizers: [] };

  before(async () => {
    running = await startService({ clock: clockAt('2030-05-01T12:00:00Z') });
    const names = { categories: 'name', tags: 'name', venues: 'venue', organizers: 'organizer' };
    for (const plural of COUNTED) {
      for (let place = 0; place < OF_EACH; place++) {
        const answer = await running.ask('POST', `/${plural}`, { as: 'editor', json: { [names[plural]]: `${plural} ${place}` } });
        targets[plural].push(answer.body.id);
      }
    }
  });
  after(() => running.stop());

  const wire = ({ categories, tags, venues, organizers }: Links) => ({
    ...(categories && { categories: categories.map((place) => targets.categories[place]) }),
    ...(tags && { tags: tags.map((place) => targets.tags[place]) }),
    ...(venues && { venue: venues.map((place) => targets.venues[place]) }),
    ...(organizers && { organizer: organizers.map((place) => targets.organizers[place]) }),
  });

  const fieldsOf = ({ status, days }: { readonly status?: string; readonly days?: number }) => ({
    ...(status && { status }),
    ...(days !== undefined && { end_date: `2030-06-0${days} 22:00:00`.replace('06-00', '05-31') }),
  });

  /** Performs an action on an existing event, if there is one. Refusals are allowed. */
  async function act(action: Action, ids: number[]): Promise<void> {
    const id = ids[action.event % Math.max(ids.length, 1)];
    const ask = async (method: string, path: string, json?: object) => {
      const answer = await running.ask(method, path, { as: 'editor', ...(json && { json }) });
      expect(answer.status, answer.text).to.be.below(500);
      return answer;
    };
    if (action.kind === 'create') {
      const { body } = await ask('POST', '/events', {
        ...DATES,
        title: 'Counted',
        ...wire(action.links),
        ...fieldsOf(action),
      });
      ids.push(body.id);
      return;
    }
    if (id === undefined) return;
    if (action.kind === 'update') await ask('PATCH', `/events/${id}`, { ...wire(action.links), ...fieldsOf(action) });
    else if (action.kind === 'protect') await ask('PATCH', `/events/${id}`, { password: 'secret' });
    else if (action.kind === 'open') await ask('PATCH', `/events/${id}`, { password: '' });
    else if (action.kind === 'restore') await ask('PATCH', `/events/${id}`, { status: 'publish' });
    else await ask('DELETE', `/events/${id}${action.kind === 'remove' ? '?force=true' : ''}`);
  }

  /** The stored counts and last ends, and those that result from the published events without a password. */
  async function bothCounts(): Promise<{ stored: Record<string, number>; recounted: Record<string, number> }> {
    const { connection } = running.service.services;
    const stored: Record<string, number> = {};
    const recounted: Record<string, number> = {};
    for (const plural of COUNTED) {
      const events = connection.collection<Record<string, unknown>>('events');
      for (const id of targets[plural]) {
        const target = await connection
          .collection<{ _id: number; count: number; used: boolean; until?: Date | null }>(plural)
          .findOne({ _id: id });
        stored[`${plural} ${id}`] = target?.count ?? -1;
        const open = { [plural]: id, status: 'publish', password: '' };
        const count = await events.countDocuments(open);
        recounted[`${plural} ${id}`] = count;
        stored[`use of ${plural} ${id}`] = Number(target?.used);
        recounted[`use of ${plural} ${id}`] = Number(count > 0);
        if (target?.until === undefined) continue;
        const [last] = await events.find(open).sort({ endsAt: -1 }).limit(1).toArray();
        stored[`end of ${plural} ${id}`] = Number(target.until);
        recounted[`end of ${plural} ${id}`] = Number(last?.['endsAt'] ?? null);
      }
    }
    return { stored, recounted };
  }

  it('agree with the published events after random writes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 4, maxLength: 14 }), async (actions) => {
        const ids: number[] = [];
        for (const one of actions) await act(one, ids);
        const { stored, recounted } = await bothCounts();
        expect(stored).to.deep.equal(recounted);
      }),
      { numRuns: runs(20) },
    );
  });

  it('agree with the published events after concurrent writes', async () => {
    const actions = fc.sample(action, { numRuns: 60, seed: 7 });
    const ids = [0, 1, 2, 3].map(() => 0);
    for (const place of ids.keys()) {
      const json = { ...DATES, title: `At once ${place}`, ...wire({ categories: [0], tags: [1], venues: [2], organizers: [0] }) };
      ids[place] = (await running.ask('POST', '/events', { as: 'editor', json })).body.id;
    }
    for (let start = 0; start < actions.length; start += 12)
      await Promise.all(actions.slice(start, start + 12).map((one) => act(one, [...ids])));
    const { stored, recounted } = await bothCounts();
    expect(stored).to.deep.equal(recounted);
  });

  it('do not count drafts, pending, private, protected or trashed events', async () => {
    const { id } = (await running.ask('POST', '/tags', { as: 'editor', json: { name: 'Hidden' } })).body;
    const create = (json: object) =>
      running.ask('POST', '/events', { as: 'editor', json: { ...DATES, title: 'Hidden', tags: [id], ...json } });
    for (const hidden of ['draft', 'pending', 'private', 'trash']) await create({ status: hidden });
    const locked = (await create({})).body.id;
    await running.ask('PATCH', `/events/${locked}`, { as: 'editor', json: { password: 'secret' } });
    expect((await running.ask('GET', `/tags/${id}`)).body.count).to.equal(0);
  });
});
