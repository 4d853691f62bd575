import { expect } from 'chai';
import type { Step } from '../support/scenario';
import { category, create, DATES, event, KINDS, openPromises, POST_LIKE, patch, refused, remove, tag } from '../support/stage';

describe('Trash, trees and refused writes', () => {
  const { stage, promise } = openPromises();

  describe('DELETE and force', () => {
    for (const { kind, plural, make } of POST_LIKE.slice(1)) {
      const place = `${kind === 'venue' ? 'venue' : 'organizer[0]'}.id`;
      for (const [way, leave, back] of [
        ['by deletion', remove(`/${plural}/{it}`, { has: { status: 'trash' } }), patch(`/${plural}/{it}`, { status: 'publish' })],
        ['by force', remove(`/${plural}/{it}?force=true`, { has: { status: 'trash' } }), patch(`/${plural}/{it}`, { status: 'publish' })],
        [
          'by status',
          patch(`/${plural}/{it}`, { status: 'trash' }, { has: { status: 'trash' } }),
          patch(`/${plural}/{it}`, { status: 'publish' }),
        ],
      ].slice(0, kind === 'venue' ? 3 : 1) as [string, Step, Step][])
        promise(
          `shows ${plural} in events again after the trash, where they went ${way}`,
          { it: make(`Boomerang ${kind} ${way}`), one: event('Linked', { [kind]: ['{it}'] }) },
          leave,
          { path: '/events/{one}', has: { [kind]: [] } },
          { as: 'admin', path: '/events/{one}', has: { [kind]: [] } },
          { as: 'admin', path: '/events?include={one}', has: { [`events[0].${kind}`]: [] } },
          patch('/events/{one}', { title: 'Still linked' }, { status: 200 }),
          back,
          { path: '/events/{one}', has: { [place]: '{it}' } },
          { path: `/${plural}?event={one}`, lists: ['it'] },
          { path: `/events?${kind}={it}`, lists: ['one'] },
        );
      promise(
        `removes a ${kind} from its events for good`,
        { it: make(`Lost ${kind}`), one: event('Bereft', { [kind]: ['{it}'] }) },
        remove(`/${plural}/{it}?force=true`),
        remove(`/${plural}/{it}?force=true`, { status: 200 }),
        { path: '/events/{one}', has: { [kind]: [] } },
        patch('/events/{one}', { title: 'Bereft still' }, { status: 200, has: { [kind]: [] } }),
      );
    }
    for (const { kind, plural, name, make } of POST_LIKE.slice(0, 1)) {
      promise(
        `leaves a ${kind} in the trash until an update changes its status`,
        { one: make(`Binned ${kind}`, {}, { as: 'author' }) },
        remove(`/${plural}/{one}`, { as: 'author' }),
        ...['POST', 'PUT', 'PATCH'].map((method) =>
          patch(`/${plural}/{one}`, { [name]: `Binned ${kind}`, description: method }, { method, as: 'author', has: { status: 'trash' } }),
        ),
        patch(`/${plural}/by-slug/binned-${kind}__trashed`, { description: 'By slug' }, { as: 'author', has: { status: 'trash' } }),
        patch(`/${plural}/{one}`, { status: 'trash' }, { as: 'author', has: { status: 'trash' } }),
        patch(`/${plural}/{one}`, { status: 'draft' }, { as: 'author', has: { status: 'draft', slug: `binned-${kind}` } }),
        remove(`/${plural}/{one}`, { as: 'author' }),
        patch(`/${plural}/{one}`, { status: 'publish' }, { as: 'author', has: { status: 'publish', slug: `binned-${kind}` } }),
      );
      for (const path of [`/${plural}/{one}`, `/${plural}/by-slug/doomed-${kind}`])
        promise(
          `force trashes a ${kind}, and removes it from the trash: ${path}`,
          { one: make(`Doomed ${kind}`, {}, { as: 'author' }) },
          remove(`${path}?force=true`, { as: 'author2', status: 403, code: 'rest_forbidden' }),
          remove(`${path}?force=true`, { as: 'author', has: { id: '{one}', status: 'trash' } }),
          remove(`/${plural}/{one}`, { as: 'author', status: 410, code: `${kind}-is-in-trash` }),
          remove(`/${plural}/{one}?force=false`, { as: 'author', status: 410, code: `${kind}-is-in-trash` }),
          remove(`/${plural}/{one}?force=true`, { as: 'author2', status: 403, code: 'rest_forbidden' }),
          { method: 'DELETE', path: `/${plural}/{one}?force=true`, status: 401 },
          remove(`${path.replace(/(doomed-\w+)$/, '$1__trashed')}`, {
            as: 'author',
            json: { force: true },
            status: 200,
            has: { id: '{one}' },
          }),
          remove(`/${plural}/{one}?force=true`, { status: 404, code: `rest-${kind}-not-found` }),
          { as: 'admin', path: `/${plural}?status=trash&search=doomed`, lists: [] },
        );
    }
  });

  describe('parent of categories', () => {
    const family = (name: string): Readonly<Record<string, Step>> => ({
      top: category(`${name} top`),
      mid: category(`${name} mid`, { parent: '{top}' }),
      low: category(`${name} low`, { parent: '{mid}' }),
      leaf: category(`${name} leaf`, { parent: '{low}' }),
    });
    it('refuses a category itself and its descendants, in either language', async () => {
      await stage().give(family('Circle'));
      for (const parent of ['{top}', '{mid}', '{low}', '{leaf}'])
        for (const method of ['POST', 'PUT', 'PATCH'])
          for (const [language, says] of [
            ['en', /neither this category nor below it/],
            ['fr', /ni ce terme ni l’un de ses descendants/],
          ] as const)
            await stage().step(patch('/categories/{top}', { parent }, { method, language, says, ...refused('parent') }));
      await stage().step({ path: '/categories/{top}', has: { parent: 0 } });
    });
    promise(
      'moves categories to the root and below others',
      family('Mover'),
      patch('/categories/{low}', { parent: 0 }, { has: { parent: 0 } }),
      patch('/categories/{mid}', { parent: '0' }, { has: { parent: 0 } }),
      patch('/categories/{top}', { parent: '{low}' }, { has: { parent: '{low}' } }),
      { path: '/categories/{leaf}', has: { parent: '{low}' } },
      patch('/categories/{leaf}', { parent: '{top}' }, { has: { parent: '{top}' } }),
      { path: '/categories?parent={top}&hide_empty=false', lists: ['leaf'] },
    );
    promise(
      'moves the children of a deleted category up, to its parent or to the root',
      family('Heir'),
      remove('/categories/{low}', { status: 200 }),
      { path: '/categories/{leaf}', has: { parent: '{mid}' } },
      { path: '/categories/{mid}', has: { parent: '{top}' } },
      remove('/categories/{top}', { status: 200 }),
      { path: '/categories/{mid}', has: { parent: 0 } },
      { path: '/categories/{leaf}', has: { parent: '{mid}' } },
      { path: '/categories/{top}', status: 404 },
    );
  });

  describe('A refused creation or update stores nothing', () => {
    const ORPHANS = {
      venue: { venue: 'Orphanage' },
      organizer: [{ organizer: 'Orphanage' }],
      categories: ['Orphanage'],
      tags: ['Orphanage'],
      image: 'https://example.org/orphanage.png',
    };
    const stored = async (): Promise<Record<string, number>> => {
      const { connection } = stage().service.services;
      const counts = ['events', 'venues', 'organizers', 'categories', 'tags', 'media'].map(
        async (plural) => [plural, await connection.collection(plural).countDocuments({})] as const,
      );
      return Object.fromEntries(await Promise.all(counts));
    };
    for (const [title, as, json, refusal] of [
      [
        'a blank organizer',
        'editor',
        { organizer: [{ organizer: 'Orphanage' }, { organizer: ' ' }] },
        { status: 400, code: 'could-not-create-organizer' },
      ],
      [
        'an organizer without a name',
        'editor',
        { organizer: [{ organizer: 'Orphanage' }, { email: 'a@example.org' }] },
        refused('organizer'),
      ],
      ['an unknown tag', 'editor', { tags: ['Orphanage', 987654] }, refused('tags')],
      ['an unknown image', 'editor', { image: 987654 }, refused('image')],
      ['an end before the start', 'editor', { end_date: '2030-05-05' }, refused('end_date')],
      ['another author', 'author', { author: '{admin}' }, { status: 403, code: 'rest_forbidden' }],
      ['an image that is not his to upload', 'contributor', {}, refused('image')],
    ] as const)
      it(`for ${title}`, async () => {
        await stage().give({ one: event('Orphan', {}, { as }) });
        const before = await stored();
        const { body } = await stage().step({ as: 'admin', path: '/events/{one}' });
        const sent = { title: 'Orphan', ...DATES, ...ORPHANS, ...json };
        await stage().step(create(event('Orphan'), { as, json: sent, ...refusal }));
        await stage().step(patch('/events/{one}', sent, { as, ...refusal }));
        expect(await stored()).to.deep.equal(before);
        expect((await stage().step({ as: 'admin', path: '/events/{one}' })).body).to.deep.equal(body);
      });
    it('while an allowed creation stores one record of each type', async () => {
      const before = await stored();
      await stage().step(create(event('Orphan', ORPHANS), { status: 201 }));
      expect(await stored()).to.deep.equal(Object.fromEntries(Object.entries(before).map(([plural, count]) => [plural, count + 1])));
    });
    it('for records of other types', async () => {
      await stage().give({ up: category('Sole parent'), label: tag('Sole tag') });
      const before = await stored();
      for (const { plural, name } of KINDS.slice(1)) {
        const wrong = { [name]: 'Orphan', image: 'nowhere', parent: 987654, author: 987654 };
        await stage().step({ as: 'editor', method: 'POST', path: `/${plural}`, json: wrong, status: 400 });
      }
      expect(await stored()).to.deep.equal(before);
    });
  });
});
