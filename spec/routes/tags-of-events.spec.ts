import { expect } from 'chai';
import type { Plugin } from '../../lib/program/service';
import { category, create, event, KINDS, openPromises, patch, remove, tag } from '../support/stage';

describe('DIFFERENCES 48: several tags find the events of each', () => {
  const { promise } = openPromises();
  promise(
    'by ID, by slug, by name and mixed, with commas and as a list',
    {
      ta: tag('Réd', { slug: 'red-one' }),
      tb: tag('Blue'),
      tc: tag('Pale'),
      a: event('Tagged a', { tags: ['{ta}'], date: '2029-01-01' }),
      b: event('Tagged b', { tags: ['{tb}'], date: '2029-01-02' }),
      ab: event('Tagged ab', { tags: ['{ta}', '{tb}'], date: '2029-01-03' }),
      c: event('Tagged c', { tags: ['{tc}'], date: '2029-01-04' }),
      none: event('Tagged by none', { date: '2029-01-05' }),
    },
    { path: '/events?tags={ta}', lists: ['a', 'ab'] },
    ...['{ta},{tb}', '{tb},{ta}', 'red-one,blue', 'blue,{ta}', '{ta},+{tb}', '{ta},,{tb}'].map((tags) => ({
      path: `/events?tags=${tags}`,
      lists: ['a', 'b', 'ab'],
      has: { total: 3 },
    })),
    { path: '/events?tags[]={ta}&tags[]={tb}', lists: ['a', 'b', 'ab'] },
    { path: '/events?tags[]=red-one&tags[]={tc}', lists: ['a', 'ab', 'c'] },
    { path: '/events?tags={ta},{tb},{tc}&per_page=2&page=2', lists: ['ab', 'c'], has: { total: 4 }, says: /tags=\d+,\d+,\d+/ },
  );
});

const said = (en: string, fr: string) => ({ en, fr });
const films: Plugin = (registry) => {
  registry.registerPostLike({
    kind: 'film',
    plural: 'films',
    name: said('film', 'film'),
    names: said('films', 'films'),
    fields: {
      director: { type: 'string', filter: true, maxLength: 100, description: said('Who made it', 'Qui l’a fait') },
      cast: { type: 'array', items: { type: 'string' }, description: said('Who plays', 'Qui joue') },
      extra: { type: 'object', description: said('More', 'Davantage') },
    },
  });
};

describe('DIFFERENCES 49', () => {
  const { stage } = openPromises({}, [films]);

  it('error bodies have no additional_data', async () => {
    await stage().give({ twice: tag('Twice'), thrice: tag('Thrice'), again: category('Again'), gone: event('Gone', { status: 'trash' }) });
    const errors = [
      [create(tag('Twice')), 400],
      [create(category('AGAIN')), 400],
      [patch('/tags/{twice}', { slug: 'thrice' }), 400],
      [create(event('')), 400],
      [create(event('None'), { as: 'subscriber' }), 403],
      [{ ...event('None'), method: 'POST' }, 401],
      [{ path: '/events/999999' }, 404],
      [{ path: '/nowhere' }, 404],
      [{ path: '/events/{gone}' }, 403],
      [remove('/events/{gone}'), 410],
      [{ path: '/events?status=any' }, 400],
      [{ as: 'editor', method: 'POST', path: '/events', raw: '{', headers: { 'content-type': 'application/json' } }, 400],
    ] as const;
    for (const [step, status] of errors)
      for (const accept of ['application/json', 'application/problem+json']) {
        const { body, text } = await stage().step({ ...step, status, headers: { ...('headers' in step && step.headers), accept } });
        expect(text).to.not.include('additional_data');
        if (accept === 'application/json') expect(Object.keys(body)).to.deep.equal(['code', 'message', 'data']);
      }
  });

  describe('NUL is removed from texts', () => {
    const TEXTS: Readonly<Record<string, readonly string[]>> = {
      events: ['title', 'description', 'excerpt', 'cost'],
      venues: ['venue', 'description', 'address', 'city', 'country', 'province', 'state', 'zip', 'phone', 'stateprovince'],
      organizers: ['organizer', 'description', 'phone', 'email'],
      categories: ['name', 'description'],
      tags: ['name', 'description'],
    };
    for (const { plural, make, name } of KINDS)
      it(`of ${plural}, on creation and on updates, in JSON and in forms`, async () => {
        const nul = Object.fromEntries((TEXTS[plural] ?? []).map((field) => [field, `Nul\0 ${field}\0`]));
        const { body } = await stage().step(create(make('', nul), { status: 201 }));
        const clean = (record: Record<string, unknown>) => {
          for (const field of TEXTS[plural] ?? []) expect(record[field], field).to.match(new RegExp(`^(<p>)?Nul ${field}(</p>)?$`));
          expect(JSON.stringify(record)).to.not.include('\\u0000');
        };
        clean(body);
        await stage().step(patch(`/${plural}/${body.id}`, { [name]: 'Other' }));
        clean((await stage().step(patch(`/${plural}/${body.id}`, nul))).body);
        await stage().step(patch(`/${plural}/${body.id}`, { [name]: 'Other' }));
        const form = `${new URLSearchParams(nul)}`;
        clean((await stage().step({ as: 'editor', method: 'POST', path: `/${plural}/${body.id}`, form })).body);
        await stage().step({ path: `/${plural}?search=nul+${name}&hide_empty=false`, has: { total: 1 } });
      });
    it('of what plugins add', async () => {
      const sent = { title: 'Ad\0ded', director: '\0Ann\0', cast: ['Bo\0b'], extra: { deep: [{ er: 'Ev\0e' }], many: 3, none: null } };
      const seen = { title: 'Added', director: 'Ann', cast: ['Bob'], extra: { deep: [{ er: 'Eve' }], many: 3, none: null } };
      const { body } = await stage().step(create({ path: '/films', json: sent }, { status: 201, has: seen }));
      await stage().step(patch(`/films/${body.id}`, { title: 'Other', director: null, cast: [], extra: {} }));
      await stage().step(patch(`/films/${body.id}`, sent, { has: seen }));
      await stage().step({ path: '/films?director=Ann', has: { total: 1 } });
    });
    it('of those within an event', async () => {
      const json = { venue: { venue: 'Inline\0 hall', city: 'Ly\0on' }, organizer: [{ organizer: 'Inline\0 Ann' }], tags: ['Inl\0ine'] };
      const { text } = await stage().step(create(event('Embedding', json), { status: 201 }));
      expect(text)
        .to.include('"Inline hall"')
        .and.include('"Lyon"')
        .and.include('"Inline Ann"')
        .and.include('"Inline"')
        .and.not.include('\\u0000');
    });
  });
});
