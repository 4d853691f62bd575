import { expect } from 'chai';
import type { Plugin } from '../../../lib/program/plugins/plugin';
import { reply } from '../../../lib/registry/answers/reply';
import { CREATABLE, DELETABLE, EDITABLE, READABLE } from '../../../lib/registry/registry';
import { openPromises } from '../../support/stage';

const open = { permission: 'public', args: {} } as const;

const plugin: Plugin = (registry) => {
  registry.registerRoute('club/v1', '/plain', { ...open, methods: CREATABLE, handle: () => ({ a: 1 }) });
  registry.registerRoute('club/v1', '/created', { ...open, methods: CREATABLE, handle: () => reply({ a: 1 }, { status: 201 }) });
  for (const status of [200, 201, 202]) {
    registry.registerRoute('club/v1', `/declared-${status}`, { ...open, methods: CREATABLE, status, handle: () => ({ a: 1 }) });
    registry.registerRoute('club/v1', `/replied-${status}`, {
      ...open,
      methods: CREATABLE,
      status,
      handle: () => reply({ a: 1 }, { status }),
    });
  }
  registry.registerRoute(
    'club/v1',
    '/job',
    { ...open, methods: READABLE, handle: () => ({ a: 1 }) },
    { ...open, methods: EDITABLE, status: 202, handle: () => ({ a: 1 }) },
    { ...open, methods: DELETABLE, status: 204, handle: () => reply(undefined, { status: 204 }) },
  );
  registry.registerRoute('club/v1', '/lying', { ...open, methods: CREATABLE, status: 201, handle: () => reply({ a: 1 }, { status: 200 }) });
};

describe('status of an endpoint', () => {
  const { stage } = openPromises({}, [plugin]);
  const successesOf = async (path: string, method: string): Promise<readonly string[]> => {
    const { body } = await stage().ask('GET', '//en/club/v1/doc');
    return Object.keys(body.paths[path][method].responses).filter((status) => status.startsWith('2'));
  };

  it('has a default for POST in the document and in answers', async () => {
    expect(await successesOf('/plain', 'post')).to.deep.equal(['200', '201']);
    await stage().step({ method: 'POST', path: '//en/club/v1/plain', status: 200 });
    await stage().step({ method: 'POST', path: '//en/club/v1/created', status: 201 });
  });

  for (const status of [200, 201, 202])
    it(`${status} is the only success in the document, in plain answers and in replies`, async () => {
      for (const way of ['declared', 'replied']) {
        expect(await successesOf(`/${way}-${status}`, 'post')).to.deep.equal([String(status)]);
        await stage().step({ method: 'POST', path: `//en/club/v1/${way}-${status}`, status, has: { a: 1 } });
      }
    });

  it('is declared by updates and deletions too', async () => {
    expect(await successesOf('/job', 'get')).to.deep.equal(['200']);
    expect(await successesOf('/job', 'patch')).to.deep.equal(['202']);
    expect(await successesOf('/job', 'delete')).to.deep.equal(['204']);
    await stage().step({ method: 'PATCH', path: '//en/club/v1/job', status: 202 });
    expect((await stage().ask('DELETE', '//en/club/v1/job')).status).to.equal(204);
  });

  it('makes another success a fault of the handler', async () => {
    await stage().step({ method: 'POST', path: '//en/club/v1/lying', status: 500, code: 'internal_server_error' });
  });

  it('is 201 of the creations of the calendar', async () => {
    const { body } = await stage().ask('GET', '/doc');
    for (const path of ['/events', '/venues', '/organizers', '/categories', '/tags'])
      expect(Object.keys(body.paths[path].post.responses)).to.include('201').and.to.not.include('200');
  });
});
