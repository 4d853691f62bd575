import { expect } from 'chai';
import { BROWSER, expectPage, matches } from '../../html/page';
import { type Sample, startSample } from '../../html/sample';
import type { Answer } from '../../support/service';

let sample: Sample;
const get = (path: string, headers: Record<string, string> = {}) => sample.ask('GET', `/${path}`, { headers: { ...BROWSER, ...headers } });

const titlesOf = ({ text }: Answer): string[] =>
  [...text.matchAll(/<h3><a href="[^"]*"[^>]*>([^<]*)<\/a>/g)].map(([, title = '']) => title);
const headingsOf = ({ text }: Answer): string[] =>
  [...text.matchAll(/<h2>(?:<time datetime="[^"]*">)?([^<]*)/g)].map(([, heading = '']) => heading.replaceAll('\u00a0', ' '));
const linkOf = ({ text }: Answer, rel: string): string | undefined =>
  new RegExp(`<a rel="${rel}" href="([^"]*)">`).exec(text)?.[1]?.slice(sample.address.length).replaceAll('&amp;', '&');
/** Lists the texts and targets of the links for active filters. */
const chosenOf = ({ text }: Answer): (readonly [string, string])[] => {
  const [, nav = ''] = /<nav class="chosen"[^>]*>([\s\S]*?)<\/nav>/.exec(text) ?? [];
  return [...nav.matchAll(/<a href="([^"]*)" rel="nofollow"[^>]*><span class="unseen">[^<]*<\/span><span[^>]*>([^<]*)<\/span> </g)].map(
    ([, href = '', label = '']) => [label, href.slice(sample.address.length).replaceAll('&amp;', '&')],
  );
};
/** Lists the options of a menu, without the hostile ones. */
const offered = ({ text }: Answer, name: string): string[] => {
  const [, menu = ''] = new RegExp(`<select id="${name}"[^>]*>([\\s\\S]*?)</select>`).exec(text) ?? [];
  const options = [...menu.matchAll(/<option[^>]*>([^<]*)</g)].map(([, option = '']) => option);
  return options.filter((option) => !/quoted|^Venue/.test(option));
};
const calendarOf = ({ text }: Answer): string =>
  (/<link rel="alternate" type="text\/calendar" href="([^"]*)">/.exec(text)?.[1] ?? '')
    .slice(sample.address.length)
    .replaceAll('&amp;', '&');
const idOf = async (kind: string, name: string): Promise<number> =>
  (await sample.ask('GET', `/${kind}?search=${encodeURIComponent(name)}`)).body[kind][0].id;
const removeAll = async (ids: readonly number[]) => {
  for (const id of ids) for (const force of ['', '?force=1']) await sample.ask('DELETE', `/events/${id}${force}`, { as: 'admin' });
};
const at = async (now: string, look: () => Promise<void>) => {
  sample.clock.set(now);
  try {
    await look();
  } finally {
    sample.clock.set('2026-06-15T12:00:00Z');
  }
};

describe('start page: list, month and day view', () => {
  before(async () => {
    sample = await startSample();
  });
  after(() => sample.stop());

  describe('list view, GET /en/', () => {
    it('shows running events first, then upcoming ones by day, in pages', async () => {
      const start = await get('/en/');
      expectPage(start, 'en');
      expect(titlesOf(start).slice(0, 4)).to.deep.equal(['Long exhibition', 'Meeting 5', 'Carmen tonight', '日本の夏祭り']);
      expect(titlesOf(start).length).to.equal(21);
      expect(headingsOf(start).slice(0, 4)).to.deep.equal([
        'Already on',
        'Saturday 27 June 2026',
        'Wednesday 1 July 2026',
        'Friday 3 July 2026',
      ]);
      expect(start.text).to.include(`<link rel="https://api.w.org/" href="${sample.address}/wp-json/">`);
      const all: string[] = [];
      for (let url: string | undefined = '/en/'; url !== undefined && all.length < 200; ) {
        const page = await get(url);
        all.push(...titlesOf(page));
        url = linkOf(page, 'next');
      }
      const { body } = await sample.ask('GET', '/events?per_page=50&start_date=now&overlaps=1&strict_dates=1&starts_before=9999-01-01');
      expect(all.length).to.equal(body.total);
      expect(new Set(all).size).to.equal(all.length);
      expect(start.text).to.include(`<p class="quiet">${body.total} events</p>`);
      expect(titlesOf(await get('/en/?page=2')).includes('Long exhibition')).to.equal(false);
    });

    it('goes on into the next year, and says when no event is upcoming', () =>
      at('2026-12-31T12:00:00Z', async () => {
        expect(titlesOf(await get('/fr/'))).to.deep.equal(['Réunion 11', 'Réunion 12', 'Réunion 13']);
        sample.clock.set('2027-06-01T00:00:00Z');
        const none = await get('/fr/');
        expectPage(none, 'fr');
        expect([titlesOf(none), none.text.includes('Aucun évènement à venir.')]).to.deep.equal([[], true]);
      }));

    it('names today and tomorrow, and leaves out past events', () =>
      at('2026-07-02T08:00:00Z', async () => {
        expect(headingsOf(await get('/en/')).slice(0, 2)).to.deep.equal(['Already on', 'Tomorrow, Friday 3 July 2026']);
        expect(headingsOf(await get('/fr/')).slice(0, 2)).to.deep.equal(['Aujourd’hui, jeudi 2 juillet 2026', 'Samedi 1er août 2026']);
        sample.clock.set('2026-07-02T12:00:00Z');
        expect(headingsOf(await get('/fr/'))[0]).to.equal('Samedi 1er août 2026');
      }));

    it('shows five running events, and all with ?running=true', async () => {
      const ids: number[] = [];
      for (let place = 0; place < 6; place += 1) {
        const json = { title: `Show ${place}`, start_date: `2026-06-0${place + 1} 10:00`, end_date: '2026-06-20 18:00' };
        ids.push((await sample.ask('POST', '/events', { as: 'admin', json })).body.id);
      }
      const start = await get('/en/');
      expect(titlesOf(start).slice(0, 6)).to.deep.equal(['Long exhibition', 'Show 0', 'Show 1', 'Show 2', 'Show 3', 'Meeting 5']);
      expect(start.text).to.include(`<a href="${sample.address}/en/?running=true">All 7 events already on</a>`);
      const running = await get('/en/?running=true');
      expectPage(running, 'en');
      expect(titlesOf(running)).to.deep.equal(['Long exhibition', 'Show 0', 'Show 1', 'Show 2', 'Show 3', 'Show 4', 'Show 5']);
      expect(running.text).to.include('<meta name="robots" content="noindex">');
      await removeAll(ids);
    });

    it('names no hidden events', async () => {
      expect((await get('/en/')).text).to.not.match(/Secret|Unlisted|Hush/);
    });
  });

  describe('month view, GET /en/?month=YYYY-MM', () => {
    const cellOf = ({ text }: Answer, day: string): string =>
      new RegExp(`<td[^>]*>(?:<a class="number"[^>]*>)?<time datetime="${day}">.*?</td>`, 's').exec(text)?.[0] ?? '';

    it('shows the days of events in a table', async () => {
      const july = await get('/en/?month=2026-07');
      expectPage(july, 'en');
      expect(july.text).to.include('<h1>July 2026</h1>').and.to.include('<abbr title="Monday">Mon</abbr>');
      expect(matches(july.text, /<td/g)).to.equal(35);
      expect(cellOf(july, '2026-07-01'))
        .to.include(`<a class="number" href="${sample.address}/en/?day=2026-07-01" aria-label="Wednesday 1\u00a0July 2026, 2 events">`)
        .and.to.include('<span class="quiet">10:00</span> ')
        .and.to.include(`<a href="${sample.address}/en/event/carmen-tonight/">Carmen tonight</a>`);
      // Only the exhibition is on that day.
      expect(cellOf(july, '2026-07-10')).to.match(
        /^<td><a class="number" [^>]*, 1 event"><time datetime="2026-07-10">10<\/time><\/a><\/td>$/,
      );
      expect(cellOf(await get('/en/?month=2026-11'), '2026-11-02')).to.equal('<td><time datetime="2026-11-02">2</time></td>');
      // An event over several weeks appears once, above the days.
      expect(headingsOf(july)[0]).to.equal('Ongoing');
      expect(matches(july.text, /Long exhibition/g)).to.equal(1);
      expect(cellOf(await get('/en/?month=2026-05'), '2026-05-20')).to.include('Long exhibition');
    });

    it('shows four events of a day, with a link to all', async () => {
      const august = await get('/en/?month=2026-08');
      const cell = cellOf(august, '2026-08-15');
      expect([matches(cell, /Busy \d/g), cell.includes(`<a href="${sample.address}/en/?day=2026-08-15">51 more</a>`)]).to.deep.equal([
        4,
        true,
      ]);
    });

    it('links to the previous and next month with events, and no further', async () => {
      const months: string[] = [];
      for (let url: string | undefined = '/en/?month=2026-06'; url !== undefined && months.length < 50; ) {
        url = linkOf(await get(url), 'next');
        months.push(url?.slice(-7) ?? 'end');
      }
      expect(months).to.deep.equal([
        ...['2026-07', '2026-08', '2026-09', '2026-10', '2026-11', '2026-12', '2027-01', '2027-02', '2027-04'],
        'end',
      ]);
      expect(linkOf(await get('/en/?month=2026-01'), 'prev')).to.equal(undefined);
      const far = await get('/en/?month=9999-12');
      expect([linkOf(far, 'prev'), linkOf(far, 'next')]).to.deep.equal(['/en/?month=2027-04', undefined]);
    });

    it('shows an event of two days on both, and one until the night on its evening', async () => {
      const ids: number[] = [];
      for (const [title, start_date, end_date] of [
        ['Fair', '2027-03-06 10:00', '2027-03-07 18:00'],
        ['Ball', '2027-03-13 21:00', '2027-03-14 04:00'],
        ['Eve', '2027-03-20 21:00', '2027-03-21 00:00'],
      ])
        ids.push((await sample.ask('POST', '/events', { as: 'admin', json: { title, start_date, end_date } })).body.id);
      const march = await get('/en/?month=2027-03');
      const days = ['06', '07', '13', '14', '20', '21'].map((day) => cellOf(march, `2027-03-${day}`));
      expect(days.map((cell) => /Fair|Ball|Eve/.exec(cell)?.[0])).to.deep.equal(['Fair', 'Fair', 'Ball', undefined, 'Eve', undefined]);
      await removeAll(ids);
    });
  });

  describe('day view, GET /en/?day=YYYY-MM-DD', () => {
    it('shows running events and those that start on the day, in pages, with links to the days beside it', async () => {
      const day = await get('/en/?day=2026-08-15');
      expectPage(day, 'en');
      expect(day.text).to.include('<h1>Saturday 15\u00a0August 2026</h1>');
      expect([titlesOf(day)[0], titlesOf(day).length]).to.deep.equal(['Long exhibition', 21]);
      expect(titlesOf(await get('/en/?day=2026-08-15&page=3')).length).to.equal(15);
      const other = await get('/en/?day=2026-07-02');
      expect([titlesOf(other), linkOf(other, 'prev'), linkOf(other, 'next')]).to.deep.equal([
        ['Long exhibition'],
        '/en/?day=2026-07-01',
        '/en/?day=2026-07-03',
      ]);
    });

    it('shows past events', async () => {
      expect(titlesOf(await get('/en/?day=2026-01-03'))).to.deep.equal(['Meeting 0']);
      const none = await get('/fr/?day=1999-01-01');
      expect([none.text.includes('Aucun évènement ce jour-là.'), linkOf(none, 'next')]).to.deep.equal([true, '/fr/?day=2026-01-03']);
    });
  });

  describe('filters and search', () => {
    it('shows the events of all filters together, each with a link that removes it', async () => {
      const [music, hall] = [await idOf('categories', 'Music'), await idOf('venues', 'Old Hall')];
      const page = await get(`/en/?categories=${music}&venue=${hall}&q=&start_date=2026-08-01&end_date=`);
      expectPage(page, 'en');
      expect(titlesOf(page)).to.deep.equal(['Meeting 6', 'Meeting 8', 'Meeting 10', 'Meeting 12']);
      expect(page.text).to.include('<h1>Upcoming events · From Saturday 1\u00a0August 2026 · Music · Old Hall</h1>');
      expect(chosenOf(page)).to.deep.equal([
        ['From Saturday 1\u00a0August 2026', `/en/?categories=${music}&venue=${hall}`],
        ['Music', `/en/?venue=${hall}&start_date=2026-08-01`],
        ['Old Hall', `/en/?categories=${music}&start_date=2026-08-01`],
      ]);
      expect(page.text).to.include('<meta name="robots" content="noindex">').and.to.not.include('rel="canonical"');
      // The link to the other language keeps the filters.
      expect(page.text).to.include(
        `href="${sample.address}/fr/?categories=${music}&amp;venue=${hall}&amp;start_date=2026-08-01" hreflang="fr"`,
      );
      const french = await get(`/fr/?categories=${music}&venue=${hall}&start_date=2026-08-01`);
      expect(titlesOf(french)).to.deep.equal(['Réunion 6', 'Réunion 8', 'Réunion 10', 'Réunion 12']);
      expect(chosenOf(french).map(([label]) => label)).to.deep.equal(['Du samedi 1er\u00a0août 2026', 'Musique', 'Vieille Salle']);
      expect(titlesOf(await get(`/en/?month=2026-10&categories=${music}`))).to.deep.equal([]);
      expect((await get(`/en/?month=2026-10&categories=${music}`)).text).to.include('Meeting 8');
      expect(linkOf(await get(`/en/?month=2026-10&categories=${music}`), 'next')).to.equal(`/en/?categories=${music}&month=2026-12`);
    });

    it('q finds words, best match first, with the number of results', async () => {
      const page = await get('/en/?q=meting+7');
      expectPage(page, 'en');
      expect([titlesOf(page), headingsOf(page)[0]]).to.deep.equal([['Meeting 7'], 'Found']);
      expect(chosenOf(page)).to.deep.equal([['“meting 7”', '/en/']]);
      const hostile = await get(`/en/?q=${encodeURIComponent('"><script>alert(1)</script>')}`);
      expectPage(hostile, 'en');
      expect(hostile.text).to.not.include('<script>alert');
    });

    it('when=today, tomorrow, week and weekend', () =>
      at('2026-06-25T12:00:00Z', async () => {
        expect(titlesOf(await get('/en/?when=weekend'))).to.deep.equal(['Long exhibition', 'Meeting 5']);
        expect(titlesOf(await get('/en/?when=tomorrow'))).to.deep.equal(['Long exhibition']);
        expect(titlesOf(await get('/en/?when=week'))).to.deep.equal(['Long exhibition', 'Meeting 5', 'Carmen tonight']);
        // Both filters apply.
        expect(titlesOf(await get('/en/?when=week&start_date=2026-06-29'))).to.deep.equal(['Long exhibition', 'Carmen tonight']);
        sample.clock.set('2026-06-28T12:00:00Z');
        expect(titlesOf(await get('/en/?when=weekend'))).to.deep.equal(['Long exhibition']);
        sample.clock.set('2026-06-27T12:00:00Z');
        expect(headingsOf(await get('/fr/?when=today')).slice(0, 1)).to.deep.equal(['Aujourd’hui, samedi 27 juin 2026']);
      }));

    it('start_date and end_date list whole past days', async () => {
      expect(titlesOf(await get('/en/?start_date=2026-01-01&end_date=2026-03-01'))).to.deep.equal(['Meeting 0', 'Meeting 1']);
      expect(titlesOf(await get('/en/?end_date=2026-01-03'))).to.deep.equal(['Meeting 0']);
      expect(titlesOf(await get('/en/?end_date=2026-03-01'))).to.deep.equal(['Meeting 0', 'Meeting 1']);
      expect((await get('/en/?end_date=2026-03-01')).text).to.include('<h1>Events · To Sunday 1\u00a0March 2026</h1>');
    });

    it('menus of categories and venues count events under the other filters (facets)', async () => {
      const start = await get('/en/');
      expect(offered(start, 'categories')).to.deep.equal(['All categories', 'Jazz (4)', 'Music (4)', 'Opera nights (1)', 'Talks (5)']);
      expect(offered(start, 'venue')).to.deep.equal(['All places', 'Old Hall (9)', 'Opera House (1)']);
      const opera = await get(`/en/?venue=${await idOf('venues', 'Opera House')}`);
      expect(offered(opera, 'categories')).to.deep.equal(['All categories', 'Opera nights (1)']);
      expect(offered(opera, 'venue')).to.deep.equal(['All places', 'Old Hall (9)', 'Opera House (1)']);
      expect(opera.text).to.match(/<option value="\d+" selected>Opera House \(1\)/);
    });

    it('the form keeps filters that it has no field for', async () => {
      const tag = await idOf('tags', 'sung');
      const page = await get(`/en/?tags=${tag}&geoloc_lat=45.77&geoloc_lng=4.84&geoloc_radius=10`);
      expect(titlesOf(page)).to.deep.equal(['Carmen tonight']);
      expect(chosenOf(page)).to.deep.equal([
        ['sung', '/en/?geoloc_lat=45.77&geoloc_lng=4.84&geoloc_radius=10'],
        ['Within 10 km', `/en/?tags=${tag}`],
      ]);
      for (const field of [`name="tags" value="${tag}"`, 'name="geoloc_lat" value="45.77"'])
        expect(page.text).to.include(`<input type="hidden" ${field}>`);
      expect((await get('/en/?month=2026-07')).text).to.include('<input type="hidden" name="month" value="2026-07">');
    });

    it('geoloc_lat and geoloc_lng show distances and offer a radius', async () => {
      const near = await get('/en/?geoloc_lat=45.75&geoloc_lng=4.84');
      expect(near.text).to.match(/Carmen tonight<\/a>[\s\S]*?<p class="quiet">Opera House, Lyon · 2\.2 km away<\/p>/);
      expect(offered(near, 'radius')).to.deep.equal(['1 km', '2 km', '5 km', '10 km', '25 km', '50 km', '100 km']);
      expect(near.text).to.include('<option value="25" selected>25 km');
      const nearer = await get('/fr/?geoloc_lat=45.75&geoloc_lng=4.84&geoloc_radius=3');
      expect(nearer.text).to.include('<option value="3" selected>3 km').and.to.include('<option value="1">1 km');
    });

    it('ml_fallback=true adds events of other languages, marked by language', async () => {
      expect(titlesOf(await get('/en/?q=chanson'))).to.deep.equal([]);
      const page = await get('/en/?q=chanson&ml_fallback=true');
      expect(page.text).to.match(/<h3><a href="[^"]*\/fr\/event\/chanson\/" lang="fr">Chanson<\/a> <span class="mark">French<\/span>/);
      expect(chosenOf(page)).to.deep.equal([
        ['“chanson”', '/en/?ml_fallback=true'],
        ['Also events that are not in English', '/en/?q=chanson'],
      ]);
      expect(page.text).to.include('name="ml_fallback" value="true" checked>');
      expect((await sample.ask('GET', `/${calendarOf(page)}`)).text).to.include('Chanson');
      const [one, both] = [await get('/fr/'), await get('/fr/?ml_fallback=true')];
      const countOf = ({ text }: Answer) => Number(/<p class="quiet">(\d+) évènements/.exec(text)?.[1]);
      const { body } = await sample.ask(
        'GET',
        '/events?ml_fallback=true&start_date=now&overlaps=1&strict_dates=1&starts_before=9999-01-01',
        {
          language: 'fr',
        },
      );
      expect([countOf(both), countOf(one) < body.total]).to.deep.equal([body.total, true]);
      const month = await get('/en/?month=2026-07&ml_fallback=true');
      expect(month.text).to.include('lang="fr">Chanson</a>');
      expect((await get('/en/?ml_fallback=maybe')).status).to.equal(400);
    });

    it('q names words without results and shows similar ones', async () => {
      const english = await get('/en/?q=carmne');
      expect(titlesOf(english)).to.include('Carmen tonight');
      expect(english.text).to.include('<p class="notice">No events contain “carmne”. These contain a word with a similar spelling.</p>');
      expect((await get('/fr/?q=carmne')).text).not.to.include('No events contain');
      expect((await get('/en/?q=carmen')).text).not.to.include('class="notice"');
      expect((await get('/en/?q=qwxyzzy')).text).not.to.include('class="notice"');
      expect((await get('/en/?q=CARMN%C3%89')).text).to.include('“CARMNÉ”');
    });

    it('q neither finds nor suggests words of hidden events', async () => {
      const at = { start_date: '2026-07-20', end_date: '2026-07-20' };
      const make = async (json: object) =>
        expect((await sample.ask('POST', '/events', { as: 'admin', json: { ...at, ...json } })).status).to.equal(201);
      await make({ title: 'Gazette' });
      for (const [place, status] of ['draft', 'pending', 'private'].entries()) {
        await make({ title: `Gazett${'abc'[place]}`, status });
        await make({ title: `Flibbertigibb${'abc'[place]}`, status });
      }
      await make({ title: 'Gazettd', hide_from_listings: true });
      await make({ title: 'Closed', description: 'Gazettf flibbertigibbf', password: 'sesame' });
      for (const letter of 'abcdf') {
        const corrected = await get(`/en/?q=gazett${letter}`);
        expect([titlesOf(corrected), /No events contain “gazett.”/.test(corrected.text)], letter).to.deep.equal([['Gazette'], true]);
      }
      const none = await get('/en/?q=flibbertigibbz');
      expect([titlesOf(none), none.text.includes('class="notice"')]).to.deep.equal([[], false]);
    });

    it('links the .ics calendar of the same filters', async () => {
      const [jazz, hall] = [await idOf('categories', 'Jazz'), await idOf('venues', 'Old Hall')];
      const address = calendarOf(await get(`/en/?categories=${jazz}&venue=${hall}&start_date=2026-08-01&end_date=2026-12-31`));
      const calendar = await sample.ask('GET', `/${address}`);
      expect([calendar.status, [...calendar.text.matchAll(/^SUMMARY.*:(.*)$/gm)].map(([, title = '']) => title.trim())]).to.deep.equal([
        200,
        ['Meeting 6', 'Meeting 8', 'Meeting 10'],
      ]);
      expect(calendarOf(await get('/en/?when=weekend'))).to.equal(
        '/en/cal/events/v1/events.ics?overlaps=true&own_days=true&start_date=saturday+this+week&end_date=sunday+this+week',
      );
      expect(calendarOf(await get('/en/?day=2026-08-15'))).to.equal(
        '/en/cal/events/v1/events.ics?overlaps=true&own_days=true&start_date=2026-08-15&end_date=2026-08-15',
      );
      expect(calendarOf(await get(`/en/?month=2026-08&venue=${hall}`))).to.equal(
        `/en/cal/events/v1/events.ics?venue=${hall}&overlaps=true&own_days=true&start_date=2026-08-01&end_date=2026-08-31`,
      );
      expect(calendarOf(await get('/en/'))).to.equal('/en/cal/events/v1/events.ics');
    });

    it('invalid filters are refused by a page with 400', async () => {
      for (const query of [
        ...['when=never', 'categories=none', 'venue=987654', 'start_date=x', 'geoloc_lat=1', 'free=perhaps', 'month=2026-13'],
        ...['month[]=2026-01', 'day=2026-02-29', 'day[a]=b', 'page=0', 'page=x', 'page[]=2', 'running=yes', `q=${'a '.repeat(80)}`],
      ]) {
        const page = await get(`/fr/?${query}`);
        expect([query, page.status]).to.deep.equal([query, 400]);
        expectPage(page, 'fr');
        expect(page.text).to.match(/<li><code>\w+<\/code> [^<]+<\/li>/);
      }
      // Unknown parameters of other programs are ignored.
      expect((await get('/fr/?utm_source=letter&fbclid=x')).status).to.equal(200);
    });

    it('the form sends all of several chosen values', async () => {
      const [jazz, talks] = [await idOf('categories', 'Jazz'), await idOf('categories', 'Talks')];
      const page = await get(`/en/?categories=${jazz},${talks}&attendance=online,mixed&free=false`);
      expect(page.text).to.include(`<select id="categories" name="categories[]">`);
      for (const field of [`name="categories[]" value="${talks}"`, 'name="attendance" value="online,mixed"', 'name="free" value="false"'])
        expect(page.text).to.include(`<input type="hidden" ${field}>`);
      const all = await get(`/en/?categories[]=${jazz}&categories[]=${talks}&q=&when=`);
      expect(titlesOf(all)).to.deep.equal([5, 6, 7, 8, 9, 10, 11, 12, 13].map((place) => `Meeting ${place}`));
      expect(titlesOf(await get(`/en/?categories[]=&categories[]=${talks}`)).length).to.equal(5);
    });

    it('menus offer a translated category once', async () => {
      const music = await idOf('categories', 'Music');
      const page = await get(`/fr/?categories=${music}`);
      expect(offered(page, 'categories').filter((one) => one.startsWith('Musique'))).to.deep.equal(['Musique (4)']);
      expect(page.text).to.match(/<option value="\d+" selected>Musique \(4\)/);
      const sung = await idOf('tags', 'sung');
      expect((await get(`/fr/?tags=${sung}`)).text).to.include('<span lang="en">sung</span>');
    });

    it('dates that exclude each other list nothing, and empty filters are ignored', async () => {
      for (const query of ['start_date=2026-07-10&end_date=2026-07-01', 'when=today&start_date=2026-08-01'])
        expect([query, titlesOf(await get(`/en/?${query}`))]).to.deep.equal([query, []]);
      const radius = await get('/en/?geoloc_radius=5&q=+');
      expect([radius.text.includes('<h1>Upcoming events</h1>'), radius.text.includes('name="geoloc_radius"')]).to.deep.equal([true, false]);
      const { text } = await get('/en/?q=a%00b');
      expect([text.includes('\0'), text.includes('<h1>Upcoming events · “a b”</h1>')]).to.deep.equal([false, true]);
    });

    it('filters name no hidden venue, category or event', async () => {
      const hidden = await get(`/en/?venue=${sample.named['hidden venue']}`);
      expect(hidden.status).to.equal(400);
      expect((await get('/en/')).text).to.not.match(/Hidden Venue|Secret Cellar|Secret circle/);
    });
  });

  describe('events of other time zones', () => {
    const made: number[] = [];
    const make = async (title: string, timezone: string, start_date: string, end_date: string, more: object = {}) => {
      const json = { title, timezone, start_date, end_date, ...more };
      made.push((await sample.ask('POST', '/events', { as: 'admin', json })).body.id);
    };
    afterEach(async () => {
      await removeAll(made.splice(0));
    });

    it('shows an event on its local day, in every view', async () => {
      await make('West', 'America/Los_Angeles', '2027-05-10 20:00', '2027-05-10 22:00');
      await make('East', 'Pacific/Kiritimati', '2027-05-13 02:00', '2027-05-13 04:00');
      for (const [day, titles] of [
        ['2027-05-10', ['West']],
        ['2027-05-11', []],
        ['2027-05-12', []],
        ['2027-05-13', ['East']],
      ] as const) {
        const page = await get(`/en/?day=${day}`);
        expect([day, titlesOf(page)]).to.deep.equal([day, titles]);
        expect([day, titlesOf(await get(`/en/?start_date=${day}&end_date=${day}`))]).to.deep.equal([day, titles]);
      }
      expect(linkOf(await get('/en/?day=2027-05-10'), 'next')).to.equal('/en/?day=2027-05-13');
      const may = await get('/en/?month=2027-05');
      expect([...may.text.matchAll(/class="number" href="[^"]*day=([\d-]*)"/g)].map(([, day]) => day)).to.deep.equal([
        '2027-05-10',
        '2027-05-13',
      ]);
    });

    it('shows an event as running only between start and end', () =>
      at('2027-05-11T00:40:00Z', async () => {
        await make('Tonight', 'America/Los_Angeles', '2027-05-10 20:00', '2027-05-10 22:00');
        await make('Just over', 'UTC', '2027-05-10 20:00', '2027-05-11 00:00');
        await make('Just on', 'UTC', '2027-05-10 23:00', '2027-05-11 02:00');
        const start = await get('/en/');
        expect(headingsOf(start)).to.deep.equal(['Already on', 'Monday 10 May 2027', 'Calendar']);
        expect(titlesOf(start)).to.deep.equal(['Just on', 'Tonight']);
        expect(titlesOf(await get('/en/?day=2027-05-11'))).to.deep.equal(['Just on']);
        expect(titlesOf(await get('/en/?day=2027-05-10')).sort()).to.deep.equal(['Just on', 'Just over', 'Tonight']);
      }));

    it('shows 9999-12-31', async () => {
      await make('Last', 'UTC', '9999-12-31 10:00', '9999-12-31 12:00');
      expect(titlesOf(await get('/en/?day=9999-12-31'))).to.deep.equal(['Last']);
      const last = await get('/en/?month=9999-12');
      expect([matches(last.text, /<td/g), last.text.includes('day=9999-12-31'), linkOf(last, 'next')]).to.deep.equal([35, true, undefined]);
      expect(linkOf(await get('/en/?day=2027-04-03'), 'next')).to.equal('/en/?day=9999-12-31');
      expect(titlesOf(await get('/en/?start_date=9000-01-01'))).to.deep.equal(['Last']);
      const calendar = await sample.ask('GET', `/${calendarOf(await get('/en/?start_date=9000-01-01'))}`);
      expect(calendar.text).to.include('SUMMARY;LANGUAGE=en:Last');
    });

    it('shows every long event', async () => {
      for (let place = 0; place < 12; place += 1) await make(`Show ${place}`, 'UTC', '2027-08-01 10:00', '2027-09-30 18:00');
      const { text } = await get('/en/?month=2027-09');
      expect(matches(text, />Show \d+</g)).to.equal(12);
    });
  });

  it('Cache-Control is public for a minute without credentials, no-store for 404', async () => {
    for (const path of ['/', '/en/', '/en/?month=2026-07', '/en/event/carmen-tonight/', '/fr/venue/', '/en/errors']) {
      const { headers } = await sample.ask('GET', `/${path}`, { headers: BROWSER });
      expect(headers['cache-control'], path).to.equal('public, max-age=60, stale-while-revalidate=60');
      const own = await sample.ask('GET', `/${path}`, { as: 'subscriber', headers: BROWSER });
      expect(own.headers['cache-control'], path).to.include('no-store').and.to.include('private');
    }
    for (const path of ['/en/event/nothing/', '/en/event/', '/en/errors/none'])
      expect((await get(path)).headers['cache-control']).to.equal('no-store');
  });
});
