import type { Plugin } from '../../../lib/index';
import { create, event, openPromises, patch, refused, venue } from '../../support/stage';
import { description, kindOf } from '../samples';

const plugin: Plugin = (registry) => {
  registry.registerPostLike({
    ...kindOf('review'),
    fields: {
      event: { link: 'events', back: 'reviews', description },
      places: { link: 'venues', many: true, back: 'reviews', description },
      seen: { link: 'events', description },
    },
  });
  registry.registerField('events', 'sequel', { link: 'events', back: 'sequel_of', description });
};

const review = (more: object) => ({ path: '/reviews', json: { title: 'Review', ...more } });

describe('A link that its other end shows', () => {
  const { promise } = openPromises({}, [plugin]);
  const forbidden = { status: 403, code: 'rest_forbidden' } as const;
  promise(
    'needs the right to change that end',
    {
      theirs: event('Theirs', {}, { as: 'editor' }),
      own: event('Own', {}, { as: 'author' }),
      hall: venue('Hall', {}, { as: 'editor' }),
      inn: venue('Inn', {}, { as: 'author' }),
      hidden: event('Hidden', { status: 'draft' }, { as: 'editor' }),
      written: { ...review({ event: '{own}' }), as: 'author' },
    },
    create(review({ event: '{theirs}' }), { as: 'author', ...forbidden }),
    create(review({ event: '{own}', places: ['{inn}', '{hall}'] }), { as: 'author', ...forbidden }),
    create(review({ event: '{own}', places: ['{inn}'] }), { as: 'author', status: 201 }),
    create(review({ event: '{theirs}' }), { as: 'contributor', ...forbidden }),
    create(review({ event: '{theirs}', places: ['{hall}'] }), { as: 'editor', status: 201 }),
    create(review({ event: '{hidden}' }), { as: 'author', ...refused('event') }),
    patch('/reviews/{written}', { event: '{theirs}' }, { as: 'author', ...forbidden }),
    patch('/events/{own}', { sequel: '{theirs}' }, { as: 'author', ...forbidden }),
    create(event('Second', { sequel: '{theirs}' }), { as: 'author', ...forbidden }),
    { path: '/events/{theirs}', has: { 'reviews.length': 1, sequel_of: [] } },
  );
  promise(
    'stays if a user with that right has set it',
    { theirs: event('Theirs', {}, { as: 'editor' }), given: review({ event: '{theirs}', author: '{author}' }) },
    patch('/reviews/{given}', { event: '{theirs}', title: 'Changed' }, { as: 'author', has: { event: '{theirs}' } }),
  );
  promise(
    'needs the right to change the translations of that end',
    {
      one: event('One', {}, { as: 'author' }),
      other: event('Autre', { translation_of: '{one}', author: '{author2}' }, { as: 'editor', language: 'fr' }),
    },
    create(review({ event: '{one}' }), { as: 'author', ...forbidden }),
    create(review({ event: '{one}' }), { as: 'editor', status: 201 }),
  );
  promise(
    'is not needed if the other end shows nothing',
    { theirs: event('Theirs', {}, { as: 'editor' }) },
    create(review({ seen: '{theirs}' }), { as: 'author', status: 201, has: { seen: '{theirs}' } }),
  );
});
