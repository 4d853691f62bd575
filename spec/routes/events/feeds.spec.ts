import { expect } from 'chai';
import { openStage, type Stage, type Step } from '../../support/scenario';
import { expectXml } from '../../support/xml';

const times = (day: string) => ({ start_date: `${day} 20:00:00`, end_date: `${day} 22:00:00` });
const event = (title: string, more: object = {}): Step => ({ path: '/events', json: { title, ...times('2030-02-01'), ...more } });

const RECORDS: Readonly<Record<string, Step>> = {
  hall: { path: '/venues', json: { venue: 'Old Hall', city: 'Lyon' } },
  first: event('First', { date: '2029-12-01 10:00:00', venue: '{hall}', categories: ['Music'], description: '<p>Tea &amp; cake</p>' }),
  second: event('Second', { date: '2029-12-02 10:00:00', ...times('2030-02-05') }),
  third: event('<Third> & "last" \u0008', { date: '2029-12-03 10:00:00' }),
  french: { ...event('Fête'), language: 'fr' },
  hidden: event('Hidden', { hide_from_listings: true }),
  locked: event('Locked', { password: 'sesame' }),
  draft: event('Draft', { status: 'draft' }),
  over: event('Over', { date: '2029-11-01 10:00:00', ...times('2029-11-05') }),
};

describe('GET /events.atom', () => {
  let stage: Stage;
  before(async () => {
    stage = await openStage();
    await stage.give(RECORDS);
  });
  after(() => stage.stop());

  const read = async (query: string, language: 'en' | 'fr' = 'en') => {
    const { status, headers, text } = await stage.ask('GET', `//${language}/cal/events/v1/events.atom${query}`);
    return { status, headers, text, titles: [...text.matchAll(/<entry>[\s\S]*?<title>([^<]*)</g)].map(([, title = '']) => title) };
  };

  it('lists public events, last published first', async () => {
    const { status, headers, text, titles } = await read('');
    expect(status).to.equal(200);
    expect(headers).to.include({ 'content-type': 'application/atom+xml; charset=utf-8', 'cache-control': 'public, max-age=300' });
    // Titles lose their HTML tags.
    expect(titles).to.deep.equal(['&amp; &quot;last&quot;', 'Second', 'First']);
    expectXml(text);
    expect(text).to.include('<published>2029-12-02T10:00:00.000Z</published>').and.to.include('Old Hall, Lyon\nTea &amp; cake</summary>');
  });

  it('obeys the filters of the list, and has a stable id', async () => {
    const music = await read('?categories=music&free=true');
    expect(music.titles).to.deep.equal([]);
    const { titles, text } = await read('?categories=music');
    expect(titles).to.deep.equal(['First']);
    const [, self = ''] = /<link rel="self" type="application\/atom\+xml" href="([^"]*)"\/>/.exec(text) ?? [];
    expect(self).to.match(/\/en\/cal\/events\/v1\/events\.atom\?categories=[\w-]+$/);
    expect((await read(self.slice(self.indexOf('?')))).titles).to.deep.equal(['First']);
    expect((await read('?start_date=2029-11-01&end_date=2029-11-30')).text).to.include('events.atom?start_date=2029-11-01');
    expect((await read('?start_date=2029-11-01&end_date=2029-11-30')).titles).to.deep.equal(['Over']);
    expect((await read('?overlaps=true&start_date=saturday+this+week&end_date=sunday+this+week')).text).to.include(
      'start_date=saturday+this+week&amp;end_date=sunday+this+week',
    );
    const french = await read('', 'fr');
    expect([french.titles, french.text.includes('xml:lang="fr"')]).to.deep.equal([['Fête'], true]);
  });

  it('refuses what the list refuses (400), and is private with credentials', async () => {
    expect((await read('?categories=none')).status).to.equal(400);
    const { headers } = await stage.ask('GET', '//en/cal/events/v1/events.atom', { as: 'admin' });
    expect(headers['cache-control']).to.include('no-store').and.to.include('private');
  });
});
