import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { ask, freshFolder, freshPlace, PASSWORD, run, type Serving, said, serve, until } from '../program';

/** The standard error of a successful command. */
const DATABASE_LINE = /^Database: \S+ (?:in the folder|at) [^\n]+\n$/;

const EVENTS = '/en/cal/events/v1/events';

describe('The program', () => {
  const place = freshPlace();
  const helps: readonly (readonly [string, RegExp])[] = [
    ['--help', /^Usage: calendar-events \[options\] \[command\][\s\S]*serve[\s\S]*user[\s\S]*seed[\s\S]*routes[\s\S]*MONGODB_URI/],
    ['user add --help', /^Usage: calendar-events user add [\s\S]*<login>[\s\S]*--role <role>[\s\S]*administrator/],
    ['--version', /^\d+\.\d+\.\d+/],
  ];
  for (const [line, shape] of helps) {
    it(`answers ${line} on standard output`, async () => {
      const { code, out, err } = await run(line.split(' '));
      expect([code, err]).to.deep.equal([0, '']);
      expect(out).to.match(shape);
    });
  }

  const refusals: readonly (readonly [string, RegExp])[] = [
    ['sreve', /unknown command 'sreve'[\s\S]*serve/],
    ['user add ann --role king', /role "king" is unknown[\s\S]*administrator/],
    ['user add a:b --role editor', /login "a:b" cannot be used/],
    ['user password nobody', /user nobody does not exist/],
  ];
  for (const [line, sentence] of refusals) {
    it(`refuses ${line} in a sentence and ends with 1`, async () => {
      const { code, out, err } = await run(line.split(' '), place);
      expect([code, out]).to.deep.equal([1, '']);
      expect(err)
        .to.match(sentence)
        .and.not.match(/\n\s+at /);
    });
  }

  it('prints its commands without arguments', async () => {
    const { code, err } = await run([]);
    expect(code).to.equal(1);
    expect(err).to.match(/^Usage: calendar-events/);
  });
});

describe('A command without a server', () => {
  it('names its database and the creation of one on standard error, and prints only JSON on standard output', async () => {
    const folder = path.join(freshFolder(), 'new');
    const named = `Database: own in the folder ${folder}\n`;
    const place = { DATA_DIR: folder, MONGODB_DB: 'own' };
    const added = await run(['user', 'add', 'ann', '--role', 'administrator'], place);
    expect([added.code, added.err]).to.deep.equal([0, `${named}There is no database yet: a new one is created.\n`]);
    expect(JSON.parse(added.out)).to.include({ login: 'ann', role: 'administrator' });
    const listed = await run(['user', 'list'], place);
    expect([listed.code, listed.err]).to.deep.equal([0, named]);
    expect(JSON.parse(listed.out)).to.include({ login: 'ann' });
  });
});

describe('The commands beside a running server', () => {
  const place = freshPlace();
  let server: Serving;
  before(async () => {
    server = await serve({ ...place, SEED: 'none' });
    // If a command creates the first user, the service creates no administrator.
    await said(server, PASSWORD);
  });
  after(async () => {
    server.signal('SIGTERM');
    await server.ended;
  });

  it('add, list, change and remove users; the server notices within 2 s, and records stay', async () => {
    const command = async (...args: string[]) => {
      const { code, out, err } = await run(['user', ...args], place);
      expect(code).to.equal(0);
      expect(err).to.match(DATABASE_LINE);
      return out
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line));
    };
    const create = (login: string) =>
      ask(server.address, EVENTS, {
        method: 'POST',
        login,
        json: { title: 'Fête', start_date: '2030-05-06 07:08:09', end_date: '2030-05-06 08:00:00' },
      });

    const soon = async (status: number, asking: () => ReturnType<typeof create>) => {
      const began = performance.now();
      await until(status, asking);
      expect(performance.now() - began).to.be.below(2000);
    };

    const [ann] = await command('add', 'ann', '--role', 'editor');
    expect(ann).to.have.all.keys('id', 'login', 'role', 'application_password');
    expect(ann).to.include({ login: 'ann', role: 'editor' });
    expect(ann.id).to.be.a('number');
    expect(await command('list')).to.deep.include({ id: ann.id, login: 'ann', role: 'editor' });
    const creation = await create(`ann:${ann.application_password}`);
    expect([creation.status, creation.body.author]).to.deep.equal([201, ann.id]);

    expect(await command('role', 'ann', 'subscriber')).to.deep.equal([]);
    await soon(403, () => create(`ann:${ann.application_password}`));

    const [renewed] = await command('password', 'ann');
    expect(renewed).to.include({ id: ann.id, login: 'ann', role: 'subscriber' });
    await soon(401, () => create(`ann:${ann.application_password}`));
    expect((await create(`ann:${renewed.application_password}`)).status).to.equal(403);

    await command('remove', 'ann');
    await soon(401, () => create(`ann:${renewed.application_password}`));
    const event = await ask(server.address, `${EVENTS}/${creation.body.id}`);
    expect([event.status, event.body.author]).to.deep.equal([200, ann.id]);
  });

  it('seed a file with a record a line in parts: they store the records before a fault, and later continue there', async () => {
    const file = path.join(freshFolder(), 'many.ndjson');
    // Some lines are so long that the file is stored in several batches.
    const long = 'A session. '.repeat(9000);
    const line = (number: number) =>
      JSON.stringify({
        events: {
          key: `many-${number}`,
          title: number % 3 === 0 ? { fr: `Séance ${number}` } : { en: `Session ${number}` },
          description: number % 3 === 0 ? { fr: 'Une séance' } : { en: number % 40 === 1 ? long : 'A session' },
          start_date: '2030-01-05 10:00:00',
          end_date: '2030-01-05 11:00:00',
          timezone: 'Europe/Paris',
          all_day: false,
          categories: ['many'],
          tags: [],
          venue: 'many-hall',
        },
      });
    const linked = [
      JSON.stringify({ categories: { key: 'many', name: { en: 'Many', fr: 'Beaucoup' } } }),
      JSON.stringify({ venues: { key: 'many-hall', venue: { en: 'Hall of many', fr: 'Salle de beaucoup' } } }),
    ];
    const lines = [...linked, ...Array.from({ length: 300 }, (_, number) => line(number)), '', line(5)];
    writeFileSync(file, [...lines.slice(0, 250), line(250).replace('"many-hall"', '"no-hall"'), ...lines.slice(250)].join('\n'));
    const refused = await run(['seed', file], place);
    expect(refused.code).to.equal(1);
    expect(refused.err).to.include(
      `${file}, line 251: it names "no-hall", which is not one of the venues before it. 252 records were created before it.`,
    );
    writeFileSync(file, lines.join('\n'));
    expect(await run(['seed', file], place)).to.deep.include({ code: 0, out: '52 records created.\n' });
    const again = await run(['seed', file], place);
    expect(again).to.include({ code: 0, out: '0 records created.\n' });
    expect(again.err).to.match(DATABASE_LINE);
    const { body } = await ask(server.address, '/fr/cal/events/v1/events?categories=beaucoup&start_date=2030-01-01&per_page=1');
    expect(body.total).to.equal(100);
    expect(body.events[0].venue.venue).to.equal('Salle de beaucoup');
    expect(body.events[0].categories[0].count).to.equal(100);
  });
});
