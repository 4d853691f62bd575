import { expect } from 'chai';
import type { Step } from '../support/scenario';
import { category, create, DATES, event, KINDS, openPromises, POST_LIKE, patch, refused, remove, tag } from '../support/stage';

describe('the promises about states', () => {
  const { stage, promise, inBoth } = openPromises();

  describe('the trash keeps what was, until it is emptied', () => {
    for (const { kind, plural, make } of POST_LIKE.slice(1)) {
      const place = `${kind === 'venue' ? 'venue' : 'organizer[0]'}.id`;
      for (const [way, gone, back] of [
        ['by deletion', remove(`/${plural}/{it}`, { has: { status: 'trash' } }), patch(`/${plural}/{it}`, { status: 'publish' })],
        ['by force', remove(`/${plural}/{it}?force=true`, { has: { status: 'trash' } }), patch(`/${plural}/{it}`, { status: 'publish' })],
        [
          'by status',
          patch(`/${plural}/{it}`, { status: 'trash' }, { has: { status: 'trash' } }),
          patch(`/${plural}/{it}`, { status: 'publish' }),
        ],
      ] as const)
        promise(
          `events show ${plural} again that come back from the trash where they went ${way}`,
          { it: make(`Boomerang ${kind} ${way}`), one: event('Linked', { [kind]: ['{it}'] }) },
          gone,
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
        `one that is removed for good comes back to no event: ${kind}`,
        { it: make(`Lost ${kind}`), one: event('Bereft', { [kind]: ['{it}'] }) },
        remove(`/${plural}/{it}?force=true`),
        remove(`/${plural}/{it}?force=true`, { status: 200 }),
        { path: '/events/{one}', has: { [kind]: [] } },
        patch('/events/{one}', { title: 'Bereft still' }, { status: 200, has: { [kind]: [] } }),
      );
    }
    for (const { kind, plural, name, make } of POST_LIKE) {
      promise(
        `a ${kind} in the trash stays there until its status says otherwise`,
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
          `force trashes a ${kind}, and removes it for good from the trash: ${path}`,
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
      inBoth(
        `a ${kind} is not trashed twice`,
        { one: make(`Twice ${kind}`), gone: remove(`/${plural}/{one}`) },
        remove(`/${plural}/{one}`, { status: 410, code: `${kind}-is-in-trash` }),
        { en: /already in the trash/, fr: /déjà dans la corbeille/ },
      );
    }
  });

  describe('categories are a tree', () => {
    const family = (name: string): Readonly<Record<string, Step>> => ({
      top: category(`${name} top`),
      mid: category(`${name} mid`, { parent: '{top}' }),
      low: category(`${name} low`, { parent: '{mid}' }),
      leaf: category(`${name} leaf`, { parent: '{low}' }),
    });
    it('none is its own parent or its descendant’s child, in either language', async () => {
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
      'they move to the root and below others',
      family('Mover'),
      patch('/categories/{low}', { parent: 0 }, { has: { parent: 0 } }),
      patch('/categories/{mid}', { parent: '0' }, { has: { parent: 0 } }),
      patch('/categories/{top}', { parent: '{low}' }, { has: { parent: '{low}' } }),
      { path: '/categories/{leaf}', has: { parent: '{low}' } },
      patch('/categories/{leaf}', { parent: '{top}' }, { has: { parent: '{top}' } }),
      { path: '/categories?parent={top}&hide_empty=false', lists: ['leaf'] },
    );
    promise(
      'what lies below a deleted one moves up, to its parent or to the root',
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

  describe('a refused creation leaves nothing behind', () => {
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
        'a blank second venue',
        'editor',
        { venue: [{ venue: 'Orphanage' }, { venue: ' ' }] },
        { status: 400, code: 'could-not-create-venue' },
      ],
      [
        'an organizer without a name',
        'editor',
        { organizer: [{ organizer: 'Orphanage' }, { email: 'a@example.org' }] },
        refused('organizer'),
      ],
      ['a venue with a wrong website', 'editor', { venue: { venue: 'Orphanage', website: 'nowhere' } }, refused('venue')],
      ['an unknown tag', 'editor', { tags: ['Orphanage', 987654] }, refused('tags')],
      ['an unknown category', 'editor', { categories: ['Orphanage', 987654] }, refused('categories')],
      ['an over-long tag', 'editor', { tags: ['Orphanage', 'x'.repeat(201)] }, refused('tags')],
      ['an unknown image', 'editor', { image: 987654 }, refused('image')],
      ['a blank title', 'editor', { title: ' ' }, refused('title')],
      ['no title', 'editor', { title: null }, { status: 400, code: 'rest_missing_callback_param' }],
      ['an end before the start', 'editor', { end_date: '2030-05-05' }, refused('end_date')],
      ['an unknown status', 'editor', { status: 'bogus' }, refused('status')],
      ['an unknown parent', 'editor', { post_parent: 987654 }, refused('post_parent')],
      ['an unknown author', 'editor', { author: 987654 }, refused('author')],
      ['another author', 'author', { author: '{admin}' }, { status: 403, code: 'rest_forbidden' }],
      ['an image that is not his to upload', 'contributor', {}, refused('image')],
    ] as const)
      it(`nor does a refused update: ${title}`, async () => {
        await stage().give({ one: event('Orphan', {}, { as }) });
        const before = await stored();
        const { body } = await stage().step({ as: 'admin', path: '/events/{one}' });
        const sent = { title: 'Orphan', ...DATES, ...ORPHANS, ...json };
        await stage().step(create(event('Orphan'), { as, json: sent, ...refusal }));
        const isMissing = refusal.code === 'rest_missing_callback_param';
        await stage().step(patch('/events/{one}', sent, { as, ...(isMissing ? refused('title') : refusal) }));
        expect(await stored()).to.deep.equal(before);
        expect((await stage().step({ as: 'admin', path: '/events/{one}' })).body).to.deep.equal(body);
      });
    it('one that is allowed leaves one of each', async () => {
      const before = await stored();
      await stage().step(create(event('Orphan', ORPHANS), { status: 201 }));
      expect(await stored()).to.deep.equal(Object.fromEntries(Object.entries(before).map(([plural, count]) => [plural, count + 1])));
    });
    it('a refused record of another kind leaves none either', async () => {
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
