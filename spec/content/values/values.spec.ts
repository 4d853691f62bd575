import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { LANGUAGES } from '../../../lib/language';
import type { Step } from '../../support/scenario';
import { create, event, openPromises, patch, refused } from '../../support/stage';

describe('POST and PATCH of events: cost and image', () => {
  const { stage, promise, inBoth } = openPromises();

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
    for (const cost of [{ a: 1 }, {}, [[1]]])
      inBoth(`${JSON.stringify(cost)} is no price`, { one: event('Unpriced') }, create(event('Priced', { cost }), refused('cost')), {
        en: /Send a price as a number or a text/,
        fr: /Envoyez un prix, en nombre ou en texte/,
      });
  });

  describe('image', () => {
    it('an address gets an ID, which is accepted as number and as text', async () => {
      const address = 'https://example.org/photo.php?a=1&b=2';
      const { body } = await stage().step({ as: 'author', method: 'POST', ...event('Pictured', { image: address }), status: 201 });
      expect(body.image.url).to.equal(address);
      expect(body.image.id).to.be.a('number').and.not.equal(body.id);
      for (const image of [body.image.id, String(body.image.id)]) {
        const has = { 'image.id': body.image.id, 'image.url': address };
        const made = await stage().step(create(event('Pictured again', { image }), { has }));
        await stage().step(patch(`/events/${made.body.id}`, { image }, { has }));
      }
    });
    for (const image of [987654, '{self}', 'ftp://example.org/a.png'])
      promise(
        `${JSON.stringify(image)} is refused`,
        { self: event('Unpictured') },
        create(event('Pictured', { image }), refused('image')),
        patch('/events/{self}', { image }, refused('image')),
      );
    inBoth('an unknown ID is refused in the language of the request', {}, create(event('Pictured', { image: 987654 }), refused('image')), {
      en: /Send the ID of an image/,
      fr: /Envoyez l’identifiant d’une image/,
    });
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
