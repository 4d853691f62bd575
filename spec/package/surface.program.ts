import { expect } from 'chai';
import { repository } from '../house/repository';
import { type Consumer, createConsumer } from './archive';
import { docstringOf, exportsOf } from './exports';

/** The exports of each entry point, values and types. A change must be deliberate. */
const ENTRIES = {
  'calendar-events': {
    source: 'lib/index.ts',
    values: [
      ...['ApiError', 'CREATABLE', 'DELETABLE', 'EDITABLE', 'LANGUAGES', 'READABLE', 'createService', 'invalidParam', 'readSettings'],
      'reply',
    ],
    types: [
      ...['Arg', 'Args', 'CalendarRecords', 'Capability', 'Clock', 'EditParams', 'HandlerRequest', 'Happened', 'Language', 'Log'],
      ...['NamedPlugin', 'Params', 'PermissionRequest', 'Plugin', 'PluginRegistry', 'PluginServices', 'PostLikes', 'RecordCheck'],
      ...['Reply', 'Role'],
      ...['Service', 'ServiceOptions', 'Settings', 'Text', 'User'],
    ],
  },
  'calendar-events/registry': {
    source: 'lib/registry-on-koa.ts',
    values: [
      ...['ApiError', 'CREATABLE', 'DELETABLE', 'EDITABLE', 'LANGUAGES', 'READABLE', 'createRegistry', 'createRoutes', 'invalidParam'],
      'reply',
    ],
    types: [
      ...['Arg', 'Args', 'Asker', 'EditParams', 'HandlerRequest', 'Language', 'Limits', 'Log', 'Params', 'PermissionRequest', 'Registry'],
      ...['Reply', 'RoutesMiddleware', 'RoutesOptions', 'Text'],
    ],
  },
} as const;

for (const [entry, { source, values, types }] of Object.entries(ENTRIES)) {
  describe(`The surface of ${entry}`, () => {
    const found = exportsOf(source);

    it('exports these values and types, and no others', () => {
      expect(found.filter(({ isType }) => !isType).map(({ name }) => name)).to.have.members(values);
      expect(found.filter(({ isType }) => isType).map(({ name }) => name)).to.have.members(types);
      expect(Object.keys(require(entry)).sort()).to.deep.equal(values);
    });

    it('documents each of them, with an example', () => {
      const silent = found.filter((one) => !/@example\n \* \S/.test(docstringOf(one))).map(({ name }) => name);
      expect(silent).to.deep.equal([]);
    });
  });
}

const TYPED = `
import { type Clock, createService, invalidParam, type Plugin, type PluginRegistry, READABLE, type ServiceOptions, type User } from 'calendar-events';
import { type Asker, createRegistry, createRoutes } from 'calendar-events/registry';

interface Reader extends Asker {
  readonly name: string;
  can(capability: 'edit_books'): boolean;
}

const registry = createRegistry<Reader>();
registry.registerRoute('library/v1', '/books/{id}', {
  methods: READABLE,
  permission: 'edit_books',
  args: {
    id: { type: 'integer', required: true, description: { en: 'The ID', fr: 'L’identifiant' } },
    order: { type: 'string', enum: ['up', 'down'], default: 'up', description: { en: 'The order', fr: 'L’ordre' } },
  },
  handle({ path, params, user }) {
    const id: number = path.id;
    const order: 'up' | 'down' = params.order;
    if (id > 9) throw invalidParam('id', { en: 'Send less.', fr: 'Envoyez moins.' });
    return { id, order, name: user?.name };
  },
});
// @ts-expect-error: no such right.
registry.registerRoute('library/v1', '/b', { methods: READABLE, permission: 'sell_books', args: {}, handle: () => 1 });
createRoutes(registry, { authenticate: () => undefined, limits: { concurrent: 2 } });
// @ts-expect-error: a language is missing.
createRoutes(registry, { siteName: { en: 'Library' } });

const registerFilms = (routes: PluginRegistry) =>
  routes.registerPostLike({
    kind: 'film',
    plural: 'films',
    name: { en: 'film', fr: 'film' },
    names: { en: 'films', fr: 'films' },
    fields: { director: { type: 'string', required: true, description: { en: 'The director', fr: 'Le réalisateur' } } },
  });

declare module 'calendar-events' {
  interface PostLikes {
    films: ReturnType<typeof registerFilms>;
  }
}

const titles: string[] = [];
const plugin: Plugin = (routes, { clock, on, posts, terms }) => {
  on('updated', 'events', ({ after }) => void titles.push(after?.title ?? ''));
  on('updated', 'venues', ({ after }) => void titles.push(after?.city ?? ''));
  on('created', 'films', ({ after }) => void titles.push(after?.fields.director ?? ''));
  // @ts-expect-error: films have no producer.
  on('created', 'films', ({ after }) => void after?.fields.producer);
  const two = async (): Promise<string | undefined> => (await posts('films').byId(2))?.fields.director;
  routes.registerRoute('club/v1', '/two', { methods: READABLE, permission: 'public', args: {}, handle: two });
  // @ts-expect-error: venues have no title.
  on('updated', 'venues', ({ after }) => void after?.title);
  const one = async (): Promise<[Date | undefined, string | undefined, number | null | undefined]> => [
    (await posts('events').byId(1))?.startsAt,
    (await posts('organizers').byId(1))?.email,
    (await terms('tags').byId(1))?.parent,
  ];
  routes.registerRoute('club/v1', '/one', { methods: READABLE, permission: 'public', args: {}, handle: one });
  routes.registerRoute('club/v1', '/now', { methods: READABLE, permission: 'public', args: {}, handle: ({ user }) => [clock.now(), user?.login] });
};
const clock: Clock = { now: () => new Date(0) };
const options: ServiceOptions = { settings: { DATA_DIR: './data', PORT: 0 }, plugins: [plugin], clock };
export async function start(user: User | undefined): Promise<string> {
  const service = await createService(options);
  const { address } = await service.listen();
  const { application_password: password } = await service.addUser('ann', user?.role ?? 'editor');
  await service.close();
  // @ts-expect-error: only the program itself knows them.
  service.services;
  return address + password;
}
`;

/** A program that uses both entry points. `first` imports their names. */
const program = (first: string): string => `${first}
const registry = createRegistry();
registry.registerRoute('library/v1', '/hours', { methods: READABLE, permission: 'public', args: {}, handle: () => 1 });
createRoutes(registry);
createService({ settings: { DATA_DIR: './data', PORT: 0 } }).then(async (service) => {
  const { address } = await service.listen();
  const { namespace } = await (await fetch(address + '/fr/cal/events/v1')).json();
  await service.close();
  console.log(namespace, sees.every((value) => value !== undefined), registry.namespaces[0]);
});
`;

const names = (entry: keyof typeof ENTRIES, except: readonly string[] = []): string =>
  ENTRIES[entry].values.filter((name) => !except.includes(name)).join(', ');
const ALL = names('calendar-events');
const MORE = names('calendar-events/registry', ENTRIES['calendar-events'].values);

describe('The packed package', () => {
  let consumer: Consumer;
  before(() => {
    consumer = createConsumer();
  });
  after(() => consumer.remove());

  it('has the code, its types and its documentation, and nothing else', () => {
    const unwanted = consumer.files.filter(
      (file) =>
        !/^(?:package\.json|README\.md|docs\/(?:extend|reference)\/[\w.-]+\.md|LICENSE|CHANGELOG\.md|SECURITY\.md|fixtures\/examples\/(?:en|fr)\.json|dist\/(?:lib|routes|fixtures)\/.*\.(?:js|d\.ts))$/.test(
          file,
        ),
    );
    expect(unwanted).to.deep.equal([]);
    expect(consumer.files).to.include.members([
      'README.md',
      'docs/extend/README.md',
      'LICENSE',
      'CHANGELOG.md',
      'SECURITY.md',
      'dist/fixtures/fixtures.js',
      ...['fixtures/examples/en.json', 'fixtures/examples/fr.json'],
      'dist/lib/program/bin.js',
    ]);
    expect(consumer.files.filter((file) => /^(?!docs\/).*reference|\.spec\./.test(file))).to.deep.equal([]);
    expect(consumer.bytes).to.be.below(1_000_000);
  });

  it('has only folders that the container image has too', () => {
    const { files } = JSON.parse(repository.read('package.json')) as { files: string[] };
    const copied = [...repository.read('Dockerfile').matchAll(/^COPY --from=build \/app\/(\S+) /gm)].map(([, folder]) => folder);
    expect(copied).to.include.members(files.filter((file) => file.includes('/') && !/[*.]/.test(file)));
  });

  it('is built without source maps, since it has no sources', () => {
    const { scripts } = JSON.parse(repository.read('package.json')) as { scripts: Record<string, string> };
    expect(scripts['prepack']).to.include('--sourceMap false');
  });

  it('works in a program of ES modules, with all names', async () => {
    const first = `import { ${ALL} } from 'calendar-events';\nimport { ${MORE} } from 'calendar-events/registry';\nconst sees = [${ALL}, ${MORE}];`;
    expect(await consumer.run(consumer.write('own.mjs', program(first)))).to.equal('cal/events/v1 true library/v1\n');
  });

  it('works in a CommonJS program', async () => {
    const first = `const { ${ALL} } = require('calendar-events');\nconst { ${MORE} } = require('calendar-events/registry');\nconst sees = [${ALL}, ${MORE}];`;
    expect(await consumer.run(consumer.write('own.cjs', program(first)))).to.equal('cal/events/v1 true library/v1\n');
  });

  it('compiles in strict programs of either sort, its declarations included, without types of Koa', async () => {
    const files = [consumer.write('own.mts', TYPED), consumer.write('own.cts', TYPED)];
    expect(await consumer.compile(...files)).to.equal('');
  });

  it('refuses wrong types at compile time', async () => {
    const file = consumer.write(
      'wrong.mts',
      "import { createService } from 'calendar-events';\nvoid createService({ settings: { PORT: 'x' } });\n",
    );
    expect(await consumer.compile(file)).to.match(/wrong\.mts\(2,\d+\): error TS2322/);
  });

  it('has the program calendar-events', async () => {
    expect(await consumer.run(consumer.path('dist/lib/program/bin.js'), 'routes')).to.include('/cal/events/v1/events/{id}');
  });

  it('exports only its entry points', async () => {
    const file = consumer.write('deep.cjs', "require('calendar-events/dist/lib/errors/index.js');");
    const failure = await consumer.run(file).catch((error: Error) => error.message);
    expect(failure).to.include('ERR_PACKAGE_PATH_NOT_EXPORTED');
  });
});
