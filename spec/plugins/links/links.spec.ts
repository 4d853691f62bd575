import { expect } from 'chai';
import type { Ask } from '../../support/service';
import { DATES, openPromises } from '../../support/stage';
import { shop } from '../shop';

describe('registerPostLike: link fields', () => {
  const { stage } = openPromises({}, [shop]);

  const create = async (path: string, json: object, more: Ask = {}): Promise<number> =>
    (await stage().step({ as: 'editor', method: 'POST', path, json, status: 201, ...more })).body.id;
  const ticket = (json: object = {}, more: Ask = {}) => create('/tickets', { title: 'Seat', code: 'AA', ...json }, more);
  const fair = (json: object = {}, more: Ask = {}) => create('/events', { title: 'Fair', ...DATES, ...json }, more);
  const get = async (path: string, more?: Ask) => (await stage().ask('GET', path, more)).body;
  const patch = (path: string, json: object, as: Ask['as'] = 'editor') => stage().ask('PATCH', path, { ...(as && { as }), json });
  const idsOf = (list: { id: number }[]): number[] => list.map(({ id }) => id);

  it('accept one ID, several and none in every spelling, and show both ends', async () => {
    const event = await fair();
    const [one, other] = [await create('/venues', { venue: 'Booth' }), await create('/venues', { venue: 'Kiosk' })];
    const spellings: readonly (readonly [object, object])[] = [
      [{ event: String(event) }, { event }],
      [{ event: '' }, { event: null }],
      [{ venues: `${one},${other}` }, { venues: [one, other] }],
      [{ venues: [String(one), one] }, { venues: [one] }],
      [{ venues: one }, { venues: [one] }],
      [{ venues: '' }, { venues: [] }],
    ];
    const id = await ticket();
    for (const [sent, shown] of spellings) {
      const answer = await patch(`/tickets/${id}`, sent);
      expect([answer.status, JSON.stringify(sent)], answer.text).to.deep.equal([200, JSON.stringify(sent)]);
      expect(answer.body).to.deep.include(shown);
    }
    await patch(`/tickets/${id}`, { event, venues: [other], upgrade: id });
    expect(idsOf((await get(`/events/${event}`)).tickets)).to.deep.equal([id]);
    expect(idsOf((await get(`/venues/${other}`)).sold)).to.deep.equal([id]);
    expect((await get(`/venues/${one}`)).sold).to.deep.equal([]);
    expect(idsOf((await get(`/tickets/${id}`)).upgraded)).to.deep.equal([id]);
    for (const query of [`event=${event}`, `venues=${one},${other}`, `upgrade=${id}`, `event=${event}&venues=${other}`])
      expect(idsOf((await get(`/tickets?${query}`)).tickets), query).to.deep.equal([id]);
    expect((await get(`/tickets?venues=${one}`)).total).to.equal(0);
  });

  it('refuse unknown records and those that the user may not read', async () => {
    const draft = await fair({ status: 'draft' });
    const venue = await create('/venues', { venue: 'Stand' });
    const wrong: readonly object[] = [
      { event: venue },
      { event: 0.5 },
      { event: 99_999 },
      { event: 'fair' },
      { event: [draft, draft] },
      { event: { id: venue } },
      { venues: [venue, 99_999] },
      { venues: Array.from({ length: 1001 }, () => venue) },
      { genres: [99_999] },
      { genres: 'x'.repeat(300) },
    ];
    for (const json of wrong) {
      const [name] = Object.keys(json);
      const answer = await stage().ask('POST', '/tickets', { as: 'editor', json: { title: 'Wrong', code: 'AA', ...json } });
      expect([answer.status, Object.keys(answer.body.data.params ?? {})], JSON.stringify(json).slice(0, 50)).to.deep.equal([400, [name]]);
    }
    const author = await stage().ask('POST', '/tickets', { as: 'author', json: { title: 'Peeping', code: 'AA', event: draft } });
    const unknown = await stage().ask('POST', '/tickets', { as: 'author', json: { title: 'Peeping', code: 'AA', event: 99_999 } });
    expect([author.status, author.text]).to.deep.equal([400, unknown.text]);
    expect((await stage().ask('GET', `/tickets?event=${draft}`, { as: 'author' })).text).to.equal(
      (await stage().ask('GET', '/tickets?event=99999', { as: 'author' })).text,
    );
  });

  it('hide links to unreadable records, and keep them when the record is written back', async () => {
    const [event, second] = [await fair({}), await create('/venues', { venue: 'Public' })];
    const first = await create('/venues', { venue: 'Private', status: 'private' });
    const id = await ticket({ event, venues: [first, second] }, { as: 'editor' });
    await patch(`/tickets/${id}`, { author: stage().ids.author });
    await patch(`/events/${event}`, { status: 'draft' });
    expect(await get(`/tickets/${id}`)).to.deep.include({ event: null, venues: [second] });
    const read = await get(`/tickets/${id}`, { as: 'author' });
    expect(read).to.deep.include({ event: null, venues: [second] });
    expect((await patch(`/tickets/${id}`, read, 'author')).status).to.equal(200);
    await patch(`/tickets/${id}`, { venues: [] }, 'author');
    expect(await get(`/tickets/${id}`, { as: 'editor' })).to.deep.include({ event, venues: [first] });
  });

  it('are removed with the deleted record, and hidden while it is in the trash', async () => {
    const [event, venue, upgrade] = [await fair(), await create('/venues', { venue: 'Gone' }), await ticket()];
    const genre = await create('/genres', { name: 'Polka' });
    const id = await ticket({ event, venues: [venue], upgrade, genres: [genre] });
    const paths = [`/events/${event}`, `/venues/${venue}`, `/tickets/${upgrade}`];
    for (const path of paths) await stage().ask('DELETE', path, { as: 'editor' });
    expect(await get(`/tickets/${id}`, { as: 'editor' })).to.deep.include({ event: null, venues: [], upgrade: null });
    await patch(paths[0] ?? '', { status: 'publish' });
    expect(await get(`/tickets/${id}`)).to.deep.include({ event });
    await stage().ask('DELETE', paths[0] ?? '', { as: 'editor' });
    for (const path of [...paths, `/genres/${genre}`])
      expect((await stage().ask('DELETE', `${path}?force=true`, { as: 'editor' })).status).to.equal(200);
    const stored = await stage().service.services.stores.posts('tickets').byId(id);
    expect(stored?.fields).to.deep.include({ event: null, venues: [], upgrade: null, genres: [] });
  });

  it('back lists show at most 50 published records, newest first', async () => {
    const [event, other] = [await fair(), await fair()];
    const { connection, stores } = stage().service.services;
    const tickets = connection.collection<{ _id: number }>('tickets');
    const model = await tickets.findOne({ _id: await ticket({ event, date: '2029-04-01 00:00:00' }) });
    const copies = Array.from({ length: 52 }, (_, place) => ({
      ...model,
      _id: 5000 + place,
      group: 5000 + place,
      slug: `copy-${place}`,
      date: `2029-04-01 00:01:${String(place).padStart(2, '0')}`,
    }));
    await tickets.insertMany(copies);
    const made = copies.map(({ _id }) => _id);
    for (const status of ['draft', 'private', 'pending', 'trash']) await ticket({ event, status });
    const last = await ticket({ event: other });
    const newest = made.slice(-50).reverse();
    for (const as of [undefined, 'editor'] as const) {
      const { tickets } = await get(`/events/${event}`, as && { as });
      expect(idsOf(tickets)).to.deep.equal(newest);
      expect(tickets[0]).to.include({ title: 'Seat', code: 'AA', event, seats: 1 }).and.not.have.property('upgraded');
    }
    const { events } = await get(`/events?include=${event},${other}`);
    expect(events.map(({ tickets }: { tickets: { id: number }[] }) => idsOf(tickets))).to.have.deep.members([newest, [last]]);
    expect((await stores.posts('events').byId(event))?.counts).to.deep.equal({ tickets: 1 });
  });
});
