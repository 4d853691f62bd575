import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { createService, type Plugin, READABLE, readSettings, type Service, type ServiceOptions } from 'calendar-events';
import { expect } from 'chai';
import { repository } from '../house/repository';
import { ask, freshFolder, freshPlace } from '../program/program';

const EVENTS = '/en/cal/events/v1/events';
const EVENT = { title: 'Concert', start_date: '2030-05-06 20:00:00', end_date: '2030-05-06 22:00:00' };

const plugin: Plugin = (registry, { clock }) => {
  registry.registerRoute('club/v1', '/now', { methods: READABLE, permission: 'public', args: {}, handle: () => clock.now() });
};

const clock = { now: () => new Date('2030-05-06T10:00:00Z') };

const services: Service[] = [];
const create = async (options: ServiceOptions): Promise<Service> => {
  const service = await createService(options);
  services.push(service);
  return service;
};

after(() => Promise.all(services.map((service) => service.close())));

const refusalOf = (work: Promise<unknown>): Promise<{ readonly name: string; readonly message: string }> =>
  work.then(
    () => ({ name: 'none', message: '' }),
    (error) => error,
  );

describe('A service in a program of one’s own', () => {
  it('starts with a few settings, a plugin and a clock, serves its users, stops, and continues with its stored records', async () => {
    const settings = { ...freshPlace(), PORT: 0 };
    const first = await create({ settings, plugins: [plugin], clock });
    const { address } = await first.listen();
    expect((await ask(address, `${EVENTS}?start_date=1970-01-01`)).body.total).to.equal(0);
    const { id, login, role, application_password: password } = await first.addUser('ann', 'editor');
    expect({ id, login, role }).to.deep.equal({ id: 1, login: 'ann', role: 'editor' });
    expect((await ask(address, '/en/club/v1/now')).body).to.equal('2030-05-06T10:00:00.000Z');
    const made = await ask(address, EVENTS, { method: 'POST', login: `ann:${password}`, json: EVENT });
    expect(made.status).to.equal(201);
    expect((await ask(address, EVENTS)).body.total).to.equal(1);
    await first.close();
    expect(await refusalOf(ask(address, EVENTS))).to.have.property('code', 'ECONNREFUSED');

    const second = await create({ settings, clock });
    const { address: again } = await second.listen();
    expect((await ask(again, `${EVENTS}/${made.body.id}`)).body.title).to.equal('Concert');
    expect((await ask(again, '/en/club/v1/now')).status).to.equal(404);
    expect((await refusalOf(second.addUser('ann', 'author'))).message).to.include('The user ann already exists');
    await second.close();
  });

  it('publishes due records once it listens', async () => {
    let now = '2030-05-06T10:00:00Z';
    const settings = { ...freshPlace(), PORT: 0 };
    const own = { now: () => new Date(now) };
    const first = await create({ settings, clock: own });
    const { address } = await first.listen();
    const { application_password: password } = await first.addUser('ann', 'editor');
    const { body } = await ask(address, EVENTS, {
      method: 'POST',
      login: `ann:${password}`,
      json: { ...EVENT, date_utc: '2030-05-06 11:00:00' },
    });
    expect(body.status).to.equal('future');
    await first.close();
    now = '2030-05-06T12:00:00Z';
    const second = await create({ settings, clock: own });
    const { address: again } = await second.listen();
    let status = 0;
    while (status !== 200) ({ status } = await ask(again, `${EVENTS}/${body.id}`));
    await second.close();
  });

  it('answers through an application in another server', async () => {
    const service = await create({ settings: freshPlace() });
    await service.open();
    const server = createServer(service.app.callback());
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    expect((await ask(`http://127.0.0.1:${port}`, EVENTS)).status).to.equal(200);
    server.close();
    await service.close();
  });

  it('closes once, however often close is called, and stops listening', async () => {
    const service = await create({ settings: { ...freshPlace(), PORT: 0 } });
    const { address } = await service.listen();
    expect(await service.listen()).to.deep.equal({ address });
    await Promise.all([service.close(), service.close()]);
    await service.close();
    expect((await refusalOf(service.listen())).message).to.equal('The service is closed: create another one.');
  });

  it('is independent of another service in the same process', async () => {
    const [one, other] = [
      await create({ settings: { DATA_DIR: freshFolder(), PORT: 0 }, plugins: [plugin], clock }),
      await create({ settings: { DATA_DIR: freshFolder(), PORT: 0, MAX_PER_PAGE: 3 } }),
    ];
    const [first, second] = [await one.listen(), await other.listen()];
    const { application_password: password } = await one.addUser('ann', 'editor');
    const login = `ann:${password}`;
    expect((await ask(first.address, EVENTS, { method: 'POST', login, json: EVENT })).status).to.equal(201);
    expect((await ask(second.address, EVENTS, { method: 'POST', login, json: EVENT })).status).to.equal(401);
    expect((await ask(second.address, `${EVENTS}?start_date=2030-01-01`)).body.total).to.equal(0);
    expect([(await ask(first.address, '/en/club/v1')).status, (await ask(second.address, '/en/club/v1')).status]).to.deep.equal([200, 404]);
    await one.close();
    expect((await ask(second.address, '/readyz')).status).to.equal(200);
    await other.close();
  });

  it('refuses the data folder of another service', async () => {
    const settings = { DATA_DIR: freshFolder(), PORT: 0 };
    const first = await create({ settings });
    const { address } = await first.listen();
    const second = await create({ settings });
    expect((await refusalOf(second.listen())).message).to.match(/^Another process already serves DATA_DIR \S+/);
    expect((await ask(address, '/readyz')).status).to.equal(200);
    await first.close();
  });

  it('refuses a port that is in use, and names it', async () => {
    const busy = createServer();
    await once(busy.listen(0, '127.0.0.1'), 'listening');
    const { port } = busy.address() as AddressInfo;
    const service = await create({ settings: { DATA_DIR: freshFolder(), PORT: port } });
    const { name, message } = await refusalOf(service.listen());
    expect([name, message]).to.deep.equal([
      'StartError',
      `PORT ${port} of 127.0.0.1 is taken: stop what uses it, or set PORT to another one (0 for any that is free).`,
    ]);
    busy.close();
  });

  it('loads the plugins that its settings name, before those that it is given', async () => {
    const file = path.join(freshFolder(), 'plugin.js');
    writeFileSync(
      file,
      "exports.plugin = (registry) => registry.registerRoute('a/v1', '/b', { methods: 'GET', permission: 'public', args: {}, handle: () => 1 });",
    );
    const service = await create({ settings: { DATA_DIR: freshFolder(), PLUGINS: [file] }, plugins: [plugin] });
    expect(service.registry.namespaces).to.deep.equal(['cal/events/v1', 'a/v1', 'club/v1']);
    await service.close();
    const refusal = await refusalOf(create({ settings: { DATA_DIR: freshFolder(), PLUGINS: ['./nowhere.js'] } }));
    expect([refusal.name, refusal.message]).to.deep.equal([
      'StartError',
      'PLUGINS names ./nowhere.js, which is neither a file nor an installed package: correct it, or install the package.',
    ]);
  });

  const wrong: readonly (readonly [string, object, string])[] = [
    ['a port that is none', { PORT: 70_000 }, 'PORT must be a whole number from 0 to 65535; it is 70000.'],
    ['a folder that is no text', { DATA_DIR: 5 }, 'DATA_DIR must be a text; it is 5.'],
    ['origins that are no texts', { CORS_ORIGINS: [1] }, 'CORS_ORIGINS must be a list of texts; it is [1].'],
    [
      'two of them',
      { MAX_PER_PAGE: 0, SEED: 'yes' },
      'MAX_PER_PAGE must be a whole number from 1 to 1000; it is 0. SEED must be one of auto, none; it is "yes".',
    ],
  ];
  for (const [title, settings, sentence] of wrong) {
    it(`refuses ${title}, by its name`, async () => {
      const refusal = await refusalOf(create({ settings: { DATA_DIR: freshFolder(), ...settings } }));
      expect([refusal.name, refusal.message]).to.deep.equal(['StartError', sentence]);
    });
  }

  it('refuses unknown settings', async () => {
    const settings = { DATADIR: './data' } as ServiceOptions['settings'];
    expect((await refusalOf(create({ settings }))).message).to.match(/^There is no setting DATADIR: use PORT, HOST, /);
  });

  it('reads settings of an environment on request', () => {
    expect(readSettings({ PORT: '8080', HOST: '', HOME: '/root' })).to.include({ PORT: 8080, HOST: '127.0.0.1', MAX_PER_PAGE: 50 });
  });

  it('lets the process end by itself after it is closed, and reads no environment', async () => {
    const script = `
      const { createService } = require('calendar-events');
      createService({ settings: { DATA_DIR: process.argv[1], PORT: 0 } }).then(async (service) => {
        const { address } = await service.listen();
        await service.addUser('ann', 'author');
        const { status } = await fetch(address + '${EVENTS}');
        await service.close();
        console.log(status);
      });`;
    const env = { PATH: process.env['PATH'], PORT: 'wrong', MONGODB_URI: 'wrong', PLUGINS: './nowhere.js' };
    const program = promisify(execFile)(process.execPath, ['-e', script, freshFolder()], { cwd: repository.root, env, timeout: 20_000 });
    expect(await program).to.deep.equal({ stdout: '200\n', stderr: '' });
  });
});
