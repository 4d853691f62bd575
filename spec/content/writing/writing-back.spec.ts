import { expect } from 'chai';
import { NOW, type Stage } from '../../support/scenario';
import { category, event, openPromises, organizer, patch, remove, tag, venue } from '../../support/stage';

describe('PUT, POST and PATCH of answers that were read', () => {
  const { stage, promise } = openPromises();

  describe('change nothing', () => {
    before(async () => {
      const image = 'https://example.org/f.png';
      await stage().give({
        cat: category('Kept', { description: 'A <b>b</b> & c' }),
        low: category('Kept below', { parent: '{cat}' }),
        label: tag('Kept & tag', { description: 'A "b" -- c' }),
        place: venue('Kept hall', {
          geo_lat: 1,
          geo_lng: 2,
          website: 'https://example.org/?a=1&b=2',
          province: 'Rhône',
          description: 'One\n\nTwo "three"',
          show_map: 'false',
          image,
        }),
        plain: venue('Kept bare hall'),
        ann: organizer('Kept Ann', { email: 'a@example.org', description: '<em>x</em> -- y', image }),
        hidden: organizer('Kept draft', { status: 'draft' }),
        parent: event('Kept parent'),
        full: event('Kept "whole" -- & so \\', {
          timezone: 'Europe/Paris',
          cost: ['0', '10'],
          website: 'https://example.org/?a=1&b=2',
          description: 'One\n\n<b>Two</b> "three" & four...',
          excerpt: "It's --",
          image,
          featured: true,
          sticky: true,
          hide_from_listings: true,
          show_map: true,
          show_map_link: true,
          categories: ['{cat}', '{low}'],
          tags: ['Kept', 'Kept too'],
          venue: ['{place}', { venue: 'Second' }],
          organizer: ['{ann}', '{hidden}'],
          post_parent: '{parent}',
        }),
        bare: event('Kept bare'),
        one: event('Kept one', { venue: '{place}', cost: '$10' }),
        french: event('Gardé', { cost: 0, tags: ['Gardé'] }, { language: 'fr' }),
        draft: event('Kept draft', { status: 'draft' }),
        pending: event('Kept pending', { status: 'pending', slug: 'kept-pending' }),
        secret: event('Kept private', { status: 'private' }),
        later: event('Kept later', { date: '2031-01-01' }),
        days: event('Kept days', { all_day: true, cost: 'Donation', timezone: 'UTC+5.5' }),
        mixed: event('Kept mixed', { cost: '1.000,50 – 2000' }),
        locked: event('Kept locked'),
        lock: patch('/events/{locked}', { password: 'p' }),
        trash: event('Kept trash', { status: 'trash' }),
        binned: event('Kept binned'),
        bin: remove('/events/{binned}'),
      });
    });
    it('but the date of modification, for records of every type and status', async () => {
      for (const path of [
        ...'full bare one french draft pending secret later days mixed locked trash binned'.split(' ').map((name) => `/events/{${name}}`),
        ...['/venues/{place}', '/venues/{plain}', '/organizers/{ann}', '/organizers/{hidden}'],
        ...['/categories/{low}', '/categories/{cat}', '/tags/{label}'],
      ]) {
        const { body: before } = await stage().step({ as: 'editor', path });
        const stored = await storedAt(stage(), path);
        stage().clock.set('2030-01-15T14:00:00Z');
        // An event of the other prefix is read and written there.
        const written = path === '/events/{bare}' ? ({ language: 'fr', method: 'PATCH' } as const) : { method: 'PUT' };
        const { body: sent } = await stage().step({ as: 'editor', ...written, method: 'GET', path });
        await stage().step({ as: 'editor', ...written, path, json: { ...sent, unknown: { a: [1] }, meta: {} }, status: 200 });
        stage().clock.set(NOW);
        const { body } = await stage().step({ as: 'editor', path });
        expect({ ...body, modified: 0, modified_utc: 0 }, path).to.deep.equal({ ...before, modified: 0, modified_utc: 0 });
        expect(withoutDate(await storedAt(stage(), path)), `${path} as it is stored`).to.deep.equal(withoutDate(stored));
        if ('modified' in before) expect(body.modified, path).to.equal('2030-01-15 14:00:00');
      }
    });
    it('for a permalink that is shown as website', async () => {
      await stage().give({ one: event('Permalink') });
      const { body } = await stage().step({ path: '/events/{one}' });
      expect(body.website).to.equal(body.url);
      await stage().step(patch('/events/{one}', { website: body.website }, { status: 200 }));
      const { body: renamed } = await stage().step(patch('/events/by-slug/permalink', { slug: 'permalink-moved' }, { status: 200 }));
      expect(renamed.website).to.equal(renamed.url).and.not.equal(body.website);
    });
    it('for an event whose author, parent or venue is gone', async () => {
      await stage().give({
        lost: venue('Lost hall'),
        parent: event('Lost parent'),
        one: event('Left behind', { post_parent: '{parent}', venue: '{lost}' }, { as: 'author2' }),
      });
      for (const path of ['/events/{parent}?force=true', '/events/{parent}?force=true', '/venues/{lost}']) await stage().step(remove(path));
      const { users } = stage().service.services;
      await users.add({ login: 'leaver', role: 'author', passwordDigest: '' });
      const leaver = (await users.byLogin('leaver'))?._id;
      await stage().step(patch('/events/{one}', { author: leaver }, { has: { author: leaver } }));
      await users.remove('leaver');
      const { body: before } = await stage().step({ as: 'editor', path: '/events/{one}', has: { venue: [] } });
      await stage().step({ as: 'editor', method: 'PUT', path: '/events/{one}', json: before, status: 200 });
      expect((await stage().step({ as: 'editor', path: '/events/{one}' })).body).to.deep.equal(before);
      await stage().step(patch('/venues/{lost}', { status: 'publish' }));
      await stage().step({ path: '/events/{one}', has: { 'venue.id': '{lost}' } });
    });
    promise(
      'for a hidden venue that the author may not read',
      {
        hidden: venue('Unseen hall', { status: 'private' }),
        one: event('Mine', { venue: ['{hidden}'] }),
        sign: patch('/events/{one}', { author: '{author}' }),
      },
      patch('/events/{one}', { venue: [], title: 'Mine still' }, { as: 'author', has: { venue: [] } }),
      { as: 'editor', path: '/events/{one}', has: { 'venue.id': '{hidden}' } },
    );
    it('for the order of venues, one of which is in the trash', async () => {
      await stage().give({
        first: venue('First place'),
        second: venue('Second place'),
        one: event('At two', { venue: ['{first}', '{second}'] }),
        away: remove('/venues/{first}'),
      });
      const { body } = await stage().step({ as: 'editor', path: '/events/{one}', has: { 'venue.id': '{second}' } });
      await stage().step({ as: 'editor', method: 'PUT', path: '/events/{one}', json: body, status: 200 });
      await stage().step(patch('/venues/{first}', { status: 'publish' }));
      await stage().step({ path: '/events/{one}', has: { 'venue[0].id': '{first}', 'venue[1].id': '{second}' } });
    });
    it('for the venue that is shown in place of a hidden one, which an empty list removes', async () => {
      await stage().give({
        hidden: venue('Unseen place', { status: 'private' }),
        seen: venue('Lieu vu', { translation_of: '{hidden}', status: 'publish' }, { language: 'fr' }),
        one: event('Mine', { venue: ['{hidden}'] }),
        sign: patch('/events/{one}', { author: '{author}' }),
      });
      const stored = await storedAt(stage(), '/events/{one}');
      const { body } = await stage().step({ as: 'author', path: '/events/{one}', has: { 'venue.id': '{seen}' } });
      for (const value of [body.venue, '{seen}'])
        await stage().step(patch('/events/{one}', { venue: value }, { as: 'author', has: { 'venue.id': '{seen}' } }));
      expect(withoutDate(await storedAt(stage(), '/events/{one}'))).to.deep.equal(withoutDate(stored));
      await stage().step(patch('/events/{one}', { venue: [] }, { as: 'author', has: { venue: [] } }));
      await stage().step({ as: 'editor', path: '/events/{one}', has: { venue: [] } });
    });
  });
});

/** Reads the stored document of a record by its path. */
async function storedAt(stage: Stage, path: string): Promise<Record<string, unknown>> {
  const [, plural = '', name = ''] = /^\/(\w+)\/\{(\w+)\}$/.exec(path) ?? [];
  return (await stage.service.services.connection.collection<{ _id: number }>(plural).findOne({ _id: stage.names[name] ?? 0 })) ?? {};
}

/** Removes the members that every write changes, and sorts terms, whose stored order has no meaning. */
function withoutDate({
  modified: _modified,
  revision: _revision,
  edition: _edition,
  edited: _edited,
  ...record
}: Record<string, unknown>): Record<string, unknown> {
  const sorted = (value: unknown) => (Array.isArray(value) ? value.toSorted((one, other) => one - other) : value);
  return { ...record, categories: sorted(record['categories']), tags: sorted(record['tags']) };
}
