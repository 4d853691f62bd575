import { expect } from 'chai';
import { LANGUAGES, type Language } from '../../lib/language';
import { openStage, type Stage } from './scenario';
import { ROUTES } from './specification';

type Endpoint = { readonly methods: readonly string[]; readonly args: Readonly<Record<string, { readonly description?: string }>> };

const NAMESPACE = '/cal/events/v1';
const keyOf = (path: string) =>
  NAMESPACE + path.replace('{id}.', '(?P<id>[0-9]+)\\.').replace('{id}', '(?P<id>\\d+)').replace('{slug}', '(?P<slug>[^/]+)');

/** The routes that the specification does not have. */
const OURS = ['GET /events.ics', 'GET /events/{id}.ics'];
const PAIRS = [...Object.keys(ROUTES), ...OURS];

describe('the namespace index', () => {
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

  it('knows the routes of the specification and of calendars, and no others', () => {
    expect(Object.keys(ROUTES)).to.have.length(52);
    const keys = new Set(PAIRS.map((pair) => keyOf(pair.split(' ')[1] ?? '')));
    expect(Object.keys(indexes.get('en') ?? {})).to.have.members([...keys]);
  });
  it('says of every route which methods it has, and of which namespace it is', () => {
    for (const [key, route] of Object.entries(indexes.get('en') ?? {})) {
      const methods = PAIRS.filter((pair) => keyOf(pair.split(' ')[1] ?? '') === key);
      expect(route.methods, key).to.have.members(methods.map((pair) => pair.split(' ')[0] ?? ''));
      expect(route.namespace).to.equal('cal/events/v1');
    }
  });
  it('describes every parameter in English and in French, never in the same words', () => {
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
  it('prints the same shapes in both languages', () => {
    for (const pair of PAIRS) {
      const shapes = LANGUAGES.map((language) =>
        Object.fromEntries(Object.entries(argsOf(language, pair)).map(([name, { description: _, ...shape }]) => [name, shape])),
      );
      expect(shapes[1], pair).to.deep.equal(shapes[0]);
    }
  });
  it('prints default dates of the moment of asking, in the zone of the site', async () => {
    stage.clock.set('2031-07-04T10:20:30Z');
    const { body } = await stage.step({ path: '' });
    stage.clock.set('2030-01-15T12:00:00Z');
    const { args } = body.routes[`${NAMESPACE}/events`].endpoints[0];
    expect(args.start_date.default).to.equal('2031-07-03 23:59:00');
    expect(args.end_date.default).to.equal('2033-07-04 10:20:30');
  });
  it('is what OPTIONS answers for one route', async () => {
    for (const language of LANGUAGES) {
      const { body } = await stage.step({ language, method: 'OPTIONS', path: '/events' });
      expect(body.endpoints).to.deep.equal(indexes.get(language)?.[`${NAMESPACE}/events`]?.endpoints);
    }
  });
});
