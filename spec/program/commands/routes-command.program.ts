import { writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import path from 'node:path';
import { expect } from 'chai';
import { findRoutes } from '../../../lib/program/commands/routes';
import { assembleService } from '../../../lib/program/service/service';
import { readSettings } from '../../../lib/program/settings/settings';
import { startService } from '../../support/service';
import { freshFolder, run } from '../program';

const PLUGIN = `exports.plugin = (registry) => {
  const text = (en, fr) => ({ en, fr });
  registry.registerRoute('shop/v1', '/tickets/{id}', {
    methods: 'GET',
    permission: ({ user }) => user !== undefined,
    args: {
      id: { type: 'integer', description: text('The ticket', 'Le billet') },
      order: { type: 'string', enum: ['asc', 'desc'], default: 'asc', description: text('The order', 'L’ordre') },
      when: { type: 'string', default: () => 'now', description: text('The moment', 'Le moment') },
    },
    handle: () => 1,
  });
  registry.registerRoute('cal/events/v1', '/events/{id}/tickets', {
    methods: 'POST, PUT, PATCH',
    permission: 'edit_events',
    args: {
      id: { type: 'integer', description: text('The event', 'L’évènement') },
      seats: { type: 'array', items: { type: 'integer' }, default: [], required: true, description: text('The seats', 'Les places') },
    },
    handle: () => 1,
  });
};`;

/** Compares two large documents. A failure shows only the lines around the first difference. */
const expectSame = (one: unknown, other: unknown): void => {
  const [lines, others] = [one, other].map((document) => JSON.stringify(document, null, 1).split('\n')) as [string[], string[]];
  const at = lines.findIndex((line, place) => line !== others[place]);
  const near = (all: readonly string[]) => (at < 0 ? [] : all.slice(Math.max(0, at - 9), at + 3));
  expect(near(lines)).to.deep.equal(near(others));
  expect(lines.length).to.equal(others.length);
};

describe('The routes command', () => {
  let folder = '';
  let plugin = '';
  let connections = 0;
  let silent: Server;
  before((done) => {
    folder = freshFolder();
    plugin = path.join(folder, 'tickets.js');
    writeFileSync(plugin, PLUGIN);
    silent = createServer((socket) => {
      connections += 1;
      socket.destroy();
    }).listen(0, '127.0.0.1', done);
  });
  after((done) => {
    silent.close(done);
  });

  const routes = async (...options: readonly string[]) => {
    const { code, out, err } = await run(['routes', ...options], { PLUGINS: plugin });
    expect([code, err]).to.deep.equal([0, '']);
    return out;
  };

  it('does not use a database', async () => {
    // A folder cannot be created inside a file.
    const dataFolder = path.join(plugin, 'data');
    const uri = `mongodb://127.0.0.1:${(silent.address() as AddressInfo).port}/?replicaSet=rs0`;
    for (const [environment, options] of [
      [{ DATA_DIR: dataFolder }, []],
      [{ DATA_DIR: dataFolder, MONGODB_URI: uri }, ['--openapi']],
      [{ DATA_DIR: dataFolder, MONGODB_URI: uri }, ['--args', '/events']],
    ] as const) {
      const { code, out, err } = await run(['routes', ...options], environment);
      expect([code, err]).to.deep.equal([0, '']);
      expect(out).to.include('/events');
    }
    expect(connections).to.equal(0);
  });

  it('prints the routes of plugins beside those of the calendar, with their plugin', async () => {
    const printed = await routes();
    expect(printed)
      .to.match(/^METHODS +PATH +PERMISSION +PLUGIN\nGET +\/cal\/events\/v1 +public +calendar$/m)
      .and.match(/^POST, PUT, PATCH +\/cal\/events\/v1\/venues\/by-slug\/\{slug\} +function +calendar$/m);
    const lines = printed.split('\n').filter((line) => line.includes('ickets'));
    expect(lines.map((line) => line.split(/ {2,}/))).to.deep.equal([
      ['GET', '/shop/v1', 'public', plugin],
      ['GET', '/shop/v1/tickets/{id}', 'function', plugin],
      ['POST, PUT, PATCH', '/cal/events/v1/events/{id}/tickets', 'edit_events', plugin],
    ]);
  });

  it('prints the same as JSON, with the names of the args', async () => {
    const printed = JSON.parse(await routes('--json'));
    const table = (await routes()).split('\n').slice(1, -1);
    expect(printed.map(({ namespace, path: own, plugin: from }: Record<string, string>) => [`/${namespace}${own}`, from])).to.deep.equal(
      table.map((line) => line.split(/ {2,}/)).map(([, own, , from]) => [own, from]),
    );
    expect(printed).to.deep.include({
      namespace: 'shop/v1',
      path: '/tickets/{id}',
      methods: ['GET'],
      permission: 'function',
      plugin,
      args: ['id', 'order', 'when', 'ml_language'],
    });
  });

  it('prints the OpenAPI document that the service answers, in either language', async () => {
    // Default dates depend on the time of the request.
    const parse = (text: string) =>
      JSON.parse(text, (name, value) => (name === 'default' && /^\d{4}-\d{2}-\d{2} /.test(value) ? 'a moment' : value));
    const PUBLIC_URL = 'https://events.example.org/api';
    const service = await startService({ environment: { PUBLIC_URL } });
    for (const language of ['en', 'fr'] as const) {
      const { text } = await service.ask('GET', '/doc', { language });
      const { out } = await run(['routes', '--openapi', '--language', language], { PUBLIC_URL });
      expectSame(parse(out), parse(text));
      expect(out).to.include(`${PUBLIC_URL}/${language}/cal/events/v1`);
    }
    await service.stop();
  });

  it('prints in the default language, and refuses a language that is not served', async () => {
    const { out } = await run(['routes', '--openapi'], { LANGUAGES: 'fr' });
    expect(JSON.parse(out).servers).to.deep.equal([
      { url: 'http://127.0.0.1:3000/fr/cal/events/v1', description: 'Le service, en français' },
    ]);
    expect(out).to.not.match(/"en"|\/en\b|en anglais/);
    const refusal = '--language must be one of LANGUAGES (fr); it is "en".\n';
    expect(await run(['routes', '--language', 'en'], { LANGUAGES: 'fr' })).to.deep.include({ code: 1, out: '', err: refusal });
  });

  it('prints the OpenAPI document of a plugin’s own namespace', async () => {
    const document = JSON.parse(await routes('--openapi', 'shop/v1', '--language', 'fr'));
    expect(document.servers).to.deep.equal([{ url: 'http://127.0.0.1:3000/fr/shop/v1', description: 'Le service, en français' }]);
    expect(Object.keys(document.paths)).to.deep.equal(['/', '/tickets/{id}', '/doc']);
    expect(document.paths['/tickets/{id}'].get.parameters[0].description).to.equal('Le billet');
  });

  it('prints the args of a route in the language that is asked for', async () => {
    expect(await routes('--args', '/tickets/{id}', '--language', 'fr')).to.equal(
      [
        'GET /shop/v1/tickets/{id}',
        'NAME         FROM   TYPE               REQUIRED  DEFAULT     DESCRIPTION',
        'id           path   integer            yes                   Le billet',
        'order        query  string: asc, desc  no        "asc"       L’ordre',
        'when         query  string             no        (computed)  Le moment',
        'ml_language  query  string: en, fr     no                    La langue du contenu, par défaut celle de l’adresse',
        '',
      ].join('\n'),
    );
  });

  it('prints the args of a route as JSON, without the defaults that an update never applies', async () => {
    const [printed] = JSON.parse(await routes('--args', '/events/{id}/tickets', '--json'));
    expect(printed).to.include({ path: '/events/{id}/tickets', permission: 'edit_events', plugin });
    expect(printed.args.slice(0, 2)).to.deep.equal([
      { name: 'id', from: ['path'], type: 'integer', required: true, description: 'The event' },
      { name: 'seats', from: ['body', 'query'], type: 'array of integer', required: true, description: 'The seats' },
    ]);
  });

  it('finds a route by its path, with or without namespace', async () => {
    const service = await assembleService({ settings: readSettings({ MONGODB_URI: 'mongodb://127.0.0.1', PLUGINS: plugin }) });
    await service.close();
    for (const spelling of ['/shop/v1/tickets/{id}', 'tickets/{id}/'])
      expect(
        findRoutes(service.registry, spelling).map(({ namespace, path: own }) => [namespace, own]),
        spelling,
      ).to.deep.equal([['shop/v1', '/tickets/{id}']]);
  });

  const refusals: readonly (readonly [readonly string[], RegExp])[] = [
    [['--args', '/ticket/{id}'], /^No route \/ticket\/\{id\} is registered: "calendar-events routes" prints all\.\n$/],
    [['--openapi', 'shop/v2'], /^No namespace shop\/v2 is registered: name one of cal\/events\/v1, shop\/v1\.\n$/],
    [['--language', 'de'], /'de' is invalid\. Allowed choices are en, fr/],
  ];
  for (const [options, sentence] of refusals) {
    it(`refuses ${options.join(' ')} in a sentence and ends with 1`, async () => {
      const { code, out, err } = await run(['routes', ...options], { PLUGINS: plugin });
      expect([code, out]).to.deep.equal([1, '']);
      expect(err).to.match(sentence);
    });
  }
});
