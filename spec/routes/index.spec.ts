import { expect } from 'chai';
import { LANGUAGES, type Language } from '../../lib/language';
import { openStage, type Stage } from '../support/scenario';
import { type Declared, ROUTES } from './specification';

type Endpoint = { readonly methods: readonly string[]; readonly args: Readonly<Record<string, { readonly description?: string }>> };

/** Converts an arg from a table of the specification to its form in the index. */
const printed = (declared: Declared): object => {
  const { type, required = false, ...rest } = typeof declared === 'string' ? { type: declared } : declared;
  if (type === 'ids') return { ...rest, required, type: 'array', items: { type: 'integer' } };
  return { ...rest, required, ...(type !== 'any' && { type }) };
};

const NAMESPACE = '/cal/events/v1';
const keyOf = (path: string) =>
  NAMESPACE + path.replace('{id}.', '(?P<id>[0-9]+)\\.').replace('{id}', '(?P<id>\\d+)').replace('{slug}', '(?P<slug>[^/]+)');

/** Routes of this service that the specification lacks. */
const ADDED = ['GET /events.ics', 'GET /events/{id}.ics', 'GET /events.atom', 'GET /suggest'];
const PAIRS = [...Object.keys(ROUTES), ...ADDED];

describe('GET /cal/events/v1: the namespace index', () => {
  let stage: Stage;
  const indexes = new Map<Language, Readonly<Record<string, { namespace: string; methods: string[]; endpoints: Endpoint[] }>>>();
  before(async () => {
    stage = await openStage();
    for (const language of LANGUAGES) indexes.set(language, (await stage.step({ language, path: '' })).body.routes);
  });
  after(() => stage.stop());

  const argsOf = (language: Language, pair: string) => {
    const [method = '', path = ''] = pair.split(' ');
    return indexes.get(language)?.[keyOf(path)]?.endpoints.find(({ methods }) => methods.includes(method))?.args ?? {};
  };

  it('lists exactly the routes of the specification, of calendars and of suggestions', () => {
    expect(Object.keys(ROUTES)).to.have.length(52);
    const keys = new Set(PAIRS.map((pair) => keyOf(pair.split(' ')[1] ?? '')));
    expect(Object.keys(indexes.get('en') ?? {})).to.have.members([...keys]);
  });
  it('lists methods and namespace of every route', () => {
    for (const [key, route] of Object.entries(indexes.get('en') ?? {})) {
      const methods = PAIRS.filter((pair) => keyOf(pair.split(' ')[1] ?? '') === key);
      expect(route.methods, key).to.have.members(methods.map((pair) => pair.split(' ')[0] ?? ''));
      expect(route.namespace).to.equal('cal/events/v1');
    }
  });
  it('has type, items, default and required of every arg of the specification', () => {
    for (const [pair, table] of Object.entries(ROUTES)) {
      const args = argsOf('en', pair);
      for (const [name, declared] of Object.entries(table)) {
        const expected = printed(declared);
        expect(args[name], `${pair} ${name}`).to.deep.include(expected);
        for (const member of ['default', 'type', 'items'])
          if (!(member in expected)) expect(args[name], `${pair} ${name}`).to.not.have.property(member);
      }
      expect(args['ml_language']).to.deep.include({ type: 'string', enum: ['en', 'fr'], required: false });
    }
  });
  it('describes every parameter in English and in French', () => {
    let described = 0;
    for (const pair of PAIRS)
      for (const [name, { description }] of Object.entries(argsOf('en', pair))) {
        const french = argsOf('fr', pair)[name]?.description;
        expect(description, `${pair} ${name}`).to.match(/\w{3}/);
        expect(french, `${pair} ${name}`).to.match(/\w{3}/);
        expect(french, `${pair} ${name}`).to.not.equal(description);
        described += 1;
      }
    expect(described).to.be.greaterThan(400);
  });
  it('has the same structure in both languages', () => {
    for (const pair of PAIRS) {
      const shapes = LANGUAGES.map((language) =>
        Object.fromEntries(Object.entries(argsOf(language, pair)).map(([name, { description: _, ...shape }]) => [name, shape])),
      );
      expect(shapes[1], pair).to.deep.equal(shapes[0]);
    }
  });
  it('shows default dates of the time of the request, in SITE_TIMEZONE', async () => {
    stage.clock.set('2031-07-04T10:20:30Z');
    const { body } = await stage.step({ path: '' });
    stage.clock.set('2030-01-15T12:00:00Z');
    const { args } = body.routes[`${NAMESPACE}/events`].endpoints[0];
    expect(args.start_date.default).to.equal('2031-07-03 23:59:00');
    expect(args.end_date.default).to.equal('2033-07-04 10:20:30');
  });
  it('shows of a route what OPTIONS answers, without request headers', async () => {
    for (const language of LANGUAGES) {
      const { body } = await stage.step({ language, method: 'OPTIONS', path: '/events' });
      const endpoints = indexes.get(language)?.[`${NAMESPACE}/events`]?.endpoints as { readonly headers?: object }[];
      expect(endpoints.map(({ headers }) => Object.keys(headers ?? {}))).to.deep.equal([[], ['Idempotency-Key']]);
      expect(body.endpoints).to.deep.equal(endpoints.map(({ headers, ...endpoint }) => endpoint));
    }
  });
});

interface Linked {
  readonly _links?: Readonly<Record<string, readonly { readonly href: string }[]>>;
}

interface Root extends Linked {
  readonly description: string;
  readonly namespaces: readonly string[];
  readonly routes: Readonly<Record<string, Linked>>;
  readonly authentication: Readonly<Record<string, { readonly endpoints: { readonly authorization: string } }>>;
  readonly languages?: Readonly<Record<Language, { readonly href: string }>>;
  readonly default_language?: Language;
}

describe('GET /en/: the root index', () => {
  let stage: Stage;
  before(async () => {
    stage = await openStage();
  });
  after(() => stage.stop());

  const indexAt = async (path: string, language: Language) => {
    const response = await fetch(`${stage.address}${path}`, { headers: { 'Accept-Language': language } });
    return { body: (await response.json()) as Root, headers: response.headers };
  };

  for (const language of LANGUAGES)
    it(`is also at /, in ${language} by Accept-Language, with the roots of all languages`, async () => {
      const root = `${stage.address}/${language}/`;
      const [front, own] = await Promise.all([indexAt('/', language), indexAt(`/${language}/`, language)]);
      const { languages, default_language: first, ...index } = front.body;
      expect(index).to.deep.equal(own.body);
      expect(languages?.[language].href).to.equal(root);
      expect(first).to.equal('en');
      // Clients of The Events Calendar start at the address of the site.
      expect(front.headers.get('link')).to.equal(`<${stage.address}/wp-json/>; rel="https://api.w.org/"`);
      expect(own.headers.get('link')).to.equal(`<${root}>; rel="https://api.w.org/"`);
      expect(front.headers.get('vary')).to.include('Accept-Language');
    });

  it('is at / for OPTIONS too, but not for POST', async () => {
    const options = await fetch(`${stage.address}/`, { method: 'OPTIONS' });
    expect(options.headers.get('allow')).to.equal('GET');
    expect(await options.json()).to.include.keys('namespace', 'methods', 'endpoints');
    expect((await fetch(`${stage.address}/`, { method: 'POST' })).status).to.equal(404);
  });

  it('lists name, description, namespaces and routes', async () => {
    const { body } = await indexAt('/fr', 'fr');
    expect(body).to.include({
      name: 'Évènements du calendrier',
      url: `${stage.address}/fr`,
      home: `${stage.address}/fr`,
      timezone_string: 'UTC',
    });
    expect(body.description).to.match(/en anglais et en français/);
    expect(body.namespaces).to.deep.equal(['cal/events/v1']);
    expect(Object.keys(body.routes)).to.include.members(['/', NAMESPACE, `${NAMESPACE}/events`]);
  });

  it('keeps its ETag while only the time passes', async () => {
    const tagOf = async () => (await indexAt('/', 'en')).headers.get('etag');
    stage.clock.set('2031-07-04T10:20:30Z');
    const before = await tagOf();
    stage.clock.set('2031-07-04T10:20:31Z');
    expect(before).to.be.a('string');
    expect(await tagOf()).to.equal(before);
    stage.clock.set('2030-01-15T12:00:00Z');
  });

  it('announces application passwords, with the page that explains them', async () => {
    for (const language of LANGUAGES) {
      const { body } = await indexAt(`/${language}`, language);
      const authorization = body.authentication['application-passwords']?.endpoints.authorization;
      const page = await fetch(`${authorization}?app_name=%3Cb%3EClock&success_url=https://clock.example/`);
      expect([page.status, page.headers.get('content-language')]).to.deep.equal([200, language]);
      const text = await page.text();
      expect(text).to.include({ en: 'Application passwords', fr: 'Mots de passe d’application' }[language]);
      expect(text).to.include('calendar-events user add').and.include('&lt;b&gt;Clock').and.not.include('clock.example');
    }
  });

  it('has only links that answer', async () => {
    const { body } = await indexAt('/en', 'en');
    const links = [body, ...Object.values(body.routes)].flatMap(({ _links = {} }) =>
      Object.values(_links)
        .flat()
        .map(({ href }) => href),
    );
    expect(links).to.have.length.above(8);
    for (const href of new Set(links)) expect((await fetch(href)).status, href).to.equal(200);
  });
});
