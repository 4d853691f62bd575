import type { Plugin } from 'calendar-events';
import { expect } from 'chai';
import fc from 'fast-check';
import { publishDue } from '../../lib/content/visibility/scheduled';
import { openWorld } from '../properties/world';
import { runs } from '../support/runs';
import type { Stage } from '../support/scenario';
import type { Login } from '../support/service';
import { KINDS } from '../support/stage';
import { ADDRESS, type Beside, get, startBeside, waitUntilCaching } from './second-service';

/** A plugin that adds stored fields and a computed field to terms. */
const painted: Plugin = (registry) => {
  const description = { en: 'The colour', fr: 'La couleur' };
  const color = { type: 'string', enum: ['red', 'blue'], default: 'red', filter: true, sort: true, shared: true, description } as const;
  registry.registerField('categories', 'color', color);
  registry.registerField('categories', 'label', {
    type: 'string',
    stored: false,
    read: (_, { language }, shown) => shown.map(({ name, count }) => `${name} ${count} ${language}`),
    description,
  });
  registry.registerField('tags', 'hue', { ...color, shared: 'initially' });
};

type Plural = (typeof KINDS)[number]['plural'];

const PLURALS = KINDS.map(({ plural }) => plural);
const NAMED = Object.fromEntries(KINDS.map(({ plural, name }) => [plural, name])) as Readonly<Record<Plural, string>>;

type Action =
  | {
      readonly does: 'makes';
      readonly plural: Plural;
      readonly name: string;
      readonly fields: object;
      readonly language: 'en' | 'fr';
      readonly of: number;
    }
  | { readonly does: 'changes'; readonly plural: Plural; readonly which: number; readonly fields: object; readonly as: Login }
  | { readonly does: 'deletes'; readonly plural: Plural; readonly which: number; readonly force: boolean }
  | { readonly does: 'writes'; readonly plural: Plural; readonly which: number; readonly text: string }
  | { readonly does: 'waits'; readonly hours: number };

const plural = fc.constantFrom<Plural>('events', 'events', ...PLURALS);
const which = fc.nat(60);
const name = fc.constantFrom('Jazz night', 'Night of chess', 'Fête', '東京', 'Zoo');
const language = fc.constantFrom('en' as const, 'en' as const, 'fr' as const);
const fields = fc.oneof(
  fc.constantFrom<object>(
    { status: 'publish' },
    { status: 'draft' },
    { status: 'private' },
    { status: 'trash' },
    { status: 'future', date: '2030-01-15 14:00:00' },
    { password: 'sesame' },
    { password: '' },
    { featured: true },
    { hide_from_listings: true },
    { description: '<b>New</b> night' },
    { start_date: '2030-01-15 08:00:00', end_date: '2030-01-15 13:00:00' },
    { start_date: '2030-02-01 08:00:00', end_date: '2030-02-03 13:00:00' },
    { venue: { venue: 'Inline hall', city: 'Lyon' }, organizer: [{ organizer: 'Inline Ann' }] },
    { categories: ['Inline'], tags: ['red', 'Inline tag'] },
    { categories: [], tags: [], venue: [], organizer: [] },
    { image: 'https://example.org/picture.png' },
    { slug: 'renamed' },
    { city: 'Marseille', phone: '12' },
    { parent: 0 },
    { color: 'blue', hue: 'blue' },
    { color: null, hue: 'red' },
  ),
  name.map((title) => ({ title, name: title, venue: title, organizer: title })),
);

const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ does: fc.constant('makes' as const), plural, name, fields, language, of: which }) },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('changes' as const),
      plural,
      which,
      fields,
      as: fc.constantFrom<Login>('admin', 'editor', 'author'),
    }),
  },
  fc.record({ does: fc.constant('deletes' as const), plural, which, force: fc.boolean() }),
  fc.record({ does: fc.constant('writes' as const), plural, which, text: name }),
  fc.record({ does: fc.constant('waits' as const), hours: fc.constantFrom(1 / 3600, 1 / 3600, 1, 3, 13) }),
);

const QUERIES: Readonly<Record<Plural, readonly string[]>> = {
  events: [
    ...['', '?per_page=3&page=2', '?categories=jazz,music', '?search=night', '?start_date=2030-01-05&end_date=2030-01-20'],
    ...['?strict_dates=1&start_date=now', '?now=1&per_page=20', '?now=1&facets=month&sort=title', '?featured=1&per_page=50', '?ml_all=1'],
    ...['?status=draft', '?password=sesame&per_page=50', '?_fields=id,title,venue.city', '?_envelope&per_page=2'],
    ...['?_jsonp=call&per_page=2', '?_pretty=1&per_page=1', '?venue={venues}', '?organizer={organizers}', '?include={events}'],
    ...['?starts_after=2030-01-10&per_page=2', '?starts_before=tomorrow&per_page=2', '?page=99', '?q=jazz'],
    ...['?q=nights&sort=-relevance&per_page=3', '?q=chess+nigth&facets=categories&per_page=2', '?q=zo&start_date=2030-01-01'],
  ],
  venues: ['', '?only_with_upcoming=1', '?has_events=1', '?search=hall', '?event={events}', '?q=fete'],
  organizers: ['', '?only_with_upcoming=1', '?has_events=0', '?event={events}'],
  categories: ['', '?hide_empty=1', '?event={events}', '?orderby=count', '?color=blue&orderby=color', '?ml_all=1'],
  tags: ['', '?search=e', '?context=embed', '?hue=red&orderby=hue&order=desc'],
};

const RUNS = runs(40);
const LOOKS = Math.max(4, runs(8));

describe('cache of answers after random sequences of writes', function () {
  // A run takes one to two seconds on an idle machine, and much longer on a busy one.
  this.timeout(30_000 + RUNS * 20_000);
  let stage: Stage;
  let plain: Beside;
  before(async () => {
    stage = await openWorld(ADDRESS, [painted]);
    plain = await startBeside(stage, { clock: stage.clock, environment: { ...ADDRESS, CACHE_MB: '0' }, plugins: [painted] });
    await waitUntilCaching(stage);
  });
  after(async () => {
    await plain.stop();
    await stage.stop();
  });

  const idsOf = async (of: Plural): Promise<readonly number[]> => {
    const stored = stage.service.services.connection.db().collection<{ _id: number }>(of);
    return (await stored.find({}, { projection: { _id: 1 }, sort: { _id: -1 }, limit: 60 }).toArray()).map(({ _id }) => _id);
  };
  const idOf = async (of: Plural, place: number): Promise<number> => {
    const ids = await idsOf(of);
    return ids[place % Math.max(1, ids.length)] ?? 0;
  };

  const happen = async (one: Action): Promise<void> => {
    if (one.does === 'waits') {
      stage.clock.set(new Date(stage.clock.now().getTime() + one.hours * 3_600_000).toISOString());
      await publishDue(stage.service.services);
    } else if (one.does === 'makes') {
      const dates = one.plural === 'events' ? { start_date: '2030-01-20 10:00:00', end_date: '2030-01-20 12:00:00' } : {};
      const original = one.of % 3 === 0 ? { translation_of: await idOf(one.plural, one.of) } : {};
      const json = { ...dates, ...one.fields, [NAMED[one.plural]]: `${one.name} ${one.of}`, ...original };
      await stage.ask('POST', `/${one.plural}`, { as: 'admin', language: one.language, json });
    } else if (one.does === 'changes')
      await stage.ask('PATCH', `/${one.plural}/${await idOf(one.plural, one.which)}`, { as: one.as, json: one.fields });
    else if (one.does === 'deletes')
      await stage.ask('DELETE', `/${one.plural}/${await idOf(one.plural, one.which)}${one.force ? '?force=1' : ''}`, { as: 'admin' });
    else {
      // A plugin may write with the driver.
      const stored = stage.service.services.connection.db().collection<{ _id: number }>(one.plural);
      await stored.updateOne(
        { _id: await idOf(one.plural, one.which) },
        { $set: { [one.plural === 'events' ? 'title' : 'name']: one.text } },
      );
    }
  };

  const agree = async (path: string, as: Login | undefined): Promise<void> => {
    const headers: Record<string, string> = as === undefined ? {} : { authorization: stage.authorization(as) };
    const answer = await get(stage.address, path, headers);
    const [again, anew] = await Promise.all([get(stage.address, path, headers), get(plain.address, path, headers)]);
    expect(again, path).to.deep.equal(anew);
    expect(answer, path).to.deep.equal(anew);
    const { etag } = anew.headers;
    if (etag === undefined || anew.status !== 200) return;
    const conditional = { ...headers, 'if-none-match': etag };
    const [unchanged, plainly] = await Promise.all([get(stage.address, path, conditional), get(plain.address, path, conditional)]);
    expect(unchanged.status, path).to.equal(304);
    expect(unchanged, path).to.deep.equal(plainly);
  };

  const lookAround = async (seed: number): Promise<void> => {
    for (let look = 0; look < LOOKS; look++) {
      const at = seed * LOOKS + look;
      const of = PLURALS[at % PLURALS.length] ?? 'events';
      const queries = QUERIES[of];
      const query = queries[(seed + look * 3) % queries.length] ?? '';
      const root = `/${at % 3 === 2 ? 'fr' : 'en'}/cal/events/v1/${of}`;
      const template = query.replace(/\{(\w+)\}/g, '%$1%');
      const [, linked] = /%(\w+)%/.exec(template) ?? [];
      const filled = linked === undefined ? template : template.replace(/%\w+%/, String(await idOf(linked as Plural, at)));
      const as = ([undefined, undefined, undefined, 'subscriber', 'author', 'editor'] as const)[at % 6];
      await agree(`${root}${filled}`, as);
      await agree(`${root}/${await idOf(of, at)}`, undefined);
      if (look % 4 === 0) await agree(`${root}/by-slug/renamed`, undefined);
      if (look % 4 === 2) await agree(`${root.replace(of, 'suggest')}?q=${['ja', 'nig', 'f', '東'][seed % 4]}`, as);
    }
  };

  it('answers every list and record as a service without a cache does (CACHE_MB=0)', async () => {
    const { cache } = stage.service.services;
    let seed = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 6, maxLength: 12 }), async (actions) => {
        for (const one of actions) {
          await happen(one);
          seed += 1;
          await lookAround(seed);
        }
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
    const { found, missed } = cache.usage();
    expect(found, 'answers that were kept').to.be.greaterThan(missed / 4);
  });
});
