import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { LANGUAGES } from '../../../lib/language';
import type { Step } from '../../support/scenario';
import { create, event, openPromises } from '../../support/stage';

describe('POST and PATCH of events: cost and image', () => {
  const { stage, promise } = openPromises();

  describe('cost', () => {
    for (const [language, free] of [
      ['en', 'Free'],
      ['fr', 'Gratuit'],
    ] as const)
      promise(
        `0 is shown as ${free} in an event of the language ${language}, whatever language reads it`,
        { one: event('Zero', { cost: 0 }, { language }), range: event('Range', { cost: '0-10' }, { language }) },
        ...LANGUAGES.flatMap((reading): Step[] => [
          { language: reading, path: '/events/{one}', has: { cost: free, 'cost_details.values': ['0'] } },
          { language: reading, path: '/events/{range}', has: { cost: `${free} – $10` } },
        ]),
      );
  });

  describe('image', () => {
    it('the address is never fetched', async () => {
      let requests = 0;
      const server = http.createServer((_, response) => {
        requests += 1;
        response.end();
      });
      await new Promise<void>((resolve) => {
        server.listen(0, '127.0.0.1', resolve);
      });
      const image = `http://127.0.0.1:${(server.address() as AddressInfo).port}/a.jpg`;
      try {
        const { body } = await stage().step(create(event('Never fetched', { image }), { status: 201, has: { 'image.url': image } }));
        await stage().step({ path: `/events/${body.id}`, has: { 'image.url': image } });
      } finally {
        await new Promise((resolve) => {
          server.close(resolve);
        });
      }
      expect(requests).to.equal(0);
    });
  });
});
