import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import type { NamedPlugin, Plugin } from '../../../lib/program/plugins/plugin';
import { createService } from '../../../lib/program/service/service';
import { StartError } from '../../../lib/program/service/start-error';
import { readSettings } from '../../../lib/program/settings/settings';
import { freshFolder, run } from '../program';

const folder = freshFolder();

/** Writes a plugin and returns its path for `PLUGINS`. */
const write = (file: string, source: string): string => {
  const name = path.join(folder, file);
  writeFileSync(name, source);
  return name;
};

const described = "description: { en: 'One', fr: 'Un' }";
const registering = (route: string, args: string) =>
  `exports.plugin = (registry) => registry.registerRoute('shop/v1', '${route}', {
    methods: 'GET', permission: 'public', args: { ${args} }, handle: () => 1,
  });`;

/** Broken plugins: title, files with their sources, and the expected message. FOLDER stands for their folder. */
const scenarios: readonly (readonly [string, Readonly<Record<string, string>>, string])[] = [
  [
    'throws',
    { 'throws.js': "\nexports.plugin = () => {\n  throw new TypeError('the tide is out\\nand more');\n};" },
    'The plugin FOLDER/throws.js failed with TypeError: the tide is out (FOLDER/throws.js:3:9): correct it, or leave it out.',
  ],
  [
    'throws what is no Error',
    { 'text.js': "exports.plugin = () => {\n  throw { tide: 'out' };\n};" },
    "The plugin FOLDER/text.js failed with { tide: 'out' }: correct it, or leave it out.",
  ],
  [
    'throws nothing at all',
    { 'nothing.js': 'exports.plugin = () => {\n  throw undefined;\n};' },
    'The plugin FOLDER/nothing.js failed with undefined: correct it, or leave it out.',
  ],
  [
    'rejects',
    { 'rejects.js': "exports.plugin = async () => {\n  await null;\n  throw new Error('late');\n};" },
    'The plugin FOLDER/rejects.js failed with Error: late (FOLDER/rejects.js:3:9): correct it, or leave it out.',
  ],
  [
    'throws while it is loaded',
    { 'loads.js': "throw new RangeError('too far');" },
    'The plugin FOLDER/loads.js could not be loaded: RangeError: too far (FOLDER/loads.js:1:7): correct it, or take it out of PLUGINS.',
  ],
  [
    'throws what is no Error while it is loaded',
    { 'null.mjs': 'throw Object.create(null);' },
    'The plugin FOLDER/null.mjs could not be loaded: [Object: null prototype] {}: correct it, or take it out of PLUGINS.',
  ],
  [
    'cannot be parsed',
    { 'broken.js': 'exports.plugin = () => {\n  )\n};' },
    "The plugin FOLDER/broken.js could not be loaded: SyntaxError: Unexpected token ')' (FOLDER/broken.js:2): correct it, or take it out of PLUGINS.",
  ],
  [
    'needs a package that is not there',
    { 'needs.js': "require('no-such-package-anywhere');" },
    "The plugin FOLDER/needs.js could not be loaded: Error: Cannot find module 'no-such-package-anywhere' (FOLDER/needs.js:1:1): correct it, or take it out of PLUGINS.",
  ],
  [
    'asks the services for what is not there',
    { 'asks.js': "exports.plugin = (_, services) => {\n  services.posts('movies');\n};" },
    'The plugin FOLDER/asks.js failed with Error: no content type is named "movies": use one of venues, organizers, events (FOLDER/asks.js:2:12): correct it, or leave it out.',
  ],
  [
    'asks the services for what is not there, before another one registers a kind',
    {
      'listens.js': "exports.plugin = (_, services) => {\n  services.posts('books');\n  services.on('created', 'movies', () => 1);\n};",
      'books.js': `const words = { en: 'Book', fr: 'Livre' };
exports.plugin = (registry) => registry.registerPostLike({ kind: 'book', plural: 'books', name: words, names: words, fields: {} });`,
    },
    'The plugin FOLDER/listens.js failed with Error: no content type is named "movies": use one of venues, organizers, events, books, categories, tags (FOLDER/listens.js:3:12): correct it, or leave it out.',
  ],
  ['exports nothing', { 'empty.js': '' }, 'The plugin FOLDER/empty.js exports no function named "plugin": export one.'],
  ['exports null', { 'null.js': 'module.exports = null;' }, 'The plugin FOLDER/null.js exports no function named "plugin": export one.'],
  [
    'exports as "plugin" what is no function',
    { 'object.mjs': 'export const plugin = {};' },
    'The plugin FOLDER/object.mjs exports no function named "plugin": export one.',
  ],
  [
    'asks for a right on the records of a kind that there is not',
    { 'pages.js': registering('/tickets', '').replace("'public'", "'edit_pages'") },
    'The plugin FOLDER/pages.js has an invalid declaration: Route shop/v1/tickets: the permission "edit_pages" of GET is unknown: use "public", read, upload_files, manage_categories, manage_tags, manage_users, or an action and a content type, such as edit_events (content types: events, organizers, venues).',
  ],
  [
    'misspells a keyword of an endpoint',
    { 'misspelt.js': registering('/tickets', '').replace('permission:', 'permision:') },
    'The plugin FOLDER/misspelt.js has an invalid declaration: Route shop/v1/tickets: the keyword "permision" is unknown: did you mean "permission"? Use one of methods, args, permission, summary, description, type, alternatives, cache, status, answers, headers, requestHeaders, replay, errors, handle.',
  ],
  [
    'misspells a keyword of a route',
    { 'laod.js': registering('/tickets', '').replace("'/tickets'", "{ path: '/tickets', laod: () => 1 }") },
    'The plugin FOLDER/laod.js has an invalid declaration: Route shop/v1/tickets: the keyword "laod" is unknown: did you mean "load"? Use one of path, load, otherwise, notFound.',
  ],
  [
    'gives an arg a name that every route takes for itself',
    { 'fields.js': registering('/tickets', `_fields: { type: 'string', ${described} }`) },
    'The plugin FOLDER/fields.js has an invalid declaration: Route shop/v1/tickets: argument "_fields": every route has an arg of this name: choose another name.',
  ],
  [
    'gives a field such a name',
    { 'method.js': `exports.plugin = (registry) => registry.registerField('events', 'rest_route', { type: 'string', ${described} });` },
    'The plugin FOLDER/method.js has an invalid declaration: Field "rest_route" of events: every route has an arg of this name: choose another name.',
  ],
  [
    'knows a format that nobody else knows',
    { 'format.js': registering('/tickets', `mail: { type: 'string', format: 'emial', ${described} }`) },
    'The plugin FOLDER/format.js has an invalid declaration: Route shop/v1/tickets: argument "mail": the keyword "format" is "emial": did you mean "email"? Use one of date-time, email, hex-color, ip, uuid, date, time, duration, hostname, idn-hostname, idn-email, ipv4, ipv6, uri-reference, uri-template, iri, iri-reference, json-pointer, relative-json-pointer, regex, byte, int32, uri, text-field, textarea-field, int64, float, double, binary, password.',
  ],
  [
    'registers a route without an endpoint',
    { 'bare.js': "exports.plugin = (registry) => registry.registerRoute('shop/v1', '/tickets');" },
    'The plugin FOLDER/bare.js has an invalid declaration: Route shop/v1/tickets: it has no endpoint: give it one, with methods, args, permission and handle.',
  ],
  [
    'judges what addresses a record',
    { 'judges.js': registering('/tickets/{id}', `id: { type: 'integer', validate: () => true, ${described} }`) },
    'The plugin FOLDER/judges.js has an invalid declaration: Route shop/v1/tickets/{id}: the variable "id" has "validate", which variables of a path do not have: leave it out, and let "load" decide.',
  ],
  [
    'exports its function as the default alone',
    { 'standard.mjs': 'export default () => undefined;' },
    'The plugin FOLDER/standard.mjs exports no function named "plugin": export one.',
  ],
  [
    'exports its function as the default alone, as compilers write it',
    { 'compiled.js': "Object.defineProperty(exports, '__esModule', { value: true }); exports.default = () => undefined;" },
    'The plugin FOLDER/compiled.js exports no function named "plugin": export one.',
  ],
  [
    'asks for the database while it runs',
    { 'early.js': "exports.plugin = (_, services) => services.db.collection('diary');" },
    'The plugin FOLDER/early.js has an invalid declaration: db cannot be read while plugins run, before the database is open: read them in handlers and listeners.',
  ],
  [
    'asks for records while it runs, and does not wait for them',
    { 'stray.js': "exports.plugin = (_, services) => {\n  services.posts('events').find({}).then(console.log);\n};" },
    'The plugin FOLDER/stray.js has an invalid declaration: the records of events cannot be read while plugins run, before the database is open: read them in handlers and listeners.',
  ],
];

/** The scenarios that run the whole program, as source maps of mocha change their lines. The others use the package, which is faster. */
const BY_PROGRAM: readonly string[] = [
  'throws',
  'asks the services for what is not there',
  'asks the services for what is not there, before another one registers a kind',
  'asks for records while it runs, and does not wait for them',
];

describe('A service with a plugin', () => {
  for (const [title, files, sentence] of scenarios) {
    it(`that ${title} does not start, and says in one line why and what to do`, async () => {
      const names = Object.entries(files).map(([file, source]) => write(file, source));
      const environment = { MONGODB_URI: 'mongodb://127.0.0.1:1', PORT: '0', PLUGINS: names.join(',') };
      const line = sentence.replaceAll('FOLDER', folder);
      if (BY_PROGRAM.includes(title)) {
        expect(await run(['serve'], environment)).to.deep.include({ code: 1, out: '', err: `${line}\n` });
      } else {
        const refusal = await createService({ settings: readSettings(environment) }).catch((error: unknown) => error);
        expect(refusal).to.be.instanceOf(StartError).with.property('message', line);
      }
    });
  }
});

describe('A plugin that is passed to createService', () => {
  const failing: Plugin = () => {
    throw 'no';
  };
  const idle: Plugin = () => undefined;
  const passed: readonly (readonly [string, readonly (Plugin | NamedPlugin)[], string])[] = [
    ['its own name', [failing], 'The plugin failing failed with'],
    [
      'its place, where it is called as all are',
      [() => undefined, { plugin: failing.bind(undefined) }.plugin],
      'The plugin bound failing failed',
    ],
    ['the name it is given', [{ name: 'tides', plugin: failing }], 'The plugin tides failed with'],
    ['its name, where it is given twice', [idle, idle], 'The plugin idle is given twice: leave one of them out.'],
    [
      'its place, where it is no function',
      [{} as NamedPlugin],
      'The plugin plugins[0] is not a function: pass the export "plugin" of its module.',
    ],
  ];
  for (const [title, plugins, sentence] of passed) {
    it(`is called by ${title}`, async () => {
      const settings = readSettings({ MONGODB_URI: 'mongodb://127.0.0.1:1' });
      const refusal = await createService({ settings, plugins }).catch((error: unknown) => error);
      expect(refusal).to.be.instanceOf(StartError).with.property('message').that.includes(sentence);
    });
  }
});
