import { expect } from 'chai';
import { openStage, type Stage, type Step } from '../../support/scenario';

const RECORDS: Readonly<Record<string, Step>> = {
  hall: { path: '/venues', json: { venue: 'Hall', city: 'Lyon', phone: '+33 (0)4 00 00 00 01 / 06 00 00 00 02' } },
  yard: { path: '/venues', json: { venue: 'Yard', city: 'Paris' } },
  night: {
    path: '/events',
    json: {
      ...{ title: 'Night', start_date: '2030-10-27T00:30:00Z', end_date: '2030-10-27T01:15:00Z' },
      ...{ timezone: 'Europe/Paris', venue: ['{hall}', '{yard}'], attendance: 'mixed' },
    },
  },
  before: {
    path: '/events',
    json: { title: 'Before', start_date: '2026-11-01T04:15:00Z', end_date: '2026-11-01T10:00:00Z', timezone: 'America/New_York' },
  },
};

describe('pages of events and venues', () => {
  let stage: Stage;
  before(async () => {
    stage = await openStage({ SITE_TIMEZONE: 'Europe/Paris' });
    await stage.give(RECORDS);
  });
  after(() => stage.stop());

  const page = async (path: string): Promise<string> => {
    const { status, text } = await stage.ask('GET', `/${path}`, { headers: { accept: 'text/html' } });
    expect(status).to.equal(200);
    return text.replaceAll('\u00a0', ' ');
  };

  it('show the zone without an abbreviation if the offsets of start and end differ', async () => {
    const list = (await page('/en/?day=2026-11-01')).replaceAll(/<[^>]*>/g, '');
    expect(list).to.include('00:15 – 05:00 (America/New_York)\n');
    expect(await page('/en/event/before/')).to.include('Time zone: America/New_York<');
  });

  it('name all venues in the links to Google and Outlook', async () => {
    const text = await page('/en/event/night/');
    for (const host of ['calendar.google.com', 'outlook.live.com']) {
      const [, href = ''] = new RegExp(`href="(https://${host}[^"]*)"`).exec(text) ?? [];
      const location = new URL(href.replaceAll('&amp;', '&')).searchParams.get('location');
      expect(location).to.equal('Hall, Lyon; Yard, Paris');
    }
  });

  it('link each number of a phone field as it is dialled', async () => {
    expect(await page('/en/venue/hall/'))
      .to.include('<a href="tel:+33400000001">+33 (0)4 00 00 00 01</a>')
      .and.to.include('<a href="tel:0600000002">06 00 00 00 02</a>');
  });

  it('mark mixed attendance as on site and online', async () => {
    const text = await page('/en/event/night/');
    expect(text).to.include('<span class="mark">On site and online</span>').and.to.not.include('<span class="mark">Online</span>');
  });
});
