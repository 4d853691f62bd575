import { expect } from 'chai';
import { HOSTILE, type Sample, startSample } from '../../html/sample';
import { type Answer, startService } from '../../support/service';
import { expectXml } from '../../support/xml';

let sample: Sample;
const ask = (query: Readonly<Record<string, string>>, headers: Record<string, string> = {}) =>
  sample.ask('GET', `//oembed?${new URLSearchParams(query)}`, { headers });
const at = (path: string) => `${sample.address}${path}`;
const decoded = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&');
const sourceOf = ({ body }: Answer): string =>
  decoded(/^<iframe src="([^"]*)"/.exec(body?.html ?? '')?.[1] ?? '').slice(sample.address.length);

describe('GET /oembed', () => {
  before(async () => {
    sample = await startSample({ EMBED_ORIGINS: 'https://town.example' }, { isBusy: false });
  });
  after(() => sample.stop());

  describe('for an address of the calendar', () => {
    it('answers an iframe of the list, in the language of the address', async () => {
      const { status, headers, body } = await ask({ url: at('/en/?q=meeting&when=week'), format: 'json' });
      expect(status).to.equal(200);
      expect(body).to.deep.equal({
        version: '1.0',
        type: 'rich',
        title: 'Upcoming events · “meeting” · The next seven days',
        provider_name: 'Calendar Events',
        provider_url: at('/'),
        cache_age: 3600,
        html: `<iframe src="${at('/en/embed?q=meeting&amp;when=week')}" title="Upcoming events · “meeting” · The next seven days – Calendar Events" width="600" height="600" loading="lazy" style="border:0"></iframe>`,
        width: 600,
        height: 600,
      });
      expect(headers).to.include({
        'content-type': 'application/json; charset=UTF-8',
        'content-language': 'en',
        'x-frame-options': 'DENY',
        'cache-control': 'public, max-age=60, stale-while-revalidate=60',
        allow: 'GET',
      });
      const french = await ask({ url: at('/fr/?month=2026-07') }, { 'accept-language': 'en' });
      expect([french.body.title, french.body.provider_name, french.headers['content-language']]).to.deep.equal([
        'Juillet 2026',
        'Évènements du calendrier',
        'fr',
      ]);
    });

    const addresses: readonly (readonly [string, string])[] = [
      ['/en', '/en/embed'],
      ['/FR/', '/fr/embed'],
      ['/', '/en/embed'],
      ['/en/?page=2&running=true#top', '/en/embed'],
      ['/en/?day=2026-08-15', '/en/embed?day=2026-08-15'],
      ['/en/?free=true&free=false&attendance[]=online&attendance[]=mixed', '/en/embed?free=false&attendance=online,mixed'],
    ];
    for (const [path, source] of addresses) {
      it(`answers an iframe of ${source} for ${path}`, async () => {
        expect(sourceOf(await ask({ url: at(path) }))).to.equal(source);
      });
    }

    it('answers an iframe of the event for each of its addresses', async () => {
      const id = sample.named['opera'];
      const event = await ask({ url: at('/en/event/carmen-tonight/') });
      expect([event.body.title, event.body.width, event.body.height]).to.deep.equal(['Carmen tonight', 600, 220]);
      expect(event.body).to.not.have.any.keys('thumbnail_url', 'thumbnail_width', 'thumbnail_height');
      expect(sourceOf(event)).to.equal(`/en/embed?event=${id}`);
      // Both roots lead to the event in its own language, as its page does.
      for (const path of [`/en/event/carmen-tonight`, `/fr/event/carmen-tonight/?utm_source=x`, `/fr/event/?p=${id}`])
        expect([path, sourceOf(await ask({ url: at(path) }))]).to.deep.equal([path, `/en/embed?event=${id}`]);
      const { body } = await sample.ask('POST', '/events', {
        as: 'admin',
        json: { title: 'Old name', start_date: '2026-07-09 10:00', end_date: '2026-07-09 11:00' },
      });
      await sample.ask('PATCH', `/events/${body.id}`, { as: 'admin', json: { slug: 'new-name' } });
      expect(sourceOf(await ask({ url: at('/en/event/old-name/') }))).to.equal(`/en/embed?event=${body.id}`);
    });

    it('obeys maxwidth and maxheight', async () => {
      const { body } = await ask({ url: at('/en/'), maxwidth: '320', maxheight: '200' });
      expect([body.width, body.height]).to.deep.equal([320, 200]);
      expect(body.html).to.include(' width="320" height="200" ');
      const large = await ask({ url: at('/en/'), maxwidth: '9999', maxheight: '' });
      expect([large.body.width, large.body.height]).to.deep.equal([600, 600]);
    });

    it('format=xml answers the same as XML', async () => {
      const json = await ask({ url: at('/fr/?q=l’été'), maxwidth: '400' });
      const { status, headers, text } = await ask({ url: at('/fr/?q=l’été'), maxwidth: '400', format: 'xml' });
      expect([status, headers['content-type'], headers['content-language']]).to.deep.equal([200, 'text/xml; charset=utf-8', 'fr']);
      expectXml(text);
      const members = [...text.matchAll(/^<(\w+)>([^<]*)<\/\1>$/gm)].map(([, name, value = '']) => [name, decoded(value)]);
      expect(members).to.deep.equal(Object.entries(json.body).map(([name, value]) => [name, String(value)]));
    });

    it('escapes the titles of events in html and XML', async () => {
      const title = `A "quoted" & 'single' > ]]> &lt;b&gt;`;
      const times = { start_date: '2026-07-10 10:00', end_date: '2026-07-10 11:00' };
      const { body: record } = await sample.ask('POST', '/events', { as: 'admin', json: { ...times, title } });
      const json = await ask({ url: record.url });
      expect(json.body.title).to.equal(record.title).and.include('"quoted" & ');
      expect(json.body.html).to.match(
        /^<iframe src="[^"<>]*" title="[^"<>]*" width="600" height="220" loading="lazy" style="border:0"><\/iframe>$/,
      );
      expectXml((await ask({ url: record.url, format: 'xml' })).text);
      const chosen = await ask({ url: at(`/en/?q=${encodeURIComponent(HOSTILE)}`), format: 'xml' });
      expect(chosen.status).to.equal(200);
      expectXml(chosen.text);
    });

    it('allows any origin (CORS), HEAD and OPTIONS', async () => {
      const url = at('/en/');
      const answer = await ask({ url }, { origin: 'https://editor.example' });
      expect(answer.headers['access-control-allow-origin']).to.equal('https://editor.example');
      const head = await sample.ask('HEAD', `//oembed?url=${url}`);
      expect([head.status, head.text]).to.deep.equal([200, '']);
      const again = await ask({ url }, { 'if-none-match': String(answer.headers['etag']) });
      expect(again.status).to.equal(304);
      const preflight = await sample.ask('OPTIONS', '//oembed', { headers: { origin: 'https://editor.example' } });
      expect([preflight.status, preflight.headers.allow]).to.deep.equal([200, 'GET']);
      expect((await sample.ask('POST', `//oembed?url=${url}`)).body.code).to.equal('rest_no_route');
      const signed = await sample.ask('GET', `//oembed?url=${url}`, { as: 'admin' });
      expect(signed.headers['cache-control']).to.include('no-store');
    });
  });

  describe('is refused', () => {
    it('with 400 that names the parameter, in the language of the request', async () => {
      const url = at('/en/');
      const wrong: readonly (readonly [Readonly<Record<string, string>>, readonly string[]])[] = [
        [{}, ['url']],
        [{ url: '' }, ['url']],
        [{ url: '/en/' }, ['url']],
        [{ url: 'javascript:alert(1)' }, ['url']],
        [{ url: 'http://' }, ['url']],
        [{ 'url[]': url }, ['url']],
        [{ url, maxwidth: '0' }, ['maxwidth']],
        [{ url, maxwidth: '-5', maxheight: '1e3' }, ['maxwidth', 'maxheight']],
        [{ url: 'x', maxheight: '12px' }, ['url', 'maxheight']],
      ];
      for (const [query, names] of wrong) {
        const { status, body } = await ask(query, { 'accept-language': 'fr' });
        const { params } = body.data;
        expect([query, status, Array.isArray(params) ? params : Object.keys(params)]).to.deep.equal([query, 400, names]);
        expect(body.message).to.match(/paramètres/i);
      }
    });

    it('with 501 for an unknown format', async () => {
      for (const format of ['yaml', 'JSON', 'json,xml']) {
        const { status, body } = await ask({ url: at('/en/'), format });
        expect([status, body.code]).to.deep.equal([501, 'oembed_unknown_format']);
      }
    });

    it('with 404 for other addresses, and in the same words for hidden events', async () => {
      const none = await ask({ url: at('/en/event/never-was/') });
      expect([none.status, none.body.code]).to.deep.equal([404, 'oembed_invalid_url']);
      const slugs = ['draft', 'pending', 'private', 'future', 'secret-trash', 'members-only', 'unlisted'].map(
        (slug) => `/en/event/${slug}/`,
      );
      const ids = ['draft', 'pending', 'private', 'future', 'trash', 'protected', 'unlisted'].map(
        (name) => `/en/event/?p=${sample.named[name]}`,
      );
      const others = [
        ...['/en/venue/old-hall/', '/en/event/', '/en/embed', '/en/errors', '/de/', '/en/?when=never', '/en/?month=2026-13'],
        ...['/en/cal/events/v1/events', '/oembed'],
      ];
      const elsewhere = [
        'https://example.org/en/',
        at('/en/').replace('http:', 'https:'),
        at('/en/').replace('//', '//me:secret@'),
        at('/en/').replace(/:\d+\//, ':1/'),
        at('/en/').replace('127.0.0.1', '127.0.0.1.evil.example'),
        `https://example.org/?${at('/en/')}`,
      ];
      for (const url of [...[...slugs, ...ids, ...others].map(at), ...elsewhere]) {
        for (const format of ['json', 'xml']) {
          const { status, text } = await ask({ url, format });
          expect([url, status, text]).to.deep.equal([url, 404, none.text]);
        }
      }
      const editor = await sample.ask('GET', `//oembed?url=${at('/en/event/draft/')}`, { as: 'admin' });
      expect([editor.status, editor.text]).to.deep.equal([404, none.text]);
    });
  });

  it('accepts addresses below PUBLIC_URL with a path', async () => {
    const environment = { EMBED_ORIGINS: '*', PUBLIC_URL: 'https://town.example/calendar', DEFAULT_LANGUAGE: 'fr' };
    const running = await startService({ environment });
    try {
      const statusOf = async (url: string) => (await running.ask('GET', `//oembed?url=${encodeURIComponent(url)}`)).status;
      expect(await statusOf('https://Town.Example:443/calendar/en/')).to.equal(200);
      expect(await statusOf('https://town.example/calendar')).to.equal(200);
      for (const url of [`${running.address}/en/`, 'https://town.example/en/', 'https://town.example/calendars/en/'])
        expect([url, await statusOf(url)]).to.deep.equal([url, 404]);
      const { body } = await running.ask('GET', '//oembed?url=https://town.example/calendar/');
      expect(body.html).to.include('src="https://town.example/calendar/fr/embed"');
    } finally {
      await running.stop();
    }
  });
});
