import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { LANGUAGES } from '../../../lib/language';
import type { Step } from '../../support/scenario';
import { create, event, openPromises, POST_LIKE, patch, refused, remove } from '../../support/stage';

describe('POST and PATCH of events, venues and organizers', () => {
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
    for (const { kind, plural, make } of POST_LIKE) {
      it(`an address gets an ID, which is accepted as number and as text: ${plural}`, async () => {
        const address = `https://example.org/${kind}.png?a=1&b=2`;
        {
          const { body } = await stage().step({
            as: 'author',
            method: 'POST',
            ...make(`Pictured ${kind}`, { image: address }),
            status: 201,
          });
          expect(body.image.url).to.equal(address);
          expect(body.image.id).to.be.a('number').and.not.equal(body.id);
          for (const image of [body.image.id, String(body.image.id)]) {
            const made = await stage().step(
              create(make(`Pictured again ${kind}`, { image }), { has: { 'image.id': body.image.id, 'image.url': address } }),
            );
            await stage().step(patch(`/${plural}/${made.body.id}`, { image }, { has: { 'image.id': body.image.id } }));
          }
        }
      });
      for (const image of [987654, '{self}', 'ftp://example.org/a.png'])
        promise(
          `${JSON.stringify(image)} is refused: ${plural}`,
          { self: make(`Unpictured ${kind}`) },
          create(make(`Pictured ${kind}`, { image }), refused('image')),
          patch(`/${plural}/{self}`, { image }, refused('image')),
        );
      inBoth(
        `an unknown ID is refused in the language of the request: ${plural}`,
        {},
        create(make(`Pictured ${kind}`, { image: 987654 }), refused('image')),
        {
          en: /Send the ID of an image/,
          fr: /Envoyez l’identifiant d’une image/,
        },
      );
    }
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
        for (const { plural, make } of POST_LIKE) {
          const { body } = await stage().step(create(make('Never fetched', { image }), { status: 201, has: { 'image.url': image } }));
          await stage().step({ path: `/${plural}/${body.id}`, has: { 'image.url': image } });
        }
      } finally {
        await new Promise((resolve) => {
          server.close(resolve);
        });
      }
      expect(requests).to.equal(0);
    });
  });

  describe('author, status and password', () => {
    for (const { kind, plural, make } of POST_LIKE) {
      promise(
        `an editor may set another author, an author may not: ${plural}`,
        { one: make(`Signed ${kind}`) },
        create(make(`Signed ${kind}`, { author: '{author}' }), { has: { author: '{author}' } }),
        patch(`/${plural}/{one}`, { author: '{author}' }, { has: { author: '{author}' } }),
        patch(`/${plural}/{one}`, { author: '{author2}' }, { as: 'author', status: 403, code: 'rest_forbidden' }),
        create(make(`Signed ${kind}`, { author: '{author2}' }), { as: 'author', status: 403, code: 'rest_forbidden' }),
        create(make(`Signed ${kind}`, { author: '{author}' }), { as: 'author', status: 201 }),
      );
      for (const [status, more] of [
        ['publish', {}],
        ['future', { date: '2031-01-01' }],
        ['draft', {}],
        ['pending', {}],
        ['private', {}],
        ['trash', {}],
      ] as const)
        promise(
          `status ${status} is accepted: ${plural}`,
          { one: make(`Status ${kind}`, more) },
          create(make(`Status ${kind}`, { status, ...more }), { status: 201, has: { status } }),
          patch(`/${plural}/{one}`, { status }, { has: { status } }),
        );
      for (const status of ['auto-draft', 'Draft', 'any', '', 7])
        inBoth(
          `status ${JSON.stringify(status)} is refused in the language of the request: ${plural}`,
          { one: make(`Status ${kind}`) },
          patch(`/${plural}/{one}`, { status }, refused('status')),
          {
            en: /publish, future, draft, pending, private, trash|must be a string/,
            fr: /publish, future, draft, pending, private, trash|doit être une chaîne/,
          },
        );
      promise(
        `status auto-draft is refused on creation: ${plural}`,
        {},
        create(make(`Status ${kind}`, { status: 'auto-draft' }), refused('status')),
      );
    }
    for (const method of ['POST', 'PUT', 'PATCH'])
      promise(
        `${method} /events/ID sets and removes the password only for users who may edit the event`,
        { one: event('Guarded', {}, { as: 'author' }) },
        patch('/events/{one}', { password: 'x' }, { method, as: 'author2', status: 403 }),
        patch('/events/{one}', { password: 'x' }, { method, as: 'author', status: 200, hides: /"password"/ }),
        { path: '/events/{one}', status: 403, code: 'event-password-protected' },
        { path: '/events/{one}?password=x', status: 200 },
        patch('/events/{one}', { title: 'Guarded still' }, { method, as: 'author', status: 200 }),
        { path: '/events/{one}', status: 403, code: 'event-password-protected' },
        patch('/events/{one}', { password: 'y' }, { method, as: 'author', status: 200 }),
        { path: '/events/{one}?password=x', status: 403, code: 'event-password-protected' },
        patch('/events/{one}', { password: '' }, { method, as: 'author', status: 200 }),
        { path: '/events/{one}', status: 200 },
      );
    promise(
      'DELETE of a password-protected event needs the right to delete it, not the password',
      { one: event('Shut', { slug: 'shut' }, { as: 'author' }), lock: patch('/events/{one}', { password: 'x' }) },
      remove('/events/{one}?password=x', { as: 'author2', status: 403, code: 'rest_forbidden' }),
      { method: 'DELETE', path: '/events/by-slug/shut?password=x', status: 401 },
      remove('/events/by-slug/shut?password=x', { as: 'author', status: 200, has: { status: 'trash' } }),
      patch('/events/{one}', { status: 'publish' }, { status: 200 }),
      remove('/events/{one}', { as: 'author', status: 200 }),
    );
    for (const password of ['x'.repeat(256), 7, ['x'], { a: 'x' }])
      promise(
        `password ${JSON.stringify(password).slice(0, 20)} is refused`,
        { one: event('Unguarded') },
        patch('/events/{one}', { password }, refused('password')),
      );
  });
});
