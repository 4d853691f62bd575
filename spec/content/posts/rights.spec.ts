import { expect } from 'chai';
import { LANGUAGES } from '../../../lib/language';
import type { Step } from '../../support/scenario';
import type { Answer } from '../../support/service';
import { create, event, openPromises, patch, refused, remove, venue } from '../../support/stage';

describe('Rights', () => {
  const { stage, promise, inBoth } = openPromises();

  /** The parts of an answer that must be equal for unknown and hidden records. */
  const comparable = ({ status, text, headers }: Answer) => ({
    status,
    text,
    allow: headers.allow,
    language: headers['content-language'],
    type: headers['content-type'],
  });

  describe('POST, PUT, PATCH and DELETE reveal nothing of hidden records', () => {
    it('answers alike for unknown and unreadable events', async () => {
      await stage().give({
        unseen: event('Unseen', { status: 'private', slug: 'unseen' }),
        gone: event('Gone'),
        trash: remove('/events/{gone}'),
      });
      for (const as of [undefined, 'contributor', 'author'] as const)
        for (const [hidden, unknown] of [
          ['/events/{unseen}', '/events/987654'],
          ['/events/{gone}', '/events/987654'],
          ['/events/by-slug/unseen', '/events/by-slug/nothing'],
        ] as const)
          for (const [method, language, sent] of [
            ['PUT', 'fr', { json: { title: [], venue: 7, organizer: {} } }],
            ['DELETE', 'en', {}],
          ] as const) {
            const options = { ...(as && { as }), ...sent, language, method, status: as ? 403 : 401, code: 'rest_forbidden' };
            const absent = await stage().step({ ...options, path: unknown });
            expect(comparable(await stage().step({ ...options, path: hidden })), `${method} ${hidden}`).to.deep.equal(comparable(absent));
          }
    });
  });

  describe('Hidden venues of events', () => {
    for (const status of ['private', 'trash'])
      it(`leaves a venue of status ${status} out of a published event, alone and in lists`, async () => {
        const name = `Secret venue ${status}`;
        await stage().give({
          secret: venue(name, { phone: 'five-five-five' }),
          one: event('Upstairs', { venue: '{secret}' }),
          hide: patch('/venues/{secret}', { status }),
        });
        for (const as of [undefined, 'author'] as const)
          for (const path of ['/events/{one}', '/events?include={one}'])
            await stage().step({
              ...(as && { as }),
              path,
              has: { [path.includes('?') ? 'events[0].venue' : 'venue']: [] },
              hides: new RegExp(`${name}|five-five-five`),
            });
        if (status !== 'trash') await stage().step({ as: 'editor', path: '/events/{one}', has: { 'venue.id': '{secret}' } });
      });
    it('refuses to link a hidden venue exactly as an unknown one', async () => {
      await stage().give({ secret: venue('Unlinkable', { status: 'private' }), own: event('Own', {}, { as: 'author' }) });
      const { secret } = stage().names;
      for (const language of LANGUAGES)
        for (const idOf of [(id: string) => id, (id: string) => [{ id, venue: 'x' }]])
          for (const request of [
            (id: string) => create(event('Guess', { venue: idOf(id) }), { as: 'author', language, ...refused('venue') }),
            (id: string) => patch('/events/{own}', { venue: idOf(id) }, { as: 'author', language, ...refused('venue') }),
          ]) {
            const answer = await stage().step(request('{secret}'));
            expect(comparable(answer)).to.deep.equal(comparable(await stage().step(request('987654'))));
            expect(answer.text).to.not.match(new RegExp(`\\b${secret}\\b`));
          }
      await stage().step(create(event('Allowed', { venue: '{secret}' }), { status: 201, has: { 'venue.id': '{secret}' } }));
    });
  });

  describe('author: naming another needs the right to edit others’ records', () => {
    promise(
      'refuses another author to an author, and takes the author himself',
      { one: event('Signed', { status: 'draft' }, { as: 'author' }) },
      ...([{ author: '{admin}' }, { author: 987654 }] as const).flatMap((json): Step[] => [
        create(event('Forged', json), { as: 'author', status: 403, code: 'rest_forbidden' }),
        patch('/events/{one}', json, { as: 'author', status: 403, code: 'rest_forbidden' }),
      ]),
      create(event('Own', { author: '{author}' }), { as: 'author', status: 201, has: { author: '{author}' } }),
      create(event('Another’s', { author: '{author}' }), { status: 201, has: { author: '{author}' } }),
      patch('/events/{one}', { author: '{author}' }, { as: 'author', status: 200 }),
      patch('/events/{one}', { author: '{admin}' }, { has: { author: '{admin}' } }),
      { as: 'editor', method: 'POST', path: '/events/{one}', form: 'author={author}', has: { author: '{author}' } },
    );
    inBoth(
      'refuses another author in the language of the request',
      {},
      create(event('Forged', { author: '{admin}' }), { as: 'author', status: 403, code: 'rest_forbidden' }),
      { en: /Your role does not allow/, fr: /Votre rôle ne vous permet pas/ },
    );
  });
});
