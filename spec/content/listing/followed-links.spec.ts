import { expect } from 'chai';
import { category, event, openPromises, organizer, tag, venue } from '../../support/stage';

const SAFE = Number.MAX_SAFE_INTEGER;
const NOTHING_BEYOND = ['9007199254740992', '9007199254740993', '9223372036854775807', '9e18'];

describe('Links in answers (rest_url, next_rest_url, previous_rest_url, _links)', () => {
  const { stage, promise } = openPromises({ SITE_TIMEZONE: 'America/New_York' });
  const pathOf = (link: string) => `/${link.slice(stage().address.length)}`;

  for (const as of ['contributor', 'editor'] as const)
    it(`links of GET /events as ${as} name no status unless one was sent, and show the same list`, async () => {
      await stage().give({
        a: event('Linked a'),
        b: event('Linked b', { status: 'draft' }, { as }),
        c: event('Linked c', {}, { as: 'author' }),
      });
      for (const query of ['?per_page=1&page=2', '?search=linked&per_page=2']) {
        const { body } = await stage().step({ as, path: `/events${query}` });
        for (const link of [body.rest_url, body.next_rest_url, body.previous_rest_url].filter(Boolean)) {
          expect(link).to.not.include('status');
          await stage().step({ as, path: pathOf(link), status: 200, has: { total: body.total } });
        }
        expect((await stage().step({ as, path: pathOf(body.rest_url) })).body).to.deep.equal(body);
      }
      await stage().step({ as, path: '/events?status=draft', says: /[?&]status=draft/ });
      await stage().step({ path: '/events', says: /[?&]status=publish/ });
    });

  describe('page and IDs beyond 2^53', () => {
    it('GET /tags answers an empty page without neighbours', async () => {
      await stage().give({ one: tag('Beyond') });
      for (const page of NOTHING_BEYOND) {
        const { body, headers } = await stage().step({ path: `/tags?hide_empty=false&page=${page}`, has: { tags: [] } });
        expect(body).to.not.have.any.keys('previous_rest_url', 'next_rest_url');
        expect(headers.link).to.not.match(/rel="(?:prev|next)"/);
        const again = await stage().step({ path: pathOf(body.rest_url), status: 200 });
        expect(again.body).to.deep.equal(body);
      }
      const { body, headers } = await stage().step({ path: `/tags?page=${SAFE}` });
      expect(body.previous_rest_url).to.match(new RegExp(`[?&]page=${SAFE - 1}$`));
      expect(headers.link).to.include(`<${body.previous_rest_url}>; rel="prev"`);
      await stage().step({ path: pathOf(body.previous_rest_url), status: 200 });
    });
    promise(
      'GET /events answers 404',
      {},
      ...NOTHING_BEYOND.map((page) => ({ path: `/events?page=${page}`, status: 404, code: 'event-archive-page-not-found' })),
    );
    it('GET /events?include finds nothing, and its rest_url neither', async () => {
      await stage().give({ some: event('Something') });
      for (const id of NOTHING_BEYOND) {
        const { body } = await stage().step({ path: `/events?include=${id}`, has: { total: 0 } });
        await stage().step({ path: pathOf(body.rest_url), status: 200, has: { total: 0 } });
      }
    });
  });

  describe('rest_url finds the same as the request', () => {
    const same = async (path: string, total: number) => {
      const { body } = await stage().step({ path, has: { total } });
      const again = await stage().step({ path: pathOf(body.rest_url), status: 200 });
      expect(again.body, body.rest_url).to.deep.equal(body);
    };
    it('for a term whose slug is the ID of another term', async () => {
      await stage().give({ known: tag('Known', { slug: 'known' }) });
      await stage().give({ number: tag('Number', { slug: ' {known}' }), named: event('Of a known tag', { tags: ['known'] }) });
      await same('/events?tags=known', 1);
      await same('/events?tags={known}', 0);
      const { body } = await stage().step({ path: '/tags/{known}' });
      await stage().step({ path: pathOf(body._links['wp:post_type'][0].href), lists: ['named'] });
      const page = await stage().step({ path: pathOf(body.url), headers: { accept: 'text/html' } });
      const [calendar = ''] = /[^"]*\.ics\?[^"]*/.exec(page.text) ?? [];
      await stage().step({ path: `/${calendar.slice(calendar.indexOf('/en/'))}`, says: /SUMMARY.*:Of a known tag/ });
    });
    it('for slugs without letters', async () => {
      await stage().give({ used: tag('Any'), tagged: event('Tagged', { tags: ['{used}'] }) });
      for (const slug of ['!!!', '%20%20.', 'any,!!!', '-'])
        await same(`/tags?slug=${slug}&hide_empty=false`, slug.includes('any') ? 1 : 0);
    });
    it('for an hour that the clocks show twice', async () => {
      await stage().give({
        first: event('Twice a', { start_date: '2030-11-03T05:30:00Z', end_date: '2030-11-03T05:40:00Z' }),
        second: event('Twice b', { start_date: '2030-11-03T06:30:00Z', end_date: '2030-11-03T06:40:00Z' }),
      });
      await same('/events?search=twice&strict_dates=true&start_date=2030-11-03T01:15:00-04:00', 2);
      await same('/events?search=twice&strict_dates=true&start_date=2030-11-03T01:15:00-05:00', 1);
    });
    it('but without the password, which no link repeats', async () => {
      await stage().give({
        open: event('Cellar', { description: 'Under the stairs' }),
        other: event('Ladder', { description: 'Beside the stairs', start_date: '2030-05-06', end_date: '2030-05-07' }),
        locked: event('Attic', { description: 'Above the stairs', password: 'secret', start_date: '2030-05-07', end_date: '2030-05-08' }),
      });
      const path = '/events?search=stairs&per_page=1&password=secret&include={open},{other},{locked}';
      const { body } = await stage().step({ path, has: { total: 3 }, hides: /password=/ });
      await stage().step({ path: pathOf(body.rest_url), has: { total: 2 } });
      await stage().step({ path: pathOf(body.next_rest_url), has: { total: 2 } });
    });
  });

  it('answer 200 to the reader, for all links of a record and its linked records', async () => {
    await stage().give({
      up: category('Above'),
      below: category('Below', { parent: '{up}' }),
      label: tag('Label'),
      hall: venue('Hall'),
      ann: organizer('Ann'),
      top: event('Top'),
      full: event('Full', { venue: '{hall}', organizer: ['{ann}'], categories: ['{below}'], tags: ['{label}'], post_parent: '{top}' }),
      waits: event('Waits', { status: 'draft', venue: { venue: 'Waiting hall', status: 'draft' } }),
    });
    for (const [as, path] of [
      [undefined, '/events/{full}'],
      ['editor', '/events/{waits}'],
      [undefined, '/categories/{below}'],
      [undefined, '/tags/{label}'],
      [undefined, '/venues/{hall}'],
    ] as const) {
      const reader = { ...(as && { as }) };
      const { text } = await stage().step({ ...reader, path });
      const links = [...new Set(text.match(new RegExp(`${stage().address}/[^"\\\\]+`, 'g')) ?? [])];
      expect(links.length, path).to.be.greaterThan(0);
      for (const link of links) await stage().step({ ...reader, path: pathOf(link), status: 200 });
    }
  });
});
