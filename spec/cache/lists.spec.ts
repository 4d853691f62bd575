import { expect } from 'chai';
import type { Step } from '../support/scenario';
import { category, event, organizer, patch, remove, tag, venue } from '../support/stage';
import { translate } from '../support/translations';
import { openPair, sameAnswer } from './second-service';

const ROOT = '/cal/events/v1';

const at = (month: number, more: object = {}) => ({
  start_date: `2030-0${month}-0${month} 1${month}:30:00`,
  end_date: `2030-0${month}-0${month + 1} 12:00:00`,
  ...more,
});

const GIVEN: Readonly<Record<string, Step>> = {
  ...{ north: venue('North hall', { geo_lat: 45.7, geo_lng: 4.8 }), south: venue('South hall', { geo_lat: 45.6, geo_lng: 4.9 }) },
  ...{ far: venue('Far hall', { geo_lat: 10, geo_lng: 10 }), nowhere: venue('Hall') },
  ...{ choir: organizer('Choir'), music: category('Music'), jazz: category('Jazz', { parent: '{music}' }), late: tag('Late') },
  regatta: event('Regatta', at(5, { venue: '{north}', organizer: ['{choir}'], categories: ['{jazz}'], tags: ['{late}'], cost: '12' })),
  supper: event('Supper', at(6, { venue: '{south}', categories: ['{music}', '{jazz}'], cost: '0', featured: true })),
  dance: event('Dance', at(6, { venue: '{far}', tags: ['{late}'], cost: '5 – 20' })),
  locked: event('Locked', at(5, { venue: '{south}', password: 'sesame', cost: '0' })),
  draft: event('Draft', at(7, { status: 'draft', venue: '{north}' })),
  plain: event('Plain', at(7, { venue: '{nowhere}', event_status: 'cancelled' })),
};

const FACETS = 'facets=categories,tags,venue,organizer,month,weekday,free,event_status';

/** Lists that are requested with a new date range or page size each time, so that no answer is cached. */
const LISTS = [
  ...['', 'categories={music}', 'tags=late', 'venue={south}', 'weekdays=mon,tue,wed,thu', 'time_from=10:00&time_to=15:59', 'free=true'],
  ...['cost_min=4&cost_max=13', 'featured=true', 'modified_after=2020-01-01', 'sort=-modified', 'sort=title', 'event_status=cancelled'],
  ...['bbox=4,45,5,46', 'geoloc_lat=45.6&geoloc_lng=4.9&geoloc_radius=500&sort=distance', 'geoloc=false', 'overlaps=true', 'search=a'],
  ...['geoloc_lat=45.6&geoloc_lng=4.9&geoloc_radius=9000&sort=-distance', 'ml_fallback=true', 'ml_all=true', 'q=hall', FACETS],
  ...[`${FACETS}&categories={music}&weekdays=mon,tue,wed`, `${FACETS}&free=true&venue={south}`],
];

describe('cache of lists: GET /events', function () {
  this.timeout(120_000);
  const pair = openPair(GIVEN);
  let turn = 0;

  const pathOf = (list: string, language = 'en'): string => {
    turn += 1;
    const query = list.replace(/\{(\w+)\}/g, (_, name: string) => String(pair.stage.names[name]));
    const window = query.includes('overlaps') ? '&start_date=2030-05-01' : '';
    const end = new Date(Date.UTC(2031, 0, 1 + turn)).toISOString().slice(0, 10);
    return `/${language}${ROOT}/events?${query}${window}&end_date=${end}&per_page=${2 + (turn % 40)}`;
  };
  const agree = async (languages: readonly string[], lists: readonly string[] = LISTS): Promise<void> => {
    for (const language of languages)
      for (const list of lists) {
        const path = pathOf(list, language);
        const { status } = await sameAnswer(path, pair.stage, pair.plain);
        expect(status, path).to.equal(200);
      }
  };
  it('answers lists as the database does', () => agree(['en', 'fr']));

  it('answers lists as the database does after each change', async () => {
    const { connection } = pair.stage.service.services;
    const named = (name: string) => Number(pair.stage.names[name]);
    const things = (plural: string) => connection.collection<{ _id: number }>(plural);
    const changes: readonly (() => Promise<unknown>)[] = [
      () => pair.stage.step(patch('/events/{draft}', { status: 'publish' })),
      () => pair.stage.step(patch('/events/{supper}', { start_date: '2030-08-01 09:00:00', end_date: '2030-08-09 10:00:00', cost: '7' })),
      () => pair.stage.step(patch('/events/{regatta}', { categories: [], tags: [], venue: '{far}' })),
      () => pair.stage.step(patch('/venues/{south}', { venue: 'Hall of the south', geo_lat: 10.1, geo_lng: 10.1 })),
      () => pair.stage.step(patch('/venues/{far}', { status: 'draft' })),
      () => pair.stage.step(patch('/categories/{jazz}', { name: 'Swing', parent: 0 })),
      () => pair.stage.step(patch('/events/{locked}', { password: '' })),
      () => translate(pair.stage, 'events', named('dance'), 'fr', { title: 'Danse' }),
      () => translate(pair.stage, 'venues', named('north'), 'fr', { venue: 'Salle du nord' }),
      () => pair.stage.step(remove('/events/{plain}')),
      () => pair.stage.step(remove('/events/{plain}?force=true')),
      () => pair.stage.give({ fresh: event('Fresh', at(8, { venue: '{north}', categories: ['{music}'] })) }),
      () => things('events').updateOne({ _id: named('fresh') }, { $set: { hidden: true } }),
      () => things('events').updateMany({}, { $set: { 'keys.weekday': 1 } }),
      () => pair.stage.step(remove('/organizers/{choir}?force=true')),
    ];
    for (const [place, change] of changes.entries()) {
      await change();
      // Each change is checked with a third of the lists, and with the facets.
      const lists = [...LISTS.filter((_, at) => at % 3 === place % 3), FACETS];
      await agree([place % 4 === 3 ? 'fr' : 'en'], lists);
    }
  });
});
