import { expect } from 'chai';
import type { Step } from '../support/scenario';
import { category, create, event, organizer, patch, remove, tag, venue } from '../support/stage';
import { translate } from '../support/translations';
import { commandsFor, get, openPair, sameAnswer } from './second-service';

const ROOT = '/cal/events/v1';

const at = (month: number, more: object = {}) => ({
  start_date: `2030-0${month}-0${month} 1${month}:30:00`,
  end_date: `2030-0${month}-0${month + 1} 12:00:00`,
  ...more,
});

const GIVEN: Readonly<Record<string, Step>> = {
  ...{
    north: venue('Harbour hall', { geo_lat: 45.7, geo_lng: 4.8 }),
    south: venue('Hall of the harbour', { geo_lat: 45.6, geo_lng: 4.9 }),
  },
  ...{ far: venue('Shed by the harbours', { geo_lat: 10, geo_lng: 10 }), nowhere: venue('Hall'), quay: venue('Quay') },
  ...{ cellar: venue('Harbour cellar', { status: 'private' }), port: venue('Salle du port', {}, { language: 'fr' }) },
  ...{ choir: organizer('Harbour choir'), band: organizer('Band of the hall') },
  ...{ music: category('Music'), jazz: category('Jazz', { parent: '{music}' }), water: category('Harbour'), gone: category('Gone') },
  ...{ late: tag('Late'), number: tag('Seventeen', { slug: '17' }), wharf: tag('harbour'), third: tag('Halls, harbours') },
  regatta: event('Regatta', at(5, { venue: '{north}', organizer: ['{choir}'], categories: ['{jazz}'], tags: ['{late}'], cost: '12' })),
  supper: event('Harbour supper', at(6, { venue: '{south}', categories: ['{music}', '{jazz}'], tags: ['{third}'], featured: true })),
  dance: event('Dance', at(6, { venue: '{far}', organizer: ['{band}'], tags: ['{late}', '{wharf}'], cost: '5 – 20' })),
  locked: event('Locked', at(5, { venue: '{south}', password: 'sesame', cost: '0' })),
  draft: event('Draft', at(7, { status: 'draft', venue: '{north}' })),
  plain: event('Plain', at(7, { venue: '{nowhere}', event_status: 'cancelled' })),
  fair: event('Fair', at(7, { venue: '{quay}', categories: ['{music}'], tags: ['{number}'] })),
};

const FACETS = 'facets=categories,tags,venue,organizer,month,weekday,free,event_status';

/** Lists of events with each filter and order. */
const LISTS = [
  ...['', 'categories={music}', 'tags=late', 'venue={south}', 'weekdays=mon,tue,wed,thu', 'time_from=10:00&time_to=15:59', 'free=true'],
  ...['cost_min=4&cost_max=13', 'featured=true', 'modified_after=2020-01-01', 'sort=-modified', 'sort=title', 'event_status=cancelled'],
  ...['bbox=4,45,5,46', 'geoloc_lat=45.6&geoloc_lng=4.9&geoloc_radius=500&sort=distance', 'geoloc=false', 'search=a', FACETS],
  ...['overlaps=true&start_date=2030-05-01', 'geoloc_lat=45.6&geoloc_lng=4.9&geoloc_radius=9000&sort=-distance', 'ml_fallback=true'],
  ...['ml_all=true', `${FACETS}&categories={music}&weekdays=mon,tue,wed`, `${FACETS}&free=true&venue={south}`],
];
/** Filters by ID and slug of both languages, by a number that is also a slug, and by missing records. */
const NAMING = [
  ...['categories={music}', 'categories=jazz', 'categories=musique', 'categories=swing,{music}', 'categories=17', 'categories={gone}'],
  ...['tags=late', 'tags={late},17', 'tags=tard', 'venue={north}', 'venue={north},{quay}', 'organizer={choir}', 'venue={gone}'],
];
const TYPED = ['ha', 'harbour', 'hall harbour', 'harbour hall', 'harbours ha', 'port', 'salle', 'the', 'xylophone', 'harbuor'];
const QUERIES = [...LISTS, ...NAMING].map((query) => `events?${query}`).concat(TYPED.flatMap((q) => [`events?q=${q}`, `suggest?q=${q}`]));

/** The part of the queries that are asked after each change. */
const PART = 8;

describe('cache of lists, names and counts', function () {
  this.timeout(240_000);
  const pair = openPair(GIVEN);
  let turn = 0;

  /** The URL of a query with a new date range or size, so that no whole answer is cached. */
  const pathOf = (query: string, language = 'en', more = ''): string => {
    turn += 1;
    const named = query.replace(/\{(\w+)\}/g, (_, name: string) => String(pair.stage.names[name])).replaceAll(' ', '%20');
    if (query.startsWith('suggest')) return `/${language}${ROOT}/${named}&per_kind=${1 + (turn % 20)}`;
    const end = new Date(Date.UTC(2031, 0, turn)).toISOString().slice(0, 10);
    return `/${language}${ROOT}/${named}&end_date=${end}${more || `&per_page=${2 + (turn % 40)}`}`;
  };
  /** The reads of other collections than events for a list by names. */
  const readsFor = async (naming: string) =>
    (await commandsFor(pair.stage, pathOf(`events?${naming}`, 'en', '&facets=free&per_page=0'))).filter(
      (command) => !command.endsWith(' events'),
    );
  const named = (name: string) => Number(pair.stage.names[name]);
  const make = (json: object, language: 'en' | 'fr' = 'en') => pair.stage.step(create(event('Made', { ...at(5), ...json }), { language }));

  it('reads names in filters once until a record of the type changes', async () => {
    for (const naming of ['categories={jazz}', 'tags=late', 'venue={north}', 'organizer={choir}']) {
      await readsFor(naming);
      expect(await readsFor(naming), naming).to.deep.equal([]);
    }
    await make({ title: 'Session', categories: [named('jazz')] });
    expect(await readsFor('categories={jazz}'), 'another count').to.deep.equal([]);
    await pair.stage.step(patch('/categories/{jazz}', { description: 'Swinging' }));
    expect(await readsFor('categories={jazz}'), 'another term').to.not.deep.equal([]);
  });

  it('reads the names of a typed word once', async () => {
    const readFor = (query: string) => commandsFor(pair.stage, `/en${ROOT}/events?q=hall${query}`);
    await readFor('');
    expect((await readFor('&per_page=49')).filter((command) => command.endsWith(' tags'))).to.deep.equal([]);
  });

  it('does not grow by names that do not exist', async () => {
    const { cache } = pair.stage.service.services;
    const refused = (turn: number) =>
      Promise.all(
        ['categories', 'tags', 'venue', 'organizer'].map((name) =>
          pair.stage.ask('GET', `/events?${name}=${name === 'tags' ? 'late,none' : 9_000_000 + turn}`),
        ),
      );
    expect((await refused(0)).map(({ status }) => status)).to.deep.equal([400, 400, 400, 400]);
    const before = cache.usage().entries;
    for (let turn = 1; turn < 30; turn += 1) await refused(turn);
    expect(cache.usage().entries).to.equal(before);
  });

  it('reads only the counts of terms again after creations, not the records that show them', async () => {
    const path = `/en${ROOT}/events?end_date=2031-01-01`;
    await get(pair.stage.address, path);
    for (let turn = 0; turn < 3; turn += 1) {
      await make({ title: `Session ${turn}`, categories: [named('jazz'), named('music')], tags: [named('late')] });
      const commands = (await commandsFor(pair.stage, path)).filter((command) => !command.endsWith(' events'));
      expect(commands).to.have.members(['find categories', 'find tags']);
      await sameAnswer(path, pair.stage, pair.plain);
    }
  });

  it('answers as the database does after each change', async () => {
    const { stage } = pair;
    // A plugin may write with the driver.
    const things = (plural: string) => stage.service.services.connection.collection<{ _id: number }>(plural);
    const changes: readonly (() => Promise<unknown>)[] = [
      async () => undefined,
      () => stage.step(patch('/events/{draft}', { status: 'publish' })),
      () => stage.step(patch('/events/{supper}', { start_date: '2030-08-01 09:00:00', end_date: '2030-08-09 10:00:00', cost: '7' })),
      () => translate(stage, 'events', named('dance'), 'fr', { title: 'Danse' }),
      () => translate(stage, 'venues', named('north'), 'fr', { name: 'Le harbour', slug: 'le-harbour' }),
      () => stage.step(patch('/events/{locked}', { password: '' })),
      () => stage.step(patch('/venues/{south}', { venue: 'Hall of the south', geo_lat: 10.1, geo_lng: 10.1 })),
      () => stage.step(patch('/venues/{far}', { status: 'draft' })),
      () => stage.step(patch('/venues/{north}', { venue: 'Port hall' })),
      () => stage.step(patch('/venues/{cellar}', { status: 'publish' })),
      () => stage.step(patch('/tags/{wharf}', { name: 'Salle' })),
      () => stage.give({ halls: organizer('The harbour halls') }),
      () => stage.step(patch('/categories/{jazz}', { name: 'Swing', slug: 'swing' })),
      () => stage.step(patch('/categories/{jazz}', { parent: 0 })),
      () => things('categories').updateOne({ _id: named('jazz') }, { $set: { parent: named('music') } }),
      () => translate(stage, 'categories', named('music'), 'fr', { name: 'Musique', slug: 'musique' }),
      () => translate(stage, 'tags', named('late'), 'fr', { name: 'Tard', slug: 'tard' }),
      () => stage.step(patch('/tags/{late}', { slug: '17-2' })),
      () => stage.step(remove('/venues/{quay}')),
      () => make({ title: 'Bal', categories: [named('jazz')], tags: [named('late')] }, 'fr'),
      // Terms of both languages are counted, whether they are in the language of the event or not.
      () => stage.give({ bal: category('Bals', {}, { language: 'fr' }) }),
      () => make({ title: 'Bal 2', categories: [named('jazz'), named('bal')] }, 'fr'),
      () => make({ title: 'Ball', categories: [named('jazz'), named('bal')] }),
      () => stage.step(patch('/events/{fair}', { categories: [named('jazz')] })),
      () => stage.step(patch('/events/{fair}', { status: 'draft' })),
      () => stage.step(patch('/events/{fair}', { status: 'publish', categories: [named('jazz'), named('music')] })),
      () => stage.step(patch('/events/{fair}', { password: 'secret' })),
      () => stage.step(patch('/events/{fair}', { password: '' })),
      () => stage.step(remove('/events/{fair}')),
      () =>
        Promise.all(
          Array.from({ length: 12 }, (_, at) => make({ title: `Ball ${at}`, categories: [named('jazz')] }, at % 3 ? 'en' : 'fr')),
        ),
      // An update that is no increment.
      () => things('categories').updateOne({ _id: named('music') }, { $set: { count: 40 } }),
      () => make({ title: 'After', categories: [named('music')] }),
      () => translate(stage, 'categories', named('jazz'), 'fr', { name: 'Le jazz', slug: 'le-jazz' }),
      () => things('venues').updateOne({ _id: named('north') }, { $set: { name: 'Harbour' } }),
      () => things('tags').updateMany({}, { $set: { name: 'Xylophone' } }),
      () => stage.give({ fresh: event('Fresh', at(8, { venue: '{north}', categories: ['{music}'] })) }),
      () => things('events').updateOne({ _id: named('fresh') }, { $set: { hidden: true } }),
      () => things('events').updateMany({}, { $set: { 'keys.weekday': 1 } }),
      () => stage.step(patch('/events/{regatta}', { categories: [], tags: [], venue: '{far}' })),
      () => stage.step(remove('/events/{plain}')),
      () => stage.step(remove('/events/{plain}?force=true')),
      () => stage.step(remove('/organizers/{choir}?force=true')),
      () => stage.step(remove('/categories/{gone}')),
      () => stage.step(remove('/tags/{number}')),
      () => stage.step(remove('/categories/{music}')),
      () => stage.step(remove('/events/{dance}?force=true')),
    ];
    for (const [place, change] of changes.entries()) {
      await change();
      const language = Math.floor(place / PART) % 3 === 1 ? 'fr' : 'en';
      await sameAnswer(`/${language}${ROOT}/events?end_date=2031-01-01`, pair.stage, pair.plain);
      for (const query of QUERIES.filter((_, at) => at % PART === place % PART))
        await sameAnswer(pathOf(query, language), pair.stage, pair.plain);
    }
  });
});
