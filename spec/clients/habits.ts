import { expect } from 'chai';
import type { Answer, Ask } from '../support/service';
import { FIRST_DAY, type Site } from './site';

type Kind = 'event' | 'category';
const PLURALS = [
  ['events', 'event'],
  ['categories', 'category'],
] as const;

/** Addresses of each sort: the roots, the namespace, its document, lists and records. `{event1}` stands for an ID. */
const READABLE = ['//en', '//fr', '', '/doc', '/events', '/events/{event1}', '/events/by-slug/song-wine-01', '/tags/{tag1}'];

const CREATED: Readonly<Record<Kind, object>> = {
  event: { title: 'Gone', start_date: '2031-01-01', end_date: '2031-01-01' },
  category: { name: 'Gone' },
};

/** Specs of request habits that all clients of the CMS share. They must not change the answer. */
export function describeHabits(site: () => Site): void {
  describe('requests that clients of the reference system make', () => {
    const ask = (method: string, path: string, more: Ask = {}): Promise<Answer> =>
      site().ask(
        method,
        path.replace(/\{(\w+)\}/g, (_, name: string) => String(site().id(name))),
        more,
      );

    for (const path of READABLE)
      describe(`at ${path || 'the namespace'}`, () => {
        let plain: Answer;
        before(async () => {
          plain = await ask('GET', path);
          expect(plain.status).to.equal(200);
        });
        const root = () => `<${site().root(path === '//fr' ? 'fr' : 'en')}>; rel="https://api.w.org/"`;

        it('GET has Allow and a Link to the root', () => {
          expect([plain.headers.allow, String(plain.headers['link']).split(', ')[0]]).to.deep.equal(['GET', root()]);
        });

        it('HEAD has the headers of GET and no body', async () => {
          const { status, headers, text } = await ask('HEAD', path);
          const { date: _, 'x-request-id': __, ...rest } = plain.headers;
          expect([status, text]).to.deep.equal([200, '']);
          expect(headers).to.deep.include(rest);
        });

        const habits: readonly (readonly [habit: string, write: (address: string) => string, more: Ask])[] = [
          ['a slash at the end', (address: string) => `${address}/`, {}],
          ['`_locale=user`', (address: string) => `${address}?_locale=user`, {}],
          ['`_embed`', (address: string) => `${address}?_embed=true`, {}],
          ['any type', (address: string) => address, { headers: { accept: '*/*' } }],
          ['JSON, or any type', (address: string) => address, { headers: { accept: 'application/json, */*;q=0.1' } }],
          ['an empty body that is called JSON', (address: string) => address, { headers: { 'content-type': 'application/json' } }],
        ];
        it(`nothing changes by ${habits.map(([habit]) => habit).join(', ')}`, async () => {
          for (const [habit, write, more] of habits) {
            const { status, headers, text } = await ask('GET', write(path), more);
            expect([status, headers['content-type']], habit).to.deep.equal([200, plain.headers['content-type']]);
            expect(text === plain.text, `${habit} ${text.slice(0, 1000)}`).to.equal(true);
          }
        });

        it('OPTIONS describes the route, with and without preflight headers', async () => {
          const preflight = { origin: 'https://app.example', 'access-control-request-method': 'POST' };
          for (const headers of [{}, preflight]) {
            const answer = await ask('OPTIONS', path, { headers });
            expect([answer.status, answer.headers.allow]).to.deep.equal([200, 'GET']);
            expect(answer.body.endpoints).to.not.be.empty;
            for (const endpoint of answer.body.endpoints) expect(endpoint.args).to.be.an('object');
          }
          const { headers } = await ask('OPTIONS', path, { headers: preflight });
          expect(String(headers['access-control-allow-headers']).split(', ')).to.include.members([
            'Authorization',
            'Content-Type',
            'X-WP-Nonce',
            'X-HTTP-Method-Override',
            'If-Match',
            'Idempotency-Key',
          ]);
        });
      });

    for (const path of ['//en/', ''])
      it(`the index at ${path || 'the namespace'} has namespace, methods and args of every route`, async () => {
        const { routes } = (await ask('GET', path)).body;
        expect(Object.keys(routes).length).to.be.greaterThan(14);
        for (const [key, route] of Object.entries<Answer['body']>(routes)) {
          expect(route.namespace, key).to.equal(key === '/' ? '' : 'cal/events/v1');
          expect(route.methods, key).to.have.members([
            ...new Set(route.endpoints.flatMap(({ methods }: { methods: string[] }) => methods)),
          ]);
          for (const { args } of route.endpoints) {
            expect(args, key).to.be.an('object');
            for (const [name, arg] of Object.entries(args)) expect(arg, `${key} ${name}`).to.have.property('required').that.is.a('boolean');
          }
          if (!key.includes('(')) expect(route._links.self, key).to.have.length(1);
        }
      });

    for (const path of ['//en', '', '/categories/{category1}'])
      it(`every relation in \`_links\` is a list of objects with \`href\`: ${path || 'the namespace'}`, async () => {
        const relations: unknown[] = [];
        JSON.stringify((await ask('GET', path)).body, (key, value) => {
          if (key === '_links') relations.push(...Object.values(value));
          return value;
        });
        expect(relations).to.not.be.empty;
        for (const links of relations) {
          expect(links).to.be.an('array').that.is.not.empty;
          for (const { href } of links as { href: unknown }[]) expect(href).to.be.a('string').that.matches(/^http/);
        }
      });

    for (const [plural, kind] of PLURALS)
      for (const [habit, more] of [
        ['a header', { headers: { 'x-http-method-override': 'DELETE', 'content-type': 'application/json' } }],
        ['`_method`', { headers: { 'content-type': 'application/json' } }],
      ] as const)
        it(`POST with ${habit} and an empty JSON body deletes ${plural}`, async () => {
          const { body } = await ask('POST', `/${plural}`, { as: 'admin', json: CREATED[kind] });
          const query = habit === '`_method`' ? '?_method=DELETE&_locale=user' : '?_locale=user';
          const { status, body: deleted } = await ask('POST', `/${plural}/${body.id}/${query}`, { as: 'admin', ...more });
          expect([status, deleted.id]).to.deep.equal([200, body.id]);
          // DELETE removes terms at once and puts other records into the trash.
          expect((await ask('GET', `/${plural}/${body.id}`)).status).to.be.oneOf([403, 404]);
        });

    it('per_page is clamped', async () => {
      for (const length of [51, 100, 1000]) {
        const { status, body } = await ask('GET', `/events?per_page=${length}`);
        expect([status, new URL(body.rest_url).searchParams.get('per_page')]).to.deep.equal([200, '50']);
      }
    });

    for (const [name, ...values] of [
      ['categories', 'ete-n-1', '{category2}'],
      ['tags', '{tag1}', 'loud-2'],
      ['venue', '{venue1}', '{venue2}'],
      ['organizer', '{organizer1}', '{organizer2}'],
      ['include', '{event1}', '{event2}'],
    ] as const)
      it(`lists of ${name} are accepted in every spelling`, async () => {
        const queries = [
          values.map((value) => `${name}[]=${value}`).join('&'),
          values.map((value) => `${name}%5B%5D=${value}`).join('&'),
          values.map((value, index) => `${name}[${index}]=${value}`).join('&'),
          `${name}=${values.join(',')}`,
          `${name}=${values.join('%2C')}`,
          values.map((value) => `${name}=${value}`).join('&'),
        ];
        const totals: number[] = [];
        for (const query of queries) totals.push((await ask('GET', `/events?start_date=${FIRST_DAY}&${query}`)).body.total);
        const one = (await ask('GET', `/events?start_date=${FIRST_DAY}&${name}=${values[0]}`)).body.total;
        expect(new Set(totals).size, queries.map((query, index) => `${query}: ${totals[index]}`).join('\n')).to.equal(1);
        expect(totals[0]).to.be.greaterThan(one);
      });

    it('an error has `code`, `message` and `data` with the status, and nothing else', async () => {
      for (const [status, method, path, more] of [
        [404, 'GET', '/nothing', {}],
        [404, 'GET', '//en/event/nothing/', {}],
        [404, 'GET', '/events/987654', {}],
        [404, 'GET', '/events?page=99', {}],
        [404, 'PUT', '/events', { as: 'admin' }],
        [400, 'GET', '/events?per_page=0&page=x', {}],
        [400, 'POST', '/events', { as: 'admin', json: {} }],
        [400, 'POST', '/events', { as: 'admin', raw: '{', headers: { 'content-type': 'application/json' } }],
        [401, 'POST', '/events', {}],
        [401, 'GET', '', { headers: { authorization: `Basic ${Buffer.from('admin:x').toString('base64')}` } }],
        [403, 'POST', '/tags', { as: 'subscriber', json: { name: 'x' } }],
        [403, 'GET', '', { headers: { 'x-wp-nonce': 'x' } }],
        [413, 'POST', '/events', { as: 'admin', raw: ' '.repeat(1_048_577), headers: { 'content-type': 'application/json' } }],
      ] as const satisfies readonly (readonly [number, string, string, Ask])[]) {
        const { body, text, status: answered } = await ask(method, path, more);
        expect(answered, `${method} ${path} ${text}`).to.equal(status);
        const { code, message, data, ...unexpected } = body;
        expect([typeof code, typeof message, data.status, unexpected], text).to.deep.equal(['string', 'string', status, {}]);
        expect(code).to.match(/^[a-z][a-z_-]+$/);
      }
    });
  });
}
