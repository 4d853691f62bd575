import { event, openPromises, patch, remove } from '../../support/stage';

/** `spec/properties/life.spec.ts` tests the statuses and rights before and after the trash. */
describe('DELETE /events/{id} and the trash', () => {
  const { promise } = openPromises();
  const gone = remove('/events/{one}', { status: 410, code: 'event-is-in-trash' });

  promise(
    'trashes a record, frees its slug, and answers 410 the second time',
    { one: event('Rubbish') },
    remove('/events/{one}', { has: { id: '{one}', status: 'trash', slug: 'rubbish__trashed' } }),
    gone,
    remove('/events/by-slug/rubbish', { status: 404 }),
    remove('/events/by-slug/rubbish__trashed', { status: 410 }),
  );
  promise(
    'trashes a record even with force, and removes it with force from the trash',
    { one: event('Forced') },
    remove('/events/{one}?force=true', { has: { status: 'trash' } }),
    remove('/events/{one}?force=true', { as: 'author', status: 403 }),
    { ...gone, path: '/events/{one}?force=false' },
    remove('/events/by-slug/forced__trashed', { json: { force: true }, status: 200, has: { id: '{one}' } }),
    { as: 'editor', path: '/events/{one}', status: 404 },
    remove('/events/{one}?force=true', { status: 404 }),
  );
  promise(
    'restores a record with a new slug if its own is taken',
    { one: event('Wanted'), gone: remove('/events/{one}'), two: event('Wanted') },
    patch('/events/{one}', { status: 'publish' }, { has: { slug: 'wanted-2' } }),
  );
  promise(
    'shortens a slug of 200 characters, and gives it back whole',
    { one: event('x'.repeat(300)) },
    remove('/events/{one}', { has: { slug: `${'x'.repeat(191)}__trashed` } }),
    patch('/events/{one}', { description: 'Still there' }, { has: { slug: `${'x'.repeat(191)}__trashed` } }),
    patch('/events/{one}', { status: 'publish' }, { has: { slug: 'x'.repeat(200) } }),
  );
  promise(
    'lets a contributor remove an own draft for good',
    { one: event('Sketch', { status: 'draft' }, { as: 'contributor' }) },
    remove('/events/{one}?force=true', { as: 'contributor', has: { status: 'trash' } }),
    remove('/events/{one}?force=true', { as: 'contributor', status: 200 }),
    { as: 'editor', path: '/events/{one}', status: 404 },
  );
  promise(
    'gives a contributor an approved record back when an editor restores it as a draft',
    { one: event('Approved', { author: '{contributor}' }), gone: remove('/events/{one}') },
    patch('/events/{one}', { status: 'draft' }, { as: 'contributor', status: 403 }),
    patch('/events/{one}', { status: 'draft' }, { has: { status: 'draft' } }),
    patch('/events/{one}', { title: 'Mine again' }, { as: 'contributor', status: 200 }),
  );
});
