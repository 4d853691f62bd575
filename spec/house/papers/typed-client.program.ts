import { expect } from 'chai';
import { LANGUAGES } from '../../../lib/language';
import { clockAt, type Running, startService } from '../../support/service';
import { blocksOf } from './blocks';
import { openTypedProject, type TypedProject } from './typed-project';

/** The first lines of both programs. `seen` excludes the type of a missing answer. */
const HEAD = `import createClient from 'openapi-fetch';
import type { paths } from './document';

const [, , baseUrl = '', Authorization = '', category = ''] = process.argv;
const client = createClient<paths, 'application/json'>({ baseUrl, headers: { Authorization } });
const seen = <T>(data: T) => data as NonNullable<T>;
type Body<T> = T extends { requestBody?: { content: { 'application/json': infer B } } } ? B : never;
const print = (...said: unknown[]) => console.log(JSON.stringify(said));
`;

/** A correct program, and the lines that it prints. */
const RIGHT = `
async function main() {
  const when = { start_date: '2031-05-06 10:00', end_date: '2031-05-06 12:00', timezone: 'Europe/Paris' };
  const made = await client.POST('/events', { body: { ...when, title: 'Tea', featured: true, categories: [Number(category)] } });
  const { id, title } = seen(made.data);
  print('created', made.response.status, title);

  const page = await client.GET('/events', { params: { query: { start_date: '2031-05-01', per_page: 2, categories: [Number(category)] } } });
  const { events, total } = seen(page.data);
  print('listed', page.response.headers.get('X-WP-Total'), total.toFixed(0), events.map((one) => one.title));

  const params = { path: { id } };
  const patched = await client.PATCH('/events/{id}', { params, body: { title: 'Green tea', excerpt: null } });
  print('changed', seen(patched.data).title);
  const put = await client.PUT('/events/by-slug/{slug}', { params: { path: { slug: 'tea' } }, body: { featured: false } });
  print('changed by slug', seen(put.data).featured);
  const read = await client.GET('/events/{id}', { params: { ...params, query: { ml_language: 'fr' } } });
  print('read', seen(read.data).id === id);

  print('trashed', seen((await client.DELETE('/events/{id}', { params })).data).status);
  const gone = await client.DELETE('/events/{id}', { params: { ...params, query: { force: true } } });
  print('removed', gone.response.status, gone.error === undefined);

  const { error } = await client.GET('/events/{id}', { params });
  if (error !== undefined) print('refused', error.code.toUpperCase(), error.data.status.toFixed(0));
  const wrong = await client.POST('/events', { body: { ...when, title: '' } });
  print('refused', wrong.error?.code, wrong.error?.data.params);
  const tag = await client.POST('/tags', { body: { name: 'Typed' } });
  print('tag', seen(tag.data).name);
}

void main();
`;

/** Lines with a type error, each with a title. The compiler must reject every line. */
const WRONG: readonly (readonly [title: string, line: string])[] = [
  ['a path that is none', `client.GET('/event', {})`],
  ['a path without its variable', `client.GET('/events/{id}', {})`],
  ['a variable of another type', `client.GET('/events/{id}', { params: { path: { id: 'tea' } } })`],
  ['a method that the path has not', `client.PUT('/events', {})`],
  ['a query parameter that is none', `client.GET('/events', { params: { query: { pages: 2 } } })`],
  ['a query parameter of another type', `client.GET('/events', { params: { query: { per_page: 'ten' } } })`],
  ['a value that is not among those allowed', `client.GET('/events', { params: { query: { ml_language: 'de' } } })`],
  ['a body without what it must have', `client.POST('/events', { body: { title: 'Tea' } })`],
  ['no body where there must be one', `client.POST('/venues')`],
  // The client accepts unknown members of a body if the other members are valid.
  ['a member that a body has not', `({ titel: 'Tea' } satisfies Body<paths['/events/{id}']['patch']>)`],
  ['a member of the body of another type', `client.PATCH('/events/{id}', { params: { path: { id: 1 } }, body: { all_day: ['no'] } })`],
  [
    'a member of the answer that is none',
    `client.GET('/events/{id}', { params: { path: { id: 1 } } }).then(({ data }) => seen(data).titel)`,
  ],
  ['a member of the answer as another type', `client.GET('/events').then(({ data }) => seen(data).total.trim())`],
  ['an answer that may be absent', `client.GET('/events').then(({ data }) => data.events)`],
  ['a member of the error that is none', `client.GET('/events').then(({ error }) => error?.reason)`],
];

/** A `print` function that writes lines of JSON, which the spec can parse. */
const PRINT = '\nfunction print(...said: unknown[]): void {\n  console.log(JSON.stringify(said));\n}\n';

/** Programs of the page by file name. Their imports use `document.ts` in place of `calendar.d.ts`. */
const sources = Object.fromEntries(
  blocksOf('docs/use/typed-client.md')
    .filter(({ language }) => language === 'ts')
    .map(({ text }) => {
      const [, file = ''] = /^\/\/ (\S+)/.exec(text) ?? [];
      return [file, text.replace("'./calendar'", "'./document'").replaceAll('console.log(', 'print(') + PRINT];
    }),
);

const FIRST_WRONG_LINE = HEAD.split('\n').length;

describe('Clients that openapi-typescript types by the OpenAPI document', () => {
  let running: Running;
  let project: TypedProject;
  before(async function () {
    this.timeout(120_000);
    running = await startService({ clock: clockAt('2029-12-01T12:00:00Z') });
    const wrong = WRONG.map(([, line]) => `void ${line};`).join('\n');
    const own = { 'right.ts': HEAD + RIGHT, 'wrong.ts': `${HEAD}${wrong}\n` };
    project = await openTypedProject((await running.ask('GET', '/doc')).body, { ...sources, ...own });
  });
  after(async () => {
    project?.remove();
    await running?.stop();
  });

  it('compile strictly where they are right, and those of the page too', () => {
    expect(Object.keys(sources)).to.deep.equal(['typed.ts', 'typed-write.ts']);
    expect(project.complaints.filter(({ file, line }) => file !== 'wrong.ts' || line < FIRST_WRONG_LINE)).to.deep.equal([]);
  });

  for (const [index, [title]] of WRONG.entries())
    it(`do not compile with ${title}`, () => {
      expect(project.complaints.filter(({ file, line }) => file === 'wrong.ts' && line === FIRST_WRONG_LINE + index)).to.not.be.empty;
    });

  it('write and read as the page says', async () => {
    expect(await project.run('typed-write.ts', [running.address, running.password('admin')])).to.deep.equal([['Typed tea']]);
    expect(await project.run('typed.ts', [running.address])).to.deep.equal([['Typed tea', '2030-06-01 15:00:00'], [1]]);
  });

  it('list, read, create, change and delete, and read errors', async () => {
    const { body } = await running.ask('POST', '/categories', { as: 'admin', json: { name: 'Tea' } });
    const address = `${running.address}/en/cal/events/v1`;
    expect(await project.run('right.ts', [address, running.authorization('admin'), String(body.id)])).to.deep.equal([
      ['created', 201, 'Tea'],
      ['listed', '1', '1', ['Tea']],
      ['changed', 'Green tea'],
      ['changed by slug', false],
      ['read', true],
      ['trashed', 'trash'],
      ['removed', 200, true],
      ['refused', 'REST-EVENT-NOT-FOUND', '404'],
      ['refused', 'rest_invalid_param', { title: 'Send a text that is not empty.' }],
      ['tag', 'Typed'],
    ]);
  });

  it('have the same types in every language, except for descriptions', async () => {
    const [english, ...translations] = await Promise.all(
      LANGUAGES.map(async (language) => (await running.ask('GET', '/doc', { language })).body.paths),
    );
    const shape = (paths: unknown) =>
      JSON.parse(JSON.stringify(paths), (name, value) =>
        typeof value === 'string' && ['description', 'summary', 'x-pattern-text'].includes(name) ? undefined : value,
      );
    for (const other of translations) expect(shape(other)).to.deep.equal(shape(english));
  });
});
