import { event, openPromises, patch, refused, remove, tag, venue } from '../../support/stage';

/** Specs of the fields that an update changes and keeps. Types whose `slug` is no field read it in updates by slug. */
describe('POST, PUT and PATCH /venues/{id} and /venues/by-slug/{slug}', () => {
  const { promise } = openPromises();
  const cities = ['Lyon', 'Nantes'];

  promise(
    'change the sent fields and nothing else, by POST, PUT and PATCH, by ID and by slug',
    { one: venue('Steady', { city: 'Lyon' }) },
    ...['/venues/{one}', '/venues/by-slug/steady']
      .flatMap((path) => ['POST', 'PUT', 'PATCH'].map((method) => ({ path, method })))
      .map(({ path, method }, place) => {
        const city = cities[(place + 1) % 2];
        const kept = { venue: 'Steady', slug: 'steady', status: 'publish', author: '{admin}', date: '2030-01-15 12:00:00' };
        return patch(path, { city }, { method, status: 200, has: { id: '{one}', city, ...kept } });
      }),
  );
  promise(
    'do not let the slug follow the name',
    { one: venue('First name') },
    patch('/venues/{one}', { venue: 'Second name' }, { has: { slug: 'first-name' } }),
  );
  promise(
    'take a slug from the body of an update by slug alone',
    { one: venue('Before'), two: venue('Other') },
    patch('/venues/by-slug/before?slug=query', { slug: ' Été, après ' }, { has: { id: '{one}', venue: 'Before', slug: 'ete-apres' } }),
    { path: '/venues/by-slug/before', status: 404 },
    { path: '/venues/by-slug/ete-apres', has: { id: '{one}' } },
    patch('/venues/{one}', { slug: 'by-id' }, { has: { slug: 'ete-apres' } }),
    patch('/venues/by-slug/ete-apres', { slug: 'other' }, { has: { slug: 'other-2' } }),
    patch('/venues/by-slug/other-2', { slug: 'other-2' }, { has: { slug: 'other-2' } }),
    patch('/venues/by-slug/other-2', { slug: '..' }, { has: { slug: 'before' } }),
    { path: '/venues/by-slug/other', has: { id: '{two}' } },
  );
  promise(
    'keep the slug in the trash and back',
    { one: venue('Trashed') },
    patch('/venues/by-slug/trashed', { slug: 'elsewhere', status: 'trash' }, { has: { status: 'trash', slug: 'elsewhere__trashed' } }),
    patch('/venues/by-slug/elsewhere__trashed', { status: 'publish' }, { has: { slug: 'elsewhere' } }),
  );
  promise(
    'take the slug of a pending record from users who may publish it alone',
    { one: venue('Waiting', { status: 'pending' }, { as: 'contributor' }) },
    patch('/venues/by-slug/waiting', { slug: 'wanted' }, { as: 'contributor', has: { slug: 'waiting' } }),
    patch('/venues/by-slug/waiting', { slug: 'wanted' }, { has: { slug: 'wanted' } }),
  );
  promise(
    'refuse a slug in the body of an update by slug that is no text, or empty',
    { one: venue('Unnamed') },
    ...['', '0', null, 5, true, ['x']].map((slug) => patch('/venues/by-slug/unnamed', { slug }, refused('slug'))),
  );
});

describe('The path decides which record is read and written', () => {
  const { promise } = openPromises();

  for (const { plural, make } of [
    { plural: 'events', make: event },
    { plural: 'tags', make: tag },
  ])
    promise(
      `ignores an ID in the query and in the body: ${plural}`,
      { one: make('Addressed'), two: make('Bystander') },
      { path: `/${plural}/{one}?id={two}`, has: { id: '{one}' } },
      patch(`/${plural}/{one}?id={two}`, { id: '{two}', description: 'Changed' }, { has: { id: '{one}' } }),
      remove(`/${plural}/{one}?id={two}`, { json: { id: '{two}' }, has: { id: '{one}' } }),
      { path: `/${plural}/{two}`, status: 200, hides: /Changed/ },
    );
  promise(
    'ignores a slug in the query, and renames by a slug in the body',
    { one: event('Renaming'), two: event('Staying') },
    { path: '/events/by-slug/renaming?slug=staying', has: { id: '{one}' } },
    patch('/events/by-slug/renaming?slug=staying', { title: 'Renamed' }, { has: { id: '{one}', slug: 'renaming' } }),
    patch('/events/by-slug/renaming', { slug: 'After All' }, { has: { id: '{one}', slug: 'after-all' } }),
    { path: '/events/by-slug/renaming', status: 404 },
    patch('/events/{one}', { slug: 'after-all' }, { has: { slug: 'after-all' } }),
    patch('/events/by-slug/after-all', { slug: 'staying' }, { has: { id: '{one}', slug: 'staying-2' } }),
    { path: '/events/by-slug/staying', has: { id: '{two}' } },
  );
});
