import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { html, markupOf } from '../../../lib/html/html';
import { LANGUAGES } from '../../../lib/language';
import type { Plugin } from '../../../lib/program/plugins/plugin';
import { READABLE } from '../../../lib/registry/registry';
import { DOCUMENT_WORDS } from '../../../lib/site/api-page/page/words';
import { BROWSER, expectPage, matches, misnested } from '../../html/page';
import { HOSTILE } from '../../html/sample';
import { type Running, startService } from '../../support/service';

/** The maximum size of a page in bytes, as transferred. */
const HEAVIEST = 150_000;

const bilingual = (text: string) => ({ en: text, fr: `${text} (fr)` });

/** Replaces the narrow and non-breaking spaces of French typography. */
const typeset = (text: string): string => text.replace(/[\u00a0\u202f]/g, ' ');

/** Declarations that try to break out of the page. */
const hostile: Plugin = (registry) => {
  registry.registerRoute('club/v1', '/seats/{row}', {
    methods: READABLE,
    permission: 'public',
    summary: bilingual(`"></h3><script>alert(3)</script>`),
    description: bilingual(
      `${HOSTILE}\n\n## <b>Rows</b>\n\n- [here](data:text/html,1) and [there](https://club.example/?a="b")\n\n\`<i>\``,
    ),
    args: {
      row: { type: 'string', required: true, enum: ['"><script>alert(2)</script>', 'b'], description: bilingual(HOSTILE) },
      color: { type: 'string', default: '"><img src=x>', description: bilingual('Which **color**') },
      code: { type: 'string', pattern: '^[A-H]<1>$', description: bilingual('A code') },
      seat: { type: 'string', pattern: '^[A-H][1-6]$', patternText: bilingual('a letter & a digit'), description: bilingual('A seat') },
      size: {
        type: 'array',
        items: { type: 'number', minimum: 0.5, maximum: 1000 },
        minItems: 2,
        maxItems: 2,
        description: bilingual('The size'),
      },
      block: { type: 'integer', minimum: 1, required: true, description: bilingual('The block') },
    },
    handle: ({ path }) => path,
  });
};

let running: Running;
const ask = (path: string, accept?: string, headers: Record<string, string> = {}) =>
  running.ask('GET', path, { headers: { ...(accept !== undefined && { accept }), ...headers } });

describe('GET /doc: the page of the API', () => {
  before(async () => {
    running = await startService({ plugins: [hostile] });
  });
  after(() => running.stop());

  const likings: readonly (readonly [string | undefined, 'html' | 'json'])[] = [
    [undefined, 'json'],
    ['application/*', 'json'],
    ['application/json, text/html', 'json'],
    ['text/html;q=0.5, */*', 'json'],
    [BROWSER.accept, 'html'],
    ['text/*, application/json;q=0.9', 'html'],
    ['TEXT/HTML;q=0.9, application/json;q=0.8', 'html'],
  ];
  for (const [accept, kind] of likings) {
    it(`is ${kind === 'html' ? '' : 'not '}answered for Accept: ${accept ?? 'nothing'}`, async () => {
      const { status, headers } = await ask('/doc', accept);
      expect(status).to.equal(200);
      expect(headers['content-type']).to.equal({ html: 'text/html; charset=UTF-8', json: 'application/json; charset=UTF-8' }[kind]);
      expect(String(headers.vary).split(', ')).to.include('Accept');
    });
  }

  it('format=html and format=json win over Accept', async () => {
    expect((await ask('/doc?format=html', '*/*')).headers['content-type']).to.include('text/html');
    expect((await ask('/doc?format=json', BROWSER.accept)).body.openapi).to.equal('3.1.0');
    expect((await ask('/doc?format=pdf', BROWSER.accept)).status).to.equal(400);
  });

  for (const language of LANGUAGES) {
    it(`is a complete page in ${language} with every operation of the document`, async () => {
      const page = await running.ask('GET', '/doc', { language, headers: BROWSER });
      expectPage(page, language);
      expect(gzipSync(page.text).length).to.be.below(HEAVIEST);
      const document = (await running.ask('GET', '/doc', { language })).body;
      for (const [path, item] of Object.entries<Record<string, { operationId: string; summary: string }>>(document.paths)) {
        expect(page.text).to.include(`<code>${path}</code>`);
        for (const { operationId, summary } of Object.values(item)) {
          expect(page.text)
            .to.include(` id="${operationId}"`)
            .and.to.include(`${summary.replaceAll("'", '&#39;')}</a></h3>`);
        }
      }
      for (const name of Object.keys(document.components.schemas)) expect(page.text).to.include(` id="schema-${name}"`);
      for (const name of Object.keys(document.components.headers)) expect(page.text).to.include(` id="header-${name}"`);
      const ids = [...page.text.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id);
      expect(ids.filter((id, place) => ids.indexOf(id) !== place)).to.deep.equal([]);
      const lost = [...page.text.matchAll(/\shref="#([^"]*)"/g)].map(([, id]) => id).filter((id) => !ids.includes(id));
      expect(lost).to.deep.equal([]);
      const labels = [...page.text.matchAll(/\sfor="([^"]*)"/g)].map(([, id]) => id).filter((id) => !ids.includes(id));
      expect(labels).to.deep.equal([]);
    });
  }

  it('links every error code to its page', async () => {
    const { text } = await ask('/doc', BROWSER.accept);
    const codes = [...text.matchAll(/<a href="([^"]*\/en\/errors\/[^"]*)">/g)].map(([, href = '']) => href.slice(running.address.length));
    expect(codes.length).to.be.above(40);
    for (const code of codes) expect((await ask(`/${code}`, BROWSER.accept)).status, code).to.equal(200);
  });

  it('Content-Security-Policy allows its own script and origin only', async () => {
    const policy = String((await ask('/doc', BROWSER.accept)).headers['content-security-policy']);
    expect(policy).to.match(
      /^default-src 'none'; style-src 'sha256-\S{44}'; script-src 'sha256-\S{44}'; connect-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
    );
  });

  it('shows the namespace of a plugin, escaped', async () => {
    const page = await running.ask('GET', '//fr/club/v1/doc', { headers: BROWSER });
    expectPage(page, 'fr');
    expect(misnested(page.text)).to.deep.equal([]);
    expect(matches(page.text, /<(?:img|b|i)\b[^>]*(?:onerror|src=x)|<script>alert/g)).to.equal(0);
    expect(page.text)
      .to.include('&lt;script&gt;alert(1)&lt;/script&gt;')
      .and.to.include('Which <strong>color</strong> (fr)')
      .and.to.include('<a href="https://club.example/?a=&quot;b&quot;">there</a>')
      .and.to.include('[here](data:text/html,1) ')
      .and.to.include(`${running.address}/en/club/v1/doc`);
  });

  it('shows required parameters, defaults and example bodies', async () => {
    const { text } = await ask('/doc', 'text/html');
    const creation = text.slice(text.indexOf('id="postEvents"'), text.indexOf('id="getEventsById"'));
    for (const name of ['start_date', 'end_date']) {
      const member = creation.slice(creation.indexOf(`<code class="name">${name}</code>`)).split('</li>')[0];
      expect(member, name).to.match(
        /<b class="must">required<\/b> <span class="quiet">unless you send <code>translation_of<\/code> <\/span>/,
      );
    }
    const sample = JSON.parse((creation.match(/<textarea[^>]*>([^<]*)</)?.[1] ?? '').replaceAll('&quot;', '"')) as object;
    expect(sample).to.include.keys('title', 'start_date', 'end_date');
    expect(sample).not.to.include.keys('translation_of');
  });

  it('lists required parameters first, the others as declared', async () => {
    const page = await running.ask('GET', '//en/club/v1/doc', { headers: BROWSER });
    const operation = page.text.slice(page.text.indexOf('<p class="line"><span class="method get">GET</span> <code>/seats/{row}</code>'));
    const names = [...operation.matchAll(/<code class="name">([^<]*)<\/code>/g)].map(([, name]) => name);
    expect(names.slice(0, 6)).to.deep.equal(['row', 'block', 'color', 'code', 'seat', 'size']);
    const { text } = await ask('/doc', 'text/html');
    const creation = text.slice(text.indexOf('id="postEvents"'), text.indexOf('id="getEventsById"'));
    const body = creation.slice(creation.indexOf(`<summary>${DOCUMENT_WORDS.body.en}`));
    const members = [...body.matchAll(/<code class="name">([^<]*)<\/code>/g)].map(([, name]) => name);
    expect(members.slice(0, 8)).to.deep.equal(['title', 'start_date', 'end_date', 'author', 'date', 'date_utc', 'status', 'slug']);
  });

  it('shows bounds in words, and a pattern only where no text explains it', async () => {
    const { text } = await running.ask('GET', '//en/club/v1/doc', { headers: BROWSER });
    const limitsOf = (name: string) =>
      /<div class="limits">(.*?)<\/div>/.exec(text.slice(text.indexOf(`<code class="name">${name}<`)))?.[1];
    expect(limitsOf('code')).to.equal('<span>pattern <code>^[A-H]&lt;1&gt;$</code></span>');
    expect(limitsOf('seat')).to.equal('<span>a letter &amp; a digit</span> ');
    expect(limitsOf('size')).to.equal('<span>exactly 2 items</span> ');
    expect(limitsOf('block')).to.equal('<span>at least 1</span> ');
    expect(text).to.include('<span>from 0.5 to 1,000</span>');
  });

  it('shows a text for every pattern of the calendar, in the language of the page', async () => {
    const language = 'fr';
    const { text } = await running.ask('GET', '/doc', { language, headers: BROWSER });
    const patterns = new Map<string, Set<unknown>>();
    JSON.stringify((await running.ask('GET', '/doc', { language })).body, (name, value) => {
      expect(name).not.to.equal('patternText');
      if (typeof value?.pattern === 'string')
        patterns.set(value.pattern, (patterns.get(value.pattern) ?? new Set()).add(value['x-pattern-text']));
      for (const name of Object.keys(value?.patternProperties ?? {})) patterns.set(name, patterns.get(name) ?? new Set());
      return value;
    });
    expect(patterns.size).to.be.above(15);
    for (const [pattern, words] of patterns) {
      expect(text.includes(markupOf(html`${pattern}`)), pattern).to.equal(false);
      for (const one of words) {
        expect(one, pattern).to.be.a('string');
        expect(typeset(text).includes(typeset(markupOf(html`${one as string}`))), String(one)).to.equal(true);
      }
    }
    expect(text).not.to.include(`<span>${DOCUMENT_WORDS.pattern[language]} <code>`).and.not.to.match(/[≥≤]/);
  });

  it('has an ETag (304) and answers HEAD', async () => {
    const [page, json] = [await ask('/doc', BROWSER.accept), await ask('/doc')];
    expect(page.headers.etag).to.match(/^".+"$/);
    expect(page.headers.etag).to.not.equal(json.headers.etag);
    expect((await ask('/doc', BROWSER.accept, { 'if-none-match': String(page.headers.etag) })).status).to.equal(304);
    expect((await ask('/doc', BROWSER.accept, { 'if-none-match': String(json.headers.etag) })).status).to.equal(200);
    const head = await running.ask('HEAD', '/doc', { headers: BROWSER });
    expect([head.status, head.text, head.headers.etag]).to.deep.equal([200, '', page.headers.etag]);
    expect((await ask('/doc?_fields=openapi')).body).to.deep.equal({ openapi: '3.1.0' });
    expect((await ask('/doc?_envelope&_fields=openapi')).body.body).to.deep.equal({ openapi: '3.1.0' });
  });

  it('is linked by the document', async () => {
    const { paths } = (await ask('/doc')).body;
    expect(Object.keys(paths['/doc'].get.responses[200].content)).to.deep.equal(['application/json', 'text/html']);
  });

  it('has an icon', async () => {
    for (const path of ['/doc', '//', '//en/', '//fr/errors', '//en/application-passwords']) {
      const { text } = await ask(path, BROWSER.accept);
      expect(text, path).to.include(`<link rel="icon" href="${running.address}/favicon.svg" type="image/svg+xml">`);
    }
    for (const path of ['//favicon.svg', '//favicon.ico']) {
      const { status, headers, text } = await ask(path);
      expect([status, headers['content-type']]).to.deep.equal([200, 'image/svg+xml; charset=UTF-8']);
      expect(text).to.match(/^<svg [\s\S]*<\/svg>\n$/);
    }
  });
});
