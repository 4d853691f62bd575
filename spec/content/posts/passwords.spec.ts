import { expect } from 'chai';
import { createUser } from '../../../lib/access/roles';
import type { PluginServices } from '../../../lib/program/plugins/plugin';
import { openStage, type Stage, type Step } from '../../support/scenario';
import { create, DATES, event, openPromises, patch, refused, remove } from '../../support/stage';

const LATER = { date: '2031-01-01' };
const LOCKED = { status: 403, code: 'event-password-protected' } as const;
const HIDDEN = { description: 'Under the stairs', featured: true, venue: { venue: 'Cellar' }, categories: ['Cellars'] };

describe('password of an event', () => {
  const { stage, promise } = openPromises();

  for (const [how, request] of [
    ['JSON', (password: string): Partial<Step> => ({ json: { title: 'Born locked', ...HIDDEN, ...DATES, password } })],
    ['a form', (password: string): Partial<Step> => ({ form: `${new URLSearchParams({ title: 'Born locked', ...DATES, password })}` })],
  ] as const)
    it(`protects an event from its creation on, sent in ${how}`, async () => {
      const { body } = await stage().step({
        as: 'author',
        method: 'POST',
        path: '/events',
        status: 201,
        hides: /sesame/,
        ...request('sesame'),
      });
      const { id, slug } = body;
      for (const path of [`/events/${id}`, `/events/by-slug/${slug}`, `/events/${id}.ics`]) {
        await stage().step({ path, ...LOCKED, hides: /stairs/ });
        await stage().step({ path: `${path}?password=simsim`, ...LOCKED, says: /has another password/ });
        await stage().step({ path: `${path}?password=sesame`, status: 200 });
        await stage().step({ as: 'author2', path, ...LOCKED });
        for (const as of ['author', 'editor'] as const) await stage().step({ as, path, status: 200, hides: /sesame/ });
      }
      await stage().step({ path: `/events?include=${id}`, has: { total: 1, 'events[0].description': '' }, hides: /stairs|Cellar/ });
      await stage().step({ path: `/events?include=${id}&search=stairs`, has: { total: 0 } });
      await stage().step({ path: '/categories?search=cellars', has: { total: 0 } });
    });

  for (const status of ['draft', 'future', 'publish'] as const)
    promise(
      `protects an event that is created with status ${status} and published later`,
      {},
      create(event(`Locked ${status}`, { status, password: 'sesame', slug: `locked-${status}`, ...(status === 'future' && LATER) }), {
        status: 201,
        has: { status },
      }),
      { as: 'editor', path: `/events/by-slug/locked-${status}`, status: 200 },
      patch(`/events/by-slug/locked-${status}`, { status: 'publish', date: '2030-01-01' }, { status: 200, has: { status: 'publish' } }),
      { path: `/events/by-slug/locked-${status}`, ...LOCKED },
      { path: `/events/by-slug/locked-${status}?password=sesame`, status: 200 },
    );

  for (const [method, place] of [
    ['POST', '/events/{one}'],
    ['PATCH', '/events/{one}'],
    ['PUT', '/events/by-slug/unlocked'],
  ] as const)
    promise(
      `is set, changed and cleared by ${method} ${place}, and kept by an update without it`,
      { one: event('Unlocked', { slug: 'unlocked' }, { as: 'author' }) },
      patch(place, { password: 'x' }, { method, as: 'author2', status: 403, code: 'rest_forbidden' }),
      patch(place, { password: 'x' }, { method, as: 'author', status: 200, hides: /"password"/ }),
      { path: '/events/{one}', ...LOCKED },
      { path: '/events/{one}?password=x', status: 200 },
      patch(place, { title: 'Unlocked still' }, { method, as: 'author', status: 200 }),
      { path: '/events/{one}', ...LOCKED },
      patch(place, { password: 'y' }, { method, status: 200 }),
      { path: '/events/{one}?password=x', ...LOCKED },
      { path: '/events/{one}?password=y', status: 200 },
      patch(place, { password: null }, { method, status: 200 }),
      { path: '/events/{one}', status: 200 },
      patch(place, { password: 'z' }, { method, status: 200 }),
      { path: '/events/{one}', ...LOCKED },
      patch(place, { password: '' }, { method, as: 'author', status: 200 }),
      { path: '/events/{one}', status: 200 },
      remove('/events/{one}'),
      remove('/events/{one}?force=true'),
    );

  promise(
    'is not set by GET and DELETE',
    { one: event('Open', { slug: 'open' }) },
    { path: '/events/{one}?password=x', status: 200 },
    { path: '/events?include={one}&password=x', has: { total: 1 } },
    remove('/events/by-slug/open?password=x', { status: 200 }),
    patch('/events/{one}', { status: 'publish' }),
    { path: '/events/{one}', status: 200 },
  );

  promise('is not set by an empty text on creation', { one: event('Free', { password: '' }) }, { path: '/events/{one}', status: 200 });

  promise(
    'is refused if it is no text of at most 255 characters, on creation and on update',
    { one: event('Unguarded', { slug: 'unguarded' }) },
    ...['x'.repeat(256), 7, ['x'], { a: 'x' }, true].flatMap((password) => [
      create(event('Unguarded', { password }), refused('password')),
      patch('/events/{one}', { password }, refused('password')),
      patch('/events/by-slug/unguarded', { password }, refused('password')),
    ]),
  );

  it('is ignored by venues and organizers', async () => {
    for (const [path, name] of [
      ['/venues', 'venue'],
      ['/organizers', 'organizer'],
    ] as const) {
      const { body } = await stage().step(create({ path, json: { [name]: 'Open house', password: 'x' } }, { status: 201 }));
      await stage().step(patch(`${path}/${body.id}`, { password: 'x' }, { status: 200 }));
      await stage().step({ path: `${path}/${body.id}`, status: 200 });
    }
  });

  describe('services.posts of a plugin', () => {
    let running: Stage;
    let services: PluginServices;
    before(async () => {
      running = await openStage({}, [
        (_, given) => {
          services = given;
        },
      ]);
    });
    after(() => running.stop());

    it('sets and clears it by create and update', async () => {
      const user = createUser({ id: running.ids.editor, login: 'editor', role: 'editor' });
      const events = services.posts('events');
      const { _id: id } = await events.create({ title: 'By plugin', ...DATES, password: 'sesame' }, { user });
      await running.step({ path: `/events/${id}`, ...LOCKED });
      await running.step({ path: `/events/${id}?password=sesame`, status: 200 });
      await events.update(id, { password: 'other' }, { user });
      await running.step({ path: `/events/${id}?password=sesame`, ...LOCKED });
      await events.update(id, { title: 'By plugin still' }, { user });
      await running.step({ path: `/events/${id}`, ...LOCKED });
      await events.update(id, { password: null }, { user });
      await running.step({ path: `/events/${id}`, status: 200, says: /By plugin still/ });
    });
  });

  it('is described by GET /doc for every operation that writes events', async () => {
    const { body } = await stage().step({ path: '/doc' });
    let operations = 0;
    for (const [path, item] of Object.entries(body.paths as Record<string, Record<string, { requestBody?: object }>>)) {
      if (!/\/events(\/\{id\}|\/by-slug\/\{slug\})?$/.test(path)) continue;
      for (const method of ['post', 'put', 'patch'].filter((name) => item[name])) {
        expect(JSON.stringify(item[method]?.requestBody), `${method} ${path}`).to.match(
          /"password":\{"description":"The password that protects the event/,
        );
        operations += 1;
      }
    }
    expect(operations).to.equal(7);
  });
});
