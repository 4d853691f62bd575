import { expect } from 'chai';
import { type Sample, startSample } from '../html/sample';
import { startService } from '../support/service';
import { expectXml } from '../support/xml';

let sample: Sample;
const get = (path: string) => sample.ask('GET', `/${path}`);
const addressesIn = (text: string): string[] =>
  [...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, loc = '']) => loc.slice(sample.address.length));

describe('GET /robots.txt, /sitemap.xml and /sitemaps', () => {
  before(async () => {
    sample = await startSample();
  });
  after(() => sample.stop());

  it('name the sitemaps', async () => {
    const robots = await get('/robots.txt');
    expect([robots.status, robots.headers['content-type'], robots.text]).to.deep.equal([
      200,
      'text/plain; charset=utf-8',
      `User-agent: *\nDisallow:\n\nSitemap: ${sample.address}/sitemap.xml\n`,
    ]);
    const index = await get('/sitemap.xml');
    expectXml(index.text);
    expect(addressesIn(index.text)).to.deep.equal(['/sitemaps/pages.xml', '/sitemaps/posts-0.xml', '/sitemaps/terms-0.xml']);
  });

  it('list every public page in all languages, and no hidden one', async () => {
    const maps = await Promise.all(['pages', 'posts-0', 'terms-0'].map((name) => get(`/sitemaps/${name}.xml`)));
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

  it('show lastmod and the translations of a page', async () => {
    const { text } = await get('/sitemaps/posts-0.xml');
    const [, place = ''] = new RegExp(`<url><loc>${sample.address}/fr/event/reunion-4/</loc>(.*)</url>`).exec(text) ?? [];
    const { body } = await sample.ask('GET', '//fr/cal/events/v1/events/by-slug/reunion-4');
    expect(place).to.include(`<lastmod>${String(body.modified_utc).replace(' ', 'T')}`);
    for (const [language, url] of [
      ['en', '/en/event/meeting-4/'],
      ['fr', '/fr/event/reunion-4/'],
    ])
      expect(place).to.include(`<xhtml:link rel="alternate" hreflang="${language}" href="${sample.address}${url}"/>`);
  });

  it('answer 404 to other addresses and methods', async () => {
    for (const path of ['/sitemaps/none.xml', '/sitemaps/posts-x.xml', '/sitemaps/posts-00.xml', '/sitemaps/', '/sitemaps/posts-0.xml/a'])
      expect((await get(path)).status, path).to.equal(404);
    expect((await sample.ask('POST', '//robots.txt')).status).to.equal(404);
    expect((await get('/sitemaps/posts-99999.xml')).status).to.equal(200);
  });

  it('list no pages if SITE_URL is another site', async () => {
    const running = await startService({ environment: { PUBLIC_URL: 'https://api.example', SITE_URL: 'https://site.example' } });
    try {
      expect((await running.ask('GET', '//robots.txt')).text).to.equal('User-agent: *\nDisallow:\n');
      expect((await running.ask('GET', '//sitemap.xml')).status).to.equal(404);
    } finally {
      await running.stop();
    }
  });
});
