import { expect } from 'chai';
import { BROWSER, expectPage, matches } from '../html/page';
import { HOSTILE, type Sample, startSample } from '../html/sample';
import { type Answer, type Running, startService } from '../support/service';

let sample: Sample;
const get = (path: string, more: { readonly as?: 'admin' | 'editor' | 'subscriber'; readonly headers?: Record<string, string> } = {}) =>
  sample.ask('GET', `/${path}`, { ...more, headers: { ...BROWSER, ...more.headers } });
const wordsOf = ({ text }: Answer): string =>
  text
    .replace(/<(style|script)\b[^>]*>[\s\S]*?<\/\1>/g, '')
    .replace(/<\/?(?:time|a|b|em|span)\b[^>]*>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/[ \n]+/g, ' ');

describe('Pages of records', () => {
  before(async () => {
    sample = await startSample();
  });
  after(() => sample.stop());

  describe('GET /{language}/event/{slug}/', () => {
    it('shows the fields of the event, in words and links', async () => {
      const page = await get('/en/event/carmen-tonight/');
      expect(page.status).to.equal(200);
      expectPage(page, 'en');
      const words = wordsOf(page);
      for (const text of [
        ...['Carmen tonight', 'Wednesday 1\u00a0July 2026, 10:00 – 12:00', 'Time zone: UTC', 'Opera House', '1 place de la Comédie'],
        ...['Opera Society', '$15 – $30', 'carmen.example/?a=1&amp;b=2', 'Featured', 'Seville'],
      ])
        expect(words).to.include(text);
      for (const markup of [
        `<link rel="canonical" href="${sample.address}/en/event/carmen-tonight/">`,
        `<link rel="alternate" type="text/calendar" href="${sample.address}/en/cal/events/v1/events/${sample.named['opera']}.ics">`,
        `<link rel="alternate" type="application/json" href="${sample.address}/en/cal/events/v1/events/${sample.named['opera']}">`,
        '<meta property="og:title" content="Carmen tonight">',
        '<meta name="description" content="Wednesday 1\u00a0July 2026, 10:00 – 12:00 · Opera House, Lyon · Love &amp; death.">',
        '<a href="https://carmen.example/?a=1&amp;b=2">',
        `<a href="${sample.address}/en/venue/opera-house/">Opera House</a>`,
        `<a href="${sample.address}/en/events/category/opera-nights/">Opera nights</a>`,
        `<a href="${sample.address}/en/tag/sung/">sung</a>`,
        '<a href="https://www.openstreetmap.org/?mlat=45.77&amp;mlon=4.84#map=16/45.77/4.84">',
        '<img src="https://images.example/carmen.jpg" alt="Carmen tonight" loading="lazy" referrerpolicy="no-referrer">',
        `<a class="button" href="${sample.address}/en/cal/events/v1/events/${sample.named['opera']}.ics" type="text/calendar" download>`,
        `<a href="${sample.address}/en/?month=2026-07">July 2026</a>`,
      ])
        expect(page.text).to.include(markup);
    });

    it('has a meta description of the dates and the first words or characters', async () => {
      const summaryOf = async (title: string, description: string) => {
        const json = { title, description, start_date: '2026-04-04 10:00', end_date: '2026-04-04 12:00' };
        const { body } = await sample.ask('POST', '/events', { as: 'admin', json });
        const { text } = await get(String(body.url).slice(sample.address.length));
        const [, when, summary] = /<meta name="description" content="(.*?) · ([^"]*)">/.exec(text) ?? [];
        expect(when?.replaceAll('\u00a0', ' ')).to.equal('Saturday 4 April 2026, 10:00 – 12:00');
        return summary;
      };
      expect(await summaryOf('Words', 'three words '.repeat(30))).to.equal(`${'three words '.repeat(16)}three…`);
      expect(await summaryOf('Signs', '祭'.repeat(300))).to.equal(`${'祭'.repeat(200)}…`);
      expect(await summaryOf('Pairs', `祭${'🎉'.repeat(300)}`)).to.equal(`祭${'🎉'.repeat(99)}…`);
    });

    it('contains the JSON-LD of the API', async () => {
      for (const name of ['opera', 'hostile']) {
        const { body } = await sample.ask('GET', `/events/${sample.named[name]}`);
        const { text } = await get(String(body.url).slice(sample.address.length));
        const [, written = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text) ?? [];
        expect(JSON.parse(written)).to.deep.equal(body.json_ld);
      }
    });

    it('shows its time zone, and the instants for the reader’s clock, in both languages', async () => {
      const english = await get('/en/event/meeting-4/');
      expect(wordsOf(english)).to.include('Time zone: Europe/Paris (CEST)').and.not.to.include('In UTC');
      const line = 'class="local" hidden data-starts="2026-05-23T17:30:00Z" data-ends="2026-05-23T19:00:00Z" data-offsets="120 120"';
      expect(english.text).to.include(line);
      const french = await get('/fr/event/reunion-4/');
      expectPage(french, 'fr');
      expect(french.text).to.include(line);
      for (const text of [
        'Samedi 23\u00a0mai 2026, de\u00a019\u00a0h\u00a030 à\u00a021\u00a0h',
        'Fuseau horaire\u00a0: Europe/Paris (CEST)',
        'Quand',
        'Où',
        'Vieille Salle',
      ])
        expect(wordsOf(french)).to.include(text);
    });

    it('shows no hours and no zone for whole days', async () => {
      const { text, headers } = await get('/fr/event/reunion-3/');
      expect(headers['content-security-policy']).to.not.include('script-src');
      expect(text).to.include('<time datetime="2026-04-18">Samedi 18\u00a0avril 2026</time>, toute la journée');
      expect(text).to.not.include('data-starts');
    });

    it('links its translation, and the previous and next event', async () => {
      const { text } = await get('/en/event/meeting-4/');
      for (const [language, url] of [
        ['en', '/en/event/meeting-4/'],
        ['fr', '/fr/event/reunion-4/'],
      ])
        expect(text).to.include(`<link rel="alternate" hreflang="${language}" href="${sample.address}${url}">`);
      expect(text).to.include(`<a rel="prev" href="${sample.address}/en/event/long-exhibition/">`);
      expect(text).to.include(`<a rel="next" href="${sample.address}/en/event/meeting-5/">`);
      const alone = await get('/en/event/carmen-tonight/');
      expect(alone.text).to.not.include('hreflang="en"');
      expect(alone.text).to.include(`href="${sample.address}/fr/" hreflang="fr"`);
    });

    it('marks untranslated names with lang, and links translations of the others', async () => {
      const make = async (language: 'en' | 'fr', path: string, json: object): Promise<number> => {
        const { status, body, text } = await sample.ask('POST', `//${language}/cal/events/v1/${path}`, { as: 'admin', json });
        expect(status, text).to.equal(201);
        return body.id;
      };
      const dates = { start_date: '2026-07-09 10:00', end_date: '2026-07-09 12:00' };
      const venue = await make('en', 'venues', { venue: 'Quay', address: '1 Quay' });
      const category = await make('en', 'categories', { name: 'Boating' });
      const original = await make('en', 'events', { title: 'Regatta', ...dates, venue, categories: [category] });
      await make('fr', 'events', { title: 'Régate', translation_of: original });
      const page = await get('/fr/event/regate/');
      expectPage(page, 'fr');
      expect(page.text).to.include(`<a href="${sample.address}/en/venue/quay/" lang="en">Quay</a>`).and.include('<p lang="en">1 Quay</p>');
      expect(page.text).to.include(`<a href="${sample.address}/en/events/category/boating/" lang="en">Boating</a>`);
      expect(page.text).to.include(`href="${sample.address}/en/event/regatta/" hreflang="en"`);
      expect((await get('/fr/?day=2026-07-09')).text).to.include('<span lang="en">Quay</span>');
      expect((await get('/en/event/regatta/')).text).to.not.match(/lang="en">(?:Quay|Boating)/);
    });

    it('links events of the same start one after the other', async () => {
      let url = '/en/event/busy-48/';
      const visited = new Set<string>();
      while (url.includes('busy') && !visited.has(url)) {
        visited.add(url);
        const { text } = await get(url);
        url = /rel="next" href="([^"]*)"/.exec(text)?.[1]?.slice(sample.address.length) ?? '';
      }
      expect([visited.size, url]).to.deep.equal([7, '/en/event/meeting-7/']);
    });

    it('escapes hostile texts', async () => {
      const { body } = await sample.ask('GET', `/events/${sample.named['hostile']}`);
      const page = await get(String(body.url).slice(sample.address.length));
      expectPage(page, 'en');
      expect(page.text).to.not.match(/<[^>]*(?:onerror|onclick=|position:fixed|bcc=a")/);
      expect(page.text).to.not.include(HOSTILE);
      for (const url of [body.venue.url, body.organizer[0].url]) expectPage(await get(String(url).slice(sample.address.length)), 'en');
      const { body: list } = await sample.ask('GET', '/tags?search=tag');
      expectPage(await get(String(list.tags[0].url).slice(sample.address.length)), 'en');
      expectPage(await get('/en/?month=2026-07'), 'en');
    });

    it('shows of a protected event only the fields that lists show', async () => {
      const page = await get('/en/event/members-only/?password=sesame');
      expect(page.status).to.equal(200);
      expectPage(page, 'en');
      expect(wordsOf(page)).to.include('Members only').and.to.include('protected by a password').and.to.include('Monday 6\u00a0July 2026');
      expect(page.text.replace(/<style>[\s\S]*?<\/style>/, '')).to.not.match(
        /opens this|Hush|\$99|secret|Secret|ld\+json|\.ics|application\/json/,
      );
      expect(page.text).to.include('<meta name="robots" content="noindex">');
      const editor = await get('/en/event/members-only/', { as: 'editor' });
      expect(wordsOf(editor)).to.include('The password opens this.').and.to.include('Secret Cellar');
      expect(editor.headers['cache-control']).to.include('no-store').and.to.include('private');
    });

    it('shows an event that is hidden from lists', async () => {
      expect((await get('/en/event/unlisted/')).status).to.equal(200);
      expect((await get('/en/?month=2026-07')).text).to.not.include('unlisted');
    });
  });

  describe('Pages of hidden records', () => {
    for (const status of ['draft', 'future'] as const) {
      it(`answer 403 for the status ${status}`, async () => {
        const { body } = await sample.ask('GET', `/events/${sample.named[status]}`, { as: 'admin' });
        const path = String(body.url).slice(sample.address.length);
        const refused = await sample.ask('GET', `/events/${sample.named[status]}`);
        const page = await get(path);
        expect([page.status, refused.status]).to.deep.equal([403, 403]);
        expectPage(page, 'en');
        expect(wordsOf(page)).to.include(refused.body.message);
        expect(wordsOf(page)).to.not.include('Secret');
        expect(page.headers.vary).to.include('Accept');
        const json = await sample.ask('GET', `/${path}`);
        expect(json.body).to.deep.equal(refused.body);
        const own = await get(path, { as: 'admin' });
        expect([own.status, wordsOf(own).includes(`Secret ${status}`)]).to.deep.equal([200, true]);
        expect(own.headers['cache-control']).to.include('no-store');
      });
    }

    it('answer 403 for the trash and a hidden venue, in the language of the prefix', async () => {
      const trashed = await get(`/fr/event/?p=${sample.named['trash']}`);
      expect([trashed.status, wordsOf(trashed).includes('il est dans la corbeille')]).to.deep.equal([403, true]);
      expectPage(trashed, 'fr');
      expect((await get('/en/event/secret-trash/')).status).to.equal(404);
      expect((await get(`/en/venue/?p=${sample.named['hidden venue']}`)).status).to.equal(403);
      expect((await get('/en/venue/')).text).to.not.include('Hidden Venue');
    });

    it('show no link between a ticket and a protected event, nor a hidden ticket', async () => {
      for (const [title, event, status] of [
        ['Key', 'protected', 'publish'],
        ['Gallery', 'opera', 'draft'],
      ] as const) {
        const { body } = await sample.ask('POST', '/tickets', {
          as: 'admin',
          json: { title, price: 5, event: sample.named[event], status, slug: title },
        });
        expect(body).to.include({ title, event: sample.named[event] });
      }
      const key = await get('/en/ticket/key/');
      expect([key.status, wordsOf(key).includes('Members only')]).to.deep.equal([200, false]);
      expect(wordsOf(await get('/en/event/members-only/'))).to.not.include('Key');
      expect(wordsOf(await get('/en/event/carmen-tonight/')))
        .to.include('Stalls')
        .and.to.not.include('Gallery');
      expect(wordsOf(await get('/en/ticket/key/', { as: 'editor' }))).to.include('Members only');
    });

    it('show no hidden venue or organizer of a published event', async () => {
      const json = {
        title: 'Secret place',
        start_date: '2026-05-05 10:00',
        end_date: '2026-05-05 12:00',
        venue: { venue: 'Cave', city: 'Nantes', status: 'draft' },
        organizer: { organizer: 'Zorro', status: 'private' },
      };
      const { body } = await sample.ask('POST', '/events', { as: 'admin', json });
      expect([body.venue.venue, body.organizer[0].organizer]).to.deep.equal(['Cave', 'Zorro']);
      for (const path of ['/en/event/secret-place/', '/en/?month=2026-05', '/en/venue/', '/en/organizer/']) {
        expect((await get(path)).text, path).to.not.match(/Cave|Nantes|Zorro/);
      }
      expect(wordsOf(await get('/en/event/secret-place/', { as: 'editor' }))).to.match(/Cave.*Nantes.*Zorro/);
    });
  });

  describe('Addresses of pages', () => {
    const scenarios: readonly (readonly [title: string, path: string, status: number, location?: string])[] = [
      ['needs no slash at its end', '/en/event/carmen-tonight', 200],
      ['may be in capitals', '/en/Event/Carmen-Tonight/', 200],
      ['may be encoded in capitals', '/en/event/%E6%97%A5%E6%9C%AC%E3%81%AE%E5%A4%8F%E7%A5%AD%E3%82%8A/', 200],
      ['may be encoded in small letters', '/en/event/%e6%97%a5%e6%9c%ac%e3%81%ae%e5%a4%8f%e7%a5%ad%e3%82%8a/', 200],
      ['in the other language leads to the translation', '/fr/event/meeting-4/', 302, '/fr/event/reunion-4/'],
      ['in the other language leads to the record that has no translation', '/en/event/chanson/', 302, '/fr/event/chanson/'],
      ['of a term in the other language leads to the translation', '/en/events/category/musique', 302, '/en/events/category/music/'],
      ['of a hidden record in the other language leads nowhere', '/fr/event/private/', 404],
      ['may be chosen by the language of the request', '/en/event/reunion-4/?ml_language=fr', 200],
      ['of the folder of events leads to the start page', '/en/event/', 302, '/en/'],
    ];
    for (const [title, path, status, location] of scenarios) {
      it(title, async () => {
        const answer = await get(path);
        expect(answer.status).to.equal(status);
        expect(answer.headers.location).to.equal(location === undefined ? undefined : `${sample.address}${location}`);
      });
    }

    it('with ?p={id} redirects to the page of the record', async () => {
      const answer = await get(`/fr/event/?p=${sample.named['opera']}`);
      expect([answer.status, answer.headers.location]).to.deep.equal([302, `${sample.address}/en/event/carmen-tonight/`]);
    });

    it('answers HEAD and 304 (If-None-Match), and 404 to other methods', async () => {
      for (const path of ['/en/event/carmen-tonight/', '/fr/', '/en/venue/', '/']) {
        const page = await get(path);
        const head = await sample.ask('HEAD', `/${path}`, { headers: BROWSER });
        expect([head.status, head.text, head.headers.etag]).to.deep.equal([200, '', page.headers.etag]);
        const again = await get(path, { headers: { 'if-none-match': String(page.headers.etag) } });
        expect([again.status, again.text]).to.deep.equal([304, '']);
      }
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
        const answer = await sample.ask(method, '//en/event/carmen-tonight/', { as: 'admin', headers: BROWSER });
        expect([answer.status, answer.body.code]).to.deep.equal([404, 'rest_no_route']);
      }
    });
  });

  describe('Lists on pages of venues, organizers and terms', () => {
    const titlesOf = ({ text }: Answer): string[] => [...text.matchAll(/<h3><a href="[^"]*">([^<]*)<\/a>/g)].map(([, title = '']) => title);

    it('link their translations (hreflang) on first pages alone', async () => {
      const alternates = ({ text }: Answer) => [...text.matchAll(/hreflang="(\w\w)" href="([^"]*)"/g)].map(([, , href = '']) => href);
      for (const [path, ...paths] of [
        ['/en/?month=2026-08', '/en/?month=2026-08', '/fr/?month=2026-08'],
        ['/en/?day=2026-08-15', '/en/?day=2026-08-15', '/fr/?day=2026-08-15'],
        ['/en/?day=2026-08-15&page=2'],
        ['/en/?page=2'],
        ['/en/?month=2027-05'],
        ['/fr/venue/vieille-salle/', '/fr/venue/vieille-salle/', '/en/venue/old-hall/'],
        ['/fr/venue/vieille-salle/?when=past'],
        ['/fr/tag/', '/en/tag/', '/fr/tag/'],
      ] as const) {
        const page = await get(path);
        const named = paths.map((one) => `${sample.address}${one}`);
        expect([page.status, alternates(page).sort()], path).to.deep.equal([200, [...named].sort()]);
      }
    });

    it('show upcoming events, and past ones with ?when=past, last first', async () => {
      for (const path of ['/en/venue/old-hall/', '/en/tag/free/']) {
        const coming = await get(path);
        expectPage(coming, 'en');
        expect(titlesOf(coming)).to.deep.equal([5, 6, 7, 8, 9, 10, 11, 12, 13].map((place) => `Meeting ${place}`));
        const past = await get(`${path}?when=past`);
        expect(titlesOf(past)).to.deep.equal([4, 3, 2, 1, 0].map((place) => `Meeting ${place}`));
        expect(past.text).to.include(`<link rel="canonical" href="${sample.address}${path}?when=past">`);
      }
      expect(titlesOf(await get('/en/events/category/music/'))).to.deep.equal(['Meeting 6', 'Meeting 8', 'Meeting 10', 'Meeting 12']);
      expect(titlesOf(await get('/en/genre/opera/'))).to.deep.equal(['Carmen tonight']);
    });

    it('link their iCalendar feed', async () => {
      const { body } = await sample.ask('GET', '/venues?search=old+hall');
      const { text } = await get('/en/venue/old-hall/');
      const [, address = ''] = /<link rel="alternate" type="text\/calendar" href="([^"]*)">/.exec(text) ?? [];
      expect(address).to.equal(`${sample.address}/en/cal/events/v1/events.ics?venue=${body.venues[0].id}`);
      const calendar = await sample.ask('GET', `/${address.slice(sample.address.length)}`);
      expect([calendar.status, matches(calendar.text, /^BEGIN:VEVENT/gm)]).to.deep.equal([200, 10]);
    });

    it('show contacts of venues and organizers, and parents and children of terms', async () => {
      const venue = await get('/en/venue/old-hall/');
      expect(wordsOf(venue)).to.include('1 rue des Arts').and.to.include('hall.example/?a=1&amp;b=2');
      expect(venue.text).to.include('{"@context":"https://schema.org","@type":"Place"');
      const organizer = await get('/fr/organizer/le-club/');
      expectPage(organizer, 'fr');
      expect(organizer.text).to.include('<a href="mailto:club@club.example">').and.to.include('<a href="tel:+33400000000">');
      expect((await get('/en/events/category/music/')).text).to.include(`<a href="${sample.address}/en/events/category/jazz/">Jazz</a>`);
      const jazz = await get('/en/events/category/jazz/');
      expect(wordsOf(jazz)).to.include('Since 1917.');
      expect(jazz.text).to.include(`<li><a href="${sample.address}/en/events/category/music/">Music</a></li></ol>`);
    });

    it('show plugins’ records with their links', async () => {
      const ticket = await get('/en/ticket/stalls/');
      expectPage(ticket, 'en');
      expect(ticket.text).to.include(`<h2>Events</h2>\n<ul class="names"><li><a href="${sample.address}/en/event/carmen-tonight/">`);
      const event = await get('/en/event/carmen-tonight/');
      expect(event.text).to.include(
        `<h2>Tickets</h2>\n<ul class="names"><li><a href="${sample.address}/en/ticket/stalls/">Stalls</a></li>`,
      );
      const piece = await get('/en/library/piece/carmen/');
      expect(wordsOf(piece)).to.include('In four acts.');
      expectPage(piece, 'en');
      const genre = await get('/en/genre/opera/');
      expect(wordsOf(genre)).to.include('throughout').and.to.include('Operetta').and.to.include('Carmen');
      expect((await get('/en/library/piece/')).text).to.include(`<a href="${sample.address}/en/library/piece/carmen/">Carmen</a>`);
    });
  });

  describe('GET /', () => {
    it('links the languages, in the language of Accept-Language', async () => {
      for (const [likes, language] of [
        ['fr, en;q=0.5', 'fr'],
        ['de', 'en'],
      ] as const) {
        const page = await get('/', { headers: { 'accept-language': likes } });
        expectPage(page, language);
        expect(page.text)
          .to.include(`<a href="${sample.address}/en/" hreflang="en">English</a>`)
          .and.to.include(`<a href="${sample.address}/fr/" hreflang="fr">Français</a>`)
          .and.to.include(`<link rel="https://api.w.org/" href="${sample.address}/wp-json/">`);
        expect(page.headers.vary).to.equal('Origin, Authorization, Accept-Language, Accept-Encoding, Accept');
      }
    });

    it('answers the JSON index to clients that do not prefer HTML, and so do the prefixes', async () => {
      for (const accept of [undefined, '*/*', 'application/json', 'application/json, text/html;q=0.9']) {
        const root = await sample.ask('GET', '//fr', { headers: accept === undefined ? {} : { accept } });
        expect(root.body.namespaces).to.include('cal/events/v1');
        expect(root.headers).to.include({ vary: 'Origin, Authorization, Accept-Encoding, Accept' });
        expect((await sample.ask('GET', '//', { headers: accept === undefined ? {} : { accept } })).body).to.have.property('languages');
      }
    });
  });
});

describe('SITE_URL', () => {
  const PUBLIC = 'https://calendar.example/api';
  const serving = async (site: string, look: (running: Running) => Promise<void>) => {
    const running = await startService({ environment: { PUBLIC_URL: PUBLIC, SITE_URL: site } });
    try {
      const json = { title: 'Tea', start_date: '2030-06-01 15:00', end_date: '2030-06-01 18:00' };
      expect((await running.ask('POST', '/events', { as: 'admin', json })).status).to.equal(201);
      await look(running);
    } finally {
      await running.stop();
    }
  };

  it('of another site: serves no pages and no sitemap, and links the site from the start page', () =>
    serving('https://site.example', async ({ ask }) => {
      for (const path of ['/en/event/tea/', '/en/venue/']) {
        const page = await ask('GET', `/${path}`, { headers: BROWSER });
        expect([page.status, page.text.includes('<form')]).to.deep.equal([404, false]);
        expect((await ask('GET', `/${path}`)).body.code).to.equal('rest_no_route');
      }
      const start = await ask('GET', '//fr/', { headers: BROWSER });
      expectPage(start, 'fr');
      expect(start.text)
        .to.include('<a href="https://site.example">site.example</a>')
        .and.to.include(`<a href="${PUBLIC}/fr/cal/events/v1/doc">`);
      expect(start.text).to.not.include('/fr/venue/');
      expect((await ask('GET', '//robots.txt')).text).to.equal('User-agent: *\nDisallow:\n');
      expect((await ask('GET', '//sitemap.xml')).status).to.equal(404);
    }));

  it('of this service: serves pages', () =>
    serving(`${PUBLIC}/`, async ({ ask }) => {
      const page = await ask('GET', '//en/event/tea/', { headers: BROWSER });
      expect(page.status).to.equal(200);
      expect(page.text).to.include(`<link rel="canonical" href="${PUBLIC}/en/event/tea/">`);
    }));
});
