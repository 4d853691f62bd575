import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { LANGUAGES } from '../../lib/language';
import type { Step } from '../support/scenario';
import { create, event, openPromises, POST_LIKE, patch, refused, remove } from '../support/stage';

describe('the promises about values', () => {
  const { stage, promise, inBoth } = openPromises();

  describe('costs are understood', () => {
    for (const [said, cost, values, symbol = ''] of [
      [0, 'Free', ['0']],
      ['0', 'Free', ['0']],
      ['0.00', 'Free', ['0.00']],
      [['0'], 'Free', ['0']],
      [['0', '10'], 'Free – $10', ['0', '10']],
      ['0-10', 'Free – $10', ['0', '10']],
      ['10', '$10', ['10']],
      [10.5, '$10.5', ['10.5']],
      ['10,50', '$10,50', ['10.50']],
      ['1.000,50', '$1000.50', ['1000.50']],
      ['1,000.50', '$1000.50', ['1000.50']],
      ['1,000', '$1,000', ['1000']],
      ['1.000.000', '$1000000', ['1000000']],
      ['1,000,000', '$1000000', ['1000000']],
      ['£5-£10', '£5 – £10', ['5', '10'], '£'],
      ['€10 – €5', '€5 – €10', ['5', '10'], '€'],
      ['5€-10€', '5€ – 10€', ['5', '10'], '€'],
      ['£1,000.50-£2,000', '£1000.50 – £2,000', ['1000.50', '2000'], '£'],
      [['£5', '£10'], '£5 – £10', ['5', '10'], '£'],
      ['10,20,30', '$10 – $30', ['10', '20', '30']],
      ['Pay what you can', 'Pay what you can', ['pay-what-you-can']],
      ['abc 10 def', 'abc 10 def', ['10']],
      ['Donation', 'Donation', ['donation']],
      ['-5', '-5', ['5']],
      ['1e3', '1e3', ['1', '3']],
    ] as readonly [unknown, string, string[], string?][])
      promise(
        `${JSON.stringify(said)} is ${cost}, on creating and on updating`,
        { one: event('Priced') },
        create(event('Costly', { cost: said }), {
          status: 201,
          has: { cost, 'cost_details.values': values, 'cost_details.currency_symbol': symbol },
        }),
        patch('/events/{one}', { cost: said }, { has: { cost, 'cost_details.values': values, 'cost_details.currency_symbol': symbol } }),
        { path: '/events/{one}', has: { cost, 'cost_details.values': values } },
      );
    for (const [language, free] of [
      ['en', 'Free'],
      ['fr', 'Gratuit'],
    ] as const)
      promise(
        `nought is ${free} in an event of that language, whoever reads it`,
        { one: event('Zero', { cost: 0 }, { language }), range: event('Range', { cost: '0-10' }, { language }) },
        ...LANGUAGES.flatMap((reading): Step[] => [
          { language: reading, path: '/events/{one}', has: { cost: free, 'cost_details.values': ['0'] } },
          { language: reading, path: '/events/{range}', has: { cost: `${free} – $10` } },
        ]),
      );
  });

  describe('images are IDs or addresses, and are never fetched', () => {
    for (const { kind, plural, make } of POST_LIKE) {
      it(`of a ${kind}: an address becomes a record with an ID of its own, which is taken as number and as text`, async () => {
        for (const address of [
          `http://example.org/${kind}.jpg`,
          `https://example.org/${kind}.png?a=1&b=2`,
          `https://example.org/${kind}`,
        ]) {
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
      for (const image of [
        987654,
        '987654',
        '{self}',
        'ftp://example.org/a.png',
        'data:image/png;base64,AA==',
        'javascript:alert(1)',
        '//example.org/a.png',
        'a.png',
        'https://',
        -1,
        1.5,
        true,
      ])
        promise(
          `of a ${kind}: ${JSON.stringify(image)} is none`,
          { self: make(`Unpictured ${kind}`) },
          create(make(`Pictured ${kind}`, { image }), refused('image')),
          patch(`/${plural}/{self}`, { image }, refused('image')),
        );
      inBoth(`of a ${kind}: an unknown ID is refused`, {}, create(make(`Pictured ${kind}`, { image: 987654 }), refused('image')), {
        en: /Send the ID of an image/,
        fr: /Envoyez l’identifiant d’une image/,
      });
    }
    it('no request reaches the server of the address', async () => {
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

  describe('authors, statuses and passwords', () => {
    for (const { kind, plural, make } of POST_LIKE) {
      promise(
        `an editor names another author of a ${kind}, an author does not`,
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
          `a ${kind} can be ${status}`,
          { one: make(`Status ${kind}`, more) },
          create(make(`Status ${kind}`, { status, ...more }), { status: 201, has: { status } }),
          patch(`/${plural}/{one}`, { status }, { has: { status } }),
        );
      for (const status of [
        'auto-draft',
        'inherit',
        'request-pending',
        'tribe-ignored',
        'Draft',
        'PUBLISH',
        ' draft',
        'any',
        'bogus',
        '',
        7,
        [],
      ])
        inBoth(
          `a ${kind} cannot be ${JSON.stringify(status)}`,
          { one: make(`Status ${kind}`) },
          patch(`/${plural}/{one}`, { status }, refused('status')),
          {
            en: /publish, future, draft, pending, private, trash|must be a string/,
            fr: /publish, future, draft, pending, private, trash|doit être une chaîne/,
          },
        );
      promise(
        `nor be made so: ${kind}`,
        {},
        create(make(`Status ${kind}`, { status: 'auto-draft' }), refused('status')),
        create(make(`Status ${kind}`, { status: 'bogus' }), refused('status')),
      );
    }
    for (const method of ['POST', 'PUT', 'PATCH'])
      promise(
        `a password is set and removed by ${method} by ID, by those who may edit, and by nobody else`,
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
      'a protected event is deleted with its password and without by those who may, by ID and by slug, and by nobody else',
      { one: event('Shut', { slug: 'shut' }, { as: 'author' }), lock: patch('/events/{one}', { password: 'x' }) },
      remove('/events/{one}?password=x', { as: 'author2', status: 403, code: 'rest_forbidden' }),
      { method: 'DELETE', path: '/events/by-slug/shut?password=x', status: 401 },
      remove('/events/by-slug/shut?password=x', { as: 'author', status: 200, has: { status: 'trash' } }),
      patch('/events/{one}', { status: 'publish' }, { status: 200 }),
      remove('/events/{one}', { as: 'author', status: 200 }),
    );
    for (const password of ['x'.repeat(256), 7, ['x'], { a: 'x' }])
      promise(
        `a password of ${JSON.stringify(password).slice(0, 20)} is refused`,
        { one: event('Unguarded') },
        patch('/events/{one}', { password }, refused('password')),
      );
  });
});
