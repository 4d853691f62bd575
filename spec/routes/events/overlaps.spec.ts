import { expect } from 'chai';
import { readCalendar } from '../../support/read-calendar';
import { openStage, type Stage, type Step } from '../../support/scenario';

const event = (title: string, start_date: string, end_date: string, more: object = {}): Step => ({
  path: '/events',
  json: { title, start_date, end_date, ...more },
});

const RECORDS: Readonly<Record<string, Step>> = {
  eve: event('Eve', '2030-05-31 20:00:00', '2030-06-01 00:00:00'),
  night: event('Night', '2030-05-31 22:00:00', '2030-06-01 02:00:00'),
  noon: event('Noon', '2030-06-01 12:00:00', '2030-06-01 13:00:00'),
  whole: event('Whole', '2030-06-01', '2030-06-01', { all_day: true }),
  moment: event('Moment', '2030-06-01 00:00:00', '2030-06-01 00:00:00'),
  next: event('Next', '2030-06-02 00:00:00', '2030-06-02 02:00:00'),
  // Each event is on 1 June in only one of two zones: its own and that of the site.
  tokyo: event('Tokyo', '2030-06-01 07:00:00', '2030-06-01 08:00:00', { timezone: 'Asia/Tokyo' }),
  honolulu: event('Honolulu', '2030-05-31 20:00:00', '2030-05-31 22:00:00', { timezone: 'Pacific/Honolulu' }),
  long: event('Long', '2029-11-01 10:00:00', '2031-01-01 10:00:00'),
};

describe('GET /events?overlaps', () => {
  let stage: Stage;
  before(async () => {
    stage = await openStage();
    await stage.give(RECORDS);
  });
  after(() => stage.stop());

  const day = 'overlaps=true&start_date=2030-06-01&end_date=2030-06-01';
  const ofSite = ['Honolulu', 'Long', 'Moment', 'Night', 'Noon', 'Whole'];
  const ofOwn = ['Long', 'Moment', 'Night', 'Noon', 'Tokyo', 'Whole'];

  const listed = async (query: string): Promise<string[]> => {
    const { body } = await stage.ask('GET', `/events?per_page=50&${query}`);
    return body.events.map(({ title }: { title: string }) => title).sort();
  };
  const inCalendar = async (path: string): Promise<string[]> =>
    readCalendar((await stage.ask('GET', path)).text)
      .events.map((one) => one.text('summary') ?? '')
      .sort();
  const inFeed = async (path: string): Promise<string[]> =>
    [...(await stage.ask('GET', path)).text.matchAll(/<entry>\n<id>.*\n<title>(.*)<\/title>/g)].map(([, title = '']) => title).sort();

  it('leaves out events that end when the day begins or begin when it ends, in every form', async () => {
    expect(await listed(day)).to.deep.equal(ofSite);
    expect(await inCalendar(`/events.ics?${day}`)).to.deep.equal(ofSite);
    expect(await inFeed(`/events.atom?${day}`)).to.deep.equal(ofSite);
    const { body: map } = await stage.ask('GET', `/events?per_page=50&format=geojson&${day}`);
    expect(map.features.map(({ properties }: { properties: { title: string } }) => properties.title).sort()).to.deep.equal(ofSite);
    const { body: counts } = await stage.ask('GET', `/events?per_page=0&facets=month&${day}`);
    expect(counts.total).to.equal(ofSite.length);
  });

  it('finds nothing in a window that ends before it begins', async () => {
    const turned = 'overlaps=true&start_date=2030-06-05&end_date=2030-06-01';
    expect(await listed(turned)).to.deep.equal([]);
    expect(await inFeed(`/events.atom?${turned}`)).to.deep.equal([]);
    expect((await stage.ask('GET', `/events.ics?${turned}`)).text).to.not.include('VEVENT');
  });

  it('means days of each event’s own zone with own_days, in calendars and feeds', async () => {
    expect(await inCalendar(`/events.ics?${day}&own_days=true`)).to.deep.equal(ofOwn);
    expect(await inFeed(`/events.atom?${day}&own_days=true`)).to.deep.equal(ofOwn);
    expect(await inCalendar(`/events.ics?${day}&own_days=true&starts_before=2030-05-30`)).to.deep.equal(['Long']);
  });

  it('agrees with the page of the day, and with the calendar and the feed that the page names', async () => {
    const { text } = await stage.ask('GET', '//en/?day=2030-06-01', { headers: { accept: 'text/html' } });
    const shown = [...text.matchAll(/<h3[^>]*><a[^>]*>(.*?)<\/a>/g)].map(([, title = '']) => title).sort();
    expect(shown).to.deep.equal(ofOwn);
    const links = ['text/calendar', 'application/atom+xml'].map(
      (type) =>
        new RegExp(`<link rel="alternate" type="${type.replace('+', '\\+')}" href="([^"]*)"`).exec(text)?.[1]?.replaceAll('&amp;', '&') ??
        '',
    );
    const [calendar = '', feed = ''] = links.map((link) => `/${new URL(link).pathname}${new URL(link).search}`);
    expect(await inCalendar(calendar)).to.deep.equal(ofOwn);
    expect(await inFeed(feed)).to.deep.equal(ofOwn);
  });
});
