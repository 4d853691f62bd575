import { expect } from 'chai';
import type { Step } from '../support/scenario';
import { category, event, openPromises, organizer, patch, remove, tag, venue } from '../support/stage';

describe('GET: answers and refusals', () => {
  const { stage, promise, inBoth } = openPromises();

  describe('Plain names and sanitized HTML', () => {
    const SENT = 'A "B" -- C & <i>D</i> \\ ... <3';
    const SHOWN = 'A "B" -- C & D \\ ... <3';
    const DIRTY = 'One\n\n<b onclick="x()">Two</b><script>alert(1)</script><a href="JaVa&#115;cript:x">z</a><iframe src="//x"></iframe>';
    const FILTHY = /<script|<iframe|onclick|javascript|java&#/i;
    promise(
      'shows plain names and clean HTML of an event',
      { one: event(SENT, { description: DIRTY, excerpt: DIRTY }, { as: 'contributor' }) },
      {
        as: 'admin',
        path: '/events/{one}',
        has: { title: SHOWN },
        says: /"excerpt":"<p>One<\\?\/p>\\n<p><b>Two<\\?\/b>.*"description":"<p>One<\\?\/p>\\n<p><b>Two/,
        hides: FILTHY,
      },
      { as: 'admin', path: '/events?search=two&per_page=1', says: /<b>Two/, hides: FILTHY },
    );
    promise(
      'shows plain names and clean HTML of a tag, without paragraphs',
      { one: tag(SENT, { description: DIRTY }) },
      { path: '/tags/{one}', has: { name: SHOWN }, says: /<b>Two/, hides: FILTHY },
    );
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
        look((await stage().step({ path })).body, path);
      look((await stage().step({ as: 'editor', method: 'PATCH', path: '/events/{one}', json: {} })).body, 'an update');
      expect(ids).to.be.greaterThan(50);
      expect(links).to.be.greaterThan(50);
    });
  });

  describe('404', () => {
    promise(
      'answers not-found to IDs that no record can have, and knows no route for what is no ID',
      { one: event('Zeros') },
      { path: '/events/0{one}', has: { id: '{one}' } },
      ...['0', '99999999999999999999'].map((id) => ({ path: `/events/${id}`, status: 404, code: 'rest-event-not-found' })),
      ...['abc', '-1', '1.5', '12abc'].map((id) => ({ path: `/events/${id}`, status: 404, code: 'rest_no_route' })),
    );
    promise(
      'answers rest-event-not-found to the ID of a record of another type',
      { other: venue('Other than an event') },
      ...['GET', 'PATCH', 'DELETE'].map(
        (method): Step => ({ as: 'editor', method, path: '/events/{other}', status: 404, code: 'rest-event-not-found' }),
      ),
      { path: '/venues/{other}', status: 200 },
    );
    it('answers rest-event-not-found to the ID of an image', async () => {
      const { body } = await stage().step({ as: 'editor', method: 'POST', ...event('Seen', { image: 'https://example.org/seen.png' }) });
      await stage().step({ path: `/events/${body.image.id}`, status: 404, code: 'rest-event-not-found' });
    });
  });

  describe('403 to hidden records', () => {
    for (const [hides, code, en, fr] of [
      [{ status: 'trash' }, 'event-no-longer-available', /in the trash/, /dans la corbeille/],
      [{ status: 'draft' }, 'event-not-accessible', /not published/, /n’est pas publié/],
      [{ password: 'sesame' }, 'event-password-protected', /send its password/, /envoyez son mot de passe/],
    ] as const)
      inBoth(
        `says why it refuses an event: ${code}`,
        { one: event('Hidden', hides) },
        { path: '/events/{one}', status: 403, code },
        { en, fr },
      );
  });

  describe('401 and 403 before all else', () => {
    const BODIES: readonly Partial<Step>[] = [
      { json: { title: [], venue: 7, organizer: {}, name: [[]], status: 7, start_date: 'never' } },
      { form: 'title[a]=b&_method=GET' },
    ];
    for (const as of [undefined, 'subscriber'] as const)
      it(`refuses every write of events to ${as ?? 'an anonymous client'} alike, whatever the body`, async () => {
        await stage().give({ one: event(`Locked ${as}`, { slug: `locked-${as}` }) });
        const refusal = { ...(as && { as }), status: as ? 403 : 401, code: 'rest_forbidden' };
        const answers = new Set<string>();
        for (const path of ['/events', '/events/{one}', '/events/987654', `/events/by-slug/locked-${as}`, '/events/by-slug/nothing'])
          for (const method of path === '/events' ? ['POST'] : ['POST', 'DELETE'])
            for (const sent of BODIES) answers.add((await stage().step({ ...refusal, ...sent, method, path })).text);
        expect(answers.size).to.equal(1);
        await stage().step({ path: '/events/{one}', has: { slug: `locked-${as}` } });
      });
    inBoth(
      'answers 401 in the language of the request',
      {},
      { method: 'POST', path: '/events', json: {}, status: 401, code: 'rest_forbidden' },
      { en: /You must log in/, fr: /Vous devez vous identifier/ },
    );
    promise(
      'judges the rights on a record before the body',
      { own: event('Own', {}, { as: 'author' }), other: event('Other') },
      patch('/events/{own}', { status: [] }, { as: 'author', status: 400 }),
      patch('/events/{other}', { status: [] }, { as: 'author', status: 403, code: 'rest_forbidden' }),
      remove('/events/{other}?force=perhaps', { as: 'author', status: 403, code: 'rest_forbidden' }),
      remove('/events/{own}', { as: 'author', status: 200 }),
    );
    const json = { 'content-type': 'application/json' };
    const unreadable = { method: 'POST', path: '/events' };
    promise(
      'answers 400, 413 and 415 to unreadable bodies, before the rights',
      {},
      { ...unreadable, raw: '{"title":', headers: json, status: 400, code: 'rest_invalid_json' },
      { ...unreadable, json: { title: 'x'.repeat(1_100_000) }, status: 413, code: 'rest_content_too_large' },
      { ...unreadable, raw: '{}', headers: { ...json, 'content-encoding': 'zstd' }, status: 415, code: 'rest_unsupported_media_type' },
    );
  });
});
