import { expect } from 'chai';
import fc from 'fast-check';
import { runs } from '../support/runs';
import type { Step } from '../support/scenario';
import { category, event, organizer, patch, remove, tag, venue } from '../support/stage';
import { translate } from '../support/translations';
import { openPair, type Pair, sameAnswer, waitUntilCaching } from './second-service';

const ROOT = '/cal/events/v1';

const on = (day: number, more: object = {}) => ({ start_date: `2030-05-0${day} 10:00:00`, end_date: `2030-05-0${day} 12:00:00`, ...more });

const GIVEN: Readonly<Record<string, Step>> = {
  ...{
    north: venue('Harbour hall'),
    south: venue('Old market', { description: 'Lanterns and a harbour.' }),
    choir: organizer('Lantern choir'),
  },
  ...{ music: category('Harbour music'), jazz: category('Jazz', { parent: '{music}' }), late: tag('Late market') },
  walk: event('Lantern walk', on(1, { venue: '{north}', categories: ['{jazz}'], tags: ['{late}'] })),
  feast: event(
    'Harbour feast',
    on(2, { description: '<p>Lanterns at the old harbour</p><p>for children</p>', venue: '{south}', cost: '0' }),
  ),
  fair: event('Old harbour lanterns', on(3, { organizer: ['{choir}'], excerpt: 'A market', categories: ['{music}', '{jazz}'] })),
  cafe: event('Café 市場 𐐷𐐲', on(4, { description: 'Children’s cafés, har-bour', tags: ['{late}'] })),
  locked: event('Locked lantern', on(3, { description: 'A harbour market', venue: '{north}', password: 'sesame' })),
  draft: event('Draft of a lantern', on(5, { status: 'draft', description: 'harbour' })),
};
const EVENTS = ['walk', 'feast', 'fair', 'cafe', 'locked', 'draft'] as const;

const few = <T>(...values: readonly T[]): fc.Arbitrary<T> => fc.constantFrom(...values);

/** Words of titles and texts, and names. */
const said = few(
  ...['Lantern', 'The old lanterns', 'Harbour', 'harbours and markets', 'Market of children', 'Café', 'cafe\u0301 market', '市場'],
  '市 lantern',
  ...['𐐷𐐲 harbour', 'Child', 'harbour lantern', 'lan-tern', 'Hall', 'x²'],
);
const names = few('{north}', '{south}', '{choir}', '{music}', '{jazz}', '{late}');
const PLACES: Readonly<Record<string, readonly [path: string, field: string]>> = {
  ...{ '{north}': ['venues', 'venue'], '{south}': ['venues', 'venue'], '{choir}': ['organizers', 'organizer'] },
  ...{ '{music}': ['categories', 'name'], '{jazz}': ['categories', 'name'], '{late}': ['tags', 'name'] },
};

const some = (...values: readonly string[]) => fc.subarray([...values]);
const saying: fc.Arbitrary<object> = fc.oneof(
  said.map((title) => ({ title })),
  fc.array(said, { maxLength: 3 }).map((all) => ({ description: all.map((one) => `<p>${one}</p>`).join('') })),
  said.map((excerpt) => ({ excerpt })),
  few('', 'sesame').map((password) => ({ password })),
  few('publish', 'publish', 'draft', 'private', 'trash').map((status) => ({ status })),
  few<unknown>('{north}', '{south}', 0).map((place) => ({ venue: place })),
  some('{choir}').map((all) => ({ organizer: all })),
  some('{music}', '{jazz}').map((all) => ({ categories: all })),
  some('{late}').map((all) => ({ tags: all })),
  fc.boolean().map((hide_from_listings) => ({ hide_from_listings })),
);

type Change = (stage: Pair['stage']) => Promise<unknown>;
const updated =
  (path: string, json: object): Change =>
  (stage) =>
    stage.step(patch(path, json));

const change: fc.Arbitrary<Change> = fc.oneof(
  { weight: 8, arbitrary: fc.tuple(few(...EVENTS), saying).map(([name, json]) => updated(`/events/{${name}}`, json)) },
  {
    weight: 3,
    arbitrary: fc.tuple(names, said).map(([name, word]) => {
      const [plural = '', field = ''] = PLACES[name] ?? [];
      return updated(`/${plural}/${name}`, { [field]: `${word} ${name.slice(1, -1)}` });
    }),
  },
  { weight: 1, arbitrary: few('publish', 'draft').map((status) => updated('/venues/{south}', { status })) },
  {
    weight: 1,
    arbitrary: fc.tuple(few('walk', 'fair'), said).map(
      ([name, title]): Change =>
        async (stage) => {
          await stage.step(remove(`/events/{${name}}`, { path: `/events/{${name}}?force=true` }));
          await stage.give({ [name]: event(title, on(3, { venue: '{north}', tags: ['{late}'] })) });
        },
    ),
  },
);

/** Searches: exact words, singular forms, beginnings, typing errors, other scripts, and words that nothing contains. */
const Q = [
  ...['lantern', 'lanterns', 'harbour', 'old harbour', 'lantern harbour', 'har', 'lantern ha', 'lantren', 'harbuor lanterns', 'child', 'l'],
  ...['children market', 'café', 'cafes', '市', '市場', '𐐷𐐲', '𐐷', 'market hall', 'xylophone', 'lantern xylophone', 'x²', 'the old'],
  'choir',
];
const SEARCHES = [
  ...['lantern', 'ante', 'arbour', 'lantern harbour', 'harbour -lantern', '-market', '"old harbour"', '"harbour for"', 'ld harb', '市'],
  ...['r-b', '𐐲'],
  ...['har-bour', 'cafe', 'lantern -"old harbour"', 'x2', 'the', 'xylophone', 'children’s', '.', '-harbour -lantern'],
];
const encoded = (name: string, text: string): string => `${name}=${encodeURIComponent(text)}`;
const sorting = few('', '', '&sort=relevance', '&sort=-relevance', '&sort=title', '&sort=-start_date');
const narrowing = few('', '', '', '&categories={music}', '&venue={north}', '&free=true', '&ml_all=true', '&ml_fallback=true');
const counting = few('', '', '&facets=categories,tags,venue,organizer,month,free', '&facets=venue');
const paging = fc.record({ page: few(1, 1, 2, 3), perPage: few(1, 2, 3, 10) });

const ofEvents = fc
  .tuple(few(...Q), fc.option(few(...SEARCHES), { freq: 4 }), sorting, narrowing, counting)
  .map(([q, search, ...more]) => `events?${encoded('q', q)}${search === null ? '' : `&${encoded('search', search)}`}${more.join('')}`);
const bySearch = fc
  .tuple(few(...SEARCHES), few('', '&sort=title'), narrowing, counting)
  .map(([search, ...more]) => `events?${encoded('search', search)}${more.join('')}`);
const ofOthers = fc
  .tuple(few('venues', 'organizers'), few(...SEARCHES))
  .map(([plural, search]) => `${plural}?${encoded('search', search)}`);
const suggested = fc
  .tuple(few(...Q, 'harbour lantern', 'old lan', 'walk lantern', 'lanterns old har'), few('', '&kinds=events', '&kinds=venues,organizers'))
  .map(([q, kinds]) => `suggest?${encoded('q', q)}${kinds}`);

describe('cache of searches: q, search and suggest', function () {
  this.timeout(120_000);
  const pair = openPair(GIVEN);
  let turn = 0;
  before(async () => {
    await translate(pair.stage, 'events', Number(pair.stage.names['feast']), 'fr', { title: 'Fête des lanternes' });
    await translate(pair.stage, 'venues', Number(pair.stage.names['north']), 'fr', { name: 'Salle du port', slug: 'salle-du-port' });
    await waitUntilCaching(pair.stage);
  });

  const pathOf = (search: string, { page = 1, perPage = 10, language = 'en' } = {}): string => {
    turn += 1;
    const query = search.replace(/\{(\w+)\}/g, (_, name: string) => String(pair.stage.names[name]));
    const start = `/${language}${ROOT}/${query}`;
    if (query.startsWith('suggest')) return `${start}&per_kind=${1 + (turn % 20)}`;
    const end = new Date(Date.UTC(2031, 0, 1 + turn)).toISOString().slice(0, 10);
    return `${start}&page=${page}&per_page=${perPage}${query.startsWith('events') ? `&end_date=${end}` : ''}`;
  };
  it('answers as the database does', async () => {
    const all = [
      ...Q.flatMap((q) => [`events?${encoded('q', q)}`, `suggest?${encoded('q', q)}`]),
      ...SEARCHES.map((search) => `events?${encoded('search', search)}`),
    ];
    for (const [place, query] of all.entries()) {
      const { status } = await sameAnswer(pathOf(query, { language: place % 5 === 4 ? 'fr' : 'en' }), pair.stage, pair.plain);
      expect(status, query).to.equal(200);
    }
  });

  it('answers as the database does after each change of a record or a name', async () => {
    const query = fc.oneof({ weight: 3, arbitrary: ofEvents }, bySearch, ofOthers, suggested);
    const questions = fc.array(fc.tuple(query, paging, few('en', 'en', 'en', 'fr')), { minLength: 9, maxLength: 9 });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(change, questions), { minLength: 7, maxLength: 7 }), async (all) => {
        for (const [make, each] of all) {
          await make(pair.stage);
          for (const [path, { page, perPage }, language] of each)
            await sameAnswer(pathOf(path, { page, perPage, language }), pair.stage, pair.plain);
        }
      }),
      { numRuns: runs(3), endOnFailure: true },
    );
  });

  it('suggests as the database does among thousands of names', async () => {
    const { stores, connection } = pair.stage.service.services;
    const [model] = await stores.posts('organizers').find({ _id: Number(pair.stage.names['choir']) });
    if (model === undefined) throw new Error('There is no organizer.');
    const { _id, group, translations, revision, edition, keys, ...others } = model;
    // Two words occur together in more names than the service reads. Other words occur in fewer names.
    const drafts = Array.from({ length: 2100 }, (_, place) => {
      const name = `Mooring quay ${place % 4 === 0 ? 'north' : 'east'} ${place % 90 === 0 ? 'south' : ''} ${place % 7}`;
      return [{ ...others, name, slug: `mooring-${place}` }];
    });
    await connection.transact((session) => stores.posts('organizers').createGroups(drafts, session));
    const suggest = (q: string) => pathOf(`suggest?${encoded('q', q)}&kinds=organizers`);
    const query = [
      'mooring quay',
      'mooring north',
      'north mooring',
      'quay mooring south',
      'south north',
      'south ea',
      'north choir',
      '3 moo',
    ];
    for (const q of query) await sameAnswer(suggest(q), pair.stage, pair.plain);
    await pair.stage.step(patch('/organizers/{choir}', { organizer: 'Mooring quay of the north and south' }));
    for (const q of query) await sameAnswer(suggest(q), pair.stage, pair.plain);
  });
});
