import { expect } from 'chai';
import { LANGUAGES } from '../../../lib/language';
import type { Plugin } from '../../../lib/program/plugins/plugin';
import { READABLE } from '../../../lib/registry/registry';
import { type Running, startService } from '../../support/service';

const description = { en: 'The row', fr: 'Le rang' };

const plugin: Plugin = (registry) => {
  registry.registerRoute('club/v1', '/seats/{row}', {
    methods: READABLE,
    permission: 'public',
    args: { row: { type: 'string', required: true, description } },
    handle: ({ path }) => path,
  });
  registry.registerRoute('bar/v1', '/doc', { methods: READABLE, permission: 'public', args: {}, handle: () => 'of its own' });
};

describe('plugins: GET /doc of a namespace of their own', () => {
  let running: Running;
  before(async () => {
    running = await startService({ plugins: [plugin] });
  });
  after(() => running.stop());

  for (const language of LANGUAGES) {
    it(`answers the OpenAPI document of the namespace, in ${language}`, async () => {
      const { status, body } = await running.ask('GET', `//${language}/club/v1/doc`);
      expect(status).to.equal(200);
      expect(body.info.title).to.equal({ en: 'REST API of club/v1', fr: 'API REST de club/v1' }[language]);
      expect(body.servers[0].url).to.equal(`${running.address}/${language}/club/v1`);
      expect(body.paths['/seats/{row}'].get.summary).to.equal({ en: 'Read /seats/{row}', fr: 'Lire /seats/{row}' }[language]);
      expect(Object.keys(body.paths)).to.have.members(['/', '/seats/{row}', '/doc']);
      expect(body.paths['/seats/{row}'].get.parameters[0].description).to.equal(description[language]);
    });
  }

  it('keeps a /doc that the plugin registers itself', async () => {
    expect((await running.ask('GET', '//en/bar/v1/doc')).body).to.equal('of its own');
  });

  it('lists namespace and /doc in the index', async () => {
    const { body } = await running.ask('GET', '//en/club/v1');
    expect(Object.keys(body.routes)).to.have.members(['/club/v1', '/club/v1/seats/(?P<row>[^/]+)', '/club/v1/doc']);
  });
});
