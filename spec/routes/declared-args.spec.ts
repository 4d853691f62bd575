import { expect } from 'chai';
import type { Plugin } from '../../lib/program/plugins/plugin';
import { openStage, type Stage, type Step } from '../support/scenario';
import { category, event, organizer, tag, venue } from '../support/stage';

/** A value to send for an arg, and the path and value of the answer that show it. */
type Shown = readonly [sent: unknown, at: string, expected: unknown];
/** A value to send for an arg, and a later step that shows its effect. */
interface Effect {
  readonly sent: unknown;
  readonly step: Partial<Step>;
}
/** Two values of an arg. Creations and updates by slug use the first, and updates by ID the second. */
type Row = readonly [Shown, Shown] | readonly [Effect, Effect];
type Rows = Readonly<Record<string, Row>>;

const shown = (at: string, one: unknown, other: unknown, ...values: readonly [unknown?, unknown?]): Row => [
  [one, at, values.length > 0 ? values[0] : one],
  [other, at, values.length > 0 ? values[1] : other],
];
const text = (name: string): Row => shown(name, `One ${name}`, `Other ${name}`);
const html = (name: string): Row => shown(name, `One ${name}`, `Other ${name}`, `<p>One ${name}</p>`, `<p>Other ${name}</p>`);
const flags = (...names: readonly string[]): Rows => Object.fromEntries(names.map((name) => [name, shown(name, true, false)]));
const website = shown('website', 'https://one.example/', 'https://other.example/');

const PUBLISHED: Rows = {
  author: shown('author', '{author}', '{contributor}'),
  date: shown('date', '2029-01-02 03:04:05', '2029-02-03 04:05:06'),
  date_utc: shown('date_utc', '2029-01-02 03:04:05', '2029-02-03 04:05:06'),
  status: shown('status', 'private', 'publish'),
  image: shown('image.url', 'https://one.example/a.png', 'https://other.example/b.png'),
};
const ADDRESS: Rows = { description: html('description'), phone: text('phone'), website };
const TERM: Rows = { name: text('name'), description: text('description'), slug: shown('slug', 'one-slug', 'other-slug') };

/** Args of each kind that write a record, with their effect. */
const WRITABLE: Readonly<Record<string, { readonly required: object; readonly rows: Rows }>> = {
  events: {
    required: { title: 'Declared', start_date: '2030-05-06 10:00:00', end_date: '2030-05-06 12:00:00' },
    rows: {
      ...PUBLISHED,
      title: text('title'),
      description: html('description'),
      slug: shown('slug', 'one-slug', 'other-slug'),
      excerpt: html('excerpt'),
      timezone: shown('timezone', 'Asia/Tokyo', 'Europe/Paris'),
      ...flags('all_day', 'show_map', 'show_map_link', 'hide_from_listings', 'sticky', 'featured'),
      start_date: shown('start_date', '2030-05-06 09:00:00', '2030-05-06 08:00:00'),
      end_date: shown('end_date', '2030-05-06 13:00:00', '2030-05-06 14:00:00'),
      cost: shown('cost', '5', ['6', '7'], '$5', '$6 – $7'),
      website,
      event_status: shown('event_status', 'cancelled', 'postponed'),
      status_reason: text('status_reason'),
      attendance: shown('attendance', 'online', 'mixed'),
      virtual_url: shown('virtual_url', 'https://one.example/', 'https://other.example/'),
      image_alt: text('image_alt'),
      categories: shown('categories[0].name', ['One category'], ['Other category'], 'One category', 'Other category'),
      tags: shown('tags[0].name', ['One tag'], ['Other tag'], 'One tag', 'Other tag'),
      venue: shown('venue.venue', { venue: 'One hall' }, { venue: 'Other hall' }, 'One hall', 'Other hall'),
      organizer: shown('organizer[0].organizer', [{ organizer: 'Ann' }], [{ organizer: 'Bob' }], 'Ann', 'Bob'),
      post_parent: shown('post_parent', '{one}', '{other}'),
      password: [
        { sent: 'sesame', step: { status: 403, code: 'event-password-protected' } },
        { sent: '', step: { status: 200 } },
      ],
      rating: shown('rating', 3, 4),
    },
  },
  venues: {
    required: { venue: 'Declared' },
    rows: {
      ...PUBLISHED,
      ...ADDRESS,
      venue: text('venue'),
      image_alt: text('image_alt'),
      show_map: shown('show_map', 'false', 'true', false, true),
      show_map_link: shown('show_map_link', 'false', 'true', false, true),
      ...Object.fromEntries(['address', 'city', 'country', 'province', 'state', 'zip', 'stateprovince'].map((name) => [name, text(name)])),
      geo_lat: shown('geo_lat', 1.5, -2.5),
      geo_lng: shown('geo_lng', 1.5, -2.5),
    },
  },
  organizers: {
    required: { organizer: 'Declared' },
    rows: {
      ...PUBLISHED,
      ...ADDRESS,
      organizer: text('organizer'),
      image_alt: text('image_alt'),
      email: shown('email', 'one@example.org', 'other@example.org'),
    },
  },
  categories: { required: { name: 'Declared' }, rows: { ...TERM, parent: shown('parent', '{above}', '{beyond}') } },
  tags: { required: { name: 'Declared' }, rows: TERM },
  films: {
    required: { title: 'Declared' },
    rows: {
      ...PUBLISHED,
      title: text('title'),
      description: html('description'),
      slug: shown('slug', 'one-slug', 'other-slug'),
      excerpt: html('excerpt'),
      image_alt: text('image_alt'),
      minutes: shown('minutes', 90, 120),
    },
  },
};

/** Args that share an effect with other args. Each is sent without them. */
const ALONE = ['date_utc', 'all_day', 'attendance', 'password'];

/** Two queries for each filter of a list. Their results must differ for the records in RECORDS. */
type Queries = Readonly<Record<string, readonly [one: string, other: string]>>;

/** Compares each query with none. */
const alone = (...queries: readonly string[]): Queries => Object.fromEntries(queries.map((query) => [query.split('=')[0], ['', query]]));

const PAGED: Queries = { page: ['per_page=1&page=1', 'per_page=1&page=2'], per_page: ['per_page=1', 'per_page=2'] };
const SPOKEN: Queries = { ...alone('ml_language=fr', 'ml_fallback=true', 'ml_all=true') };
const CHANGED: Queries = { ...alone('modified_after=2031-01-01', 'created_after=2031-01-01') };
const NEAR: Queries = {
  geoloc_lat: ['geoloc_lat=10&geoloc_lng=10', 'geoloc_lat=80&geoloc_lng=10'],
  geoloc_lng: ['geoloc_lat=10&geoloc_lng=10', 'geoloc_lat=10&geoloc_lng=80'],
  geoloc_radius: ['geoloc_lat=10&geoloc_lng=11', 'geoloc_lat=10&geoloc_lng=11&geoloc_radius=500'],
  bbox: ['bbox=9,9,11,11', 'bbox=11,9,12,11'],
};
const LINKED: Queries = {
  ...PAGED,
  ...SPOKEN,
  ...CHANGED,
  sort: ['sort=title', 'sort=-title'],
  has_events: ['has_events=true', 'has_events=false'],
  status: ['status=publish', 'status=draft'],
  ...alone('search=tiny', 'q=tiny', 'event={jazz}', 'only_with_upcoming=true'),
};
const LISTED_TERMS: Queries = {
  ...PAGED,
  ...SPOKEN,
  search: ['hide_empty=false', 'hide_empty=false&search=idle'],
  order: ['order=asc', 'order=desc'],
  ...alone('orderby=id', 'hide_empty=false', 'post={jazz}', 'event={jazz}'),
};
const EVENTS: Queries = {
  ...SPOKEN,
  strict_dates: ['starts_after=2030-04-01', 'starts_after=2030-04-01&strict_dates=true'],
  featured: ['featured=true', 'featured=false'],
  geoloc: ['geoloc=true', 'geoloc=false'],
  ...NEAR,
  ...CHANGED,
  overlaps: ['start_date=2030-02-10&end_date=2030-02-12', 'start_date=2030-02-10&end_date=2030-02-12&overlaps=true'],
  free: ['free=true', 'free=false'],
  ticketed: ['ticketed=true', 'ticketed=false'],
  ...alone(
    ...['search=jazz', 'q=jazz', 'start_date=2030-03-01', 'end_date=2030-03-01', 'starts_before=2030-03-01', 'starts_after=2030-03-01'],
    ...['ends_before=2030-03-01', 'ends_after=2030-03-01', 'categories={loud}', 'tags={red}', 'venue={tiny}', 'organizer={ann}'],
    ...['now=true', 'weekdays=mon', 'time_from=09:00', 'time_to=05:00', 'cost_min=5', 'cost_max=5', 'event_status=cancelled'],
    ...['attendance=online', 'include={jazz}', 'post_parent={trade}'],
  ),
};
/** Calendars and feeds have one more filter. feeds.spec.ts tests that feeds obey theirs. */
const FOLLOWED: Queries = {
  ...EVENTS,
  own_days: [
    'start_date=2030-02-15&end_date=2030-02-15&overlaps=true',
    'start_date=2030-02-15&end_date=2030-02-15&overlaps=true&own_days=true',
  ],
};
const LISTS: Readonly<Record<string, Queries>> = {
  events: {
    ...PAGED,
    ...EVENTS,
    status: ['status=publish', 'status=draft'],
    password: ['search=secret&include={secret}', 'search=secret&include={secret}&password=sesame'],
    sort: ['sort=title', 'sort=-title'],
    ...alone('facets=month', 'format=geojson'),
  },
  'events.ics': FOLLOWED,
  venues: { ...LINKED, ...NEAR, format: ['', 'format=geojson'] },
  organizers: LINKED,
  categories: { ...LISTED_TERMS, ...alone('exclude={music}', 'include={music}', 'parent={music}', 'slug=music') },
  tags: { ...LISTED_TERMS, ...alone('exclude={red}', 'include={red}', 'slug=red') },
  films: {
    ...PAGED,
    ...SPOKEN,
    ...alone('search=playtime', 'q=playtime', 'include={playtime}', 'minutes=90', 'orderby=title'),
    sort: ['sort=title', 'sort=-title'],
    order: ['orderby=title&order=asc', 'orderby=title&order=desc'],
    status: ['status=publish', 'status=draft'],
  },
};
/** Filters that have only one valid value. */
const SINGLE_VALUED: Readonly<Record<string, readonly string[]>> = { 'events.ics': ['status'] };

const on = (day: string, more: object = {}) => ({ start_date: day, end_date: day, ...more });
const film = (title: string, json: object = {}, options: Partial<Step> = {}): Step => ({
  path: '/films',
  json: { title, ...json },
  ...options,
});
const FRENCH = { language: 'fr' } as const;

const RECORDS: Readonly<Record<string, Step>> = {
  ...{ one: event('One', on('2010-01-01')), other: event('Other', on('2010-01-01')) },
  ...{ above: category('Above'), beyond: category('Beyond'), music: category('Music'), loud: category('Loud', { parent: '{music}' }) },
  ...{ dull: category('Dull'), red: tag('Red'), blue: tag('Blue'), green: tag('Green') },
  ...{ idleCategory: category('Idle'), idleTag: tag('Idle') },
  ...{ tiny: venue('Tiny hall', { geo_lat: 10, geo_lng: 10 }), huge: venue('Huge hall'), past: venue('Past hall') },
  ...{ idleVenue: venue('Idle hall'), draftVenue: venue('Draft hall', { status: 'draft' }) },
  ...{ ann: organizer('Tiny Ann'), bob: organizer('Bob'), old: organizer('Old') },
  ...{ idleOrganizer: organizer('Idle'), draftOrganizer: organizer('Draft', { status: 'draft' }) },
  trade: event('Trade', {
    ...{ start_date: '2030-02-01', end_date: '2030-02-11', featured: true, cost: '4', event_status: 'cancelled' },
    ...{ venue: '{huge}', organizer: ['{bob}'], categories: ['{dull}', '{loud}'], tags: ['{blue}', '{green}'] },
  }),
  jazz: event('Jazz', {
    ...{ start_date: '2030-04-01 10:00', end_date: '2030-04-01 12:00', post_parent: '{trade}' },
    ...{ venue: '{tiny}', organizer: ['{ann}'], categories: ['{music}'], tags: ['{red}'] },
  }),
  before: event('Before', on('2020-01-01', { venue: '{past}', organizer: ['{old}'] })),
  tokyo: event('Tokyo', { start_date: '2030-02-15 02:00', end_date: '2030-02-15 03:00', timezone: 'Asia/Tokyo' }),
  draft: event('Draft', on('2030-02-01', { status: 'draft' })),
  secret: event('Locked', on('2030-02-01', { description: 'Secret', password: 'sesame' })),
  ...{ orlando: film('Orlando', { minutes: 94 }), playtime: film('Playtime', { minutes: 90 }) },
  ...{ trafic: film('Trafic', {}, FRENCH), draftFilm: film('Draft', { status: 'draft' }) },
  ...{ salle: venue('Salle', {}, FRENCH), amis: organizer('Amis', {}, FRENCH) },
  ...{ musique: category('Musique', {}, FRENCH), rouge: tag('Rouge', {}, FRENCH) },
  fete: event('Fête', on('2030-02-01', { categories: ['{musique}'], tags: ['{rouge}'] }), FRENCH),
};

const bilingual = (en: string, fr: string) => ({ en, fr });
const films: Plugin = (registry) => {
  registry.registerPostLike({
    kind: 'film',
    plural: 'films',
    name: bilingual('film', 'film'),
    names: bilingual('films', 'films'),
    fields: { minutes: { type: 'integer', filter: true, description: bilingual('Its minutes', 'Sa durée') } },
  });
  registry.registerField('events', 'rating', { type: 'integer', description: bilingual('Its rating', 'Sa note') });
};

interface Endpoint {
  readonly methods: readonly string[];
  readonly args: Readonly<Record<string, unknown>>;
}

describe('args have the declared effect', () => {
  let stage: Stage;
  /** Reads the args of an endpoint from the index. */
  let declared: (method: string, path: string) => readonly string[];
  before(async () => {
    stage = await openStage({}, [films]);
    await stage.give(RECORDS);
    const { body } = await stage.step({ path: '' });
    const routes = body.routes as Record<string, { endpoints: readonly Endpoint[] }>;
    declared = (method, path) => {
      const endpoint = routes[`/cal/events/v1${path}`]?.endpoints.find(({ methods }) => methods.includes(method));
      return Object.keys(endpoint?.args ?? {});
    };
  });
  after(() => stage.stop());

  const ID = '/(?P<id>\\d+)';
  const SLUG = '/by-slug/(?P<slug>[^/]+)';

  it('every kind and every list is in the tables', async () => {
    const { body } = await stage.step({ path: '' });
    const paths = Object.keys(body.routes).map((path) => path.replace(/^\/cal\/events\/v1\/?/, ''));
    const kinds = paths.filter((path) => declared('POST', `/${path}`).length > 0 && !path.includes('?P<'));
    expect(kinds).to.have.members(Object.keys(WRITABLE));
    const lists = paths.filter((path) => declared('GET', `/${path}`).includes('search'));
    expect(lists).to.have.members([...Object.keys(LISTS), 'events.atom']);
    expect(declared('GET', '/events.atom')).to.have.members(declared('GET', '/events.ics'));
  });

  for (const [list, queries] of Object.entries(LISTS)) {
    it(`each filter of /${list} has a row`, () => {
      expect([...Object.keys(queries), ...(SINGLE_VALUED[list] ?? [])]).to.have.members(declared('GET', `/${list}`));
    });
    for (const [name, [one, other]] of Object.entries(queries))
      it(`${name} of /${list}`, async () => {
        const found = async (query: string) => {
          const as = query.includes('status') ? { as: 'editor' as const } : {};
          const { body, text } = await stage.step({ ...as, path: `/${list}?${query}`, status: 200 });
          if (body === undefined) return text.match(/^SUMMARY.*|^UID.*/gm) ?? [];
          const { [list]: records, features, facets } = body;
          return [...((records ?? [features]) as { id: number }[]).map(({ id }) => id), ...(facets ? [facets] : [])];
        };
        expect(await found(one)).to.not.deep.equal(await found(other));
      });
  }

  for (const [plural, { required, rows }] of Object.entries(WRITABLE)) {
    const isTerm = plural === 'categories' || plural === 'tags';
    it(`each arg of ${plural} has a row, and each row is an arg somewhere`, () => {
      const tested = [...Object.keys(rows), 'ml_language', 'translation_of'];
      const places = [
        ['POST', ''] as const,
        ...['POST', 'PUT', 'PATCH'].flatMap(
          (method) =>
            [
              [method, ID],
              [method, SLUG],
            ] as const,
        ),
      ];
      for (const [method, path] of places)
        expect([...tested, 'id', 'slug'], `${method} ${path}`).to.include.members(declared(method, `/${plural}${path}`));
      expect(declared('POST', `/${plural}`)).to.have.members(tested);
      expect(declared('PATCH', `/${plural}${ID}`)).to.have.members([...tested, 'id']);
      if (!isTerm) expect(declared('PATCH', `/${plural}${SLUG}`)).to.have.members([...new Set([...tested, 'slug'])]);
    });

    const named = (name: string) => ({ ...required, [Object.keys(required)[0] ?? '']: name });

    const valuesOf = (tried: Rows, turn: 0 | 1) =>
      Object.fromEntries(Object.entries(tried).map(([name, { [turn]: row }]) => [name, 'step' in row ? row.sent : row[0]]));
    const check = async (id: number, tried: Rows, turn: 0 | 1, title: string) => {
      const path = `/${plural}/${id}`;
      const { body } = await stage.step({ as: 'editor', path });
      for (const [name, { [turn]: row }] of Object.entries(tried)) {
        if ('step' in row) await stage.step({ path, ...row.step });
        else {
          const [, at, expected] = row;
          const value = typeof expected === 'string' && /^\{\w+\}$/.test(expected) ? stage.names[expected.slice(1, -1)] : expected;
          expect(body, `${name} ${title}`).to.have.nested.property(at, value);
        }
      }
    };
    const together = Object.fromEntries(Object.entries(rows).filter(([name]) => !ALONE.includes(name)));
    for (const tried of [together, ...ALONE.flatMap((name) => (rows[name] ? [{ [name]: rows[name] }] : []))])
      it(`${tried === together ? 'args' : Object.keys(tried)} of ${plural}, on creation, by ID and by slug`, async () => {
        const json = { ...required, ...valuesOf(tried, 0) };
        const { body: made } = await stage.step({ as: 'editor', method: 'POST', path: `/${plural}`, json, status: 201 });
        await check(made.id, tried, 0, 'on creation');
        await stage.step({ as: 'editor', method: 'PATCH', path: `/${plural}/${made.id}`, json: valuesOf(tried, 1) });
        await check(made.id, tried, 1, 'by ID');
        if (isTerm) return;
        const { slug } = (await stage.step({ as: 'editor', path: `/${plural}/${made.id}` })).body;
        await stage.step({ as: 'editor', method: 'PATCH', path: `/${plural}/by-slug/${slug}`, json: valuesOf(tried, 0) });
        await check(made.id, tried, 0, 'by slug');
      });

    it(`translation_of of ${plural}, on creation, by ID and by slug`, async () => {
      const request = { as: 'editor', method: 'PATCH', status: 200 } as const;
      const french = await stage.step({
        ...request,
        method: 'POST',
        language: 'fr',
        path: `/${plural}`,
        json: named('French'),
        status: 201,
      });
      const translated = { has: { 'translations.fr.id': french.body.id } };
      const json = { ...named('Translated'), translation_of: french.body.id };
      const { body } = await stage.step({ ...request, method: 'POST', path: `/${plural}`, json, status: 201, ...translated });
      await stage.step({ ...request, path: `/${plural}/${body.id}`, json: { translation_of: 0 }, has: { translations: {} } });
      const path = isTerm ? `/${plural}/${body.id}` : `/${plural}/by-slug/${body.slug}`;
      await stage.step({ ...request, path, json: { translation_of: french.body.id }, ...translated });
    });

    it(`ml_language of ${plural}: of what it makes, of refusals, and of slugs`, async () => {
      const [name = ''] = Object.keys(required);
      const json = { ...named('Spoken'), ml_language: 'fr' };
      const { body } = await stage.step({ as: 'editor', method: 'POST', path: `/${plural}`, json, has: { language: 'fr' } });
      const refused = { as: 'editor', method: 'PATCH', json: { [name]: '', ml_language: 'fr' }, status: 400, says: /non vide/ } as const;
      await stage.step({ ...refused, path: `/${plural}/${body.id}` });
      if (isTerm) return;
      await stage.step({ ...refused, path: `/${plural}/by-slug/${body.slug}` });
      await stage.step({ ...refused, path: `/${plural}/by-slug/${body.slug}`, json: {}, status: 404, says: /not/ });
    });

    it(`GET and DELETE of ${plural} obey their args`, async () => {
      for (const path of isTerm ? [ID] : [ID, SLUG]) {
        const [name = ''] = Object.keys(required);
        const json = { ...required, [name]: 'Doomed', ...(plural === 'events' && { password: 'sesame' }) };
        const { body } = await stage.step({ as: 'editor', method: 'POST', path: `/${plural}`, json });
        const one = path === ID ? `/${plural}/${body.id}` : `/${plural}/by-slug/${body.slug}`;
        const variable = path === ID ? 'id' : 'slug';
        const lock = plural === 'events' ? ['password'] : [];
        const reading = path === SLUG ? ['ml_fallback'] : [];
        expect(declared('GET', `/${plural}${path}`)).to.have.members([variable, 'ml_language', ...lock, ...reading]);
        expect(declared('DELETE', `/${plural}${path}`)).to.have.members([variable, 'ml_language', 'force', ...lock]);
        if (lock.length > 0) {
          await stage.step({ path: one, status: 403 });
          await stage.step({ path: `${one}?password=wrong`, status: 403 });
        }
        await stage.step({ path: `${one}?password=sesame`, status: 200 });
        const unknown = `/${plural}/${path === ID ? '999999' : 'by-slug/unknown'}`;
        for (const method of ['GET', 'DELETE']) {
          await stage.step({ as: 'editor', method, path: unknown, status: 404, answers: { 'content-language': 'en' } });
          await stage.step({ as: 'editor', method, path: `${unknown}?ml_language=fr`, status: 404, answers: { 'content-language': 'fr' } });
        }
        // Users who may delete the event need no password, and may send one.
        await stage.step({ as: 'editor', method: 'DELETE', path: `${one}?password=sesame`, status: 200 });
        if (!isTerm) await stage.step({ as: 'editor', method: 'DELETE', path: `/${plural}/${body.id}?force=true`, status: 200 });
      }
    });
  }
});
