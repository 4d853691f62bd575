import { invalidParam, type Plugin, reply } from 'calendar-events';
import { expect } from 'chai';
import type { Fixtures } from '../../../fixtures/fixture';
import { noFixtures } from '../../../fixtures/naming';
import { createUser } from '../../../lib/access/roles';
import { termRecordsOf } from '../../../lib/content/write/plugin-records';
import { seed } from '../../../lib/program/seed/seed';
import { faultsOf } from '../../support/faults';
import type { Answer, Ask } from '../../support/service';
import { DATES, openPromises } from '../../support/stage';
import { bilingual, description, MOOD } from '../samples';

const contexts: string[][] = [];
const read: number[] = [];

/** Fields on categories and tags of the calendar, and a term type of the plugin. */
const colors: Plugin = (registry) => {
  registry.registerField('categories', 'color', {
    type: 'string',
    pattern: '^#[0-9a-f]{6}$',
    maxLength: 7,
    default: '#336699',
    shared: true,
    filter: true,
    sort: true,
    description: bilingual('The colour', 'La couleur'),
  });
  registry.registerField('categories', 'motto', { type: 'string', format: 'text-field', search: true, sort: true, description });
  registry.registerField('categories', 'weight', {
    type: 'integer',
    validate: (value: unknown) => Number(value) !== 13,
    sanitize: (value: unknown) => Number(value),
    accepts: { type: 'integer' },
    shared: 'initially',
    filter: { where: (value) => ({ 'fields.weight': { $gte: value } }), blank: () => false, index: ['fields.weight'] },
    description,
  });
  registry.registerField('categories', 'hot', { type: 'boolean', default: false, filter: true, description });
  registry.registerField('categories', 'badge', {
    type: 'string',
    nulled: 'refused',
    write(value, context, name) {
      const { current, user, language } = context;
      contexts.push(Object.keys(context).sort());
      if (value === 'none') throw invalidParam(name, bilingual('Send another badge.', 'Envoyez un autre insigne.'));
      return { text: value, of: [current?.name ?? null, user?.login ?? null, language] };
    },
    show: (stored) => (stored as { text: string }).text.toUpperCase(),
    answers: { type: 'string' },
    description,
  });
  registry.registerField('categories', 'summary', {
    type: 'string',
    stored: false,
    read(terms, { language }, shown) {
      read.push(terms.length);
      return terms.map(({ name }, place) => `${name} (${shown[place]?.['count']}, ${language})`);
    },
    description,
  });
  registry.registerField('tags', 'rank', { type: 'integer', required: true, description });
  const moods = registry.registerTermLike({
    ...MOOD,
    fields: {
      icon: { type: 'string', enum: ['sun', 'moon'], default: 'sun', filter: true, description },
      night: { type: 'boolean', default: false, description },
    },
    check({ icon, night }) {
      if (icon === 'sun' && night) throw invalidParam('night', bilingual('Send the moon.', 'Envoyez la lune.'));
    },
  });
  registry.registerField('moods', 'description', {
    type: 'string',
    stored: false,
    read: (_, __, shown) => shown.map((mood) => String(mood['description']).toUpperCase()),
    description,
  });
  registry.registerField('moods', 'echo', {
    type: 'string',
    show(stored) {
      if (stored === 'silence') throw new Error('nothing is heard');
      return stored;
    },
    answers: { type: 'string' },
    description,
  });
  registry.registerField('events', 'moods', { link: 'moods', many: true, description });
  registry.registerRoute('shop/v1', '/moods/{name}', {
    methods: 'POST',
    permission: 'public',
    errors: ['term_exists'],
    args: { name: { type: 'string', required: true, description } },
    handle: async ({ path, language, params }) => {
      const { fields } = await moods.create({ ...params, name: path.name }, language);
      return reply({ icon: fields.icon, night: fields.night }, { status: 201 });
    },
  });
};

describe('registerField on terms', () => {
  const { stage } = openPromises({}, [colors]);

  const ask = (method: string, path: string, json?: object, more: Ask = {}): Promise<Answer> =>
    stage().ask(method, path, { as: 'editor', ...(json && { json }), ...more });
  const create = async (plural: string, json: object, more?: Ask) =>
    (await stage().step({ as: 'editor', method: 'POST', path: `/${plural}`, json, status: 201, ...more })).body;
  const list = async (query: string, more: Ask = {}): Promise<string[]> => {
    const { body } = await stage().step({ path: `/categories?hide_empty=false&per_page=50&${query}`, ...more });
    return body.categories.map(({ name }: { name: string }) => name);
  };

  it('are written, shown by every route, validated, and cleared by null', async () => {
    const made = await create('categories', { name: 'Music', color: '#ff0000', motto: 'Loud <b>always</b>', weight: 3, badge: 'gold' });
    expect(made).to.include({ color: '#ff0000', motto: 'Loud always', weight: 3, hot: false, badge: 'GOLD', summary: 'Music (0, en)' });
    const stored = await stage().service.services.stores.terms('categories').byId(made.id);
    expect(stored?.fields?.['badge']).to.deep.equal({ text: 'gold', of: [null, 'editor', 'en'] });
    const [listed] = (await stage().ask('GET', `/categories?include=${made.id}&hide_empty=false`)).body.categories;
    const { _links, ...one } = (await stage().ask('GET', `/categories/${made.id}`)).body;
    expect(listed).to.deep.equal(one);
    expect(Object.keys(_links)).to.include('self');
    for (const [sent, shown] of [
      [
        { color: '#00ff00', badge: 'tin' },
        { color: '#00ff00', badge: 'TIN', motto: 'Loud always' },
      ],
      [
        { color: null, motto: null, weight: null },
        { color: '#336699', motto: null, weight: null, badge: 'TIN' },
      ],
      [{ name: 'Musics' }, { name: 'Musics', badge: 'TIN', color: '#336699' }],
    ] as const) {
      const answer = await ask('PATCH', `/categories/${made.id}`, sent);
      expect(answer.status, answer.text).to.equal(200);
      expect(answer.body).to.include(shown);
    }
    for (const [sent, name] of [
      [{ color: 'red' }, 'color'],
      [{ weight: 13 }, 'weight'],
      [{ hot: 'warm' }, 'hot'],
      [{ badge: 'none' }, 'badge'],
      [{ badge: null }, 'badge'],
    ] as const)
      for (const [method, path] of [
        ['PATCH', `/categories/${made.id}`],
        ...('badge' in sent && sent.badge === null ? [] : [['POST', '/categories'] as const]),
      ] as const) {
        const refused = await ask(method, path, { name: 'Other', ...sent });
        expect([refused.status, Object.keys(refused.body.data.params ?? {})], refused.text).to.deep.equal([400, [name]]);
      }
    await ask('DELETE', `/categories/${made.id}`);
    // `write` does not receive the request itself, which contains the password.
    const [first] = contexts;
    expect(first).to.deep.equal(['baseUrl', 'current', 'language', 'session', 'user']);
    for (const keys of contexts) expect(keys).to.have.same.members(first ?? []);
  });

  it('written back unchanged change nothing', async () => {
    const { id } = await create('categories', { name: 'Back', badge: 'iron', weight: 2 });
    const { body } = await stage().ask('GET', `/categories/${id}`);
    const again = await ask('PUT', `/categories/${id}`, { ...body, badge: 'iron' });
    expect({ ...again.body, badge: 'IRON' }).to.deep.equal(body);
    await ask('DELETE', `/categories/${id}`);
  });

  it('replaced and unreadable ones can be written back', async () => {
    const { id, ...made } = await create('moods', { name: 'Loud', description: 'Ça crie', echo: 'silence' });
    expect(made).to.include({ description: 'ÇA CRIE', echo: null });
    const { body } = await stage().ask('GET', `/moods/${id}`);
    expect((await ask('PUT', `/moods/${id}`, { ...body, icon: 'moon' })).body).to.include({ description: 'ÇA CRIE', icon: 'moon' });
    const stored = await stage().service.services.stores.terms('moods').byId(id);
    expect([stored?.description, stored?.fields?.['echo']]).to.deep.equal(['Ça crie', 'silence']);
    await ask('PATCH', `/moods/${id}`, { description: 'Ça chante' });
    expect((await stage().ask('GET', `/moods/${id}`)).body.description).to.equal('ÇA CHANTE');
    await ask('DELETE', `/moods/${id}`);
  });

  it('filter, sort and search lists, and links repeat them', async () => {
    const made: number[] = [];
    for (const [name, color, motto, weight, hot] of [
      ['A', '#aa0000', 'Zebra crossing', 1, true],
      ['B', '#bb0000', 'alpaca', 2, false],
      ['C', undefined, 'Étude', 3, undefined],
    ] as const)
      made.push((await create('categories', { name, ...(color && { color }), motto, weight, ...(hot !== undefined && { hot }) })).id);
    for (const [query, names] of [
      ['color=%23aa0000', ['A']],
      ['color=%23aa0000,%23336699', ['A', 'C']],
      ['color=%23aa0000,%23336699&order=desc', ['C', 'A']],
      ['hot=true', ['A']],
      ['hot=false&orderby=weight', ['B', 'C']],
      ['weight=2', ['B', 'C']],
      ['orderby=color', ['C', 'A', 'B']],
      ['orderby=Color&order=desc', ['B', 'A', 'C']],
      ['orderby=motto', ['B', 'C', 'A']],
      ['orderby=motto&hot=false', ['B', 'C']],
      ['orderby=badge', ['A', 'B', 'C']],
      ['search=etude', ['C']],
      ['search=crossing', ['A']],
      ['search=b', ['A', 'B']],
    ] as const)
      expect(await list(query), query).to.deep.equal(names);
    const page = await stage().ask('GET', '/categories?hide_empty=false&per_page=1&orderby=color&color=%23aa0000,%23bb0000&page=1');
    expect(page.body).to.include({ total: 2, total_pages: 2 });
    const next = await stage().ask('GET', page.body.next_rest_url.replace(stage().address, '/'));
    expect([next.status, next.body.categories[0].name]).to.deep.equal([200, 'B']);
    const wrong = await stage().ask('GET', '/categories?hot=warm');
    expect([wrong.status, Object.keys(wrong.body.data.params)]).to.deep.equal([400, ['hot']]);
    for (const id of made) await ask('DELETE', `/categories/${id}`);
  });

  it('older terms have and are found by the defaults', async () => {
    const { id } = await create('categories', { name: 'Old' });
    await stage()
      .service.services.connection.db()
      .collection<{ _id: number }>('categories')
      .updateOne({ _id: id }, { $unset: { fields: '' } });
    const { body } = await stage().ask('GET', `/categories/${id}`);
    expect(body).to.include({ color: '#336699', motto: null, hot: false, badge: null });
    expect(await list('color=%23336699')).to.include('Old');
    expect(await list('hot=false')).to.include('Old');
    expect((await ask('PATCH', `/categories/${id}`, { motto: 'New' })).body).to.include({ color: '#336699', motto: 'New' });
    await ask('DELETE', `/categories/${id}`);
  });

  it('are shown in terms of records with one read, but not in context=embed', async () => {
    const { id } = await create('categories', { name: 'Shown', color: '#123456', badge: 'tin' });
    const ids: number[] = [];
    for (const title of ['One', 'Two']) ids.push((await create('events', { title, ...DATES, categories: [id], moods: ['Calm'] })).id);
    read.length = 0;
    const { events } = (await stage().ask('GET', `/events?include=${ids.join()}`)).body;
    expect(read).to.deep.equal([2]);
    for (const { categories, moods } of events) {
      expect(categories[0]).to.include({ id, color: '#123456', badge: 'TIN', hot: false, summary: 'Shown (2, en)' });
      expect(moods[0]).to.include({ name: 'Calm', icon: 'sun' });
    }
    const inFrench = (await stage().ask('GET', `/events/${ids[0]}`, { language: 'fr' })).body;
    expect(inFrench.categories[0].summary).to.equal('Shown (2, fr)');
    const [embedded] = (await stage().ask('GET', `/categories?include=${id}&context=embed`)).body.categories;
    expect(embedded).not.to.have.any.keys('color', 'badge', 'summary');
    const picked = (await stage().ask('GET', `/categories/${id}?_fields=name,color`)).body;
    expect(picked).to.deep.equal({ name: 'Shown', color: '#123456' });
    for (const event of ids) for (let time = 0; time < 2; time++) await ask('DELETE', `/events/${event}?force=1`);
    await ask('DELETE', `/categories/${id}`);
  });

  it('shared ones are equal in all translations, and inherited ones start a new translation', async () => {
    const music = await create('categories', { name: 'Sound', color: '#010101', weight: 7, motto: 'Loud' });
    const musique = await create('categories', { name: 'Son', translation_of: music.id }, { language: 'fr' });
    expect(musique).to.include({ color: '#010101', weight: 7, motto: null });
    const changed = await ask('PATCH', `/categories/${musique.id}`, { color: '#020202', weight: 8, motto: 'Fort' }, { language: 'fr' });
    expect(changed.headers['changed-translations']).to.equal('en');
    const other = (await stage().ask('GET', `/categories/${music.id}`)).body;
    expect(other).to.include({ color: '#020202', weight: 7, motto: 'Loud' });
    const alone = await create('categories', { name: 'Bruit', color: '#030303' }, { language: 'fr' });
    await ask('PATCH', `/categories/${musique.id}`, { translation_of: 0 }, { language: 'fr' });
    const joined = await ask('PATCH', `/categories/${alone.id}`, { translation_of: music.id }, { language: 'fr' });
    expect(joined.body.color).to.equal('#020202');
    expect(await list('color=%23020202', { language: 'fr' })).to.deep.equal(['Bruit', 'Son']);
    for (const { id } of [music, musique, alone]) await ask('DELETE', `/categories/${id}`);
  });

  it('check sees all fields, also of terms that a plugin creates', async () => {
    const refused = await ask('POST', '/moods', { name: 'Wild', night: true });
    expect([refused.status, refused.body.data.params]).to.deep.equal([400, { night: 'Send the moon.' }]);
    const mood = await create('moods', { name: 'Wild', night: true, icon: 'moon' });
    expect((await ask('PATCH', `/moods/${mood.id}`, { icon: 'sun' })).status).to.equal(400);
    expect((await stage().ask('GET', '/moods?hide_empty=false&icon=moon')).body.total).to.equal(1);
    const make = (name: string, query = '') => stage().ask('POST', `//en/shop/v1/moods/${name}${query}`);
    expect((await make('Mild')).body).to.deep.equal({ icon: 'sun', night: false });
    const categories = termRecordsOf('categories', stage().service.services);
    const own = await categories.create({ name: 'Plain', parent: 0, description: null, slug: '', color: null }, 'en');
    expect([own.parent, own.description, own.fields?.['color']]).to.deep.equal([0, '', '#336699']);
    expect((await make('Mild')).status).to.equal(400);
  });

  it('required ones are demanded, and then events cannot create a term by its name', async () => {
    const missing = await ask('POST', '/tags', { name: 'Red' });
    expect([missing.status, missing.body.code]).to.deep.equal([400, 'rest_missing_callback_param']);
    const { id } = await create('tags', { name: 'Red', rank: 1 });
    expect((await ask('PATCH', `/tags/${id}`, { rank: null })).status).to.equal(400);
    expect((await create('events', { title: 'Fair', ...DATES, tags: ['red'] })).tags[0]).to.include({ id, rank: 1 });
    const refused = await ask('POST', '/events', { title: 'Fair', ...DATES, tags: ['Blue'] }, { language: 'fr' });
    expect([refused.status, refused.body.data.params]).to.deep.equal([
      400,
      { tags: 'Envoyez des noms existants. Un nouveau terme (étiquette) demande plus que son nom (rank) : créez-le d’abord.' },
    ]);
  });

  it('are in the index and the OpenAPI document', async () => {
    const { routes } = (await stage().ask('GET', '')).body;
    const [path] = Object.keys(routes).filter((one) => one.endsWith('/categories'));
    const [listing, creating] = routes[path as string].endpoints;
    expect(listing.args).to.include.keys('color', 'hot', 'weight').and.not.include.keys('motto', 'badge');
    expect(listing.args.orderby.description).to.include('color, motto, or include');
    expect(creating.args.color).to.include({ type: 'string', default: '#336699', description: 'The colour' });
    expect((await stage().ask('OPTIONS', '/categories', { language: 'fr' })).body.endpoints[1].args.color.description).to.equal(
      'La couleur',
    );
    const { schemas } = (await stage().ask('GET', '/doc')).body.components;
    expect(schemas.Category.properties.color.type).to.equal('string');
    expect(schemas.AssignedCategory.properties).to.include.keys('color', 'term_group', 'summary');
    expect(schemas.AssignedMood.properties.icon.enum).to.deep.equal(['sun', 'moon']);
    expect(schemas.Term).to.equal(undefined);
  });

  it('are stored for seeded terms, shared ones in all translations', async () => {
    const fixtures: Fixtures = { ...noFixtures(), categories: [{ key: 'seeded', name: bilingual('Seeded', 'Semée') }] };
    const user = createUser({ id: stage().ids.admin, login: 'admin', role: 'administrator' });
    expect(await seed(fixtures, stage().service.services, user)).to.equal(2);
    const stored = await stage().service.services.stores.terms('categories').find({ source: 'seeded' });
    for (const { fields } of stored) expect(fields).to.include({ color: '#336699', motto: null, hot: false });
    expect(await list('color=%23336699', { language: 'fr' })).to.include('Semée');
    expect(await faultsOf(stage())).to.deep.equal([]);
    const id = stored[0]?._id ?? 0;
    await stage()
      .service.services.connection.db()
      .collection<{ _id: number }>('categories')
      .updateOne({ _id: id }, { $set: { 'fields.color': '#ffffff' } });
    expect(String(await faultsOf(stage()))).to.include('does not share fields.color with');
    await stage().ask('PATCH', `/categories/${id}`, { as: 'editor', json: { color: '#efefef' } });
    expect(await faultsOf(stage())).to.deep.equal([]);
  });
});
