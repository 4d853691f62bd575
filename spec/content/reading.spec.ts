import { expect } from 'chai';
import { LANGUAGES } from '../../lib/language';
import type { Step } from '../support/scenario';
import {
  category,
  event,
  KINDS,
  openPromises,
  organizer,
  POST_LIKE,
  patch,
  refused,
  remove,
  TERM_LIKE,
  tag,
  venue,
} from '../support/stage';

describe('GET: answers and refusals', () => {
  const { stage, promise, inBoth } = openPromises();

  describe('Plain names and sanitized HTML', () => {
    const SENT = 'A "B" -- C & <i>D</i> \\ ... <3';
    const SHOWN = 'A "B" -- C & D \\ ... <3';
    const DIRTY =
      'One\n\n<b onclick="x()">Two</b><script>alert(1)</script><a href="javascript:x">y</a><a href="JaVa&#115;cript:x">z</a><img src="x.png" onerror="x()"><iframe src="//x"></iframe>';
    const FILTHY = /<script|<iframe|onerror|onclick|javascript|java&#/i;
    for (const { plural, name, make } of POST_LIKE)
      for (const as of plural === 'events' ? (['admin', 'contributor'] as const) : (['admin'] as const))
        promise(
          `shows plain names and clean HTML of ${plural}, written by the ${as}`,
          { one: make(SENT, { description: DIRTY, ...(name === 'title' && { excerpt: DIRTY }) }, { as }) },
          {
            as: 'admin',
            path: `/${plural}/{one}`,
            has: { [name]: SHOWN },
            says: /"description":"<p>One<\\?\/p>\\n<p><b>Two<\\?\/b>/,
            hides: FILTHY,
          },
          { as: 'admin', path: `/${plural}?search=two&per_page=1`, says: /<b>Two/, hides: FILTHY },
        );
    for (const { plural, make } of TERM_LIKE)
      promise(
        `shows plain names and clean HTML of ${plural}, without paragraphs`,
        { one: make(`${SENT} ${plural}`, { description: DIRTY }) },
        { path: `/${plural}/{one}`, has: { name: `${SHOWN} ${plural}` }, says: /<b>Two/, hides: FILTHY },
      );
    it('shows plain names of records within an event, and paragraphs of an excerpt', async () => {
      const [title, expected] = ['L & "M" -- \\', 'L & "M" -- \\'];
      await stage().give({
        one: event(title, {
          excerpt: 'One\n\n"Two"',
          venue: { venue: title },
          organizer: [{ organizer: title }],
          categories: [title],
          tags: [title],
        }),
      });
      const { body } = await stage().step({ path: '/events/{one}' });
      const { body: list } = await stage().step({ path: '/events?include={one}' });
      for (const shown of [body, list.events[0]]) {
        expect(shown.title).to.equal(expected);
        expect(shown.venue.venue).to.equal(expected);
        expect(shown.organizer[0].organizer).to.equal(expected);
        expect(shown.categories[0].name).to.equal(expected);
        expect(shown.tags[0].name).to.equal(expected);
        expect(shown.excerpt).to.match(/^<p>One<\/p>\n<p>.*Two.*<\/p>$/s);
      }
    });
  });

  describe('IDs and addresses in answers', () => {
    /** Lists all members at all depths by name. */
    const members = (value: unknown, name = ''): [string, unknown][] =>
      typeof value === 'object' && value !== null
        ? Object.entries(value).flatMap(([key, item]) => members(item, Array.isArray(value) ? name : key))
        : [[name, value]];

    it('shows IDs as integers, and addresses with their port and in ASCII', async () => {
      await stage().give({
        up: category('Übersicht 東京'),
        low: category('Ünten 東京', { parent: '{up}' }),
        label: tag('Ä 東京'),
        hall: venue('Hall 東京', {}, { as: 'author' }),
        ann: organizer('Ann 東京', {}, { as: 'author' }),
        top: event('Top 東京'),
        one: event('Numbers 東京 & é', {
          author: '{author}',
          post_parent: '{top}',
          categories: ['{low}'],
          tags: ['{label}'],
          venue: '{hall}',
          organizer: ['{ann}'],
          image: 'https://example.org/n.png',
        }),
        two: event('Numbers 東京 two'),
      });
      const { address } = stage();
      const { port } = new URL(address);
      let [ids, links] = [0, 0];
      const look = (body: unknown, path: string): void => {
        for (const [name, value] of members(body)) {
          if (['id', 'author', 'parent', 'post_parent', 'term_taxonomy_id', 'term_group', 'count', 'total', 'total_pages'].includes(name)) {
            expect(value, `${path} ${name}`).to.satisfy(Number.isInteger);
            ids += 1;
          }
          if (/^global_id/.test(name)) expect(value, `${path} ${name}`).to.match(new RegExp(`^127\\.0\\.0\\.1:${port}\\?id=\\d+$`));
          if (/url$|^(self|collection|up|href|next|prev)$/.test(name) && String(value).includes('127.0.0.1')) {
            expect(value, `${path} ${name}`)
              .to.match(/^[\x21-\x7e]+$/)
              .and.match(new RegExp(`^${address}/`));
            links += 1;
          }
        }
      };
      for (const path of [
        '/events/{one}',
        '/events?search=%E6%9D%B1%E4%BA%AC+%26+%C3%A9',
        '/events?search=%E6%9D%B1%E4%BA%AC&per_page=1&page=2&ml_language=en',
        '/venues/{hall}',
        '/venues?search=%E6%9D%B1%E4%BA%AC',
        '/organizers/{ann}',
        '/organizers?search=%E6%9D%B1%E4%BA%AC',
        '/categories/{low}',
        '/categories?search=%E6%9D%B1%E4%BA%AC',
        '/tags/{label}',
        '/tags?search=%E6%9D%B1%E4%BA%AC',
      ])
        for (const language of LANGUAGES) look((await stage().step({ path, language })).body, path);
      look((await stage().step({ as: 'editor', method: 'PATCH', path: '/events/{one}', json: {} })).body, 'an update');
      expect(ids).to.be.greaterThan(50);
      expect(links).to.be.greaterThan(50);
    });
    it('encodes the query in links of lists and in the header Link', async () => {
      const { body, headers } = await stage().step({ path: '/events?search=%E6%9D%B1%E4%BA%AC&per_page=1' });
      for (const link of [body.rest_url, body.next_rest_url]) expect(link).to.match(/search=%E6%9D%B1%E4%BA%AC/);
      expect(headers.link).to.match(/^[\x20-\x7e]+$/);
      const list = await stage().step({ path: '/venues?search=caf%C3%A9+%26+bar%3D%23' });
      expect(new URL(list.body.rest_url).searchParams.get('search')).to.equal('café & bar=#');
    });
    it('shows the port in servers of GET /doc', async () => {
      for (const language of LANGUAGES) {
        const { body } = await stage().step({ language, path: '/doc' });
        expect(body.servers[0].url).to.equal(`${stage().address}/${language}/cal/events/v1`);
      }
    });
    it('shows the author as an integer if it was sent as text', async () => {
      await stage().step({
        as: 'admin',
        method: 'POST',
        ...event('Text', { author: String(stage().ids.author) }),
        has: { author: '{author}' },
      });
    });
  });

  describe('404', () => {
    for (const { kind, plural } of KINDS)
      inBoth(
        `answers rest-${kind}-not-found to an unknown ID`,
        {},
        { path: `/${plural}/987654`, status: 404, code: `rest-${kind}-not-found` },
        { en: /There is no .* 987654/, fr: /Il n’existe pas .* 987654/ },
      );
    for (const { kind, plural } of POST_LIKE)
      inBoth(
        `answers rest-${kind}-not-found to an unknown slug`,
        {},
        { path: `/${plural}/by-slug/nowhere`, status: 404, code: `rest-${kind}-not-found` },
        { en: /There is no .* nowhere/, fr: /Il n’existe pas .* nowhere/ },
      );
    for (const { kind, plural } of KINDS)
      promise(
        `answers rest-${kind}-not-found to POST, PUT, PATCH and DELETE of an unknown ID, and to the ID 0`,
        {},
        ...['POST', 'PUT', 'PATCH', 'DELETE'].map(
          (method): Step => ({ as: 'editor', method, path: `/${plural}/987654`, status: 404, code: `rest-${kind}-not-found` }),
        ),
        { path: `/${plural}/0`, status: 404, code: `rest-${kind}-not-found` },
      );
    for (const family of [POST_LIKE, TERM_LIKE])
      for (const { kind, plural } of family)
        it(`answers rest-${kind}-not-found to the ID of a record of another type`, async () => {
          for (const other of family.filter((one) => one.kind !== kind)) {
            await stage().give({ other: other.make(`Other ${other.kind} than ${kind}`) });
            for (const method of ['GET', 'PATCH', 'DELETE'])
              await stage().step({ as: 'editor', method, path: `/${plural}/{other}`, status: 404, code: `rest-${kind}-not-found` });
            await stage().step({ path: `/${other.plural}/{other}`, status: 200 });
          }
        });
    it('answers rest-event-not-found to the ID of an image', async () => {
      const { body } = await stage().step({ as: 'editor', method: 'POST', ...event('Seen', { image: 'https://example.org/seen.png' }) });
      await stage().step({ path: `/events/${body.image.id}`, status: 404, code: 'rest-event-not-found' });
    });
    for (const filter of [
      '/events?venue=',
      '/events?organizer=',
      '/events?categories=',
      '/events?tags=',
      '/events?post_parent=',
      '/venues?event=',
      '/organizers?event=',
      '/categories?event=',
      '/categories?post=',
      '/categories?parent=',
      '/categories?include=',
      '/categories?exclude=',
      '/tags?event=',
      '/tags?post=',
      '/tags?include=',
      '/tags?exclude=',
    ])
      inBoth(
        `refuses an unknown ID: ${filter}`,
        {},
        { path: `${filter}987654`, ...refused(/\?(\w+)=/.exec(filter)?.[1] ?? '') },
        { en: /Send .*exist/, fr: /Envoyez .*existant/ },
      );
  });

  describe('401 and 403 before all else', () => {
    const BODIES: readonly Partial<Step>[] = [
      { json: { title: [], venue: 7, organizer: {}, name: [[]], status: 7, start_date: 'never' } },
      { form: 'title[a]=b&_method=GET' },
    ];
    for (const { kind, plural, make } of KINDS)
      for (const as of [undefined, 'subscriber'] as const)
        it(`refuses every write of ${plural} to ${as ?? 'an anonymous client'}, whatever the body`, async () => {
          await stage().give({ one: make(`Locked ${kind} ${as}`) });
          const { body } = await stage().step({ path: `/${plural}/{one}` });
          const slugs = ['category', 'tag'].includes(kind) ? [] : [`/${plural}/by-slug/${body.slug}`, `/${plural}/by-slug/nothing`];
          const answers = new Set<string>();
          for (const path of [`/${plural}/{one}`, `/${plural}/987654`, ...slugs])
            for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
              for (const sent of BODIES)
                answers.add(
                  (await stage().step({ ...(as && { as }), ...sent, method, path, status: as ? 403 : 401, code: 'rest_forbidden' })).text,
                );
          for (const sent of BODIES)
            answers.add(
              (
                await stage().step({
                  ...(as && { as }),
                  ...sent,
                  method: 'POST',
                  path: `/${plural}`,
                  status: as ? 403 : 401,
                  code: 'rest_forbidden',
                })
              ).text,
            );
          expect(answers.size).to.equal(1);
          await stage().step({ path: `/${plural}/{one}`, has: { slug: body.slug } });
        });
    inBoth(
      'answers 401 in the language of the request',
      {},
      { method: 'POST', path: '/events', json: {}, status: 401, code: 'rest_forbidden' },
      { en: /You must log in/, fr: /Vous devez vous identifier/ },
    );
    inBoth(
      'answers 403 in the language of the request',
      {},
      { as: 'subscriber', method: 'POST', path: '/events', json: {}, status: 403, code: 'rest_forbidden' },
      { en: /Your role does not allow/, fr: /Votre rôle ne vous permet pas/ },
    );
    for (const { plural, make } of POST_LIKE)
      promise(
        `judges the rights on a record of ${plural} before the body`,
        { own: make('Own', {}, { as: 'author' }), other: make('Other') },
        patch(`/${plural}/{own}`, { status: [] }, { as: 'author', status: 400 }),
        patch(`/${plural}/{other}`, { status: [] }, { as: 'author', status: 403, code: 'rest_forbidden' }),
        remove(`/${plural}/{other}?force=perhaps`, { as: 'author', status: 403, code: 'rest_forbidden' }),
        remove(`/${plural}/{own}`, { as: 'author', status: 200 }),
      );
    const json = { 'content-type': 'application/json' };
    for (const as of [undefined, 'editor'] as const)
      promise(
        `answers 400, 413 and 415 to unreadable bodies, before the rights: ${as ?? 'an anonymous client'}`,
        {},
        { ...(as && { as }), method: 'POST', path: '/events', raw: '{"title":', headers: json, status: 400, code: 'rest_invalid_json' },
        {
          ...(as && { as }),
          method: 'POST',
          path: '/events',
          json: { title: 'x'.repeat(1_100_000) },
          status: 413,
          code: 'rest_content_too_large',
        },
        {
          ...(as && { as }),
          method: 'POST',
          path: '/events',
          raw: '{}',
          headers: { ...json, 'content-encoding': 'zstd' },
          status: 415,
          code: 'rest_unsupported_media_type',
        },
      );
  });

  describe('403 to hidden records', () => {
    for (const { kind, plural, make } of POST_LIKE) {
      inBoth(
        `refuses a ${kind} in the trash: no-longer-available`,
        { one: make(`Gone ${kind}`, { status: 'trash' }) },
        { path: `/${plural}/{one}`, status: 403, code: `${kind}-no-longer-available` },
        { en: /in the trash/, fr: /dans la corbeille/ },
      );
      inBoth(
        `refuses a draft ${kind}: not-accessible`,
        { one: make(`Hidden ${kind}`, { status: 'draft' }) },
        { path: `/${plural}/{one}`, status: 403, code: `${kind}-not-accessible` },
        { en: /not published/, fr: /n’est pas publié/ },
      );
    }
    promise(
      'shows an event in the trash to users who may edit it, by its slug too',
      { one: event('Kept', {}, { as: 'author' }), trash: remove('/events/{one}', { as: 'author' }) },
      ...(['author', 'editor'] as const).map(
        (as): Step => ({ as, path: '/events/by-slug/kept__trashed', has: { id: '{one}', status: 'trash' } }),
      ),
      { path: '/events/by-slug/kept__trashed', status: 403, code: 'event-no-longer-available' },
    );
    inBoth(
      'refuses a protected event: event-password-protected',
      { one: event('Guarded', { slug: 'guarded' }, { as: 'author' }), lock: patch('/events/{one}', { password: 'sesame' }) },
      { path: '/events/{one}', status: 403, code: 'event-password-protected' },
      { en: /send its password/, fr: /envoyez son mot de passe/ },
    );
    for (const path of ['/events/{one}', '/events/by-slug/guarded'])
      promise(
        `shows a protected event with its password, and to users who may edit it: ${path}`,
        {},
        { path, status: 403, code: 'event-password-protected' },
        { path: `${path}?password=simsim`, status: 403, code: 'event-password-protected' },
        { path: `${path}?password=SESAME`, status: 403, code: 'event-password-protected' },
        { as: 'author2', path, status: 403, code: 'event-password-protected' },
        { path: `${path}?password=sesame`, status: 200 },
        ...(['author', 'editor', 'admin'] as const).map((as): Step => ({ as, path, status: 200 })),
      );
  });
});
