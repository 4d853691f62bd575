import { expect } from 'chai';
import { LANGUAGES } from '../../lib/language';
import { repository } from '../house/repository';
import { shop } from '../plugins/shop';
import { type Answer, type Running, startService } from '../support/service';
import { BROWSER, expectPage, matches } from './page';

/** Lists the error codes that specs expect in answers. */
const expectedCodes = (): string[] => {
  const files = repository.files().filter((file) => /^spec\/(?:clients|content|http|plugins|program|routes)\/.*\.ts$/.test(file));
  const texts = files.map((file) => repository.read(file));
  const found = texts.flatMap((text) => [
    ...text.matchAll(
      /'(rest[_-][a-z_-]+)'|'([a-z]+-(?:not-accessible|no-longer-available|password-protected|is-in-trash|archive-page-not-found))'|'(could-not-create-[a-z]+)'|\bcode: '([a-z]+_[a-z_]+)'/g,
    ),
  ]);
  const fields = ['rest_url', 'rest_route'];
  return [...new Set(found.map((groups) => groups.slice(1).find((one) => one !== undefined) ?? ''))].filter((one) => !fields.includes(one));
};

describe('GET /en/errors/CODE', () => {
  let running: Running;
  before(async () => {
    running = await startService({ plugins: [shop] });
  });
  after(() => running.stop());
  const get = (path: string, headers: Record<string, string> = BROWSER, method = 'GET'): Promise<Answer> =>
    running.ask(method, `/${path}`, { headers });

  for (const language of LANGUAGES) {
    it(`explains every error code in ${language}, and /errors links them all`, async () => {
      const list = await get(`/${language}/errors`);
      expect(list.status).to.equal(200);
      expectPage(list, language);
      const root = `${running.address}/${language}/errors/`;
      const links = [...list.text.matchAll(/<dt><a href="([^"]+)">/g)].map(([, href = '']) => href);
      const codes = links.map((href) => decodeURIComponent(href.slice(root.length)));
      expect(codes.length).to.be.above(50);
      for (const [at, code] of codes.entries()) {
        const page = await get(String(links[at]).slice(running.address.length));
        expect(page.status, code).to.equal(200);
        expectPage(page, language);
        expect(page.text)
          .to.include(`<code>${code}</code>`)
          .and.to.match(/<title>[^<]+ – [^<]+<\/title>/);
        expect([matches(page.text, /<nav /g), matches(page.text, /<script/g)]).to.deep.equal([1, 0]);
        expect(page.headers['content-security-policy']).to.include("; img-src 'self'; base-uri 'none'");
      }
      expect(expectedCodes().length).to.be.above(30);
      expect(expectedCodes().filter((code) => !codes.includes(code))).to.deep.equal([]);
    });
  }

  it('explains the codes of kinds of plugins', async () => {
    expect((await get('/fr/errors/ticket-not-accessible')).text).to.include('<dt>Type d’enregistrement</dt><dd>billet</dd>');
    expect((await get('/en/errors/rest-genre-not-found')).text).to.include('<dt>Kind of record</dt><dd>genre</dd>');
    expect((await get('/en/errors/genre-not-accessible')).status).to.equal(404);
  });

  it('is the type of problem documents', async () => {
    const { body } = await running.ask('GET', '/events/987654', { language: 'fr', headers: { accept: 'application/problem+json' } });
    expect(body).to.include({ code: 'rest-event-not-found', title: 'Enregistrement introuvable' });
    const page = await get(String(body.type).slice(running.address.length), {});
    expect(page.status).to.equal(200);
    expect(page.text).to.include('<h1>Enregistrement introuvable</h1>').and.to.include('<code>rest-event-not-found</code>');
  });

  it('links to the list, and to itself in the other language', async () => {
    const { text } = await get('/en/errors/rest_no_route');
    expect(text).to.include(`<a href="${running.address}/fr/errors/rest_no_route" hreflang="fr" lang="fr">Français</a>`);
    expect(text).to.include(`<a href="${running.address}/en/errors">All error codes</a>`);
    expect((await get('/fr/errors')).text).to.include(`<a href="${running.address}/en/errors" hreflang="en" lang="en">English</a>`);
  });

  it('links to the start page, as the page of application passwords does', async () => {
    for (const path of ['/fr/errors', '/fr/errors/rest_no_route', '/fr/application-passwords'])
      expect((await get(path)).text, path).to.include(`<p class="site"><a href="${running.address}/fr/">`);
  });

  it('keeps French punctuation on the line of its word (no-break spaces)', async () => {
    for (const path of ['/fr/errors/rest_cannot_read', '/fr/errors/nothing', '/fr/application-passwords?app_name=x']) {
      const { text } = await get(path);
      const [, main = ''] = /<main[^>]*>(.*)<\/main>/s.exec(text) ?? [];
      expect(main, path).to.match(/\u00a0[;:]/);
      expect(main, path).to.not.match(/ [;:!?»]|« /);
    }
  });

  it('obeys ml_language', async () => {
    const answer = await get('/en/errors/rest_no_route?ml_language=fr');
    expectPage(answer, 'fr');
    expect(answer.text).to.include('<h1>Route inconnue</h1>').and.to.include(`${running.address}/en/errors/rest_no_route`);
  });

  it('accepts a trailing slash', async () => {
    expect((await get('/en/errors/')).status).to.equal(200);
    expect((await get('/en/errors/rest_no_route/')).status).to.equal(200);
  });

  it('answers HEAD, and 304 to If-None-Match', async () => {
    for (const path of ['/en/errors', '/fr/errors/rest_no_route']) {
      const page = await get(path);
      const head = await get(path, BROWSER, 'HEAD');
      expect([head.status, head.text, head.headers.etag]).to.deep.equal([200, '', page.headers.etag]);
      const again = await get(path, { ...BROWSER, 'if-none-match': String(page.headers.etag) });
      expect([again.status, again.text]).to.deep.equal([304, '']);
    }
  });

  it('refuses methods that write', async () => {
    const answer = await get('/en/errors/rest_no_route', {}, 'POST');
    expect([answer.status, answer.body.code]).to.deep.equal([404, 'rest_no_route']);
  });

  it('answers 404 for an unknown code and escapes it', async () => {
    for (const code of [
      '"><script>alert(1)</script>',
      '&lt;b&gt;',
      "'-alert(1)-'",
      '../../en',
      '__proto__',
      '\u202egnp',
      'x'.repeat(2000),
    ]) {
      const path = `/fr/errors/${encodeURIComponent(code)}`;
      const answer = await get(path);
      expect(answer.status, code).to.equal(404);
      expectPage(answer, 'fr');
      expect(answer.headers.vary).to.include('Accept');
      expect(matches(answer.text, /<(?!\/?(?:html|head|meta|title|link|style|body|header|nav|main|p|a|h1|code)\b|!doctype)/g)).to.equal(0);
      const program = await get(path, {});
      expect([program.status, program.body.code]).to.deep.equal([404, 'rest_no_route']);
    }
  });

  it('answers no page for a path that cannot be decoded or is deeper', async () => {
    expect((await get('/en/errors/%ff')).text)
      .to.include('<h1>Unknown error code</h1>')
      .and.to.not.include('<code>');
    for (const path of ['/en/errors/a/b', '/en/errorsome'])
      expect((await get(path, { accept: 'application/json' })).body).to.include({ code: 'rest_no_route' });
  });

  it('negotiates HTML or JSON for an unknown code by Accept', async () => {
    const path = '/en/errors/unheard-of';
    expect((await get(path, { accept: 'application/problem+json, text/html;q=0.5' })).headers['content-type']).to.equal(
      'application/problem+json',
    );
    expect((await get(path, { accept: 'text/html, application/problem+json;q=0.5' })).headers['content-type']).to.match(/^text\/html/);
    expect((await get(path, { accept: '*/*' })).headers['content-type']).to.match(/^application\/json/);
  });
});
