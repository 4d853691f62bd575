import { expect } from 'chai';
import fc from 'fast-check';
import { runs } from '../support/runs';
import { openStage, type Stage, type Step } from '../support/scenario';
import { category, event, tag, venue } from '../support/stage';

const RECORDS: Readonly<Record<string, Step>> = {
  hall: venue('Old Hall', { city: 'Lyon' }),
  music: category('Music'),
  loud: tag('Loud'),
  fair: event('Fair', {
    venue: '{hall}',
    categories: ['{music}'],
    tags: ['{loud}'],
    description: 'See http://example.org/en/cal/events/v1.',
  }),
  fete: { ...event('Foire', { translation_of: '{fair}' }), language: 'fr' },
  talk: event('Talk', { start_date: '2030-06-01 10:00:00', end_date: '2030-06-01 12:00:00' }),
};

const ROOT = '/wp-json/tribe/events/v1';

describe('/wp-json/tribe/events/v1', () => {
  let stage: Stage;
  before(async () => {
    stage = await openStage();
    await stage.give(RECORDS);
  });
  after(() => stage.stop());

  const ask = (path: string, more: Partial<Step> = {}) => stage.ask(more.method ?? 'GET', `//${path.replace(/^\//, '')}`, more);
  const originOf = (link: string): string => new URL(link).origin;

  /** Lists the links in a text that lead to routes of this service. */
  const linksIn = (text: string, origin: string): string[] =>
    [...text.matchAll(/https?:\/\/[^\s"'<>\\]+/g)]
      .map(([link]) => link)
      .filter((link) => link.startsWith(origin) && /\/v1(?:\/|$)/.test(link));

  /** Rewrites an answer of the language root to the expected answer below `/wp-json/`. */
  const moved = (text: string, origin: string): string =>
    text
      .replaceAll(`${origin}/en/cal/events/v1`, `${origin}${ROOT}`)
      .replace(
        new RegExp(`${origin}/fr/cal/events/v1([^"]*)`, 'g'),
        (_, rest: string) => `${origin}${ROOT}${rest}${rest.includes('?') ? '&' : '?'}lang=fr`,
      );

  const QUESTIONS = [
    ...['/events', '/events?per_page=1&page=2', '/events?categories=music&facets=tags'],
    ...['/events?start_date=2030-05-01&end_date=2030-06-30&status=publish', '/events/{fair}', '/events/{fete}', '/events/999999'],
    ...['/events?per_page=x', '/venues/{hall}', '/categories/{music}', '/events?format=geojson', '/events.ics', '/events.atom'],
    ...['/suggest?q=fa'],
  ];
  for (const question of QUESTIONS) {
    it(`answers ${question} as the default language's root does`, async () => {
      const path = question.replace(/\{(\w+)\}/g, (_, name: string) => String(stage.names[name]));
      const [here, there] = [await ask(`${ROOT}${path}`), await ask(`/en/cal/events/v1${path}`)];
      expect(here.status).to.equal(there.status);
      const origin = originOf(/<([^>]+)>/.exec(String(here.headers['link'] ?? ''))?.[1] ?? '');
      const volatile = /DTSTAMP:\S+/g;
      expect(here.text.replace(volatile, '')).to.equal(moved(there.text, origin).replace(volatile, ''));
      expect(linksIn(here.text, origin).filter((link) => !link.startsWith(`${origin}${ROOT}`))).to.deep.equal([]);
      expect(here.headers['link']).to.match(/^<[^>]+\/wp-json\/>; rel="https:\/\/api\.w\.org\/"/);
      const {
        link: _,
        etag: __,
        date: ___,
        'x-request-id': ____,
        'content-length': _____,
        'content-disposition': ______,
        ...headers
      } = here.headers;
      for (const [name, value] of Object.entries(headers)) if (name !== 'keep-alive') expect(there.headers[name], name).to.equal(value);
    });
  }

  it("answers random lists as the default language's root does", async () => {
    const lists = fc.record(
      {
        list: fc.constantFrom('events', 'venues', 'organizers', 'categories', 'tags', 'events.ics'),
        page: fc.integer({ min: 1, max: 3 }),
        per_page: fc.integer({ min: 1, max: 3 }),
        search: fc.constantFrom('fair', 'hall', 'é', '"', ''),
        start_date: fc.constantFrom('2030-05-01', 'now', 'x'),
        categories: fc.constantFrom('music', '999', ''),
        _fields: fc.constantFrom('rest_url', 'events.id', 'total'),
        ml_language: fc.constantFrom('en', 'fr'),
        unknown: fc.constant('1'),
      },
      { requiredKeys: ['list'] },
    );
    await fc.assert(
      fc.asyncProperty(lists, async ({ list, ...params }) => {
        const query = new URLSearchParams(Object.entries(params).map(([name, value]): [string, string] => [name, String(value)]));
        const [here, there] = [await ask(`${ROOT}/${list}?${query}`), await ask(`/en/cal/events/v1/${list}?${query}`)];
        const origin = originOf(/<([^>]+)>/.exec(String(here.headers['link']))?.[1] ?? '');
        expect([here.status, here.headers['ignored-params']]).to.deep.equal([there.status, there.headers['ignored-params']]);
        expect(here.text.replace(/DTSTAMP:\S+/g, '')).to.equal(moved(there.text, origin).replace(/DTSTAMP:\S+/g, ''));
      }),
      { numRuns: runs(60) },
    );
  });

  it('creates a record, and names its address below /wp-json/', async () => {
    const { status, headers, body } = await ask(`${ROOT}/events`, {
      method: 'POST',
      as: 'editor',
      json: { title: 'New', start_date: '2030-05-06', end_date: '2030-05-06' },
    });
    expect(status).to.equal(201);
    expect(headers['location']).to.match(new RegExp(`^http://[^/]+${ROOT}/events/${body.id}$`));
    expect(body.rest_url).to.equal(headers['location']);
    expect((await ask(`${ROOT}/events/${body.id}`, { method: 'DELETE', as: 'editor' })).status).to.equal(200);
  });

  it('answers OPTIONS and HEAD', async () => {
    const options = await ask(`${ROOT}/events`, { method: 'OPTIONS' });
    expect(options.body).to.include({ namespace: 'tribe/events/v1' });
    expect((await ask(`${ROOT}/events`, { method: 'HEAD' })).headers['x-tec-total']).to.equal('2');
  });

  it('obeys lang, ml_language and the language in the path', async () => {
    for (const path of [`${ROOT}/events?lang=fr`, `${ROOT}/events?lang=FR`, `${ROOT}/events?ml_language=fr`, `/fr${ROOT}/events`]) {
      const { body, headers } = await ask(path);
      expect(
        body.events.map(({ title }: { title: string }) => title),
        path,
      ).to.deep.equal(['Foire']);
      expect(headers['content-language']).to.equal('fr');
      expect(headers['ignored-params']).to.equal(undefined);
    }
  });

  it('keeps the language in links', async () => {
    const { body } = await ask(`${ROOT}/events?lang=fr`);
    expect(body.rest_url).to.match(/\/wp-json\/tribe\/events\/v1\/events\/\?.*&lang=fr$/);
    expect((await ask(`/fr${ROOT}/events`)).body.rest_url).to.match(/\/fr\/wp-json\/tribe\/events\/v1\/events\/\?(?!.*lang)/);
  });

  it('ignores a lang that is not served, and says so', async () => {
    const { status, headers, body } = await ask(`${ROOT}/events?lang=xx`);
    expect([status, body.events.length, headers['ignored-params']]).to.deep.equal([200, 2, 'lang']);
  });

  it('has an index under its own name', async () => {
    const { body } = await ask(ROOT);
    expect(body.namespace).to.equal('tribe/events/v1');
    expect(Object.keys(body.routes)).to.include.members(['/tribe/events/v1', '/tribe/events/v1/events/(?P<id>\\d+)']);
    expect(JSON.stringify(body)).not.to.include('cal/events/v1');
    const named = await ask(`${ROOT}?namespace=${body.routes['/tribe/events/v1'].endpoints[0].args.namespace.default}`);
    expect([named.status, named.body.namespace]).to.deep.equal([200, 'tribe/events/v1']);
  });

  it('is part of the index of the site', async () => {
    const { body, text } = await ask('/wp-json/', { headers: { accept: 'text/html' } });
    expect(body.namespaces).to.include.members(['tribe/events/v1', 'cal/events/v1']);
    expect(body.url).to.match(/^http:\/\/[^/]+$/);
    expect(body.routes['/']._links.self[0].href).to.match(/\/wp-json\/$/);
    expect(linksIn(text, body.url).filter((link) => !link.startsWith(`${body.url}${ROOT}`))).to.deep.equal([]);
  });

  for (const path of [
    '/?rest_route=/tribe/events/v1/events',
    '/index.php?rest_route=/tribe/events/v1/events',
    '/index.php?rest_route=%2Ftribe%2Fevents%2Fv1%2Fevents%2F',
    '/fr/?rest_route=/tribe/events/v1/events',
  ])
    it(`is found at ${path}`, async () => {
      const { body } = await ask(path);
      expect(body.rest_url).to.match(/\/wp-json\/tribe\/events\/v1\/events\/\?/);
    });

  for (const path of ['/wp-json/wp/v2/posts', `${ROOT}/nothing`, '/wp-json/event/fair/', '/wp-json/nothing', '/xx/wp-json/'])
    it(`answers ${path} with the CMS' own 404`, async () => {
      const { status, body } = await ask(path, { headers: { accept: 'text/html' } });
      expect(status).to.equal(404);
      if (!path.startsWith('/xx')) expect(body).to.include({ code: 'rest_no_route' });
    });
});

describe('LEGACY_API=off', () => {
  it('makes the addresses of The Events Calendar unknown', async () => {
    const stage = await openStage({ LEGACY_API: 'off' });
    for (const path of ['/wp-json/', '/wp-json/tribe/events/v1/events', '/events/', '/index.php?rest_route=/'])
      expect((await stage.ask('GET', `/${path}`)).status, path).to.equal(404);
    await stage.stop();
  });
});
