import { expect } from 'chai';
import { plugin as tickets } from '../../../fixtures/plugins/tickets';
import type { Plugin } from '../../../lib';
import { type Beside, startBeside } from '../../cache/second-service';
import { faultsOf } from '../../support/faults';
import { openStage, type Stage } from '../../support/scenario';
import { category, DATES, event, organizer, tag, venue } from '../../support/stage';

const FRENCH = { language: 'fr' } as const;

/** A plugin with a link to terms that the calendar itself lacks. */
const moods: Plugin = (registry) =>
  registry.registerField('events', 'mood', { link: 'tags', many: true, description: { en: 'The mood', fr: 'L’humeur' } });
const plugins = [tickets, moods];

describe('LANGUAGES: links to records of a language that is not served', () => {
  let both: Stage;
  let english: Beside;

  const idOf = (name: string): number => both.names[name] ?? 0;
  /** Sends a request to the service that serves only English. */
  const ask = async (method: string, path: string, json?: object) => {
    const answer = await fetch(`${english.address}/en/cal/events/v1${path}`, {
      method,
      headers: { authorization: both.authorization('editor'), 'content-type': 'application/json' },
      ...(json && { body: JSON.stringify(json) }),
    });
    const text = await answer.text();
    return { status: answer.status, text, body: JSON.parse(text) };
  };
  const show = async (path: string) => (await ask('GET', path)).body;
  const list = async (path: string, plural: string): Promise<number[]> => (await show(path))[plural].map(({ id }: { id: number }) => id);

  before(async () => {
    both = await openStage({}, plugins);
    await both.give({
      hall: venue('Hall'),
      salle: { path: '/venues', json: { venue: 'Salle', translation_of: '{hall}' }, ...FRENCH },
      quai: venue('Quai', {}, FRENCH),
      club: organizer('Club', {}, FRENCH),
      songs: category('Songs'),
      chansons: { path: '/categories', json: { name: 'Chansons', translation_of: '{songs}' }, ...FRENCH },
      airs: category('Airs', {}, FRENCH),
      open: tag('Plein air', {}, FRENCH),
      above: event('Au-dessus', {}, FRENCH),
      apart: event('À part', {}, FRENCH),
    });
    await both.give({
      low: category('Low', { parent: '{airs}' }),
      linked: event('Linked', {
        venue: '{quai}',
        organizer: ['{club}'],
        categories: ['{airs}', '{songs}'],
        tags: ['{open}'],
        post_parent: '{above}',
      }),
      plain: event('Plain', { mood: ['{open}'] }),
    });
    await both.give({ seat: { path: '/tickets', json: { title: 'Seat', event: '{above}', price: 5 } } });
    english = await startBeside(both, { clock: both.clock, plugins, environment: { LANGUAGES: 'en' }, isChecked: true });
  });
  after(async () => {
    await english?.stop();
    await both?.stop();
  });

  const FILTERS: readonly (readonly [list: string, filter: string, name: string])[] = [
    ['events', 'venue', 'quai'],
    ['events', 'venue', 'salle'],
    ['events', 'organizer', 'club'],
    ['events', 'categories', 'airs'],
    ['events', 'tags', 'open'],
    ['events', 'post_parent', 'above'],
    ['venues', 'event', 'above'],
    ['categories', 'include', 'chansons'],
    ['categories', 'exclude', 'airs'],
    ['categories', 'parent', 'airs'],
    ['categories', 'event', 'above'],
    ['tags', 'post', 'above'],
    ['tickets', 'event', 'above'],
    ['events', 'mood', 'open'],
  ];
  const expectUnknown = async (what: string, asking: (id: number) => ReturnType<typeof ask>, name: string) => {
    const [hidden, unknown] = await Promise.all([idOf(name), 999_999].map(asking));
    expect([hidden?.status, hidden?.text], what).to.deep.equal([400, unknown?.text]);
  };
  it('filters of lists refuse their IDs and slugs as unknown ones', async () => {
    for (const [plural, filter, name] of FILTERS)
      await expectUnknown(`${plural}?${filter} ${name}`, (id) => ask('GET', `/${plural}?${filter}=${id}`), name);
    const [hidden, unknown] = await Promise.all(['airs', 'unknown'].map((slug) => ask('GET', `/events?categories=${slug}`)));
    expect([hidden?.status, hidden?.text]).to.deep.equal([400, unknown?.text]);
  });

  const WRITES: readonly (readonly [path: string, json: (id: number) => object, name: string])[] = [
    ['/events/{plain}', (id) => ({ venue: id }), 'quai'],
    ['/events/{plain}', (id) => ({ venue: { id } }), 'salle'],
    ['/events/{plain}', (id) => ({ organizer: [id] }), 'club'],
    ['/events/{plain}', (id) => ({ categories: [id] }), 'airs'],
    ['/events/{plain}', (id) => ({ tags: [id] }), 'open'],
    ['/events/{plain}', (id) => ({ post_parent: id }), 'above'],
    ['/categories/{songs}', (id) => ({ parent: id }), 'airs'],
    ['/tickets/{seat}', (id) => ({ event: id }), 'apart'],
    ['/events/{plain}', (id) => ({ mood: [id] }), 'open'],
  ];
  it('PATCH refuses their IDs as unknown ones', async () => {
    for (const [path, json, name] of WRITES) {
      const at = path.replace(/\{(\w+)\}/, (_, of: string) => String(idOf(of)));
      await expectUnknown(`${path} ${JSON.stringify(json(0))}`, (id) => ask('PATCH', at, json(id)), name);
    }
  });

  it('hidden links are in no answer, and stay when the record is written back', async () => {
    const path = `/events/${idOf('linked')}`;
    const before = await show(path);
    expect(before).to.deep.include({ venue: [], organizer: [], tags: [] }).and.not.to.have.property('post_parent');
    expect(before.categories.map(({ id }: { id: number }) => id)).to.deep.equal([idOf('songs')]);
    expect((await ask('PATCH', path, before)).status).to.equal(200);
    expect((await ask('PATCH', path, { organizer: [], categories: [], tags: ['new'] })).status).to.equal(200);
    await both.step({
      path: '/events/{linked}',
      has: {
        'venue.id': '{quai}',
        'organizer.0.id': '{club}',
        'categories.length': 1,
        'categories.0.id': '{airs}',
        'tags.length': 2,
        post_parent: '{above}',
      },
    });
  });
  it('hidden links of plugins stay, too', async () => {
    for (const [path, said, stored] of [
      [`/tickets/${idOf('seat')}`, { event: null }, { event: '{above}' }],
      [`/events/${idOf('plain')}`, { mood: [] }, { 'mood.length': 1, 'mood.0.id': '{open}' }],
    ] as const) {
      expect(await show(path)).to.deep.include(said);
      expect((await ask('PATCH', path, { ...said, title: 'Other' })).status).to.equal(200);
      await both.step({ path, has: stored });
    }
  });
  it('a hidden parent of a term is not shown, and stays when the term is written back', async () => {
    const low = await show(`/categories/${idOf('low')}`);
    expect(low.parent).to.equal(0);
    expect(low.urls).not.to.have.property('up');
    expect(low._links).not.to.have.property('up');
    expect((await ask('PATCH', `/categories/${idOf('low')}`, { parent: 0, name: 'Low' })).body.parent).to.equal(0);
    const listed = (await show('/categories?hide_empty=false')).categories.find(({ id }: { id: number }) => id === idOf('low'));
    expect(listed.parent).to.equal(0);
    expect(await list('/categories?parent=0&hide_empty=false', 'categories')).to.include.members([idOf('low'), idOf('songs')]);
    const { body } = await ask('POST', '/events', { title: 'Of low', ...DATES, categories: [idOf('low')] });
    expect(body.categories[0]).to.include({ id: idOf('low'), parent: 0 });
    await both.step({ path: '/categories/{low}', has: { parent: '{airs}' } });
  });
  it('links to a removed record do not move to a hidden translation', async () => {
    await both.give({
      top: category('Top'),
      parent: category('Parent', { parent: '{top}' }),
      mere: { path: '/categories', json: { name: 'Mère', translation_of: '{parent}' }, ...FRENCH },
      child: category('Child', { parent: '{parent}' }),
      enfant: category('Enfant', { parent: '{mere}' }, FRENCH),
      room: venue('Room'),
      chambre: { path: '/venues', json: { venue: 'Chambre', translation_of: '{room}' }, ...FRENCH },
      there: event('There', { venue: '{room}', categories: ['{parent}'] }),
      la: event('Là', { venue: '{chambre}', categories: ['{mere}'] }, FRENCH),
    });
    expect((await ask('DELETE', `/categories/${idOf('parent')}`)).status).to.equal(200);
    await ask('DELETE', `/venues/${idOf('room')}`);
    expect((await ask('DELETE', `/venues/${idOf('room')}?force=true`)).status).to.equal(200);
    expect(await list(`/categories?parent=${idOf('top')}&hide_empty=false`, 'categories')).to.deep.equal([idOf('child')]);
    expect(await show(`/events/${idOf('there')}`)).to.deep.include({ venue: [], categories: [] });
    await both.step({ path: '/categories/{child}', has: { parent: '{top}' } });
    await both.step({ path: '/events/{there}', has: { venue: [], categories: [] } });
    await both.step({ path: '/categories/{enfant}', ...FRENCH, has: { parent: '{mere}' } });
    await both.step({ path: '/events/{la}', ...FRENCH, has: { 'venue.id': '{chambre}', 'categories.0.id': '{mere}' } });
  });
  it('the stored records have no faults after all of this', async () => {
    expect(await faultsOf(both)).to.deep.equal([]);
  });
});
