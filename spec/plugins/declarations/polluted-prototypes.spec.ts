import { expect } from 'chai';
import type { Plugin } from '../../../lib/program/plugins/plugin';
import { event, openPromises } from '../../support/stage';
import { recordLog } from '../samples';

const NAMES = ['polluted', 'isAdmin', 'status', 'headers', 'type', 'get'];

/** Adds members to `Object.prototype`, as careless libraries do. */
const pollute = (): void => {
  for (const name of NAMES) Reflect.set(Object.prototype, name, { a: 1 });
};

const plugin: Plugin = (registry) => {
  const open = { permission: 'public', args: {} } as const;
  pollute();
  registry.registerRoute('club/v1', '/now', {
    ...open,
    methods: 'GET',
    handle: () => {
      pollute();
      return { a: 1 };
    },
  });
  registry.registerField('events', 'mood', {
    type: 'string',
    description: { en: 'The mood', fr: 'L’ambiance' },
    read: (records) => {
      pollute();
      return records.map(() => 'merry');
    },
    write: (value) => {
      pollute();
      return value;
    },
  });
};

describe('Object.prototype that a plugin pollutes', () => {
  const { lines, log } = recordLog();
  const { stage } = openPromises({}, [plugin], log);
  after(() => {
    for (const name of NAMES) Reflect.deleteProperty(Object.prototype, name);
  });

  const everything = async () => {
    await stage().step({ path: '/events', status: 200 });
    await stage().step({ path: '/events/99999', status: 404 });
    await stage().step({ path: '//en/', status: 200 });
    expect((await stage().ask('GET', '//healthz')).status).to.equal(200);
    expect((await stage().ask('GET', '//metrics')).status).to.equal(200);
  };

  it('does no harm at start, and the log names plugin and members', async () => {
    await everything();
    expect(lines[0]).to.deep.include({ names: NAMES.map((name) => `Object.prototype.${name}`), plugin: 'plugins[0]' });
  });

  it('does no harm in a handler', async () => {
    lines.length = 0;
    await stage().step({ path: '//en/club/v1/now', status: 200, has: { a: 1 } });
    await everything();
    expect(lines).to.have.length(1);
    expect(lines[0]).to.include({ hook: 'handle', plugin: 'plugins[0]' });
  });

  it('does no harm in functions of a field', async () => {
    lines.length = 0;
    await stage().give({ fair: event('Fair', { mood: 'a' }) });
    await stage().step({ path: '/events/{fair}', status: 200, has: { mood: 'merry' } });
    await everything();
    expect(lines.map(({ hook }) => hook)).to.include.members(['read', 'write']);
  });
});
