import { expect } from 'chai';
import type { Plugin } from '../../lib/program/service/service';
import { create, event, KINDS, openPromises, patch } from '../support/stage';

const bilingual = (en: string, fr: string) => ({ en, fr });
const films: Plugin = (registry) => {
  registry.registerPostLike({
    kind: 'film',
    plural: 'films',
    name: bilingual('film', 'film'),
    names: bilingual('films', 'films'),
    fields: {
      director: { type: 'string', filter: true, maxLength: 100, description: bilingual('Who made it', 'Qui l’a fait') },
      cast: { type: 'array', items: { type: 'string' }, description: bilingual('Who plays', 'Qui joue') },
      extra: { type: 'object', description: bilingual('More', 'Davantage') },
    },
  });
};

describe('NUL (U+0000) is removed from texts', () => {
  const { stage } = openPromises({}, [films]);
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
  it('of plugins’ types', async () => {
    const sent = { title: 'Ad\0ded', director: '\0Ann\0', cast: ['Bo\0b'], extra: { deep: [{ er: 'Ev\0e' }], many: 3, none: null } };
    const shown = { title: 'Added', director: 'Ann', cast: ['Bob'], extra: { deep: [{ er: 'Eve' }], many: 3, none: null } };
    const { body } = await stage().step(create({ path: '/films', json: sent }, { status: 201, has: shown }));
    await stage().step(patch(`/films/${body.id}`, { title: 'Other', director: null, cast: [], extra: {} }));
    await stage().step(patch(`/films/${body.id}`, sent, { has: shown }));
    await stage().step({ path: '/films?director=Ann', has: { total: 1 } });
  });
  it('of records that are created within an event', async () => {
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
