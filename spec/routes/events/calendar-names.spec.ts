import { expect } from 'chai';
import { readCalendar } from '../../support/read-calendar';
import { openStage, type Stage, type Step } from '../../support/scenario';

const RECORDS: Readonly<Record<string, Step>> = {
  music: { path: '/categories', json: { name: 'Music' } },
  musique: { path: '/categories', language: 'fr', json: { name: 'Musique', translation_of: '{music}' } },
  hall: { path: '/venues', json: { venue: 'Old Hall' } },
  fair: { path: '/events', json: { title: 'Fair', start_date: '2030-06-01', end_date: '2030-06-01' } },
  talk: { path: '/events', json: { title: 'Talk', start_date: '2030-06-01', end_date: '2030-06-01' } },
  cellar: { path: '/venues', json: { venue: 'Cellar', status: 'draft' } },
};

/** A query, with the end of the calendar name in each language after the name of the site. */
const NAMES: readonly (readonly [query: string, en: string, fr: string])[] = [
  ['', '', ''],
  ['ml_fallback=true&status=publish', '', ''],
  ['categories={music}', ' · Music', ' · Musique'],
  ['venue={hall}&q=jazz', ' · Old Hall · “jazz”', ' · Old Hall · «\u00a0jazz\u00a0»'],
  ['free=true&featured=true', ' · Featured · Free', ' · À la une · Gratuit'],
  ['free=false', ' · Except free ones', ' · Sauf gratuits'],
  ['attendance=mixed', ' · On site and online', ' · Sur place et en ligne'],
  ['event_status=moved_online', ' · Moved online', ' · Déplacé en ligne'],
  ['weekdays=sat,sun', ' · Saturday · Sunday', ' · samedi · dimanche'],
  ['time_from=18:00', ' · From 18:00', ' · À partir de 18\u00a0h'],
  ['cost_max=10', ' · Up to a price of 10', ' · Jusqu’à un prix de 10'],
  ['geoloc_lat=48&geoloc_lng=2&geoloc_radius=5', ' · Within 5 km', ' · À moins de 5 km'],
  ['overlaps=true&start_date=2030-06-01&end_date=2030-06-01', ' · Saturday 1\u00a0June 2030', ' · samedi 1er\u00a0juin 2030'],
  ['start_date=2030-06-01', ' · From Saturday 1\u00a0June 2030', ' · Du samedi 1er\u00a0juin 2030'],
  ['start_date=saturday+this+week&end_date=sunday+this+week', ' · This weekend', ' · Ce week-end'],
  ['starts_after=2030-06-01', ' · Starting after Saturday 1\u00a0June 2030', ' · Débutant après\u00a0: samedi 1er\u00a0juin 2030'],
  ['bbox=1,2,3,4', ' · In an area', ' · Dans une zone'],
  ['include={fair},{talk}', ' · Selected events', ' · Évènements choisis'],
  ['include={fair}&start_date=2030-06-01&ends_after=2030-06-02&free=true', ' · Selected events · Free', ' · Évènements choisis · Gratuit'],
  ['post_parent={fair}', ' · Parts of an event', ' · Parties d’un évènement'],
  ['ticketed=true', ' · With tickets', ' · Avec billetterie'],
  ['ticketed=false&now=false', '', ''],
];

describe('GET /events.ics: X-WR-CALNAME', () => {
  let stage: Stage;
  before(async () => {
    stage = await openStage({ SITE_NAME_EN: 'Town', SITE_NAME_FR: 'Ville' });
    await stage.give(RECORDS);
  });
  after(() => stage.stop());

  for (const [query, en, fr] of NAMES)
    it(`names the filters of “${query}” in both languages`, async () => {
      for (const [language, name] of [
        ['en', `Town${en}`],
        ['fr', `Ville${fr}`],
      ] as const) {
        const { text } = await stage.step({ path: `/events.ics?${query}`, language });
        const calendar = readCalendar(text);
        expect([calendar.text('x-wr-calname'), calendar.text('name')]).to.deep.equal([name, name]);
        expect((await stage.step({ path: `/events.atom?${query}`, language })).text).to.include(`<title>${name}</title>`);
      }
    });

  it('contains no name of a hidden record', async () => {
    const { text } = await stage.step({ path: '/events.ics?venue={cellar}', as: 'admin' });
    expect(text).to.not.include('Cellar');
  });
});
