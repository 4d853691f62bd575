import { expect } from 'chai';
import { plugin as tickets } from '../../../fixtures/plugins/tickets/index';
import { isTried } from '../../support/runs';
import { type Answer, clockAt, type Running, startService } from '../../support/service';

/** A hostile value, as part of a query and as JSON. */
interface Hostile {
  readonly query: (name: string) => string;
  readonly json: string;
}

/** Values that are not texts, although a query can express them. */
const NESTED: Readonly<Record<string, Hostile>> = {
  'an object with operators, a prototype, methods that are none and members deep inside': {
    query: (name) =>
      `${name}[$ne]=x&${name}[__proto__][x]=1&${name}[constructor]=1&${name}[toString]=1&${name}[toJSON]=1&${name}[a][b][]=1`,
    json: '{"$ne":"x","__proto__":{"x":1},"constructor":1,"toString":1,"valueOf":1,"toJSON":1,"a":{"b":{"c":[1]}}}',
  },
  'a list of numbers, nothing, objects and lists': {
    query: (name) => `${name}[]=1&${name}[]=&${name}[][x]=1`,
    json: '[1,"",null,{"x":1},[[]]]',
  },
  'an operator under a number': { query: (name) => `${name}[7][$gt]=`, json: '{"7":{"$gt":""}}' },
};

const inQuery =
  (value: string): Hostile['query'] =>
  (name) =>
    `${name}=${value}`;

const PLAIN: readonly Hostile[] = [
  { query: (name) => `${name}&${name}[=1`, json: 'null' },
  { query: inQuery('x'.repeat(500)), json: `"${'x'.repeat(3000)}"` },
  { query: inQuery('%00a%F0%9F%98%80%ED%A0%80'), json: '"\\u0000a😀\\u202e"' },
  { query: inQuery('-1'), json: '-1' },
  { query: inQuery('1e309'), json: '1e309' },
  { query: inQuery('9223372036854775808'), json: '-9223372036854775809.5' },
];

/** Parameters that the service reads in all requests, declared or not. */
const META = '_fields _embed _pretty _locale _wpnonce ml_language context format offset orderby id slug __proto__'.split(' ');

/** Parameters that choose the route or the form of the answer. Each is sent alone, because its error would hide all others. */
const CONTROL = ['_envelope', '_jsonp', '_method', '_fields', 'rest_route'];

/** Parameters of the pages for people, and addresses of such pages. */
const PAGE_PARAMS = 'p page month app_name'.split(' ');
const PAGES = [
  ...['/', '/en/', '/en/event/', '/en/event/kept-1/', '/en/venue/', '/en/venue/hall/', '/en/nowhere/', '/en/errors', '/en/errors/x'],
  ...['/en/application-passwords', '/en/cal/events/v1/doc'],
];

/** An endpoint that receives the hostile values. */
interface Target {
  readonly method: string;
  /** The path from the index, with the variables replaced by those of a record. */
  readonly path: string;
  readonly args: readonly string[];
  /** Valid values of the required parameters. */
  readonly given: Readonly<Record<string, unknown>>;
  readonly plural?: string;
  readonly record?: { readonly id: number; readonly slug: string };
  readonly accept?: string;
}

type Sent = ReadonlyMap<string, Hostile>;

/** Required members for each kind. The first is the name. */
const VALID: Record<string, Record<string, unknown>> = {
  events: { title: 'Title', start_date: '2030-05-06 10:00:00', end_date: '2030-05-06 12:00:00' },
  venues: { venue: 'Venue' },
  organizers: { organizer: 'Organizer' },
  categories: { name: 'Category' },
  tags: { name: 'Tag' },
};

describe('hostile values of every argument of every route', () => {
  let running: Running;
  let deletions: readonly Target[] = [];
  let others: readonly Target[] = [];
  let made = 0;

  const ask = ({ method, path, accept = '*/*' }: Target, query: string, body = ''): Promise<Answer> =>
    running.ask(method, `/${path}${query && `?${query}`}`, {
      as: 'admin',
      headers: { accept, ...(body !== '' && { 'content-type': 'application/json' }) },
      ...(body !== '' && { raw: body }),
    });

  /** The parameters that an error names; undefined if the answer is not an error. Checks that errors are well-formed. */
  const refusedBy = ({ status, text, body: answer }: Answer, title: string): readonly string[] | undefined => {
    expect(status, title).to.be.within(200, 499);
    // Pages have no error code. A success has one only in an envelope.
    if (answer === undefined || (status < 300 && !text.startsWith('{"body":'))) return undefined;
    const error = status < 300 ? answer.body : answer;
    const inner: number = status < 300 ? answer.status : status;
    expect(inner, title).to.be.within(200, 499);
    if (inner < 400) return undefined;
    expect(error, title).to.have.all.keys('code', 'message', 'data');
    expect(error.code, title).to.match(/^[a-z_-]{5,60}$/);
    expect(error.message, title).to.match(/^\p{Lu}.{10,2000}\.$/u);
    expect(error.data.status, title).to.equal(inner);
    if (error.code !== 'rest_invalid_param') return [];
    for (const sentence of Object.values(error.data.params)) expect(sentence, title).to.match(/\p{L}.*\.$/u);
    return Object.keys(error.data.params);
  };

  /** Sends all values at once, and then repeats the request without the refused ones. */
  const sendTo = async (target: Target, sent: Sent, inBody: boolean): Promise<void> => {
    const given = Object.entries(target.given).filter(([name]) => !(inBody && sent.has(name)));
    const values = [
      ...given.map(([name, value]) => [name, JSON.stringify(value)]),
      ...(inBody ? [...sent].map(([name, { json }]) => [name, json]) : []),
    ];
    const body = values.map(([name, json]) => `${JSON.stringify(name)}:${json}`).join(',');
    const query = inBody ? '' : [...sent].map(([name, hostile]) => hostile.query(name)).join('&');
    const answer = await ask(target, query, body && `{${body}}`);
    const title = `${target.method} ${target.path} ${query.slice(0, 300)} ${body.slice(0, 300)}: ${answer.status} ${answer.text.slice(0, 300)}`;
    const refused = refusedBy(answer, title);
    // No other error may hide the check of the parameters.
    if (refused !== undefined && target.args.length > 0)
      expect(answer.text, title).to.not.match(/rest_(?:no_route|malformed_request|invalid_json|forbidden)"/);
    if (refused === undefined || refused.length === 0) return;
    const rest = new Map([...sent].filter(([name]) => !refused.includes(name)));
    expect([...target.args, ...sent.keys()], title).to.include.members([...refused]);
    if (rest.size > 0 && rest.size < sent.size) await sendTo(target, rest, inBody);
  };

  /** Creates a record for one endpoint, so that changes do not affect the others. */
  const make = async (plural: string): Promise<{ id: number; slug: string }> => {
    const valid = Object.entries(VALID[plural] ?? {});
    made += 1;
    const [[name] = [''], ...rest] = valid;
    const { body } = await running.ask('POST', `/${plural}`, {
      as: 'admin',
      json: { [name]: `Kept ${made}`, ...Object.fromEntries(rest) },
    });
    return body;
  };

  /** Lists all endpoints of the index. Endpoints with an ID or a slug get a record of their own. */
  const readTargets = async (): Promise<Target[]> => {
    const { body } = await running.ask('GET', '//en/');
    const routes: Record<string, { endpoints: { methods: string[]; args: Record<string, { required: boolean }> }[] }> = body.routes;
    const endpoints = Object.entries(routes).flatMap(([key, { endpoints }]) => endpoints.map((endpoint) => ({ key, ...endpoint })));
    return Promise.all(
      endpoints.map(async ({ key, methods, args }): Promise<Target> => {
        const [, kind = '', variable] = /^\/cal\/events\/v1\/(\w+)(?:.*<(id|slug)>)?/.exec(key) ?? [];
        const record = variable === undefined ? undefined : await make(kind);
        expect(record?.id, key).to.be.a(variable === undefined ? 'undefined' : 'number');
        const address = key.replace(/\(\?P<(id|slug)>[^)]*\)/, (_, name: 'id' | 'slug') => String(record?.[name]));
        const method = methods.at(-1) ?? '';
        const needed = Object.keys(args).filter((name) => args[name]?.required && !key.includes(`<${name}>`));
        const given = Object.fromEntries(['GET', 'DELETE'].includes(method) ? [] : needed.map((name) => [name, VALID[kind]?.[name]]));
        expect(Object.values(given), `what is valid for ${key}`).to.not.include(undefined);
        return {
          method,
          path: `/en${address.replaceAll('\\', '')}`,
          args: Object.keys(args),
          given,
          plural: kind,
          ...(record && { record }),
        };
      }),
    );
  };

  before(async () => {
    running = await startService({ clock: clockAt('2030-01-15T12:00:00Z'), plugins: [tickets] });
    VALID['tickets'] = { title: 'Ticket', event: (await make('events')).id, price: 1 };
    const targets = await readTargets();
    deletions = targets.filter(({ method }) => method === 'DELETE');
    others = targets.filter(({ method }) => method !== 'DELETE');
  });
  after(() => running.stop());
  // A changed slug would make later requests fail with 404.
  afterEach(() =>
    Promise.all(
      others.map(async ({ method, path, plural, record }) => {
        if (method !== 'PATCH' || record === undefined || !path.includes('/by-slug/')) return;
        const { body } = await running.ask('GET', `/${plural}/${record.id}`, { as: 'admin' });
        const address = `/${plural}/by-slug/${encodeURIComponent(body.slug)}`;
        const { text, body: restored } = await running.ask('PATCH', address, { as: 'admin', json: { slug: record.slug } });
        expect(restored.slug, text).to.equal(record.slug);
      }),
    ),
  );

  const namesOf = ({ args }: Target) => [...new Set([...args, ...META])];
  const page = (path: string): Target => ({ method: 'HEAD', path, args: [], given: {}, accept: 'text/html' });
  const decide = (hostile: Hostile) =>
    ['GET /en/', 'GET /en/cal/events/v1/tags', 'POST /en/cal/events/v1/tags'].flatMap((pair) => {
      const [method = '', path = ''] = pair.split(' ');
      return CONTROL.map((name) => sendTo({ method, path, args: [], given: {} }, new Map([[name, hostile]]), false));
    });

  for (const [turn, [title, hostile]] of Object.entries(NESTED).entries())
    it(`never answer 5xx: ${title}`, () =>
      Promise.all([
        // Values go into the query and the body alternately, since the same code reads both.
        ...others
          .filter((_, which) => isTried(which + turn, Object.keys(NESTED).length))
          .map((target, which) => sendTo(target, new Map(namesOf(target).map((name) => [name, hostile])), (which + turn) % 2 === 1)),
        ...PAGES.filter((_, place) => isTried(place + turn, 3)).flatMap((path) =>
          PAGE_PARAMS.map((name) => sendTo(page(path), new Map([[name, hostile]]), false)),
        ),
        ...decide(hostile),
      ]));

  for (const [turn, hostile] of PLAIN.entries())
    it(`never answer 5xx: texts and numbers of all sorts, turn ${turn + 1}`, () =>
      Promise.all([
        // Each turn gives every parameter another value. Routes by ID and by slug have the same parameters, so each turn uses half of
        // them.
        ...others
          .filter((_, which) => (which + turn) % 2 === 0 && isTried(which + turn, PLAIN.length))
          .map((target) =>
            sendTo(
              target,
              new Map(namesOf(target).map((name, place) => [name, PLAIN[(turn + place) % PLAIN.length] ?? hostile])),
              target.method !== 'GET',
            ),
          ),
        ...PAGES.filter((_, place) => isTried(place + turn, 3)).map((path) =>
          sendTo(page(path), new Map(PAGE_PARAMS.map((name) => [name, hostile])), false),
        ),
        ...decide(hostile),
      ]));

  it('never answer 5xx to DELETE', async () => {
    for (const [turn, hostile] of [...Object.values(NESTED), ...PLAIN].entries())
      await Promise.all(
        deletions
          .filter((_, which) => isTried(which + turn, 4))
          .map((target, which) => sendTo(target, new Map(namesOf(target).map((name) => [name, hostile])), which % 2 === 1)),
      );
  });
});
