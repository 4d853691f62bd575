import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { errors } from '../../../lib/errors/errors';
import { ask, freshFolder, freshPlace, ready, type Serving, serve } from '../program';

/** A plugin whose routes fail in ways that can affect other requests. */
const PLUGIN = `
exports.plugin = (registry) => {
  const add = (name, handle) =>
    registry.registerRoute('broken/v1', '/' + name, { methods: 'GET', args: {}, permission: 'public', handle });
  const fail = () => {
    throw new Error('secret');
  };
  const throwThorns = () => {
    throw new Proxy({}, { get: fail, has: fail, ownKeys: fail, getPrototypeOf: fail });
  };
  const never = () => new Promise(() => {});
  add('fine', () => ({ ok: true }));
  add('never', never);
  add('throws-undefined', () => {
    throw undefined;
  });
  add('throws-in-a-timer', () => {
    setTimeout(fail, 1);
    return never();
  });
  add('answers-thorns', () => ({ toJSON: throwThorns }));
  add('throws-undefined-in-a-timer', () => {
    setTimeout(() => {
      throw undefined;
    }, 1);
    return never();
  });
  add('throws-thorns-in-a-timer', () => {
    setTimeout(throwThorns, 1);
    return never();
  });
  add('forgets-a-promise', () => {
    Promise.reject(new Error('secret'));
    return never();
  });
  add('throws-too-late', async () => {
    setTimeout(fail, 1500);
    await new Promise((resolve) => setTimeout(resolve, 1200));
    fail();
  });
};
`;

const NAMES = [
  ...['never', 'throws-in-a-timer', 'throws-thorns-in-a-timer', 'throws-undefined-in-a-timer', 'forgets-a-promise', 'throws-too-late'],
  'throws-undefined',
  'answers-thorns',
];

describe('A route of a plugin that goes wrong', () => {
  let server: Serving;
  before(async () => {
    const file = path.join(freshFolder(), 'broken.js');
    writeFileSync(file, PLUGIN);
    server = await serve({ ...freshPlace(), SEED: 'none', PLUGINS: file, TIMEOUT_SECONDS: '1', LOG_LEVEL: 'error' });
    await ready(server.address);
  });

  const { text } = errors.internal();
  it('harms only its own request, within TIMEOUT_SECONDS', async () => {
    const answers = NAMES.map((name) => ask(server.address, `/en/broken/v1/${name}`));
    const meanwhile = await ask(server.address, '/en/cal/events/v1/events');
    expect(meanwhile.status).to.equal(200);
    for (const { status, body } of await Promise.all(answers)) {
      expect(status).to.equal(500);
      expect(body).to.deep.equal({ code: 'internal_server_error', message: text.en, data: { status: 500 } });
    }
  });

  it('logs one line with the ID of each request, and the service keeps running', async () => {
    const { headers } = await ask(server.address, '/en/broken/v1/never');
    const { body } = await ask(server.address, '/en/broken/v1/fine');
    expect(body).to.deep.equal({ ok: true });
    server.signal('SIGTERM');
    const { code, err } = await server.ended;
    expect(code).to.equal(0);
    const lines: { id?: string; msg: string; err: { message: string } }[] = err
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const [own, ...more] = lines.filter(({ id }) => id === headers['x-request-id']);
    expect(own?.err.message).to.equal('GET /broken/v1/never did not answer within 1 s (TIMEOUT_SECONDS)');
    expect(more).to.deep.equal([]);
    expect(lines.filter(({ msg }) => msg === 'a request failed')).to.have.length(NAMES.length + 1);
    expect(lines.filter(({ msg }) => msg === 'something failed outside of its request')).to.have.length(5);
  });
});
