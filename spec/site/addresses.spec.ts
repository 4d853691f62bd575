import { expect } from 'chai';
import { BROWSER, expectPage } from '../html/page';
import { type Sample, startSample } from '../html/sample';
import { expectXml } from '../support/xml';

let sample: Sample;
const get = (path: string, as?: 'admin') => sample.ask('GET', `/${path}`, { ...(as && { as }), headers: BROWSER });
const read = (path: string) => sample.ask('GET', `/${path}`);
const at = { start_date: '2026-07-20 10:00', end_date: '2026-07-20 12:00' };
const make = async (title: string, more: object = {}): Promise<number> => {
  const { status, body } = await sample.ask('POST', '/events', { as: 'admin', json: { title, ...at, ...more } });
  expect(status).to.equal(201);
  return body.id;
};
const change = async (path: string, json: object, language: 'en' | 'fr' = 'en') => {
  const { status, text } = await sample.ask('PATCH', path, { as: 'admin', language, json });
  expect(status, text).to.equal(200);
};
const leadsTo = async (path: string, as?: 'admin') => {
  const { status, headers } = await get(path, as);
  return [status, String(headers.location ?? '').slice(sample.address.length)];
};

const addressesIn = (text: string): string[] =>
  [...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, loc = '']) => loc.slice(sample.address.length));

describe('Addresses of pages', () => {
  before(async () => {
    sample = await startSample({}, { isBusy: false });
  });
  after(() => sample.stop());

  describe('GET /robots.txt, /sitemap.xml and /sitemaps', () => {
    it('name the sitemaps', async () => {
      const robots = await read('/robots.txt');
      expect([robots.status, robots.headers['content-type'], robots.text]).to.deep.equal([
        200,
        'text/plain; charset=utf-8',
        `User-agent: *\nDisallow:\n\nSitemap: ${sample.address}/sitemap.xml\n`,
      ]);
      const index = await read('/sitemap.xml');
      expectXml(index.text);
      expect(addressesIn(index.text)).to.deep.equal(['/sitemaps/pages.xml', '/sitemaps/posts-0.xml', '/sitemaps/terms-0.xml']);
    });

    it('list every public page in all languages, and no hidden one', async () => {
      const maps = await Promise.all(['pages', 'posts-0', 'terms-0'].map((name) => read(`/sitemaps/${name}.xml`)));
      for (const { status, text } of maps) {
        expect(status).to.equal(200);
        expectXml(text);
      }
      const addresses = maps.flatMap(({ text }) => addressesIn(text));
      expect(new Set(addresses).size).to.equal(addresses.length);
      expect(addresses).to.include.members([
        '/en/',
        '/fr/tag/',
        '/en/event/meeting-4/',
        '/fr/event/reunion-4/',
        '/en/venue/old-hall/',
        '/en/ticket/stalls/',
        '/en/library/piece/carmen/',
        '/fr/events/category/musique/',
        '/en/genre/operetta/',
      ]);
      expect(maps.map(({ text }) => text).join('')).to.not.match(
        /\/event\/(?:secret|draft|pending|private|future|unlisted|members-only)|venue\/hidden/i,
      );
      // One page per folder is enough, since other specs test the pages.
      const samples = new Map(addresses.map((address) => [address.split('/').slice(0, -2).join('/'), address]));
      for (const address of samples.values()) {
        const { status } = await sample.ask('GET', `/${address}`, { headers: { accept: 'text/html' } });
        expect([address, status]).to.deep.equal([address, 200]);
      }
    });

    it('show lastmod', async () => {
      const { text } = await read('/sitemaps/posts-0.xml');
      const [, place = ''] = new RegExp(`<url><loc>${sample.address}/fr/event/reunion-4/</loc>(.*)</url>`).exec(text) ?? [];
      const { body } = await sample.ask('GET', '//fr/cal/events/v1/events/by-slug/reunion-4');
      expect(place).to.include(`<lastmod>${String(body.modified_utc).replace(' ', 'T')}`);
    });

    it('answer 404 to other addresses and methods', async () => {
      for (const path of ['/sitemaps/none.xml', '/sitemaps/posts-x.xml', '/sitemaps/posts-00.xml', '/sitemaps/', '/sitemaps/posts-0.xml/a'])
        expect((await read(path)).status, path).to.equal(404);
      expect((await sample.ask('POST', '//robots.txt')).status).to.equal(404);
      expect((await read('/sitemaps/posts-99999.xml')).status).to.equal(200);
    });
  });

  describe('301 from a former slug', () => {
    it('redirects to the present page, and may be cached for a minute', async () => {
      const id = await make('Harvest');
      await change(`/events/${id}`, { slug: 'harvest-festival' });
      await change(`/events/${id}`, { slug: 'harvest-fair' });
      const moved = await get('/en/event/harvest/');
      expectPage(moved, 'en');
      expect([moved.status, moved.headers.location, moved.headers['cache-control']]).to.deep.equal([
        301,
        `${sample.address}/en/event/harvest-fair/`,
        'public, max-age=60',
      ]);
      expect(await leadsTo('/en/event/harvest-festival')).to.deep.equal([301, '/en/event/harvest-fair/']);
      expect((await get('/en/event/harvest-fair/')).status).to.equal(200);
      // JSON answers do not redirect, like those of the reference system.
      expect((await sample.ask('GET', '/events/by-slug/harvest')).status).to.equal(404);
    });

    it('redirects to the last owner of the slug, unless a record has it now', async () => {
      const [one, other] = [await make('Concert one', { slug: 'concert' }), await make('Concert two')];
      await change(`/events/${one}`, { slug: 'concert-of-old' });
      expect(await leadsTo('/en/event/concert/')).to.deep.equal([301, '/en/event/concert-of-old/']);
      await change(`/events/${other}`, { slug: 'concert' });
      expect(await leadsTo('/en/event/concert/')).to.deep.equal([200, '']);
      await change(`/events/${other}`, { slug: 'concert-to-come' });
      expect(await leadsTo('/en/event/concert/')).to.deep.equal([301, '/en/event/concert-to-come/']);
      // A record can take its old slug back.
      await change(`/events/${one}`, { slug: 'concert' });
      expect(await leadsTo('/en/event/concert/')).to.deep.equal([200, '']);
    });

    it('works through the other language, for terms and venues, and not across types', async () => {
      const id = await make('Regatta');
      await change(`/events/${id}`, { slug: 'great-regatta' });
      expect(await leadsTo('/fr/event/regatta/')).to.deep.equal([301, '/en/event/great-regatta/']);
      expect(await leadsTo('/en/venue/regatta/')).to.deep.equal([404, '']);
      await change('/venues/by-slug/old-hall', { slug: 'hall-of-old' });
      expect(await leadsTo('/en/venue/old-hall/')).to.deep.equal([301, '/en/venue/hall-of-old/']);
      const { body: tags } = await sample.ask('GET', '/tags?search=sung');
      await change(`/tags/${tags.tags[0].id}`, { slug: 'singing' });
      expect(await leadsTo('/en/tag/sung/')).to.deep.equal([301, '/en/tag/singing/']);
    });

    it('answers 404 if the record is hidden from the reader or removed', async () => {
      const id = await make('Secret meeting', { slug: 'open-meeting' });
      await change(`/events/${id}`, { slug: 'closed-meeting', status: 'private' });
      expect(await leadsTo('/en/event/open-meeting/')).to.deep.equal([404, '']);
      expect(await leadsTo('/en/event/open-meeting/', 'admin')).to.deep.equal([301, '/en/event/closed-meeting/']);
      expect((await get('/en/event/open-meeting/', 'admin')).headers['cache-control']).to.include('no-store');
      await change(`/events/${id}`, { status: 'publish' });
      expect((await get('/en/event/open-meeting/')).status).to.equal(301);
      for (const force of ['', '?force=1']) await sample.ask('DELETE', `/events/${id}${force}`, { as: 'admin' });
      expect(await leadsTo('/en/event/open-meeting/', 'admin')).to.deep.equal([404, '']);
      const stored = sample.service.services.connection.db().collection('former_slugs');
      expect(await stored.countDocuments({ plural: 'events', id })).to.equal(0);
    });
  });

  describe('Pages of 404', () => {
    it('have a search form, under every path, if the client accepts HTML', async () => {
      for (const path of [
        ...['/fr/rien', '/fr/event/a/b/', '/fr/events/rien/', '/fr/eventful/', '/fr/cal/events/v1/rien', '/fr/cal/autre/v1'],
        ...['/fr/event/rien/', '/fr/event/?p=987654', '/fr/tag/rien', '/fr/event/%ff/', '/fr/ticket/x/', '/fr/venue/vieille-salle/?page=9'],
      ]) {
        const page = await get(path);
        expect([path, page.status, page.headers['cache-control']]).to.deep.equal([path, 404, 'no-store']);
        expectPage(page, 'fr');
        expect(page.text).to.include(`<form role="search" action="${sample.address}/fr/" method="get">`);
        expect(page.headers.vary).to.include('Accept');
        const { body } = await sample.ask('GET', `/${path}`);
        expect(body.data.status).to.equal(404);
      }
      const beyond = await get('/fr/?page=9');
      expect(beyond.status).to.equal(404);
      expectPage(beyond, 'fr');
      for (const path of ['/en/event/a/b/', '/en/events/nonsense/', '/en/eventful/', '/en/nothing'])
        expect((await sample.ask('GET', `/${path}`)).body, path).to.include({ code: 'rest_no_route' });
    });

    it('are in the language of Accept-Language outside of the prefixes', async () => {
      for (const path of ['/nothing', '/wp-login.php', '/sitemaps/none.xml', '/de/']) {
        const page = await sample.ask('GET', `/${path}`, { headers: { ...BROWSER, 'accept-language': 'fr' } });
        expect([path, page.status]).to.deep.equal([path, 404]);
        expectPage(page, 'fr');
        expect((await sample.ask('GET', `/${path}`)).body.code).to.equal('rest_no_route');
        expect((await sample.ask('POST', `/${path}`, { headers: BROWSER })).headers['content-type']).to.match(/json/);
      }
    });
  });
});
