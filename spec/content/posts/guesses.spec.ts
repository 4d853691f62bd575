import { expect } from 'chai';
import { event, openPromises, patch, refused, venue } from '../../support/stage';

const PROTECTED = { status: 403, code: 'event-password-protected' } as const;

describe('Passwords of events', () => {
  const { stage, promise } = openPromises({ TRUST_PROXY: '1' });
  let client = 0;
  /** Headers with a client address that no request has used yet. */
  const newAddress = () => ({ 'X-Forwarded-For': `203.0.113.${++client}` });

  const ways = [
    ['by ID', (id: number, password: string) => `/events/${id}?password=${password}`, 403],
    ['by slug', (_: number, password: string, slug: string) => `/events/by-slug/${slug}?password=${password}`, 403],
    ['as a calendar', (id: number, password: string) => `/events/${id}.ics?password=${password}`, 403],
    ['in a list', (id: number, password: string) => `/events?include=${id}&password=${password}`, 200],
  ] as const;
  for (const [way, path, wrong] of ways)
    it(`are 429 with Retry-After after ten wrong ones from an address, ${way}`, async () => {
      await stage().give({
        closed: event('Closed', { password: 'sesame' }),
        other: event('Other', { password: 'sesame' }),
      });
      const { closed = 0, other = 0 } = stage().names;
      const { slug } = (await stage().step({ as: 'admin', path: `/events/${closed}` })).body;
      const headers = newAddress();
      const ask = (password: string, from = headers) => stage().ask('GET', path(closed, password, slug), { headers: from });
      expect((await ask('sesame')).status).to.equal(200);
      for (let guess = 0; guess < 10; guess++) expect((await ask(`guess${guess}`)).status).to.equal(wrong);
      for (const password of ['guess', 'sesame']) {
        const { status, body, headers: answerHeaders } = await ask(password);
        expect([status, body.code]).to.deep.equal([429, 'too_many_failed_logins']);
        expect(Number(answerHeaders['retry-after'])).to.be.within(1, 60);
      }
      // The limit affects neither other clients nor other requests.
      expect((await ask('sesame', newAddress())).status).to.equal(200);
      expect((await stage().ask('GET', `/events/${other}?password=sesame`, { headers })).status).to.equal(200);
      await stage().step({ as: 'editor', path: `/events/${closed}?password=guess`, headers, status: 200 });
      await stage().step({ path: `/events/${closed}`, headers, ...PROTECTED });
    });
  it('are counted for an event in all its languages, whichever way it is asked for', async () => {
    await stage().give({
      closed: event('Closed', { password: 'sesame' }),
      closedFr: { path: '/events', language: 'fr', json: { title: 'Fermé', translation_of: '{closed}' } },
    });
    const { closed = 0, closedFr = 0 } = stage().names;
    const headers = newAddress();
    for (let guess = 0; guess < 5; guess++) {
      await stage().step({ path: `/events/${closed}?password=guess${guess}`, headers, ...PROTECTED });
      await stage().step({ path: `/events?include=${closedFr}&password=guess${guess}`, headers, status: 200 });
    }
    for (const path of [`/events/${closed}.ics`, `/events/${closedFr}`])
      await stage().step({ path: `${path}?password=sesame`, headers, status: 429 });
  });

  describe('in lists', () => {
    promise(
      'open only what `include` names',
      {
        closed: event('Zygote', { password: 'sesame', description: 'Within', website: 'https://within.example' }),
        hall: venue('Zygote hall'),
        placed: event('Placed', { password: 'sesame', venue: '{hall}' }),
      },
      { path: '/events?password=sesame&search=zygote', hides: /Within|within\.example/ },
      { path: '/events?password=sesame&search=within', has: { total: 0 } },
      { path: '/events?password=sesame&venue={hall}', has: { total: 0 } },
      { path: '/events?include={closed}&password=sesame', says: /Within/ },
      { path: '/events?include={placed}&password=sesame', says: /Zygote hall/ },
      { path: '/events?include={closed}&password=sesame&search=within', has: { total: 1 } },
      { path: '/events?include={placed}&password=wrong', hides: /Zygote hall/ },
    );
  });

  describe('`post_parent`', () => {
    promise(
      'of a protected event is hidden from those without its password',
      { whole: event('Whole'), part: event('Part', { post_parent: '{whole}', password: 'sesame' }) },
      { path: '/events?include={part}', has: { 'events[0].title': 'Part', 'events[0].post_parent': undefined } },
      { path: '/events?post_parent={whole}', has: { total: 0 } },
      { path: '/events?include={part}&password=sesame', has: { 'events[0].post_parent': '{whole}' } },
      { as: 'editor', path: '/events?post_parent={whole}', has: { total: 1, 'events[0].post_parent': '{whole}' } },
    );
  });

  describe('`image`', () => {
    const image = (name: string) => `https://example.org/${name}.png`;
    for (const [hidden, more] of [
      ['private', { status: 'private' }],
      ['protected', { password: 'sesame' }],
    ] as const)
      it(`does not tell the address of the image of a ${hidden} event by its ID`, async () => {
        await stage().give({ unseen: event('Unseen', { image: image(hidden), ...more }) });
        const { body } = await stage().step({ as: 'editor', path: '/events/{unseen}' });
        for (const as of ['author', 'contributor'] as const)
          for (const make of [event, venue])
            await stage().step({ as, method: 'POST', ...make('Curious', { image: body.image.id }), ...refused('image') });
        await stage().step({ as: 'editor', method: 'POST', ...event('Knowing', { image: body.image.id, status: 'private' }), status: 201 });
        // An image becomes readable once a public record shows it.
        await stage().step({ as: 'editor', method: 'POST', ...venue('Showing', { image: body.image.id }), status: 201 });
        await stage().step({
          as: 'author',
          method: 'POST',
          ...event('Seeing', { image: body.image.id }),
          status: 201,
          has: { 'image.url': image(hidden) },
        });
      });
    it('stays where the author writes it back', async () => {
      await stage().give({ own: event('Own', { image: image('own'), status: 'draft' }, { as: 'author' }) });
      const { body } = await stage().step({ as: 'author', path: '/events/{own}' });
      await stage().step(patch('/events/{own}', { image: body.image }, { as: 'author', has: { 'image.url': image('own') } }));
      await stage().step({ as: 'author', method: 'POST', ...event('Twin', { image: body.image.id, status: 'private' }), status: 201 });
    });
  });
});
