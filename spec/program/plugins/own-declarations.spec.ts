import { expect } from 'chai';
import { plugin } from '../../../fixtures/plugins/tickets';
import { checkEndpoint, checkRoute } from '../../../lib/registry/declarations/declaration';
import { type Running, startService } from '../../support/service';

describe('declarations of the service', () => {
  let running: Running;
  before(async () => {
    running = await startService({ plugins: [plugin] });
  });
  after(() => running.stop());

  it('fit the JSON Schemas for plugins', () => {
    const { registry } = running.service;
    const counts = registry.routes.map(({ namespace, path, load, otherwise, notFound, endpoints }) => {
      checkRoute({ path, load, otherwise, notFound });
      for (const { methods, args, plugin, checkAnswer, validate, digest, checkHeaders, trusted, ...endpoint } of endpoints) {
        const own = Object.fromEntries(Object.entries(args).filter(([name]) => !Object.hasOwn(registry.everyRoute, name)));
        const declared = { ...endpoint, methods: methods.join(', '), args: own };
        expect(() => checkEndpoint(declared), `${methods} ${namespace}${path}`).not.to.throw();
      }
      return endpoints.length;
    });
    expect(counts.reduce((sum, count) => sum + count, 0)).to.be.above(40);
  });
});
