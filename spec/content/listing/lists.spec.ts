import { expect } from 'chai';
import type { Step } from '../../support/scenario';
import { category, event, openPromises, organizer, patch, refused, remove, tag, venue } from '../../support/stage';

const IN_2190 = { start_date: '2190-01-01', end_date: '2190-01-02' };

describe('Lists', () => {
  const { stage, promise } = openPromises();

  describe('GET /events?include', () => {
    const INCLUDED: Readonly<Record<string, Step>> = {
      old: event('Ancient', { start_date: '1950-01-01', end_date: '1950-01-02', date: '2029-12-02' }),
      late: event('Remote', { ...IN_2190, date: '2029-12-01' }),
      soon: event('Soon', { date: '2029-12-03' }),
    };
    const all = '/events?include={old},{soon},{late}';
    const lists = ['late', 'old', 'soon'];
    promise(
      'ignores date filters and sorts by date of publication',
      INCLUDED,
      { path: all, lists, has: { total: 3 } },
      ...['start_date', 'end_date', 'starts_before', 'starts_after', 'ends_before', 'ends_after'].map(
        (name): Step => ({ path: `${all}&${name}=2030-03-01&strict_dates=true`, lists }),
      ),
      { path: `${all}&starts_after=2030-01-01&ends_before=2030-01-02&start_date=2030-01-01&end_date=2030-01-02`, lists },
      { path: '/events?include[]={old}&include[]={late}', lists: ['late', 'old'] },
      { path: `${all}&per_page=1&page=2`, lists: ['old'], has: { total: 3, total_pages: 3 } },
      { path: `${all}&search=remote`, lists: ['late'] },
    );
    promise(
      'shows records that the user may read',
      {
        own: event('Own', { ...IN_2190, date: '2029-12-01' }, { as: 'contributor' }),
        secret: event('Secret', { ...IN_2190, status: 'private', date: '2029-12-02' }, { as: 'author' }),
        open: event('Open', { ...IN_2190, date: '2029-12-03' }),
      },
      ...(
        [
          [undefined, ['open']],
          ['author', ['secret', 'open']],
          ['editor', ['own', 'secret', 'open']],
        ] as const
      ).map(
        ([as, names]): Step => ({
          ...(as && { as }),
          path: '/events?include={own},{secret},{open}',
          lists: names,
          has: { total: names.length },
        }),
      ),
    );
  });

  describe('GET /events?status', () => {
    promise(
      'takes an empty status for publish and private',
      {
        open: event('Stated'),
        draft: event('Stated', { status: 'draft', author: '{contributor}' }),
        private: event('Stated', { status: 'private', author: '{author}' }),
      },
      ...(
        [
          ['editor', 2],
          ['author', 2],
          ['contributor', 1],
        ] as const
      ).map(([as, total]): Step => ({ as, path: '/events?search=stated&status=', has: { total } })),
    );
    promise(
      'refuses every status but publish to readers',
      {},
      ...['draft', 'any', 'publish,draft', 'bogus', 'trash', ''].map((status) => ({
        path: `/events?status=${status}`,
        ...refused('status'),
      })),
    );
  });

  describe('GET /events?start_date: the default end_date', () => {
    promise(
      'is 24 months after a late start_date',
      {
        within: event('Within', { start_date: '2191-12-30', end_date: '2191-12-31' }),
        beyond: event('Beyond', { start_date: '2192-01-03', end_date: '2192-01-04' }),
      },
      { path: '/events?start_date=2190-01-01&search=within', lists: ['within'], says: /end_date=2192-01-01/ },
      { path: '/events?start_date=2190-01-01&search=beyond', lists: [] },
      { path: '/events?start_date=2190-01-04&search=beyond', lists: ['beyond'] },
      { path: '/events?start_date=2030-02-01&search=soon', says: /end_date=2032-01-15/ },
      { path: '/events?start_date=2190-01-01&end_date=2191-01-01&search=within', lists: [] },
    );
  });

  describe('rest_url, next_rest_url, previous_rest_url, Link and totals in headers', () => {
    const QUERIES: Readonly<Record<string, string>> = {
      events:
        'per_page=1&start_date=2030-01-01&end_date=2031-01-01&starts_after=2030-01-01&starts_before=2031-01-01&ends_after=2030-01-01&ends_before=2031-01-01&strict_dates=true&search=%C3%A9%26b&categories={cat}&tags={label}&venue={hall}&organizer={ann}&featured=true&status=publish&geoloc=true&geoloc_lat=10&geoloc_lng=10&geoloc_radius=5&post_parent={top}&ticketed=false',
      'events?include': 'per_page=1&include={x},{y},{z}&search=%C3%A9%26b&status=publish&featured=true',
      'venues?search': 'per_page=1&search=%C3%A9%26b&has_events=true&only_with_upcoming=true&status=publish',
      'venues?event': 'per_page=1&event={x}&has_events=true',
      'categories?search': 'per_page=1&search=%C3%A9%26b&exclude={cat}&order=desc&orderby=slug&hide_empty=false&parent={cat}',
      'categories?event': 'per_page=1&event={x}&post={x}&order=desc&orderby=id',
      'categories?include': 'per_page=1&include={cat},{ca},{cb}&slug=cat-ea,cat-eb,filter-cat&hide_empty=false',
      'tags?event': 'per_page=1&event={x}&post={x}&order=desc&orderby=id',
    };
    before(async () => {
      const links = { venue: ['{hall}', '{hb}'], organizer: ['{ann}', '{ob}'], categories: ['{cat}', '{ca}'], tags: ['{label}', '{ta}'] };
      await stage().give({
        hall: venue('Hall é&b', { geo_lat: 10, geo_lng: 10 }),
        hb: venue('Hall two é&b'),
        ann: organizer('Ann é&b'),
        ob: organizer('Bob é&b'),
        cat: category('Filter cat'),
        ca: category('Cat a é&b', { parent: '{cat}', slug: 'cat-ea' }),
        cb: category('Cat b é&b', { parent: '{cat}', slug: 'cat-eb' }),
        label: tag('Filter tag'),
        ta: tag('Tag a é&b', { slug: 'tag-ea' }),
        top: event('Parent of three', IN_2190),
      });
      for (const name of ['x', 'y', 'z'])
        await stage().give({ [name]: event('Filter é&b', { featured: true, post_parent: '{top}', ...links }) });
    });
    for (const [list, query] of Object.entries(QUERIES))
      it(`repeat every filter of GET /${list}`, async () => {
        const plural = /^\w+/.exec(list)?.[0] ?? '';
        const sent = new URLSearchParams(query.replace(/\{(\w+)\}/g, (_, name: string) => String(stage().names[name])));
        const carries = (link: string): void => {
          const shown = new URL(link).searchParams;
          for (const [name, value] of sent) {
            // Links omit parameters without effect.
            if (`${name}=${value}` === 'ticketed=false') continue;
            expect(
              shown
                .get(name)
                ?.replace(/^true$/, '1')
                .slice(0, Math.max(1, value.length)),
              `${name} of ${link}`,
            ).to.equal(value.replace(/^true$/, '1'));
          }
        };
        const first = await stage().step({ path: `/${plural}?${query}` });
        const { total, total_pages: pages, rest_url: here, next_rest_url: next } = first.body;
        expect(total).to.be.greaterThan(1);
        const totals = {
          'x-wp-total': String(total),
          'x-tec-total': String(total),
          'x-wp-totalpages': String(pages),
          'x-tec-totalpages': String(pages),
        };
        expect(first.headers).to.include(totals);
        carries(here);
        carries(next);
        expect(first.headers.link).to.include(`<${next}>; rel="next"`).and.not.include('rel="prev"');
        const second = await stage().step({ path: `/${next.slice(stage().address.length)}`, has: { total, total_pages: pages } });
        expect(second.headers).to.include(totals);
        carries(second.body.previous_rest_url);
        expect(second.headers.link).to.include(`<${second.body.previous_rest_url}>; rel="prev"`);
        const back = await stage().step({ path: `/${second.body.previous_rest_url.slice(stage().address.length)}` });
        expect(back.body[plural]).to.deep.equal(first.body[plural]);
        expect(second.body[plural]).to.not.deep.equal(first.body[plural]);
      });
  });

  for (const plural of ['events', 'categories'])
    promise(
      `answers an empty list, not 404, if nothing is found: ${plural}`,
      {},
      {
        path: `/${plural}?search=nothing+at+all`,
        status: 200,
        lists: [],
        has: { total: 0, total_pages: 0, next_rest_url: undefined },
        answers: { 'x-wp-total': '0', 'x-tec-totalpages': '0' },
      },
    );

  describe('GET /tags: count', () => {
    it('lists and counts the tags of published events', async () => {
      await stage().give({
        used: tag('Counted'),
        unused: tag('Counted seldom'),
        draft: event('Tagged', { status: 'draft', tags: ['{used}', '{unused}'] }),
        one: event('Tagged', { tags: ['{used}'] }),
        two: event('Tagged', { tags: ['{used}'] }),
      });
      const path = '/tags?search=counted';
      await stage().step({ path, lists: ['used'], has: { total: 1, 'tags[0].count': 2 } });
      await stage().step(remove('/events/{two}'));
      await stage().step({ path, lists: ['used'], has: { 'tags[0].count': 1 } });
      await stage().step(patch('/events/{draft}', { status: 'publish' }));
      await stage().step({ path, lists: ['used', 'unused'], has: { 'tags[0].count': 2, 'tags[1].count': 1 } });
      await stage().step(patch('/events/{draft}', { tags: [] }));
      await stage().step({ path, lists: ['used'] });
    });
  });
});
