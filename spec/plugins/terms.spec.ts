import type { Plugin } from 'calendar-events';
import { expect } from 'chai';
import type { Ask } from '../support/service';
import { DATES, openPromises } from '../support/stage';
import { shop } from './shop';

/** Links events to moods, so that two kinds use these terms. */
const moody: Plugin = (registry) =>
  registry.registerField('events', 'moods', {
    link: 'moods',
    many: true,
    required: true,
    description: { en: 'The moods', fr: 'Les ambiances' },
  });

describe('registerTermLike', () => {
  const { stage } = openPromises({}, [shop, moody]);

  const create = async (path: string, json: object, more: Ask = {}) =>
    (await stage().step({ as: 'editor', method: 'POST', path, json, status: 201, ...more })).body;
  const ticket = (json: object, more?: Ask) => create('/tickets', { title: 'Seat', code: 'AA', ...json }, more);
  const get = async (path: string, more?: Ask) => (await stage().ask('GET', path, more)).body;
  const named = (list: { name: string }[]): string[] => list.map(({ name }) => name);

  it('has seven routes, with parent only if hierarchical', async () => {
    const { routes } = await get('');
    for (const plural of ['genres', 'moods']) {
      const own = Object.entries<{ endpoints: { methods: string[]; args: object }[] }>(routes).filter(([path]) =>
        path.includes(`/${plural}`),
      );
      const methods = own.flatMap(([, { endpoints }]) => endpoints.flatMap((endpoint) => endpoint.methods));
      expect(methods.sort()).to.deep.equal(['DELETE', 'GET', 'GET', 'PATCH', 'POST', 'POST', 'PUT']);
      expect(Object.hasOwn(own[0]?.[1].endpoints[1]?.args ?? {}, 'parent')).to.equal(plural === 'genres');
    }
  });

  it('needs its capability to be changed', async () => {
    const ask = (path: string, as: Ask['as'], name: string) => stage().ask('POST', path, { ...(as && { as }), json: { name } });
    const statuses = async (path: string) =>
      Promise.all(
        ([undefined, 'subscriber', 'contributor', 'author', 'editor'] as const).map(async (as) => (await ask(path, as, `By ${as}`)).status),
      );
    expect(await statuses('/genres')).to.deep.equal([401, 403, 403, 201, 201]);
    expect(await statuses('/moods')).to.deep.equal([401, 403, 403, 403, 201]);
  });

  it('search finds records by the names of their terms, also after renaming', async () => {
    const mood = await create('/moods', { name: 'Zydeco' });
    const event = { title: 'Evening', start_date: '2030-06-01 20:00', end_date: '2030-06-01 22:00', moods: [mood.id] };
    const { id } = await create('/events', event);
    const found = async (q: string) => (await get(`/events?q=${q}`)).events.map((one: { id: number }) => one.id);
    expect(await found('zydeco')).to.deep.equal([id]);
    await stage().ask('PATCH', `/moods/${mood.id}`, { as: 'editor', json: { name: 'Quadrille' } });
    expect([await found('zydeco'), await found('quadrille')]).to.deep.equal([[], [id]]);
  });

  it('counts public records of all kinds; hide_empty and post filter terms', async () => {
    const event = await create('/events', { title: 'Fair', ...DATES, moods: ['Merry', 'Wild'] });
    const { id } = await ticket({ moods: ['Merry'] });
    const hidden = await ticket({ moods: ['Merry', 'Secret'], status: 'draft' });
    const counts = async () =>
      Object.fromEntries((await get('/moods?per_page=50')).moods.map(({ name, count }: { name: string; count: number }) => [name, count]));
    expect(await counts())
      .to.include({ Merry: 2, Wild: 1 })
      .and.not.have.property('Secret');
    expect(named((await get('/moods?hide_empty=false&per_page=50')).moods)).to.include('Secret');
    for (const [post, names] of [
      [event.id, ['Merry', 'Wild']],
      [id, ['Merry']],
    ] as const)
      expect(named((await get(`/moods?post=${post}`)).moods)).to.deep.equal(names);
    expect((await stage().ask('GET', `/moods?post=${hidden.id}`)).status).to.equal(400);
    expect(named((await get(`/moods?post=${hidden.id}&hide_empty=false`, { as: 'editor' })).moods)).to.deep.equal(['Merry', 'Secret']);
    expect((await stage().ask('GET', `/genres?post=${event.id}`)).status).to.equal(400);
    await stage().ask('DELETE', `/events/${event.id}`, { as: 'editor' });
    expect(await counts())
      .to.include({ Merry: 1 })
      .and.not.have.property('Wild');
  });

  it('links to the lists of all kinds that have it', async () => {
    const { moods } = await ticket({ moods: 'Gai' }, { language: 'fr' });
    const [{ id }] = moods;
    const { _links } = await get(`/moods/${id}`, { language: 'fr' });
    const to = _links['wp:post_type'].map(({ href }: { href: string }) => href.replace(stage().address, ''));
    expect(to).to.have.members([`/fr/cal/events/v1/tickets?moods=${id}`, `/fr/cal/events/v1/events?moods=${id}`]);
    for (const path of to) expect((await stage().ask('GET', `/${path}`)).status, path).to.equal(200);
    expect((await get(`/moods/${id}`, { language: 'fr' })).url).to.match(/\/fr\/in-the-mood\/gai\/$/);
  });

  it('required: is demanded, except where the last term was deleted', async () => {
    const event = { title: 'Fair', ...DATES };
    const missing = await stage().ask('POST', '/events', { as: 'editor', json: event });
    expect([missing.status, missing.body.code]).to.deep.equal([400, 'rest_missing_callback_param']);
    const { id, moods } = await create('/events', { ...event, moods: 'Rare' });
    const requests: [string, string, object][] = [[], '', null].map((none) => ['PATCH', `/events/${id}`, { moods: none }]);
    for (const [method, path, json] of [...requests, ['POST', '/events', { ...event, moods: [] }] as const]) {
      const refused = await stage().ask(method, path, { as: 'editor', json });
      expect([refused.status, Object.keys(refused.body.data.params ?? {})], JSON.stringify(json)).to.deep.equal([400, ['moods']]);
    }
    await stage().ask('DELETE', `/moods/${moods[0].id}`, { as: 'editor' });
    const read = await get(`/events/${id}`, { as: 'editor' });
    expect(read.moods).to.deep.equal([]);
    expect((await stage().ask('PUT', `/events/${id}`, { as: 'editor', json: read })).status).to.equal(200);
  });
});
