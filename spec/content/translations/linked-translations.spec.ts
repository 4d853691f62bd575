import { expect } from 'chai';
import type { Language } from '../../../lib/language';
import { watchCommands, watchedUri } from '../../database/commands';
import { openStage, type Stage, type Step } from '../../support/scenario';
import type { Answer, Login } from '../../support/service';
import { category, event, organizer, patch, remove, tag, venue } from '../../support/stage';
import { joinTranslations, translate } from '../../support/translations';

type Reader = Login | 'visitor';
const asReader = (reader: Reader): Partial<Step> => (reader === 'visitor' ? {} : { as: reader });
const FRENCH = { language: 'fr' } as const;
const PLACE = { city: 'Lyon', geo_lat: 45.76, geo_lng: 4.83 };

/** French records. The events `fair` (English) and `foire` (French) link to them. Their English translations are created later. */
const RECORDS = {
  salle: venue('Salle', PLACE, FRENCH),
  amis: organizer('Amis', {}, FRENCH),
  musique: category('Musique', {}, FRENCH),
  chanson: category('Chanson', { parent: '{musique}' }, FRENCH),
  plein: tag('Plein air', {}, FRENCH),
  fete: event('Fête', {}, FRENCH),
};
const LINKS = { venue: '{salle}', organizer: ['{amis}'], categories: ['{musique}'], tags: ['{plein}'], post_parent: '{fete}' };
const ENGLISH: readonly (readonly [name: string, plural: string, of: string, json: Readonly<Record<string, unknown>>])[] = [
  ['hall', 'venues', 'salle', { name: 'Hall', slug: 'hall' }],
  ['friends', 'organizers', 'amis', { name: 'Friends', slug: 'friends' }],
  ['music', 'categories', 'musique', { name: 'Music', slug: 'music' }],
  ['open', 'tags', 'plein', { name: 'Open air', slug: 'open-air' }],
  ['feast', 'events', 'fete', { title: 'Feast', slug: 'feast' }],
];

/** Opens a stage with the records, the two events and the translations. */
async function openTranslated(environment: Readonly<Record<string, string>> = {}): Promise<Stage> {
  const stage = await openStage(environment);
  const { names } = stage;
  await stage.give(RECORDS);
  await stage.give({ fair: event('Fair', LINKS), foire: event('Foire', LINKS, FRENCH) });
  for (const [name, plural, of, json] of ENGLISH) names[name] = await translate(stage, plural, names[of] ?? 0, 'en', json);
  names['bare'] = (await stage.step({ as: 'admin', method: 'POST', ...event('Bare'), status: 201 })).body.id;
  return stage;
}

const idsIn = ({ body }: Answer): number[] => {
  const records: readonly { readonly id: number }[] = Object.values(body as object).find(Array.isArray) ?? [];
  return records.map(({ id }) => id).sort((one, other) => one - other);
};
const listed = async (stage: Stage, path: string, overrides: Partial<Step> = {}): Promise<number[]> =>
  idsIn(await stage.step({ path, ...overrides }));
const idsOf = ({ names }: Stage, named: readonly string[]): number[] =>
  named.map((name) => names[name] ?? 0).sort((one, other) => one - other);

describe('GET /events: translations of linked records', () => {
  let stage: Stage;
  before(async () => {
    stage = await openTranslated();
  });
  after(() => stage.stop());

  const state = (name: string, status: string, more: object = {}) =>
    status === 'trash'
      ? stage.step(remove(`/venues/{${name}}`))
      : stage.step(patch(`/venues/{${name}}`, { status, ...more }, { as: 'admin' }));

  for (const language of ['en', 'fr'] as const)
    it(`shows linked records in the language of the event, through /${language}`, async () => {
      for (const reader of ['visitor', 'editor'] as const) {
        const options = { ...asReader(reader), language };
        await stage.step({
          ...options,
          path: '/events/{fair}',
          has: {
            'venue.id': '{hall}',
            'venue.language': 'en',
            'venue.translations.fr.id': '{salle}',
            'organizer[0].id': '{friends}',
            'categories[0].id': '{music}',
            'tags[0].id': '{open}',
            'tags[0].language': 'en',
            post_parent: '{feast}',
            'json_ld.location.name': 'Hall',
            'json_ld.organizer.name': 'Friends',
          },
        });
        await stage.step({
          ...options,
          path: '/events/{foire}',
          has: { 'venue.id': '{salle}', 'organizer[0].id': '{amis}', 'categories[0].id': '{musique}', post_parent: '{fete}' },
        });
      }
    });

  it('shows them so in lists, calendars and pages, and an untranslated record as it is', async () => {
    const { body } = await stage.step({ path: '/events?include={fair}' });
    expect([body.events[0].venue.id, body.events[0].tags[0].id]).to.deep.equal([stage.names['hall'], stage.names['open']]);
    await stage.step({ path: '/events.ics', says: /LOCATION[^\n]*:Hall[\s\S]*/, hides: /Salle|Musique|Plein/ });
    await stage.step({ path: '/events/{fair}.ics', says: /CATEGORIES[^\n]*:Music,Open air/ });
    await stage.step({ path: '//en/event/fair/', headers: { accept: 'text/html' }, says: /Hall[\s\S]*/, hides: /Salle|Amis|Musique/ });
    await stage.give({ other: event('Other', { venue: '{salle}', categories: ['{chanson}'] }) });
    await stage.step({ path: '/events/{other}', has: { 'venue.id': '{hall}', 'categories[0].id': '{chanson}' } });
    await stage.step(remove('/events/{other}'));
  });

  it('shows a record once if its translation is linked too', async () => {
    await stage.give({ twice: event('Twice', { organizer: ['{amis}', '{friends}'], tags: ['{plein}', '{open}'] }) });
    const { body } = await stage.step({ path: '/events/{twice}' });
    expect([body.organizer, body.tags].map((some: { id: number }[]) => some.map(({ id }) => id))).to.deep.equal([
      [stage.names['friends']],
      [stage.names['open']],
    ]);
    await stage.step(remove('/events/{twice}'));
  });

  /** The venue in the answer for each reader, by status of both translations. The contributor is the author of the French one. */
  type States = Readonly<Record<'hall' | 'salle', string>>;
  const shown: readonly (readonly [states: States, fair: Partial<Record<Reader, string>>, foire: Partial<Record<Reader, string>>])[] = [
    [
      { hall: 'draft', salle: 'publish' },
      { visitor: 'salle', contributor: 'salle', editor: 'hall' },
      { visitor: 'salle', editor: 'salle' },
    ],
    [
      { hall: 'trash', salle: 'publish' },
      { visitor: 'salle', contributor: 'salle', editor: 'salle' },
      { visitor: 'salle', editor: 'salle' },
    ],
    [
      { hall: 'publish', salle: 'draft' },
      { visitor: 'hall', editor: 'hall' },
      { visitor: 'hall', contributor: 'salle', author: 'hall', editor: 'salle' },
    ],
    [
      { hall: 'publish', salle: 'trash' },
      { visitor: 'hall', editor: 'hall' },
      { visitor: 'hall', contributor: 'hall', editor: 'hall' },
    ],
    [
      { hall: 'trash', salle: 'draft' },
      { visitor: '', editor: 'salle' },
      { visitor: '', contributor: 'salle', author: '', editor: 'salle' },
    ],
    [
      { hall: 'trash', salle: 'trash' },
      { visitor: '', editor: '' },
      { visitor: '', editor: '' },
    ],
  ];
  for (const [states, fair, foire] of shown)
    it(`shows the first translation that the reader may read, and filters agree: ${JSON.stringify(states)}`, async () => {
      await state('hall', 'publish', { author: stage.ids.admin });
      await state('salle', 'publish', { author: stage.ids.contributor });
      for (const [name, status] of Object.entries(states)) if (status !== 'publish') await state(name, status);
      for (const [path, by, language] of [
        ['fair', fair, 'en'],
        ['foire', foire, 'fr'],
      ] as const)
        for (const [reader, name] of Object.entries(by) as [Reader, string][]) {
          const { body } = await stage.step({ ...asReader(reader), path: `/events/{${path}}` });
          expect([path, reader, body.venue.id]).to.deep.equal([path, reader, name === '' ? undefined : stage.names[name]]);
          // A filter by place or by a translation finds the event only for readers who see that venue.
          if (path === 'foire' && reader !== 'visitor') continue;
          expect(await listed(stage, '/events?geoloc=true', { ...asReader(reader), language })).to.deep.equal(
            name === '' ? [] : idsOf(stage, [path]),
          );
          if (reader === 'visitor') {
            expect(await listed(stage, '/events?geoloc_lat=45.8&geoloc_lng=4.8', { language })).to.have.length(name === '' ? 0 : 1);
            expect(await listed(stage, '/events?geoloc=false&include={fair},{foire}', { language })).to.have.length(name === '' ? 1 : 0);
          }
          for (const member of ['hall', 'salle'] as const) {
            const { status, body: found } = await stage.ask('GET', `/events?venue=${stage.names[member]}`, {
              ...asReader(reader),
              language,
            });
            const isRead = states[member] === 'trash' || states[member] === 'publish';
            const mayRead = isRead || reader === 'editor' || reader === 'admin' || (reader === 'contributor' && member === 'salle');
            expect([reader, member, status]).to.deep.equal([reader, member, mayRead ? 200 : 400]);
            if (mayRead)
              expect(
                found.events.map(({ id }: { id: number }) => id),
                `${reader} ${member}`,
              ).to.deep.equal(name === '' ? [] : idsOf(stage, [path]));
            else if (reader === 'visitor')
              expect(found).to.deep.equal((await stage.ask('GET', '/events?venue=99999999', { language })).body);
          }
        }
    });

  for (const status of ['publish', 'private'])
    it(`keeps a link to a translation of status ${status} that is not the one shown, unless that is left out`, async () => {
      await stage.give({
        own: venue('Salle à part', { status }, FRENCH),
        amisAPart: organizer('Amis à part', { status }, FRENCH),
        shown: venue('Hall apart'),
        shownFriends: organizer('Friends apart'),
        club: organizer('Club'),
        apart: event('Apart', { venue: '{own}', organizer: ['{amisAPart}'], author: '{author}' }),
      });
      await joinTranslations(stage, 'venues', idsOf(stage, ['own', 'shown']));
      await joinTranslations(stage, 'organizers', idsOf(stage, ['amisAPart', 'shownFriends']));
      const links = async (json: object, venues: readonly string[], organizers: readonly string[]) => {
        await stage.step(patch('/events/{apart}', json, { as: 'author' }));
        const events = stage.service.services.connection.collection<{ _id: number; venues: number[]; organizers: number[] }>('events');
        const stored = await events.findOne({ _id: stage.names['apart'] ?? 0 });
        expect([stored?.venues, stored?.organizers]).to.deep.equal([idsOf(stage, venues), idsOf(stage, organizers)]);
      };
      const has = { 'venue.id': '{shown}', 'organizer[0].id': '{shownFriends}' };
      const { body } = await stage.step({ as: 'author', path: '/events/{apart}', has });
      await links({ venue: body.venue, organizer: body.organizer }, ['own'], ['amisAPart']);
      await links({ organizer: ['{shownFriends}', '{club}'] }, ['own'], ['amisAPart', 'club']);
      await links({ venue: [], organizer: ['{club}'] }, [], ['club']);
    });

  it('shows as post_parent the translation that the reader may read, and one in the trash only if all are there', async () => {
    const parents = async (step: Step, of: Readonly<Partial<Record<Reader, string | undefined>>>) => {
      await stage.step(step);
      for (const [reader, name] of Object.entries(of) as [Reader, string | undefined][]) {
        const { body } = await stage.step({ ...asReader(reader), path: '/events/{fair}' });
        expect([reader, body.post_parent]).to.deep.equal([reader, name && stage.names[name]]);
      }
    };
    const all = (name: string | undefined) => ({ visitor: name, contributor: name, editor: name });
    await parents(patch('/events/{feast}', { status: 'draft' }), { ...all('fete'), editor: 'feast' });
    await parents(remove('/events/{feast}'), all('fete'));
    await parents(remove('/events/{fete}'), { ...all(undefined), editor: 'feast' });
    await parents(patch('/events/{feast}', { status: 'publish' }), all('feast'));
    await parents(patch('/events/{feast}', { password: 'sesame' }), all('feast'));
  });
});

describe('Filters by ID and slug: venue, organizer, categories, tags, post_parent, include, event', () => {
  let stage: Stage;
  before(async () => {
    stage = await openTranslated();
  });
  after(() => stage.stop());

  /** Either translation as a filter finds the records in the language of the list. */
  const finds: readonly (readonly [filter: string, members: readonly string[], en: readonly string[], fr: readonly string[]])[] = [
    ['events?venue=', ['{hall}', '{salle}'], ['fair'], ['foire']],
    ['events?organizer=', ['{friends}', '{amis}'], ['fair'], ['foire']],
    ['events?categories=', ['{music}', '{musique}', 'music', 'musique'], ['fair'], ['foire']],
    ['events?tags=', ['{open}', '{plein}', 'open-air', 'plein-air'], ['fair'], ['foire']],
    ['events?post_parent=', ['{feast}', '{fete}'], ['fair'], ['foire']],
    ['events?include=', ['{feast}', '{fete}'], ['feast'], ['fete']],
    ['categories?hide_empty=false&include=', ['{music}', '{musique}'], ['music'], ['musique']],
    ['categories?hide_empty=false&orderby=include&include=', ['{music}', '{musique}'], ['music'], ['musique']],
    ['categories?hide_empty=false&exclude=', ['{music}', '{musique}'], [], ['chanson']],
    ['categories?hide_empty=false&parent=', ['{music}', '{musique}'], [], ['chanson']],
    ['tags?hide_empty=false&include=', ['{open}', '{plein}'], ['open'], ['plein']],
    ['categories?event=', ['{fair}'], ['music'], ['musique']],
    ['tags?event=', ['{fair}'], ['open'], ['plein']],
    ['tags?post=', ['{foire}'], ['open'], ['plein']],
    ['venues?event=', ['{fair}', '{foire}'], ['hall'], ['salle']],
    ['organizers?event=', ['{fair}', '{foire}'], ['friends'], ['amis']],
  ];
  for (const [filter, members, en, fr] of finds)
    it(`finds the same by each translation, in the language of the list: ${filter}`, async () => {
      for (const [language, found] of [
        ['en', en],
        ['fr', fr],
      ] as const)
        for (const member of members) {
          const answer = await stage.step({ path: `/${filter}${member}`, language });
          expect(idsIn(answer), `${language} ${member}`).to.deep.equal(idsOf(stage, found));
          if (member !== members[0]) continue;
          await stage.step({ path: `/${answer.body.rest_url.slice(stage.address.length)}`, has: { total: found.length } });
        }
    });

  it('includes descendants of a category; prefers a slug of the language to an ID, and an ID to a slug of another language', async () => {
    await stage.give({ recital: event('Récital', { categories: ['{chanson}'] }) });
    for (const named of ['{music}', 'musique', '{chanson}', 'chanson'])
      expect(await listed(stage, `/events?categories=${named}`), named).to.include(stage.names['recital']);
    const id = String(stage.names['musique']);
    await stage.give({ number: tag('Number', { slug: id }, FRENCH), tagged: event('Tagged', { tags: ['{number}'] }) });
    expect(await listed(stage, `/events?tags=${id}`)).to.deep.equal(idsOf(stage, ['tagged']));
    await stage.give({ same: tag('Same', { slug: 'plein-air' }) });
    expect(await listed(stage, '/events?tags=plein-air')).to.deep.equal([]);
    for (const name of ['recital', 'tagged']) await stage.step(remove(`/events/{${name}}`));
    await stage.step(remove('/tags/{same}'));
  });

  it('refuses an unknown ID and one that the user may not read with the same answer', async () => {
    const unknown: readonly string[] = [
      ...['venue=', 'organizer=', 'post_parent='].map((name) => `/events?${name}`),
      ...['categories?event=', 'tags?post=', 'venues?event=', 'organizers?event='].map((path) => `/${path}`),
    ];
    await stage.give({ hidden: event('Hidden', { status: 'draft' }), cellar: venue('Cellar', { status: 'private' }) });
    await stage.give({ club: organizer('Club', { status: 'pending' }) });
    for (const [plural, name, json] of [
      ['events', 'hidden', { title: 'Caché', slug: 'cache', status: 'publish' }],
      ['venues', 'cellar', { name: 'Cave', slug: 'cave', status: 'publish' }],
      ['organizers', 'club', { name: 'Cercle', slug: 'cercle', status: 'publish' }],
    ] as const)
      stage.names[`${name}Fr`] = await translate(stage, plural, stage.names[name] ?? 0, 'fr', json);
    for (const path of unknown) {
      const name = path.includes('venue=') ? 'cellar' : path.includes('organizer=') ? 'club' : 'hidden';
      const refusal = { status: 400, code: 'rest_invalid_param' } as const;
      const { text } = await stage.step({ path: `${path}99999999`, ...refusal });
      expect((await stage.step({ path: `${path}{${name}}`, ...refusal })).text).to.equal(text);
      await stage.step({ path: `${path}{${name}}`, as: 'editor', status: 200 });
      await stage.step({ path: `${path}{${name}Fr}`, status: 200 });
    }
  });

  it('does not reveal by `include` that a hidden record translates a public one', async () => {
    expect(await listed(stage, '/events?include={hidden}', FRENCH)).to.deep.equal([]);
    expect(await listed(stage, '/events?include={hidden}', { ...FRENCH, as: 'editor' })).to.deep.equal(idsOf(stage, ['hiddenFr']));
    expect(await listed(stage, '/events?include={hiddenFr}')).to.deep.equal([]);
    expect(await listed(stage, '/events?include={hiddenFr}', { as: 'editor' })).to.deep.equal(idsOf(stage, ['hidden']));
  });

  it('falls back to the record itself if its translation is hidden or protected', async () => {
    const named = (language: Language, reader: Reader = 'visitor') =>
      listed(stage, '/venues?event={fair}', { ...asReader(reader), language });
    stage.names['fairFr'] = await translate(stage, 'events', stage.names['fair'] ?? 0, 'fr', {
      ...{ title: 'La Foire', slug: 'la-foire', status: 'draft', venues: [], author: stage.ids.author },
    });
    expect(await named('fr')).to.deep.equal(idsOf(stage, ['salle']));
    expect(await named('fr', 'editor')).to.deep.equal([]);
    expect(await named('fr', 'author')).to.deep.equal([]);
    await stage.step(patch('/events/{fairFr}', { status: 'publish', password: 'sesame' }));
    expect(await named('fr')).to.deep.equal(idsOf(stage, ['salle']));
    expect(await named('fr', 'editor')).to.deep.equal([]);
    await stage.step(patch('/events/{fairFr}', { password: '' }));
    expect(await named('fr')).to.deep.equal([]);
    expect(await named('en')).to.deep.equal(idsOf(stage, ['hall']));
  });
});

describe('Database queries of links and filters', () => {
  let stage: Stage;
  before(async () => {
    stage = await openTranslated({ MONGODB_URI: await watchedUri(), CACHE_MB: '0' });
  });
  after(() => stage.stop());

  /** The number of queries per collection for a request. */
  const asks: readonly (readonly [path: string, language: Language, finds: Readonly<Record<string, number>>])[] = [
    ['/events/{foire}', 'fr', { venues: 1, organizers: 1, categories: 1, tags: 1 }],
    ['/events/{fair}', 'en', { venues: 1, organizers: 1, categories: 1, tags: 1 }],
    ['/events?include={foire},{fete}', 'fr', { venues: 1, organizers: 1, categories: 1, tags: 1 }],
    ['/events', 'fr', { events: 2, venues: 1, organizers: 1, categories: 1, tags: 1 }],
    // One query checks the IDs, one finds their translations, and one reads the records to show.
    ['/events?venue={hall}', 'fr', { venues: 3 }],
    ['/events?venue={salle}', 'fr', { venues: 3 }],
    // A second index lists the few terms that are hidden from visitors.
    ['/tags', 'en', { tags: 2, events: 0 }],
  ];
  for (const [path, language, finds] of asks)
    it(`sends one query per content type: ${path} in ${language}`, async () => {
      const watching = watchCommands(stage.service.services.connection.db());
      await stage.step({ path, language });
      const sent = (plural: string) => watching.latest.filter((command) => command['find'] === plural).length;
      expect(Object.fromEntries(Object.keys(finds).map((plural) => [plural, sent(plural)]))).to.deep.equal(finds);
    });
});
