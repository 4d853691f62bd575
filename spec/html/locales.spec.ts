import { expect } from 'chai';
import { clockAt, type Running, startService } from '../support/service';
import { BROWSER } from './page';

const SITE = { SITE_TIMEZONE: 'America/Toronto', CURRENCY: 'CAD', LOCALES: 'en-CA,fr-CA' };

let running: Running;
const get = async (path: string) =>
  (await running.ask('GET', `/${path}`, { headers: BROWSER })).text.replaceAll('\u00a0', ' ').replaceAll(/<\/?time[^>]*>/g, '');
const make = async (json: object) => {
  const { status, body, text } = await running.ask('POST', '/events', { as: 'admin', language: 'fr', json });
  expect(status, text).to.equal(201);
  return body;
};

describe('LOCALES on pages: en-CA and fr-CA', () => {
  before(async () => {
    running = await startService({ environment: SITE, clock: clockAt('2026-12-01T12:00:00Z') });
    await make({ title: 'Concert', start_date: '2026-12-05 19:30:00', end_date: '2026-12-05 22:00:00', cost: '12.50' });
    await make({ title: 'Ailleurs', start_date: '2026-12-05 10:00:00', end_date: '2026-12-05 11:00:00', timezone: 'America/Halifax' });
    await make({ title: 'En ligne', start_date: '2026-12-06 10:00:00', end_date: '2026-12-06 11:00:00', attendance: 'online' });
    await running.ask('POST', '/events', {
      as: 'admin',
      json: { title: 'Concert', start_date: '2026-12-05 19:30:00', end_date: '2026-12-05 22:00:00', cost: '12.50' },
    });
  });
  after(() => running.stop());

  it('names time zones and writes times and prices as the locale does', async () => {
    const [french, english] = [await get('/fr/event/concert/'), await get('/en/event/concert/')];
    expect(french).to.include('Fuseau horaire : America/Toronto (HNE)').and.to.include('12,50 $').and.to.include('de 19 h 30 à 22 h');
    expect(english).to.include('Time zone: America/Toronto (EST)').and.to.include('$12.50').and.to.include('7:30 p.m.');
    expect(french).to.include('<meta property="og:locale" content="fr_CA">').and.to.include('data-locale="fr-CA"');
  });

  it('lists show the time zone where it differs, and the price', async () => {
    const list = await get('/fr/');
    const itemOf = (title: string) => list.match(/<li>[\s\S]*?<\/li>/g)?.find((item) => item.includes(`>${title}</a>`)) ?? '';
    expect(itemOf('Ailleurs')).to.include('<span class="quiet">(HNA)</span>');
    expect(itemOf('Concert')).to.include('<p class="quiet">12,50 $</p>').and.not.to.include('(HN');
  });

  it('shows time zones of every form', async () => {
    for (const [place, [zone, shown]] of [
      ['UTC+2', 'UTC+2'],
      ['UTC-3:30', 'UTC-3:30'],
      ['CEST', 'CEST'],
      ['+05:00', '+05:00 (GMT+0500)'],
      ['Asia/Tokyo', 'Asia/Tokyo (JST)'],
    ].entries()) {
      const { url } = await make({
        title: `Fuseau ${place}`,
        start_date: `2026-12-1${place} 10:00:00`,
        end_date: `2026-12-1${place} 11:00:00`,
        timezone: zone,
      });
      expect(await get(new URL(url).pathname), zone).to.include(`Fuseau horaire : ${shown}<`);
      expect(await get(`/fr/?day=2026-12-1${place}`), zone).to.include(`>Fuseau ${place}</a>`);
    }
  });

  it('shows UTC for online events only', async () => {
    expect(await get('/fr/event/en-ligne/')).to.include('En UTC : ');
    expect(await get('/fr/event/concert/')).not.to.include('En UTC');
  });

  it('month view begins weeks on the day of the locale', async () => {
    const month = await get('/fr/?month=2026-12');
    expect(/<th scope="col"><abbr title="([^"]*)"/.exec(month)?.[1]).to.equal('dimanche');
    // 1 December 2026 is a Tuesday.
    expect(/<tbody>\n<tr>((?:<td class="none"><\/td>)*)<td/.exec(month)?.[1]?.match(/<td/g)?.length).to.equal(2);
  });
});
