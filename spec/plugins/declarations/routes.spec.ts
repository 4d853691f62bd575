import { expect } from 'chai';
import { LANGUAGES } from '../../../lib/language';
import type { Plugin } from '../../../lib/program/plugins/plugin';
import { reply } from '../../../lib/registry/answers/reply';
import { CREATABLE, DELETABLE, EDITABLE, READABLE } from '../../../lib/registry/registry';
import { openPromises } from '../../support/stage';
import { recordLog } from '../samples';

const open = { permission: 'public', args: {} } as const;
const own = { ...open, handle: () => 'of its own' } as const;
const description = { en: 'The row', fr: 'Le rang' };
const STATUSES = [200, 201, 202];

const plugin: Plugin = (registry) => {
  registry.registerRoute('club/v1', '/seats/{row}', {
    methods: READABLE,
    permission: 'public',
    args: { row: { type: 'string', required: true, description } },
    handle: ({ path }) => path,
  });
  registry.registerRoute('small/v1', '/doc', { ...own, methods: READABLE });
  registry.registerRoute('large/v1', '/Doc', { ...own, methods: READABLE });
  registry.registerRoute('post/v1', '/doc', { ...own, methods: CREATABLE });
  registry.registerRoute('any/v1', '/{page}', { ...own, methods: READABLE, args: { page: { type: 'string', description } } });

  registry.registerRoute('status/v1', '/plain', { ...open, methods: CREATABLE, handle: () => ({ a: 1 }) });
  registry.registerRoute('status/v1', '/created', { ...open, methods: CREATABLE, handle: () => reply({ a: 1 }, { status: 201 }) });
  for (const status of STATUSES) {
    registry.registerRoute('status/v1', `/declared-${status}`, { ...open, methods: CREATABLE, status, handle: () => ({ a: 1 }) });
    registry.registerRoute('status/v1', `/replied-${status}`, {
      ...open,
      methods: CREATABLE,
      status,
      handle: () => reply({ a: 1 }, { status }),
    });
  }
  registry.registerRoute(
    'status/v1',
    '/job',
    { ...open, methods: READABLE, handle: () => ({ a: 1 }) },
    { ...open, methods: EDITABLE, status: 202, handle: () => ({ a: 1 }) },
    { ...open, methods: DELETABLE, status: 204, handle: () => reply(undefined, { status: 204 }) },
  );
  registry.registerRoute('status/v1', '/lying', {
    ...open,
    methods: CREATABLE,
    status: 201,
    handle: () => reply({ a: 1 }, { status: 200 }),
  });
};

describe('plugins: routes of their own', () => {
  const { lines, log } = recordLog();
  const { stage } = openPromises({}, [plugin], log);

  describe('GET /doc of a namespace', () => {
    for (const language of LANGUAGES) {
      it(`answers the OpenAPI document of the namespace, in ${language}`, async () => {
        const { status, body } = await stage().ask('GET', `//${language}/club/v1/doc`);
        expect(status).to.equal(200);
        expect(body.info.title).to.equal({ en: 'REST API of club/v1', fr: 'API REST de club/v1' }[language]);
        expect(body.servers[0].url).to.equal(`${stage().address}/${language}/club/v1`);
        expect(body.paths['/seats/{row}'].get.summary).to.equal({ en: 'Read /seats/{row}', fr: 'Lire /seats/{row}' }[language]);
        expect(Object.keys(body.paths)).to.have.members(['/', '/seats/{row}', '/doc']);
        expect(body.paths['/seats/{row}'].get.parameters[0].description).to.equal(description[language]);
      });
    }

    it('lists namespace and /doc in the index', async () => {
      const { body } = await stage().ask('GET', '//en/club/v1');
      expect(Object.keys(body.routes)).to.have.members(['/club/v1', '/club/v1/seats/(?P<row>[^/]+)', '/club/v1/doc']);
    });

    it('is that of the plugin where it registers one, and the log says so', async () => {
      for (const namespace of ['small/v1', 'large/v1'])
        expect((await stage().ask('GET', `//en/${namespace}/doc`)).body).to.equal('of its own');
      const warnings = lines.filter((line) => JSON.stringify(line).includes('OpenAPI'));
      expect(warnings.map(({ message }) => message)).to.deep.equal([
        'small/v1 has no OpenAPI document: the plugin answers /doc itself.',
        'large/v1 has no OpenAPI document: the plugin answers /Doc itself.',
      ]);
    });

    it('is the document beside other methods, and where only a variable matches', async () => {
      for (const namespace of ['post/v1', 'any/v1'])
        expect((await stage().ask('GET', `//en/${namespace}/doc`)).body).to.have.property('openapi', '3.1.0');
      expect((await stage().ask('POST', '//en/post/v1/doc')).body).to.equal('of its own');
    });
  });

  describe('status of an endpoint', () => {
    const successesOf = async (path: string, method: string): Promise<readonly string[]> => {
      const { body } = await stage().ask('GET', '//en/status/v1/doc');
      return Object.keys(body.paths[path][method].responses).filter((status) => status.startsWith('2'));
    };

    it('has a default for POST in the document and in answers', async () => {
      expect(await successesOf('/plain', 'post')).to.deep.equal(['200', '201']);
      await stage().step({ method: 'POST', path: '//en/status/v1/plain', status: 200 });
      await stage().step({ method: 'POST', path: '//en/status/v1/created', status: 201 });
    });

    for (const status of STATUSES)
      it(`${status} is the only success in the document, in plain answers and in replies`, async () => {
        for (const way of ['declared', 'replied']) {
          expect(await successesOf(`/${way}-${status}`, 'post')).to.deep.equal([String(status)]);
          await stage().step({ method: 'POST', path: `//en/status/v1/${way}-${status}`, status, has: { a: 1 } });
        }
      });

    it('is declared by updates and deletions too', async () => {
      expect(await successesOf('/job', 'get')).to.deep.equal(['200']);
      expect(await successesOf('/job', 'patch')).to.deep.equal(['202']);
      expect(await successesOf('/job', 'delete')).to.deep.equal(['204']);
      await stage().step({ method: 'PATCH', path: '//en/status/v1/job', status: 202 });
      expect((await stage().ask('DELETE', '//en/status/v1/job')).status).to.equal(204);
    });

    it('makes another success a fault of the handler', async () => {
      await stage().step({ method: 'POST', path: '//en/status/v1/lying', status: 500, code: 'internal_server_error' });
    });

    it('is 201 of the creations of the calendar', async () => {
      const { body } = await stage().ask('GET', '/doc');
      for (const path of ['/events', '/venues', '/organizers', '/categories', '/tags'])
        expect(Object.keys(body.paths[path].post.responses)).to.include('201').and.to.not.include('200');
    });
  });
});
