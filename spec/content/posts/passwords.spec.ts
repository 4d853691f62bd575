import { createUser } from '../../../lib/access/roles';
import type { Plugin, PluginServices } from '../../../lib/program/plugins/plugin';
import { create, DATES, event, openPromises, patch, refused, remove, venue } from '../../support/stage';

const LOCKED = { status: 403, code: 'event-password-protected' } as const;
const HIDDEN = { description: 'Under the stairs', featured: true, venue: { venue: 'Cellar' }, categories: ['Cellars'] };

let services: PluginServices;
const plugin: Plugin = (_, given) => {
  services = given;
};

describe('password of an event', () => {
  const { stage, promise } = openPromises({}, [plugin]);

  it('protects an event from its creation on', async () => {
    const made = create(event('Born locked', { ...HIDDEN, password: 'sesame' }), { as: 'author', status: 201, hides: /sesame/ });
    const { id, slug } = (await stage().step(made)).body;
    for (const path of [`/events/${id}`, `/events/by-slug/${slug}`, `/events/${id}.ics`]) {
      await stage().step({ path, ...LOCKED, hides: /stairs/ });
      for (const password of ['simsim', 'SESAME'])
        await stage().step({ path: `${path}?password=${password}`, ...LOCKED, says: /The password is wrong/ });
      await stage().step({ path: `${path}?password=sesame`, status: 200 });
      await stage().step({ as: 'author2', path, ...LOCKED });
      for (const as of ['author', 'editor'] as const) await stage().step({ as, path, status: 200, hides: /sesame/ });
    }
    await stage().step({ path: `/events/${id}?password=`, ...refused('password') });
    await stage().step({ path: '/categories?search=cellars', has: { total: 0 } });
  });

  for (const [status, more] of [
    ['draft', {}],
    ['future', { date: '2031-01-01' }],
  ] as const)
    promise(
      `protects an event that is created with status ${status} and published later`,
      {},
      create(event('Locked', { status, password: 'sesame', slug: `locked-${status}`, ...more }), { status: 201, has: { status } }),
      { as: 'editor', path: `/events/by-slug/locked-${status}`, status: 200 },
      patch(`/events/by-slug/locked-${status}`, { status: 'publish', date: '2030-01-01' }, { has: { status: 'publish' } }),
      { path: `/events/by-slug/locked-${status}`, ...LOCKED },
      { path: `/events/by-slug/locked-${status}?password=sesame`, status: 200 },
    );

  const place = '/events/by-slug/unlocked';
  promise(
    'is set, changed and cleared by those who may edit the event, and kept by an update without it',
    { one: event('Unlocked', { slug: 'unlocked', password: '' }, { as: 'author' }) },
    { path: place, status: 200 },
    patch(place, { password: 'x' }, { as: 'author2', status: 403, code: 'rest_forbidden' }),
    patch(place, { password: 'x' }, { as: 'author', status: 200, hides: /"password"/ }),
    { path: '/events/{one}', ...LOCKED },
    patch(place, { title: 'Unlocked still' }, { as: 'author', status: 200 }),
    { path: '/events/{one}', ...LOCKED },
    patch(place, { password: 'x' }, { as: 'author2', status: 403, code: 'rest_forbidden' }),
    patch('/events/{one}', { password: 'y' }, { method: 'PUT', status: 200 }),
    { path: '/events/{one}?password=x', ...LOCKED },
    { path: '/events/{one}?password=y', status: 200 },
    patch(place, { password: null }, { status: 200 }),
    { path: '/events/{one}', status: 200 },
    patch(place, { password: 'z' }, { method: 'POST', status: 200 }),
    { path: '/events/{one}', ...LOCKED },
    patch(place, { password: '' }, { as: 'author', status: 200 }),
    { path: '/events/{one}', status: 200 },
  );

  promise(
    'is neither set nor needed by DELETE',
    { one: event('Open', { slug: 'open', password: 'p' }, { as: 'author' }) },
    remove('/events/{one}?password=p', { as: 'author2', status: 403, code: 'rest_forbidden' }),
    { method: 'DELETE', path: '/events/by-slug/open?password=p', status: 401 },
    remove('/events/by-slug/open?password=x', { as: 'author', status: 200, has: { status: 'trash' } }),
    patch('/events/{one}', { status: 'publish' }),
    { path: '/events/{one}?password=p', status: 200 },
  );

  promise(
    'is refused if it is no text of at most 255 characters, on creation and on update',
    { one: event('Unguarded') },
    ...['x'.repeat(256), 7, ['x'], { a: 'x' }, true].flatMap((password) => [
      create(event('Unguarded', { password }), refused('password')),
      patch('/events/{one}', { password }, refused('password')),
    ]),
  );

  promise(
    'is ignored by other types',
    { hall: venue('Open house', { password: 'x' }) },
    patch('/venues/{hall}', { password: 'x' }, { status: 200 }),
    { path: '/venues/{hall}', status: 200 },
  );

  it('is set and cleared by services.posts of a plugin', async () => {
    const user = createUser({ id: stage().ids.editor, login: 'editor', role: 'editor' });
    const events = services.posts('events');
    const { _id: id } = await events.create({ title: 'By plugin', ...DATES, password: 'sesame' }, { user });
    await stage().step({ path: `/events/${id}`, ...LOCKED });
    await stage().step({ path: `/events/${id}?password=sesame`, status: 200 });
    await events.update(id, { password: 'other' }, { user });
    await stage().step({ path: `/events/${id}?password=sesame`, ...LOCKED });
    await events.update(id, { title: 'By plugin still' }, { user });
    await stage().step({ path: `/events/${id}`, ...LOCKED });
    await events.update(id, { password: null }, { user });
    await stage().step({ path: `/events/${id}`, status: 200, says: /By plugin still/ });
  });
});
