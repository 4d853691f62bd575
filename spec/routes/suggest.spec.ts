import { expect } from 'chai';
import { openStage, type Stage, type Step } from '../support/scenario';
import { category, event, organizer, patch, remove, tag, venue } from '../support/stage';

const FRENCH = { language: 'fr' } as const;
const at = (day: string) => ({ start_date: `${day} 10:00:00`, end_date: `${day} 12:00:00` });

/** The sample records. Most names contain the word lantern. */
const RECORDS: Readonly<Record<string, Step>> = {
  far: event('The great lantern fair', at('2030-03-01')),
  near: event('Lantern night', at('2030-05-01')),
  again: event('LANTERN night', at('2030-04-01')),
  old: event('Lantern of yesterday', at('2029-05-01')),
  late: event('Lantern of the next decade', at('2039-05-01')),
  text: event('Dark', { ...at('2030-05-01'), description: 'A lantern' }),
  locked: event('Lantern vault', { ...at('2030-06-01'), password: 'sesame' }),
  ...{ draft: event('Lantern draft', { status: 'draft' }), trashed: event('Lantern trash', { status: 'trash' }) },
  unlisted: event('Lantern secret', { hide_from_listings: true }),
  ...{ house: venue('Lantern house'), cellar: venue('Lantern cellar', { status: 'private' }) },
  ...{ makers: organizer('Makers of lanterns'), kind: category('Lanterns'), mark: tag('lantern-lit') },
  nuit: event('Nuit des lanternes', at('2030-05-01'), FRENCH),
  ...{ salle: venue('L’Étoile aux lanternes', {}, FRENCH), genre: category('Chevaux', {}, FRENCH) },
};

const KINDS = ['events', 'venues', 'organizers', 'categories', 'tags'] as const;

describe('GET /suggest', () => {
  let stage: Stage;
  before(async () => {
    stage = await openStage();
    await stage.give(RECORDS);
  });
  after(() => stage.stop());

  const namesOf = async (query: string, overrides: Partial<Step> = {}): Promise<string[]> => {
    const { body } = await stage.step({ path: `/suggest?${query}`, ...overrides });
    return (body.suggestions as { name: string }[]).map(({ name }) => name);
  };

  it('lists suggestions by kind, public records only', async () => {
    const { body } = await stage.step({ path: '/suggest?q=lantern' });
    expect((body.suggestions as { kind: string; name: string }[]).map(({ kind, name }) => [kind, name])).to.deep.equal([
      ['events', 'LANTERN night'],
      ['events', 'Lantern vault'],
      ['events', 'The great lantern fair'],
      ['venues', 'Lantern house'],
      ['organizers', 'Makers of lanterns'],
      ['categories', 'Lanterns'],
      ['tags', 'lantern-lit'],
    ]);
  });

  it('answers title, place, url and id of each suggestion', async () => {
    const { body } = await stage.step({ path: '/suggest?q=lantern+ni', answers: { 'content-language': 'en' } });
    const { body: own } = await stage.step({ path: '/events/{again}' });
    expect(body).to.deep.equal({
      suggestions: [{ kind: 'events', id: stage.names['again'], name: own.title, rest_url: own.rest_url, url: own.url }],
    });
    for (const [kind, name] of [
      ['venues', 'house'],
      ['organizers', 'makers'],
      ['categories', 'kind'],
      ['tags', 'mark'],
    ] as const) {
      const [first] = (await stage.step({ path: `/suggest?q=lantern&kinds=${kind}` })).body.suggestions;
      expect(first).to.deep.include({ kind, id: stage.names[name] });
      const { pathname } = new URL(first.rest_url);
      const { body: there } = await stage.step({ path: `/${pathname}` });
      expect(there.id).to.equal(first.id);
    }
  });

  for (const [query, kinds] of [
    ['kinds=events', ['events']],
    ['kinds=tags,venues', ['tags', 'venues']],
    ['kinds[]=categories&kinds[]=organizers', ['categories', 'organizers']],
    ['', KINDS],
  ] as const)
    it(`obeys the kinds that are asked for: ${query || 'all'}`, async () => {
      const { body } = await stage.step({ path: `/suggest?q=lantern&${query}` });
      expect([...new Set((body.suggestions as { kind: string }[]).map(({ kind }) => kind))]).to.deep.equal(kinds);
    });

  for (const [language, q, names] of [
    ['en', 'lant', ['LANTERN night', 'Lantern vault', 'The great lantern fair']],
    ['en', 'night lan', ['LANTERN night']],
    ['en', 'lan night', []],
    ['en', 'Lanterns', ['The great lantern fair', 'LANTERN night', 'Lantern vault']],
    ['en', 'fair great', ['The great lantern fair']],
    ['en', 'the great', ['The great lantern fair']],
    ['en', 'lantren', []],
    ['en', 'dark lantern', []],
    ['en', 'lanternes', []],
    ['en', 'l', []],
    ['fr', 'lanterne', ['Nuit des lanternes', 'L’Étoile aux lanternes']],
    ['fr', "l'etoile", ['L’Étoile aux lanternes']],
    ['fr', 'cheval', ['Chevaux']],
    ['fr', 'chevau', ['Chevaux']],
    ['fr', 'lantern', ['Nuit des lanternes', 'L’Étoile aux lanternes']],
    ['fr', 'night', []],
  ] as const)
    it(`finds titles with all words of q, the last as a prefix, in ${language}: ${q}`, async () => {
      const kinds = language === 'en' ? '&kinds=events' : '';
      expect(await namesOf(`q=${encodeURIComponent(q)}${kinds}`, { language })).to.deep.equal(names);
    });

  it('adds untranslated records with ml_fallback', async () => {
    expect(await namesOf('q=lanternes&ml_fallback=true')).to.deep.equal(['Nuit des lanternes', 'L’Étoile aux lanternes']);
    expect(await namesOf('q=chevaux&kinds=categories&ml_fallback=true')).to.deep.equal(['Chevaux']);
  });

  it('finds several words among dozens of equal titles, or where one word is rare', async () => {
    await stage.give({
      parade: event('Parade of drums', at('2030-07-01')),
      other: event('Drums on parade', at('2030-09-01')),
      solo: event('Trumpet solo', at('2030-08-01')),
      trumpets: event('Trumpet parade', at('2030-09-02')),
    });
    const events = stage.service.services.connection.collection<{ _id: number }>('events');
    const {
      _id: _,
      slug: __,
      ...first
    } = (await events.findOne({ _id: stage.names['parade'] as number })) as never as Record<string, unknown>;
    const copies = (number: number, from: number) =>
      Array.from({ length: number }, (_, place) => ({ ...first, _id: from + place, group: from + place, slug: `copy-${from + place}` }));
    const queries = ['drum parade', 'parade drums', 'drums par'].map((q) => `q=${encodeURIComponent(q)}&kinds=events`);
    await events.insertMany(copies(300, 1_000_000));
    for (const query of queries) expect(await namesOf(query), query).to.have.members(['Parade of drums', 'Drums on parade']);
    await events.insertMany(copies(150, 2_000_000));
    for (const query of queries) expect(await namesOf(query), query).to.include('Parade of drums');
    await events.insertMany(copies(1600, 3_000_000));
    for (const q of ['trumpet parade', 'parade trumpet', 'trumpets para'])
      expect(await namesOf(`q=${encodeURIComponent(q)}&kinds=events`), q).to.deep.equal(['Trumpet parade']);
    expect(await namesOf('q=parade%20xylophone&kinds=events')).to.deep.equal([]);
    await events.deleteMany({ _id: { $gte: 1_000_000 } });
  });

  it('per_kind: five suggestions of each kind by default', async () => {
    const names = Array.from({ length: 7 }, (_, number) => `Mandolin ${String.fromCharCode(65 + number)}x`);
    for (const name of names) await stage.give({ [name]: tag(name), [`v${name}`]: venue(name) });
    for (const [query, count] of [
      ['', 10],
      ['&per_kind=1', 2],
      ['&per_kind=20', 14],
      ['&per_kind=3&kinds=venues', 3],
    ] as const)
      expect(await namesOf(`q=mandolin${query}`), query).to.have.length(count);
    expect(await namesOf('q=mandolin&kinds=venues&per_kind=20')).to.deep.equal(names);
  });

  it('Cache-Control is public for a minute without credentials, else private', async () => {
    const shared = await stage.step({ path: '/suggest?q=lantern', answers: { 'cache-control': 'public, max-age=60' } });
    for (const as of ['subscriber', 'admin'] as const) {
      const own = await stage.step({ as, path: '/suggest?q=lantern' });
      expect(own.headers['cache-control'])
        .to.match(/private/)
        .and.not.match(/public/);
      expect(own.body).to.deep.equal(shared.body);
    }
    await stage.step({ path: '/suggest?q=lantern', headers: { 'if-none-match': String(shared.headers['etag']) }, status: 304 });
    await stage.step({ path: '/suggest?q=a&kinds=colours', status: 400, answers: { 'cache-control': undefined } });
  });

  it('changes at once when a title changes', async () => {
    for (const [language, name] of [
      ['en', 'Ocarina'],
      ['fr', 'Ocarinas'],
    ] as const) {
      const expectAll = async (...names: readonly string[]) => expect(await namesOf('q=ocarin', { language })).to.deep.equal(names);
      await expectAll();
      await stage.give({
        [`e${language}`]: event(name, {}, { language }),
        [`v${language}`]: venue(`${name} hall`, {}, { language }),
        [`t${language}`]: tag(`${name} tag`, {}, { language }),
      });
      await expectAll(name, `${name} hall`, `${name} tag`);
      await stage.step(patch(`/events/{e${language}}`, { title: `${name} two` }));
      await stage.step(patch(`/tags/{t${language}}`, { name: 'Else' }));
      await expectAll(`${name} two`, `${name} hall`);
      await stage.step(patch(`/venues/{v${language}}`, { status: 'private' }));
      await stage.step(patch(`/events/{e${language}}`, { hide_from_listings: true }));
      await expectAll();
      await stage.step(patch(`/venues/{v${language}}`, { status: 'publish' }));
      await stage.step(patch(`/events/{e${language}}`, { hide_from_listings: false }));
      await expectAll(`${name} two`, `${name} hall`);
      await stage.step(remove(`/venues/{v${language}}?force=true`));
      await stage.step(remove(`/events/{e${language}}`));
      await expectAll();
    }
  });

  it('leaves out past events, also after the clock moved on', async () => {
    const names = async () => [await namesOf('q=lantern&kinds=events'), await namesOf('q=lantern&kinds=tags')];
    expect((await names())[0]).to.include('LANTERN night');
    stage.clock.set('2038-01-15T12:00:00Z');
    expect(await names()).to.deep.equal([['Lantern of the next decade'], ['lantern-lit']]);
  });
});
