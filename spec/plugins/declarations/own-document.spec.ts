import { expect } from 'chai';
import type { Plugin } from '../../../lib/program/plugins/plugin';
import { CREATABLE, READABLE } from '../../../lib/registry/registry';
import { startService } from '../../support/service';
import { recordLog } from '../samples';

const open = { permission: 'public' } as const;
const page = { type: 'string', description: { en: 'The page', fr: 'La page' } } as const;

interface Asked {
  readonly asked?: string;
  readonly args?: { readonly page?: typeof page };
}

/** Starts a service with a route, and returns the warnings in its log and the answer of that route. */
const started = async (path: string, methods: typeof READABLE | typeof CREATABLE, { asked = path, args = {} }: Asked = {}) => {
  const plugin: Plugin = (registry) => registry.registerRoute('bar/v1', path, { ...open, methods, args, handle: () => 'of its own' });
  const { lines, log } = recordLog();
  const running = await startService({ plugins: [plugin], log });
  try {
    const get = await running.ask('GET', `//en/bar/v1${asked}`);
    const post = await running.ask('POST', `//en/bar/v1${asked}`);
    return { get: get.body, post: post.body, warnings: lines.filter((line) => JSON.stringify(line).includes('OpenAPI')) };
  } finally {
    await running.stop();
  }
};

describe('A plugin’s own /doc', () => {
  for (const path of ['/doc', '/Doc'])
    it(`replaces the OpenAPI document for GET ${path}, and the log says so`, async () => {
      const { get, warnings } = await started(path, READABLE);
      expect(get).to.equal('of its own');
      expect(warnings).to.have.length(1);
      expect(warnings[0]).to.have.property('message', `bar/v1 has no OpenAPI document: the plugin answers ${path} itself.`);
    });

  it('coexists with the document for other methods', async () => {
    const { get, post, warnings } = await started('/doc', CREATABLE);
    expect(get).to.have.property('openapi', '3.1.0');
    expect(post).to.equal('of its own');
    expect(warnings).to.deep.equal([]);
  });

  it('does not match through a variable: the document answers there', async () => {
    const { get, warnings } = await started('/{page}', READABLE, { asked: '/doc', args: { page } });
    expect(get).to.have.property('openapi', '3.1.0');
    expect(warnings).to.deep.equal([]);
  });
});
