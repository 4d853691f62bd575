import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { createService } from '../../../lib/program/service/service';
import {
  type Answer,
  ask,
  type Ended,
  freshFolder,
  freshMongo,
  type Program,
  run,
  type Serving,
  said,
  serve,
  start,
  until,
} from '../program';
import { type DatabaseProxy, startProxy } from './proxy';

const EVENTS = '/en/cal/events/v1/events';
const EVENT = { title: 'Concert', start_date: '2030-05-06 20:00:00', end_date: '2030-05-06 22:00:00' };

const SECRET = 'p%40ssw0rd';

/** The promised limit of 10 s in ms, with a margin for a busy machine. */
const MAX_LATENCY_MS = 10_500;

const expectUnavailable = ({ status, body, headers, milliseconds }: Answer) => {
  expect([status, body.code]).to.deep.equal([503, 'database_unavailable']);
  expect(Number(headers['retry-after'])).to.be.within(1, 60);
  expect(milliseconds).to.be.below(MAX_LATENCY_MS);
};

const expectNotReady = async (address: string) => {
  const [health, ready] = await Promise.all([ask(address, '/healthz'), ask(address, '/readyz')]);
  expect([health.status, ready.status]).to.deep.equal([200, 503]);
  expect(ready.milliseconds).to.be.below(2500);
};

describe('A service whose database is away', () => {
  let proxy: DatabaseProxy;
  let server: Serving;
  let login: string;
  // These commands wait for seconds, so they run beside the other specs.
  let commands: readonly Promise<Ended>[];
  let hopeless: Program;

  before(async () => {
    const nowhere = `mongodb://root:${SECRET}@127.0.0.1:9/`;
    const all = [['user', 'list'], ['user', 'add', 'ann', '--role', 'author'], ['seed'], ['translate', '--link', '-']];
    commands = all.map((args) => run(args, { MONGODB_URI: nowhere }));
    const stray = path.join(freshFolder(), 'stray.js');
    writeFileSync(stray, "exports.plugin = () => setInterval(() => { throw new Error('lost ' + process.env.MONGODB_URI); }, 1000);");
    hopeless = start(['serve'], { MONGODB_URI: nowhere, PORT: '0', PLUGINS: stray, LOG_LEVEL: 'trace' });
    proxy = await startProxy();
    const place = { MONGODB_URI: proxy.uri, MONGODB_DB: freshMongo() };
    const service = await createService({ settings: place });
    const account = await service.addUser('ann', 'administrator');
    await service.close();
    login = `ann:${account.application_password}`;
    await proxy.down();
    server = await serve({ ...place, SEED: 'none' });
  });
  after(async () => {
    await proxy.up();
    server.signal('SIGTERM');
    expect((await server.ended).code).to.equal(0);
  });

  it('lets commands wait 10 s at most, then they name it in one sentence and end with 1', async () => {
    for (const { code, out, err } of await Promise.all(commands)) {
      expect([code, out]).to.deep.equal([1, '']);
      expect(err).to.match(
        /^Database: calendar_events at 127\.0\.0\.1:9\nThe database calendar_events at 127\.0\.0\.1:9 does not answer \([^\n]*ECONNREFUSED[^\n]*\): [^\n]*MONGODB_URI[^\n]*\n$/,
      );
    }
  });

  it('has no password in the log, for any failure', async () => {
    for (const line of [/The database does not answer yet/, /something failed outside of its request[\s\S]*lost/])
      while (!line.test(hopeless.err())) await new Promise((resolve) => setTimeout(resolve, 20));
    const address = await said(hopeless, /http:\/\/\S+/);
    const { body } = await ask(address, '/metrics');
    hopeless.signal('SIGTERM');
    const { code, out, err } = await hopeless.ended;
    expect(code).to.equal(0);
    expect([body, out, err].join('\n')).to.not.include(SECRET).and.not.include(decodeURIComponent(SECRET));
    expect(err).to.include('lost …');
  });

  const read = () => ask(server.address, EVENTS);
  const write = () => ask(server.address, EVENTS, { method: 'POST', login, json: EVENT });

  it('listens before the database does, refuses requests that need it, and serves them as soon as it answers', async () => {
    await expectNotReady(server.address);
    for (const answer of await Promise.all([read(), write()])) expectUnavailable(answer);
    expect((await ask(server.address, '/en')).status).to.equal(200);
    await proxy.up();
    await until(200, () => ask(server.address, '/readyz'));
    expect((await read()).status).to.equal(200);
    expect((await write()).status).to.equal(201);
  });

  for (const [how, leave] of [
    ['refuses connections', () => proxy.down()],
    ['falls silent', async () => proxy.hush()],
  ] as const) {
    it(`says so within 10 s when the database ${how} under reads and writes, and comes back by itself`, async () => {
      const under = Array.from({ length: 30 }, (_, index) => (index % 2 === 0 ? read() : write()));
      await leave();
      for (const answer of await Promise.all(under)) if (answer.status >= 300) expectUnavailable(answer);
      await expectNotReady(server.address);
      for (const answer of await Promise.all([read(), write(), write()])) expectUnavailable(answer);
      await proxy.up();
      await until(200, () => ask(server.address, '/readyz'));
      await until(201, write);
      await until(200, read);
      const log = server
        .err()
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line));
      expect(log.filter(({ level }) => level >= 50)).to.deep.equal([]);
    });
  }
});
