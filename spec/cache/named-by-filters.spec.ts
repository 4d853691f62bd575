import { expect } from 'chai';
import { category, event, organizer, patch, remove, tag, venue } from '../support/stage';
import { translate } from '../support/translations';
import { commandsFor, openPair, sameAnswer } from './second-service';

const ROOT = '/cal/events/v1';

const DATES = { start_date: '2030-05-05 10:00:00', end_date: '2030-05-05 12:00:00' };

/** Filters by ID and slug of both languages, by a number that is also a slug, and by missing records. */
const NAMING = [
  ...['categories={music}', 'categories=jazz', 'categories=musique', 'categories=swing,{music}', 'categories=17', 'categories={gone}'],
  ...['tags=late', 'tags={late},17', 'tags=tard', 'venue={hall}', 'venue={hall},{quay}', 'organizer={choir}', 'venue={gone}'],
];

describe('cache of names in filters (categories, tags, venue, organizer)', function () {
  this.timeout(120_000);
  const pair = openPair({
    ...{ hall: venue('Hall', { geo_lat: 45.5, geo_lng: 4.5 }), quay: venue('Quay'), choir: organizer('Choir') },
    ...{
      music: category('Music'),
      jazz: category('Jazz', { parent: '{music}' }),
      late: tag('Late'),
      number: tag('Seventeen', { slug: '17' }),
    },
    gone: category('Gone'),
    concert: event('Concert', { ...DATES, venue: '{hall}', organizer: ['{choir}'], categories: ['{jazz}'], tags: ['{late}'] }),
    fair: event('Fair', { ...DATES, venue: '{quay}', categories: ['{music}'], tags: ['{number}'] }),
  });
  let turn = 0;

  /** The URL of a list that was not requested before. */
  const pathOf = (naming: string, language = 'en', more = ''): string => {
    turn += 1;
    const query = naming.replace(/\{(\w+)\}/g, (_, name: string) => String(pair.stage.names[name]));
    return `/${language}${ROOT}/events?${query}&end_date=${new Date(Date.UTC(2031, 0, turn)).toISOString().slice(0, 10)}${more}`;
  };
  const read = async (naming: string) =>
    (await commandsFor(pair.stage, pathOf(naming, 'en', '&facets=free&per_page=0'))).filter((command) => !command.endsWith(' events'));

  it('reads names once until a record of the type changes', async () => {
    for (const naming of ['categories={jazz}', 'tags=late', 'venue={hall}', 'organizer={choir}']) {
      // The records of the answer are not read again.
      await read(naming);
      expect(await read(naming), naming).to.deep.equal([]);
    }
    await pair.stage.step({
      as: 'editor',
      method: 'POST',
      path: '/events',
      json: { title: 'Session', ...DATES, categories: [pair.stage.names['jazz']] },
    });
    expect(await read('categories={jazz}'), 'another count').to.deep.equal([]);
    await pair.stage.step(patch('/categories/{jazz}', { description: 'Swinging' }));
    expect(await read('categories={jazz}'), 'another term').to.not.deep.equal([]);
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
    const before = cache.use().entries;
    for (let turn = 1; turn < 30; turn += 1) await refused(turn);
    expect(cache.use().entries).to.equal(before);
  });

  it('answers as the database does after each change', async () => {
    const categories = pair.stage.service.services.connection.collection<{ _id: number }>('categories');
    const named = (name: string) => Number(pair.stage.names[name]);
    const changes: readonly (() => Promise<unknown>)[] = [
      async () => undefined,
      () => pair.stage.step(patch('/categories/{jazz}', { slug: 'swing' })),
      () => pair.stage.step(patch('/categories/{jazz}', { parent: 0 })),
      () => categories.updateOne({ _id: named('jazz') }, { $set: { parent: named('music') } }),
      () => translate(pair.stage, 'categories', named('music'), 'fr', { name: 'Musique' }),
      () => translate(pair.stage, 'tags', named('late'), 'fr', { name: 'Tard' }),
      () => pair.stage.step(patch('/tags/{late}', { slug: '17-2' })),
      () => pair.stage.step(patch('/venues/{hall}', { status: 'draft' })),
      () => pair.stage.step(remove('/venues/{quay}')),
      () => pair.stage.step(remove('/venues/{hall}')),
      () => pair.stage.step(remove('/organizers/{choir}?force=true')),
      () => pair.stage.step(remove('/categories/{gone}')),
      () => pair.stage.step(remove('/tags/{number}')),
      () => pair.stage.step(remove('/categories/{music}')),
    ];
    for (const [place, change] of changes.entries()) {
      await change();
      const language = place % 2 === 0 ? 'en' : 'fr';
      for (const naming of NAMING) await sameAnswer(pathOf(naming, language), pair.stage, pair.plain);
    }
  });
});
