import { expect } from 'chai';
import { BROWSER, expectPage } from '../../html/page';
import { type Sample, startSample } from '../../html/sample';

let sample: Sample;
const get = async (path: string) => sample.ask('GET', `/${path}`, { headers: BROWSER });
const marksOf = (text: string): string[] =>
  [...(/<h1>[^<]*<\/h1>\n<p>((?:<span class="mark">[^<]*<\/span> )+)<\/p>/.exec(text)?.[1] ?? '').matchAll(/>([^<]+)</g)].flatMap(
    ([, mark = '']) => (mark.trim() === '' ? [] : [mark]),
  );
const linkTo = (text: string, host: string): URL =>
  new URL((new RegExp(`href="(https://${host}/[^"]*)"`).exec(text)?.[1] ?? '').replaceAll('&amp;', '&'));
const sectionOf = (text: string, title: string): string =>
  [...text.matchAll(/<section>\n([\s\S]*?)<\/section>/g)]
    .map(([, section = '']) => section)
    .find((one) => one.replaceAll(/<\/?span[^>]*>/g, '').includes(`<h2>${title}</h2>`)) ?? '';
const titlesIn = (section: string): string[] =>
  [...section.matchAll(/<h3><a href="[^"]*"[^>]*>([^<]*)<\/a>/g)].map(([, title = '']) => title);
const make = async (json: object): Promise<string> => {
  const { status, body, text } = await sample.ask('POST', '/events', { as: 'admin', json });
  expect(status, text).to.equal(201);
  return String(body.url).slice(sample.address.length);
};

describe('GET /en/event/SLUG/: the page of an event', () => {
  before(async () => {
    sample = await startSample({}, { isBusy: false });
  });
  after(() => sample.stop());

  it('links to web calendars and to the .ics file', async () => {
    const { text } = await get('/en/event/meeting-8/');
    const google = linkTo(text, 'calendar.google.com').searchParams;
    expect(Object.fromEntries(google)).to.deep.equal({
      action: 'TEMPLATE',
      text: 'Meeting 8',
      dates: '20261010T173000Z/20261010T190000Z',
      details: `Number 8.\n\n${sample.address}/en/event/meeting-8/`,
      location: 'Old Hall, 1 rue des Arts, Lyon, France',
    });
    const outlook = linkTo(text, 'outlook.live.com').searchParams;
    expect([outlook.get('subject'), outlook.get('startdt'), outlook.get('enddt'), outlook.get('allday')]).to.deep.equal([
      'Meeting 8',
      '2026-10-10T17:30:00Z',
      '2026-10-10T19:00:00Z',
      'false',
    ]);
    const [, file = ''] = /<a class="button" href="([^"]*)" type="text\/calendar" download>/.exec(text) ?? [];
    expect((await get(file.slice(sample.address.length))).text).to.include('SUMMARY;LANGUAGE=en:Meeting 8');
  });

  it('has the image_alt in alt and og:image:alt, and the size of the image', async () => {
    const pictured = { title: 'Pictured', start_date: '2026-07-01', end_date: '2026-07-01', image: 'https://images.example/hall.jpg' };
    const { text } = await get(await make({ ...pictured, image_alt: 'A hall <full> of "people"' }));
    const alt = 'A hall of &quot;people&quot;';
    expect(text).to.include(`<p class="picture"><img src="https://images.example/hall.jpg" alt="${alt}" loading="lazy"`);
    expect(text).to.include(`<meta property="og:image:alt" content="${alt}">`);
    expect(text).to.match(/\.picture img[^}]*aspect-ratio/);
    expect((await get(await make(pictured))).text).to.include('<meta property="og:image:alt" content="Pictured">');
  });

  it('gives web calendars an all-day event up to the next day', async () => {
    const { text } = await get('/en/event/meeting-6/');
    expect(linkTo(text, 'calendar.google.com').searchParams.get('dates')).to.equal('20260801/20260802');
    const outlook = linkTo(text, 'outlook.live.com').searchParams;
    expect([outlook.get('startdt'), outlook.get('enddt'), outlook.get('allday')]).to.deep.equal(['2026-08-01', '2026-08-02', 'true']);
  });

  it('says that the event is over or on now, unless it is cancelled', async () => {
    const dates = { start_date: '2026-06-15 10:00', end_date: '2026-06-15 20:00' };
    const over = (await get('/en/event/meeting-4/')).text;
    expect([marksOf(over), over.includes('Add to my calendar')]).to.deep.equal([['Over'], false]);
    expect(marksOf((await get('/en/event/meeting-6/')).text)).to.deep.equal([]);
    expect(marksOf((await get(await make({ title: 'Now', ...dates }))).text)).to.deep.equal(['On now']);
    const cancelled = (await get(await make({ title: 'Not now', ...dates, event_status: 'cancelled' }))).text;
    expect(marksOf(cancelled)).to.deep.equal(['Cancelled']);
    // Web calendars have no field for the status.
    expect(linkTo(cancelled, 'calendar.google.com').searchParams.get('text')).to.equal('Cancelled · Not now');
    expect(linkTo(cancelled, 'outlook.live.com').searchParams.get('subject')).to.equal('Cancelled · Not now');
    const far = await make({ title: 'Far', ...dates, attendance: 'online', virtual_url: 'https://meet.example/far' });
    expect(marksOf((await get(far)).text)).to.deep.equal(['Online', 'On now']);
    expect(linkTo((await get(far)).text, 'calendar.google.com').searchParams.get('location')).to.equal('https://meet.example/far');
  });

  it('lists other events of its venue, organizer and day, each once', async () => {
    const { text } = await get('/en/event/meeting-4/');
    const [at, by] = [sectionOf(text, 'More at Old Hall'), sectionOf(text, 'More by The Club')];
    expect([titlesIn(at), titlesIn(by)]).to.deep.equal([
      ['Meeting 5', 'Meeting 6', 'Meeting 7'],
      ['Meeting 8', 'Meeting 9', 'Meeting 10'],
    ]);
    expect(at).to.include(`<a href="${sample.address}/en/venue/old-hall/">Show all</a>`);
    expect(titlesIn(sectionOf(text, 'On the same day'))).to.deep.equal(['Long exhibition']);
    const french = await get('/fr/event/reunion-4/');
    expectPage(french, 'fr');
    expect(titlesIn(sectionOf(french.text, 'Aussi à cet endroit\u00a0: Vieille Salle'))).to.deep.equal([
      'Réunion 5',
      'Réunion 6',
      'Réunion 7',
    ]);
    expect(sectionOf(text, 'On the same day')).to.include(`<a href="${sample.address}/en/?day=2026-05-23">`);
  });

  it('lists no other events of a hidden venue', async () => {
    const dates = (day: string) => ({ start_date: `${day} 10:00`, end_date: `${day} 11:00` });
    const venue = sample.named['hidden venue'];
    await make({ title: 'Upstairs', ...dates('2027-09-01'), venue });
    const { text } = await get(await make({ title: 'Downstairs', ...dates('2027-09-02'), venue }));
    expect(text).to.not.match(/<h2>More at|Hidden Venue/);
    expect(titlesIn(text)).to.deep.equal([]);
    expect((await get('/en/event/members-only/')).text).to.not.match(/More at|More by|calendar\.google|outlook/);
  });
});
