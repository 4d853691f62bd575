import { execFileSync } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import Router from '@koa/router';
import {
  ApiError,
  type Asker,
  CREATABLE,
  createRegistry,
  createRoutes,
  invalidParam,
  READABLE,
  type RoutesOptions,
} from 'calendar-events/registry';
import { expect } from 'chai';
import Koa from 'koa';
import { koaBody } from 'koa-body';
import { repository } from '../house/repository';
import { type Received, type Sending, send } from '../http/library';

/** A user type of another program, with its own rights and text IDs. */
interface Brewer extends Asker {
  readonly id: string;
  can(capability: 'brew_tea' | 'drink_tea'): boolean;
}

const brewer = (...capabilities: readonly string[]): Brewer => ({ id: 'b-1', can: (capability) => capabilities.includes(capability) });

const leaves = {
  type: 'integer',
  minimum: 1,
  required: true,
  description: { en: 'How many leaves', fr: 'Le nombre de feuilles' },
} as const;

const createTeaRegistry = () => {
  const registry = createRegistry<Brewer>();
  registry.registerRoute(
    'tea/v1',
    '/cups',
    { methods: READABLE, permission: 'public', args: {}, handle: ({ user, baseUrl }) => ({ user: user?.id ?? null, baseUrl }) },
    {
      methods: CREATABLE,
      permission: 'brew_tea',
      args: { leaves },
      handle({ params, user }) {
        if (params.leaves > 9) throw invalidParam('leaves', { en: 'Send fewer leaves.', fr: 'Envoyez moins de feuilles.' });
        return { leaves: params.leaves + 1, by: user?.id };
      },
    },
  );
  registry.registerRoute('tea/v1', '/broken', {
    methods: READABLE,
    permission: 'public',
    args: {},
    handle() {
      throw new Error('the secret of the pot');
    },
  });
  registry.registerRoute('tea/v1', '/unwritable', { methods: READABLE, permission: 'public', args: {}, handle: () => ({ secret: 1n }) });
  registry.registerRoute('tea/v1', '/never', {
    methods: READABLE,
    permission: 'public',
    args: {},
    handle: () => new Promise(() => undefined),
  });
  return registry;
};

const servers: Server[] = [];
const portOf = (server: Server) => ({ port: (server.address() as AddressInfo).port });

const start = async (app: Koa): Promise<{ readonly port: number }> => {
  const server = createServer(app.callback());
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return portOf(server);
};

/** Starts a foreign Koa application with the routes, a header, a router of its own and an error log. */
const startForeign = async (options: RoutesOptions<Brewer> = {}, ...front: readonly Koa.Middleware[]) => {
  const app = new Koa();
  app.proxy = true;
  const failures: unknown[] = [];
  app.on('error', (error) => failures.push(error));
  app.use(async (ctx, next) => {
    ctx.set('X-Foreign', 'yes');
    try {
      await next();
    } catch (error) {
      ctx.status = 418;
      ctx.body = { foreign: String(error) };
    }
  });
  for (const one of front) app.use(one);
  const router = new Router();
  router.get('/hello', (ctx) => {
    ctx.body = 'hello';
  });
  router.get('/en/own', (ctx) => {
    ctx.body = 'own';
  });
  app.use(router.routes()).use(router.allowedMethods());
  app.use(createRoutes(createTeaRegistry(), options));
  app.use((ctx) => {
    if (ctx.path === '/thrown') throw new Error('foreign');
    ctx.body = `behind ${ctx.path}`;
  });
  return { ...(await start(app)), failures };
};

after(() => {
  for (const server of servers) server.close();
});

const code = ({ json }: Received): unknown => (json as { code?: unknown }).code;

describe('calendar-events/registry: createRoutes on a Koa application', () => {
  let tea: Awaited<ReturnType<typeof startForeign>>;
  let ask: (sending: Sending) => Promise<Received>;
  before(async () => {
    tea = await startForeign({
      authenticate: (authorization) => {
        if (authorization === 'Bearer wrong') throw new ApiError('tea-unknown', 401, { en: 'Who are you?', fr: 'Qui êtes-vous ?' });
        return authorization === undefined ? undefined : brewer(...authorization.split(' ').slice(1));
      },
      siteName: { en: 'Tea', fr: 'Thé' },
    });
    ask = (sending) => send(tea, sending);
  });

  it('serves a route with Allow, ETag and 304', async () => {
    const answer = await ask({ path: '/en/tea/v1/cups' });
    expect([answer.status, answer.json]).to.deep.equal([200, { user: null, baseUrl: `http://127.0.0.1:${tea.port}/en` }]);
    expect(answer.headers).to.include({ allow: 'GET', 'x-foreign': 'yes', 'content-language': 'en' });
    const again = await ask({ path: '/en/tea/v1/cups', headers: { 'if-none-match': String(answer.headers.etag) } });
    expect([again.status, again.text]).to.deep.equal([304, '']);
  });

  it('uses its own users and permissions', async () => {
    const cup = (rights: string, leaves = '2') =>
      ask({ method: 'POST', path: '/en/tea/v1/cups', body: { leaves }, headers: { authorization: `Bearer ${rights}` } });
    expect((await cup('brew_tea')).json).to.deep.equal({ leaves: 3, by: 'b-1' });
    expect(await cup('drink_tea')).to.include({ status: 403 });
    expect(code(await cup('wrong'))).to.equal('tea-unknown');
    expect(await ask({ method: 'POST', path: '/en/tea/v1/cups', body: { leaves: 2 } })).to.include({ status: 401 });
    const { headers } = await ask({ path: '/en/tea/v1/cups', headers: { authorization: 'Bearer brew_tea' } });
    expect(headers.allow).to.equal('GET, POST');
  });

  it('refuses invalid parameters in French', async () => {
    const headers = { authorization: 'Bearer brew_tea' };
    for (const [leaves, text] of [[0, 'doit être'] as const, [10, 'Envoyez moins de feuilles.'] as const]) {
      const { status, json } = await ask({ method: 'POST', path: '/fr/tea/v1/cups', body: { leaves }, headers });
      expect(status).to.equal(400);
      expect(json).to.have.nested.property('data.params.leaves').that.includes(text);
    }
  });

  it('has OPTIONS, the namespace index and the root index', async () => {
    const options = await ask({ method: 'OPTIONS', path: '/fr/tea/v1/cups' });
    expect(options.json).to.have.nested.property('endpoints[1].args.leaves.description', 'Le nombre de feuilles');
    expect((await ask({ path: '/en/tea/v1' })).json)
      .to.have.property('routes')
      .that.includes.keys('/tea/v1', '/tea/v1/cups');
    const root = await ask({ path: '/fr' });
    expect(root.json).to.include({ name: 'Thé', timezone_string: 'UTC' }).and.to.have.deep.property('namespaces', ['tea/v1']);
    expect(root.headers.link).to.equal(`<http://127.0.0.1:${tea.port}/fr/>; rel="https://api.w.org/"`);
  });

  const others: readonly (readonly [string, string, number, string])[] = [
    ['of its router', '/hello', 200, 'hello'],
    ['of its router below a language', '/en/own', 200, 'own'],
    ['behind', '/elsewhere', 200, 'behind /elsewhere'],
    ['at the top', '/', 200, 'behind /'],
    ['that only begin like a language', '/english', 200, 'behind /english'],
    ['that fail', '/thrown', 418, '{"foreign":"Error: foreign"}'],
    ['that only the whole service has', '/metrics', 200, 'behind /metrics'],
  ];
  it('leaves addresses to the application', async () => {
    for (const [title, path, status, text] of others) expect(await ask({ path }), title).to.include({ status, text });
  });

  it('answers errors as problem documents to clients that prefer them, each with a page', async () => {
    const { headers, json } = await ask({ path: '/fr/nowhere', headers: { accept: 'application/problem+json' } });
    expect(headers).to.include({ 'content-type': 'application/problem+json', 'x-foreign': 'yes' });
    const type = `http://127.0.0.1:${tea.port}/fr/errors/rest_no_route`;
    expect(json).to.include({ type, title: 'Route inconnue', status: 404, code: 'rest_no_route' });
    const page = await ask({ path: new URL(type).pathname });
    expect(page.status).to.equal(200);
    expect(page.text).to.include('<title>Route inconnue – Thé</title>');
    expect((await ask({ path: '/en/errors' })).text)
      .to.include('rest_missing_callback_param')
      .and.not.to.include('event');
  });

  for (const route of ['broken', 'unwritable']) {
    it(`answers 500 where a handler is ${route}, tells nothing of it, and keeps what the application had set`, async () => {
      const answer = await ask({ path: `/en/tea/v1/${route}` });
      expect([answer.status, code(answer)]).to.deep.equal([500, 'internal_server_error']);
      expect(answer.text).not.to.include('secret');
      expect(answer.headers).to.include({ 'x-foreign': 'yes' });
      expect(tea.failures).to.deep.equal([]);
      expect((await ask({ path: '/hello' })).text).to.equal('hello');
    });
  }

  it('trusts proxies only with trustProxy', async () => {
    const headers = { 'x-forwarded-host': 'tea.example', 'x-forwarded-proto': 'https' };
    const sending = { path: '/en/tea/v1/cups', headers };
    expect((await ask(sending)).json).to.include({ baseUrl: `http://127.0.0.1:${tea.port}/en` });
    expect((await send(await startForeign({ trustProxy: 1 }), sending)).json).to.include({ baseUrl: 'https://tea.example/en' });
    expect((await send(await startForeign({ publicUrl: 'https://a.example/b' }), sending)).json).to.include({
      baseUrl: 'https://a.example/b/en',
    });
  });

  it('logs requests and failures', async () => {
    const lines: string[] = [];
    const note = (level: string) => (fields: object, message: string) => {
      lines.push(`${level} ${message} ${'err' in fields ? String(fields.err) : ''}`.trim());
    };
    const app = await startForeign({ log: { debug: note('debug'), info: note('info'), warn: note('warn'), error: note('error') } });
    await send(app, { path: '/en/tea/v1/broken' });
    await send(app, { path: '/hello' });
    expect(lines).to.deep.equal(['error a request failed Error: the secret of the pot', 'info request']);
  });

  it('maps errors of the program to API errors', async () => {
    const app = await startForeign({ translate: () => new ApiError('tea-cold', 409, { en: 'The tea is cold.', fr: 'Le thé est froid.' }) });
    const answer = await send(app, { path: '/fr/tea/v1/broken' });
    expect(answer.json).to.deep.equal({ code: 'tea-cold', message: 'Le thé est froid.', data: { status: 409 } });
  });

  it('obeys its limits of bodies and time', async () => {
    const app = await startForeign({ limits: { bodyBytes: 10, handlerMilliseconds: 20 }, authenticate: () => brewer('brew_tea') });
    const large = await send(app, { method: 'POST', path: '/en/tea/v1/cups', body: { leaves: 1_000_000 } });
    expect([large.status, code(large)]).to.deep.equal([413, 'rest_content_too_large']);
    expect(await send(app, { path: '/en/tea/v1/never' })).to.include({ status: 500 });
  });

  it('counts requests per middleware', async () => {
    const limits = { concurrent: 1, queueMilliseconds: 10 };
    const [one, other] = [await startForeign({ limits }), await startForeign({ limits })];
    void send(one, { path: '/en/tea/v1/never' }).catch(() => undefined);
    let refused: Received;
    do refused = await send(one, { path: '/en/tea/v1/cups' });
    while (refused.status === 200);
    expect(code(refused)).to.equal('rest_overloaded');
    expect(await send(other, { path: '/en/tea/v1/cups' })).to.include({ status: 200 });
  });

  it('uses the user that earlier middleware found', async () => {
    const authenticate: RoutesOptions<Brewer>['authenticate'] = (_, __, { brewer }) => brewer as Brewer | undefined;
    const app = await startForeign({ authenticate }, async (ctx, next) => {
      ctx.state['brewer'] = brewer('brew_tea');
      await next();
    });
    expect((await send(app, { path: '/en/tea/v1/cups' })).json).to.include({ user: 'b-1' });
  });

  it('accepts a body that earlier middleware has read', async () => {
    const app = await startForeign({ authenticate: () => brewer('brew_tea') }, koaBody());
    for (const [type, body] of [
      ['application/json', '{"leaves":3}'],
      ['application/x-www-form-urlencoded', 'leaves=3'],
    ] as const) {
      const answer = await send(app, { method: 'POST', path: '/en/tea/v1/cups', body, headers: { 'content-type': type } });
      expect(answer.json, type).to.deep.equal({ leaves: 4, by: 'b-1' });
    }
  });

  it('keeps the mount path in links', async () => {
    const app = new Koa();
    const routes = createRoutes(createTeaRegistry());
    app.use(async (ctx, next) => {
      if (!ctx.path.startsWith('/api/')) return next();
      // koa-mount changes the path in this way.
      ctx.path = ctx.path.slice('/api'.length);
      await routes(ctx, next);
    });
    const { port } = await start(app);
    const { json, headers } = await send({ port }, { path: '/api/en/tea/v1/cups?a=b' });
    expect(json).to.include({ baseUrl: `http://127.0.0.1:${port}/api/en` });
    expect(headers.link).to.equal(`<http://127.0.0.1:${port}/api/en/>; rel="https://api.w.org/"`);
  });

  it('shares nothing between two applications', async () => {
    const registry = createRegistry<Brewer>();
    registry.registerRoute('coffee/v1', '/cups', { methods: READABLE, permission: 'public', args: {}, handle: () => 'coffee' });
    const app = new Koa();
    app.use(createRoutes(registry, { siteName: { en: 'Coffee', fr: 'Café' } }));
    const coffee = await start(app);
    expect((await send(coffee, { path: '/en' })).json).to.deep.include({ name: 'Coffee', namespaces: ['coffee/v1'] });
    expect((await send(coffee, { path: '/en/tea/v1/cups' })).status).to.equal(404);
    expect((await ask({ path: '/en' })).json).to.deep.include({ name: 'Tea', namespaces: ['tea/v1'] });
  });
});

describe('import of calendar-events/registry', () => {
  it('loads neither a database nor the calendar', () => {
    const entry = path.join(repository.compiled, 'lib/registry-on-koa.js');
    const script = `require(${JSON.stringify(entry)}); process.stdout.write(JSON.stringify(Object.keys(require.cache)))`;
    const loaded: string[] = JSON.parse(execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' }));
    expect(loaded).to.include(entry);
    const own = loaded.map((file) => path.relative(repository.compiled, file)).filter((file) => /^(?:lib|routes|fixtures)\//.test(file));
    expect(
      own.filter(
        (file) =>
          !/^lib\/(?:language|deadline|limiter|waits|errors(?:\/.*)?|registry\/.*|http\/.*|html\/.*|registry-on-koa)\.js$/.test(file),
      ),
    ).to.deep.equal([]);
    expect(loaded.filter((file) => /node_modules\/(?:mongodb|lmdb|bson|prom-client|pino|luxon)\//.test(file))).to.deep.equal([]);
  });
});
