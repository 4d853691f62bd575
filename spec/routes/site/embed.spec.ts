import { expect } from 'chai';
import { BROWSER, expectPage, matches, misnested } from '../../html/page';
import { type Sample, startSample } from '../../html/sample';
import { type Answer, type Running, startService } from '../../support/service';

const ORIGINS = 'https://town.example, https://club.example';

let sample: Sample;
const get = (path: string, headers: Record<string, string> = BROWSER) => sample.ask('GET', `/${path}`, { headers });

const decoded = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&');
const titlesOf = ({ text }: Answer, level = 2): string[] =>
  [...text.matchAll(new RegExp(`<h${level}><a href="[^"]*"[^>]*>([^<]*)</a>`, 'g'))].map(([, title = '']) => title);
const policyOf = ({ headers }: Answer): string => String(headers['content-security-policy']);
/** The HTML code for embedding that a page offers. */
const frameIn = ({ text }: Answer): string => decoded(/<textarea[^>]*>([^<]*)<\/textarea>/.exec(text)?.[1] ?? '');
const attributeOf = (frame: string, name: string): string => decoded(new RegExp(` ${name}="([^"]*)"`).exec(frame)?.[1] ?? '');
const sourceOf = (answer: Answer): string => attributeOf(frameIn(answer), 'src').slice(sample.address.length);
const discovered = ({ text }: Answer): string =>
  decoded(/<link rel="alternate" type="application\/json\+oembed" href="([^"]*)" title="[^"]*">/.exec(text)?.[1] ?? '');

/** Checks the properties of embedded pages: well-formed, short, without scripts, and not indexed. */
const expectSlim = (answer: Answer, language: string): void => {
  const { text, headers } = answer;
  expect(headers).to.include({ 'content-type': 'text/html; charset=UTF-8', 'content-language': language });
  expect(headers).to.not.have.any.keys('x-frame-options', 'set-cookie');
  expect(policyOf(answer)).to.match(
    /^default-src 'none'; style-src 'sha256-\S{44}'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors https:\/\/town\.example https:\/\/club\.example$/,
  );
  expect(text)
    .to.match(new RegExp(`^<!doctype html>\\n<html lang="${language}">`))
    .and.include('<meta name="robots" content="noindex">');
  expect(text)
    .to.include('prefers-color-scheme: dark')
    .and.to.not.match(/<(?:script|header|footer|form|nav|img|iframe)\b|undefined|\[object/);
  expect([matches(text, /<h1[\s>]/g), matches(text, /<main[\s>]/g)]).to.deep.equal([1, 1]);
  expect(misnested(text)).to.deep.equal([]);
  for (const [, attributes = ''] of text.matchAll(/<a ([^>]*)>/g)) expect(attributes).to.include(' target="_blank" rel="noopener"');
};

describe('GET /en/embed, with EMBED_ORIGINS', () => {
  before(async () => {
    sample = await startSample({ EMBED_ORIGINS: ORIGINS });
  });
  after(() => sample.stop());

  describe('list of events', () => {
    it('shows the next events with date, place and status, and a link to all', async () => {
      await sample.ask('PATCH', `/events/${sample.named['opera']}`, { as: 'admin', json: { event_status: 'cancelled' } });
      const list = await get('/en/embed');
      expectSlim(list, 'en');
      expect(list.status).to.equal(200);
      expect(titlesOf(list).slice(0, 3)).to.deep.equal(['Meeting 5', 'Carmen tonight', '日本の夏祭り']);
      expect(titlesOf(list).length).to.equal(10);
      expect(list.text).to.include('<p class="quiet">Opera House, Lyon</p>').and.include('<span class="mark">Cancelled</span>');
      expect(list.text).to.match(/<time datetime="2026-07-01">Wednesday 1\u00a0July 2026<\/time>|<time datetime="2026-07-01">Wednesday 1/);
      expect(list.text).to.include(`<a href="${sample.address}/en/event/carmen-tonight/" target="_blank" rel="noopener">`);
      expect(list.text).to.include(`<a href="${sample.address}/en/" target="_blank" rel="noopener">All events</a>`);
      expect(list.headers['cache-control']).to.equal('public, max-age=60, stale-while-revalidate=60');
    });

    it('is in the language of the address', async () => {
      const list = await get('/fr/embed/');
      expectSlim(list, 'fr');
      expect(list.text).to.include('<h1>Évènements à venir</h1>').and.include('>Tous les évènements</a>');
      expect(titlesOf(list)[0]).to.equal('Réunion 5');
    });

    it('obeys the filters of the start page', async () => {
      const { body } = await sample.ask('GET', '/venues?search=Old');
      const choices = [
        ...['categories=jazz', `venue=${body.venues[0].id}`, 'q=carmen', 'geoloc_lat=45.77&geoloc_lng=4.84&geoloc_radius=1'],
        ...['start_date=2026-07-01&end_date=2026-07-03', 'month=2026-07', 'q=nothing-of-the-kind'],
      ];
      for (const choice of choices) {
        const [list, start] = await Promise.all([get(`/en/embed?${choice}&limit=50`), get(`/en/?${choice}`)]);
        expectSlim(list, 'en');
        const all = new Set([...start.text.matchAll(/\/en\/event\/([^/"]+)\/"/g)].map(([, slug]) => slug));
        const shown = [...list.text.matchAll(/\/en\/event\/([^/"]+)\/"/g)].map(([, slug]) => slug);
        expect(new Set(shown), choice).to.deep.equal(all);
        const [, back = ''] = /<a href="([^"]*)"[^>]*>All events</.exec(list.text) ?? [];
        const full = await get(decoded(back).slice(sample.address.length));
        expect(sourceOf(full), choice).to.equal(sourceOf(start));
      }
    });

    it('geoloc_lat and geoloc_lng show distances', async () => {
      expect((await get('/en/embed?geoloc_lat=45.75&geoloc_lng=4.84')).text).to.include(
        '<p class="quiet">Opera House, Lyon · 2.2 km away</p>',
      );
    });

    it('theme=light and theme=dark', async () => {
      const schemeOf = async (query: string) => {
        const page = await get(`/en/embed${query}`);
        return [/color-scheme: ([a-z ]+);/.exec(page.text)?.[1], page.text.includes('prefers-color-scheme')];
      };
      expect(await schemeOf('')).to.deep.equal(['light dark', true]);
      expect(await schemeOf('?theme=light')).to.deep.equal(['light', false]);
      expect(await schemeOf('?theme=dark&limit=1')).to.deep.equal(['dark', false]);
      expect((await get('/en/embed?theme=blue')).status).to.equal(400);
    });

    it('limit sets the number of events, in a small page', async () => {
      expect(titlesOf(await get('/en/embed?limit=1'))).to.deep.equal(['Meeting 5']);
      expect(titlesOf(await get('/en/embed?limit='))).to.have.length(10);
      const most = await get('/en/embed?limit=50');
      expect(matches(most.text, /<li>/g)).to.equal(50);
      expect(Buffer.byteLength(most.text)).to.be.below(40_000);
    });

    it('refuses invalid parameters by name (400), in the language', async () => {
      for (const [query, name] of [
        ...['0', '51', 'ten', '1.5'].map((limit) => [`limit=${limit}`, 'limit'] as const),
        ['limit[]=3', 'limit'],
        ['when=never', 'when'],
        ['month=2026-13', 'month'],
        ['event=first', 'event'],
        ['event=', 'event'],
        ['event[]=1', 'event'],
      ] as const) {
        const page = await get(`/fr/embed?${query}`);
        expect([page.status, page.text.includes(`<code>${name}</code>`)], query).to.deep.equal([400, true]);
        expectSlim(page, 'fr');
        expect(page.headers['cache-control']).to.equal('no-store');
        const { status, body } = await get(`/fr/embed?${query}`, {});
        expect([status, Object.keys(body.data.params)], query).to.deep.equal([400, [name]]);
      }
    });

    it('escapes hostile records and filters', async () => {
      for (const path of [
        '/en/embed?day=2026-07-07',
        '/en/embed?q=%22%3E%3Cimg+onerror%3D1%3E',
        `/en/embed?event=${sample.named['hostile']}`,
      ]) {
        const page = await get(path);
        expect(page.status).to.equal(200);
        expectSlim(page, 'en');
      }
    });

    it('shows public events only, also with credentials', async () => {
      const all = '/en/embed?day=2026-07-05&limit=50';
      const editor = await sample.ask('GET', `/${all}`, { as: 'admin', headers: BROWSER });
      expect(editor.text).to.equal((await get(all)).text);
      expect(editor.headers['cache-control']).to.include('private');
      expect((await get('/en/embed?start_date=2026-07-04&end_date=2026-07-06&limit=50')).text).to.not.match(
        /Secret|Unlisted|Hush|opens this/,
      );
    });
  });

  describe('?event=ID', () => {
    it('shows the event', async () => {
      const card = await get(`/en/embed?event=${sample.named['opera']}`);
      expectSlim(card, 'en');
      expect(titlesOf(card, 1)).to.deep.equal(['Carmen tonight']);
      expect(card.text).to.include('Opera House, Lyon').and.include('<span class="mark">Featured</span>');
      const kanji = await get(`/fr/embed?event=${sample.named['kanji']}`);
      expect(kanji.text).to.include(' lang="en">日本の夏祭り</a>');
    });

    it('answers 404 for a hidden event, as for an unknown one', async () => {
      const answerOf = async (id: number | undefined) => {
        const { status, text } = await get(`/en/embed?event=${id}`);
        return [status, text.replace(`no event ${id}.`, 'no event ID.')];
      };
      const none = await answerOf(999_999);
      expect(none[0]).to.equal(404);
      for (const name of ['draft', 'pending', 'private', 'future', 'trash', 'protected', 'unlisted'])
        expect(await answerOf(sample.named[name]), name).to.deep.equal(none);
      const signed = await sample.ask('GET', `//en/embed?event=${sample.named['draft']}`, { as: 'admin', headers: BROWSER });
      expect(signed.status).to.equal(404);
    });
  });

  describe('embed code', () => {
    it('every view has an iframe to copy with its filters, in both languages', async () => {
      for (const [path, source] of [
        ['/en/', '/en/embed'],
        ['/fr/', '/fr/embed'],
        ['/en/?when=weekend&q=meeting', '/en/embed?q=meeting&when=weekend'],
        ['/fr/?free=true&page=1', '/fr/embed?free=true'],
        ['/en/?month=2026-08', '/en/embed?month=2026-08'],
        ['/en/?day=2026-08-15&q=busy', '/en/embed?q=busy&day=2026-08-15'],
      ] as const) {
        const page = await get(path);
        expectPage(page, path.slice(1, 3));
        expect(sourceOf(page)).to.equal(source);
        expect(frameIn(page)).to.match(
          /^<iframe src="[^"<>]*" title="[^"<>]+" width="100%" height="600" loading="lazy" style="border:0"><\/iframe>$/,
        );
        expect((await get(source)).status).to.equal(200);
      }
      expect((await get('/en/')).text).to.include('Only these sites can show it: https://town.example, https://club.example.');
      expect((await get('/fr/')).text).to.include('Mettre cette liste sur votre site');
    });

    it('escapes hostile filters in the iframe', async () => {
      const hostile = `"><img src=x onerror='alert(1)'></textarea><script>&amp;`;
      const page = await get(`/en/?q=${encodeURIComponent(hostile)}`);
      expect(misnested(page.text)).to.deep.equal([]);
      expect(page.text).to.not.match(/<img|<script>&/);
      const frame = frameIn(page);
      expect(frame).to.match(
        /^<iframe src="[^"<>]*" title="[^"<>]*" width="100%" height="600" loading="lazy" style="border:0"><\/iframe>$/,
      );
      expect(attributeOf(frame, 'title')).to.include(`“${hostile}”`);
      expect(new URL(attributeOf(frame, 'src')).searchParams.get('q')).to.equal(hostile);
    });

    it('start and event pages link to oEmbed in their head', async () => {
      for (const path of ['/en/', '/fr/?when=week&q=%22%3E', '/en/?month=2026-08', '/en/event/carmen-tonight/', '/fr/event/reunion-5/']) {
        const link = discovered(await get(path));
        const { status, body } = await get(link.slice(sample.address.length), {});
        expect([path, status, body?.type]).to.deep.equal([path, 200, 'rich']);
        const shown = await get(attributeOf(body.html, 'src').slice(sample.address.length));
        expectSlim(shown, path.slice(1, 3));
      }
      for (const path of ['/en/event/members-only/', '/en/event/unlisted/', '/en/venue/old-hall/', '/en/event/'])
        expect([path, discovered(await get(path))]).to.deep.equal([path, '']);
      const draft = await sample.ask('GET', `//en/event/?p=${sample.named['draft']}`, { as: 'admin', headers: BROWSER });
      expect([draft.status, discovered(draft)]).to.deep.equal([200, '']);
    });
  });

  it('only the embed may be framed (X-Frame-Options, frame-ancestors)', async () => {
    for (const path of [
      ...['/', '/en/', '/en/event/carmen-tonight/', '/en/venue/', '/en/errors', '/en/embedded', '/en/embed/more', '/embed'],
      ...['/en/cal/events/v1/events?per_page=1', `/oembed?url=${sample.address}/en/`],
    ]) {
      const answer = await get(path);
      expect([path, answer.headers['x-frame-options']]).to.deep.equal([path, 'DENY']);
      expect(policyOf(answer)).to.match(/frame-ancestors 'none'$/);
    }
  });

  it('obeys LANGUAGES and EMBED_ORIGINS=*', async () => {
    const running = await startService({ environment: { EMBED_ORIGINS: '*', LANGUAGES: 'fr', SITE_NAME_FR: 'Lyon & "moi"' } });
    try {
      const list = await running.ask('GET', '//fr/embed', { headers: BROWSER });
      expect(policyOf(list)).to.match(/; frame-ancestors \*$/);
      expect(list.text).to.include('Aucun évènement à venir.');
      expect((await running.ask('GET', '//en/embed', { headers: BROWSER })).status).to.equal(404);
      const start = await running.ask('GET', '//fr/', { headers: BROWSER });
      expect(attributeOf(frameIn(start), 'title')).to.equal('Évènements à venir – Lyon & "moi"');
      expect(start.text).to.include('La liste y est toujours à jour.</p>');
    } finally {
      await running.stop();
    }
  });
});

describe('GET /en/embed, without EMBED_ORIGINS', () => {
  let running: Running;
  before(async () => {
    running = await startService();
  });
  after(() => running.stop());
  const ask = (path: string, headers: Record<string, string> = BROWSER) => running.ask('GET', `/${path}`, { headers });

  it('answers 404 and says why, in both languages', async () => {
    for (const [language, sentence] of [
      ['en', 'Embedding is not switched on here'],
      ['fr', 'L’intégration n’est pas activée ici'],
    ] as const) {
      const page = await ask(`/${language}/embed?limit=3`);
      expect([page.status, page.headers['x-frame-options']]).to.deep.equal([404, 'DENY']);
      expectPage(page, language);
      expect(page.text).to.include(sentence);
      const { status, body } = await ask(`/${language}/embed`, {});
      expect([status, body.code]).to.deep.equal([404, 'rest_no_route']);
    }
    expect((await ask(`/oembed?url=${running.address}/en/`, {})).body.code).to.equal('rest_no_route');
  });

  it('no page has an embed code', async () => {
    for (const path of ['/en/', '/fr/?month=2026-08', '/en/?day=2026-08-01'])
      expect((await ask(path)).text).to.not.match(/oembed|iframe|snippet"/);
  });

  it('answers 404 also with EMBED_ORIGINS where SITE_URL is elsewhere', async () => {
    const environment = { PUBLIC_URL: 'https://api.example', SITE_URL: 'https://site.example', EMBED_ORIGINS: '*' };
    const away = await startService({ environment });
    try {
      const { status, headers } = await away.ask('GET', '//en/embed', { headers: BROWSER });
      expect([status, headers['x-frame-options']]).to.deep.equal([404, 'DENY']);
      expect((await away.ask('GET', '//oembed?url=https://api.example/en/')).status).to.equal(404);
    } finally {
      await away.stop();
    }
  });
});
