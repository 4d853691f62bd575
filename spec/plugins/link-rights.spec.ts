import type { Plugin } from '../../lib/index';
import { LANGUAGES } from '../../lib/language';
import { create, event, openPromises, patch, refused, venue } from '../support/stage';

const text = (both: string) => ({ en: both, fr: both });

const plugin: Plugin = (registry) => {
  registry.registerPostLike({
    kind: 'review',
    plural: 'reviews',
    name: text('review'),
    names: text('reviews'),
    fields: {
      event: { link: 'events', back: 'reviews', description: text('event') },
      places: { link: 'venues', many: true, back: 'reviews', description: text('places') },
      seen: { link: 'events', description: text('seen') },
    },
  });
  registry.registerField('events', 'sequel', { link: 'events', back: 'sequel_of', description: text('sequel') });
};

const review = (more: object) => ({ path: '/reviews', json: { title: 'Review', ...more } });

describe('A link that its other end shows', () => {
  const { promise } = openPromises({}, [plugin]);
  const forbidden = { status: 403, code: 'rest_forbidden' } as const;
  for (const language of LANGUAGES) {
    promise(
      `needs the right to change that end: ${language}`,
      {
        theirs: event('Theirs', {}, { as: 'editor', language }),
        own: event('Own', {}, { as: 'author', language }),
        hall: venue('Hall', {}, { as: 'editor', language }),
        inn: venue('Inn', {}, { as: 'author', language }),
        hidden: event('Hidden', { status: 'draft' }, { as: 'editor', language }),
        written: { ...review({ event: '{own}' }), as: 'author', language },
      },
      create(review({ event: '{theirs}' }), { as: 'author', language, ...forbidden }),
      create(review({ event: '{own}', places: ['{inn}', '{hall}'] }), { as: 'author', language, ...forbidden }),
      create(review({ event: '{own}', places: ['{inn}'] }), { as: 'author', language, status: 201 }),
      create(review({ event: '{theirs}' }), { as: 'contributor', language, ...forbidden }),
      create(review({ event: '{theirs}', places: ['{hall}'] }), { as: 'editor', language, status: 201 }),
      create(review({ event: '{hidden}' }), { as: 'author', language, ...refused('event') }),
      patch('/reviews/{written}', { event: '{theirs}' }, { as: 'author', language, ...forbidden }),
      patch('/events/{own}', { sequel: '{theirs}' }, { as: 'author', language, ...forbidden }),
      create(event('Second', { sequel: '{theirs}' }), { as: 'author', language, ...forbidden }),
      { language, path: '/events/{theirs}', has: { 'reviews.length': 1, sequel_of: [] } },
    );
    promise(
      `stays if a user with that right has set it: ${language}`,
      {
        theirs: event('Theirs', {}, { as: 'editor', language }),
        given: { ...review({ event: '{theirs}', author: '{author}' }), language },
      },
      patch('/reviews/{given}', { event: '{theirs}', title: 'Changed' }, { as: 'author', language, has: { event: '{theirs}' } }),
    );
    promise(
      `needs the right to change the translations of that end: ${language}`,
      {
        one: event('One', {}, { as: 'author', language }),
        other: event(
          'Autre',
          { translation_of: '{one}', author: '{author2}' },
          { as: 'editor', language: language === 'en' ? 'fr' : 'en' },
        ),
      },
      create(review({ event: '{one}' }), { as: 'author', language, ...forbidden }),
      create(review({ event: '{one}' }), { as: 'editor', language, status: 201 }),
    );
  }
  promise(
    'is not needed if the other end shows nothing',
    { theirs: event('Theirs', {}, { as: 'editor' }) },
    create(review({ seen: '{theirs}' }), { as: 'author', status: 201, has: { seen: '{theirs}' } }),
  );
});
