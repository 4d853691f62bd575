import { expect } from 'chai';
import { openStage, type Stage } from '../support/scenario';
import { category, event, patch, venue } from '../support/stage';

/** Values that only editors may find an event by. No other event has this word and this number. */
const SECRET = {
  cost: '7319',
  event_status: 'postponed',
  attendance: 'mixed',
  status_reason: 'Quetzalcoatl',
  virtual_url: 'https://quetzalcoatl.example/',
};

describe('GET /events: filters, facets, GeoJSON, distance and event_status', () => {
  let stage: Stage;
  before(async () => {
    stage = await openStage();
    const at = { start_date: '2030-02-02 20:00', end_date: '2030-02-02 22:00' };
    await stage.give({
      hidden: venue('Quetzalcoatl hall', { status: 'private', geo_lat: 1, geo_lng: 1 }),
      far: venue('Far hall', { geo_lat: 40, geo_lng: 1 }),
      secret: category('Quetzalcoatl'),
      protected: event('Locked', { ...at, ...SECRET, password: 'sesame', categories: ['{secret}'], venue: '{far}' }),
      draft: event('Draft', { ...at, ...SECRET, status: 'draft', categories: ['{secret}'] }),
      trashed: event('Trashed', { ...at, ...SECRET, status: 'trash', categories: ['{secret}'] }),
      unlisted: event('Unlisted', { ...at, ...SECRET, hide_from_listings: true, categories: ['{secret}'] }),
      placed: event('Placed', { ...at, venue: '{hidden}' }),
      plain: event('Plain', { ...at, cost: '5' }),
    });
  });
  after(() => stage.stop());

  for (const query of [
    'cost_min=7000',
    'cost_max=7319&cost_min=7319',
    'event_status=postponed',
    'attendance=mixed',
    'categories={secret}',
    'geoloc_lat=1&geoloc_lng=1&sort=distance',
    'bbox=0,0,2,2',
  ])
    it(`GET /events?${query} finds nothing of hidden events`, async () => {
      for (const as of [undefined, 'subscriber'] as const)
        await stage.step({ ...(as && { as }), path: `/events?${query}`, lists: [], has: { total: 0 } });
    });

  it('facets count a protected event as scheduled and hide its links', async () => {
    const facets = 'facets=categories,venue,free,event_status,month,weekday';
    const { body, text } = await stage.step({ path: `/events?${facets}` });
    expect(body.facets).to.deep.equal({
      categories: [],
      venue: [],
      free: [{ value: false, count: 3 }],
      event_status: [{ value: 'scheduled', count: 3 }],
      month: [{ value: '2030-02', count: 3 }],
      weekday: [{ value: 'sat', count: 3 }],
    });
    expect(text.match(/.{60}(quetzalcoatl|7319|postponed|mixed).{30}/i)?.[0]).to.equal(undefined);
    await stage.step({ path: '/events?event_status=scheduled', lists: ['protected', 'placed', 'plain'] });
    await stage.step({ path: '/events?free=false', lists: ['protected', 'placed', 'plain'] });
  });

  it('facets and per_page=0 count what an editor sees', async () => {
    const { body } = await stage.step({ as: 'editor', path: '/events?facets=categories,venue,event_status&per_page=0' });
    expect(body).to.deep.include({ events: [], total: 4, total_pages: 0 });
    expect(body.facets).to.deep.equal({
      categories: [{ value: stage.names['secret'], name: 'Quetzalcoatl', count: 2 }],
      venue: [
        { value: stage.names['far'], name: 'Far hall', count: 1 },
        { value: stage.names['hidden'], name: 'Quetzalcoatl hall', count: 1 },
      ],
      event_status: [
        { value: 'postponed', count: 2 },
        { value: 'scheduled', count: 2 },
      ],
    });
  });

  it('facets count under all filters but their own, and follow each change', async () => {
    const count = async () => (await stage.step({ path: '/events?facets=event_status&event_status=cancelled&search=plain' })).body;
    expect(await count()).to.deep.include({ total: 0, facets: { event_status: [{ value: 'scheduled', count: 1 }] } });
    await stage.step(patch('/events/{plain}', { event_status: 'cancelled', status_reason: 'Rain' }));
    expect(await count()).to.deep.include({ total: 1, facets: { event_status: [{ value: 'cancelled', count: 1 }] } });
    await stage.step({ path: '/events?search=plain', lists: ['plain'], has: { 'events.0.event_status': 'cancelled' } });
    await stage.step(patch('/events/{plain}', { event_status: null, status_reason: '' }));
    const { body } = await stage.step({ path: '/events/{plain}' });
    expect(body).to.not.have.any.keys('event_status', 'status_reason', 'attendance', 'virtual_url', 'distance');
  });

  for (const [query, name, why] of [
    ['per_page=0', 'per_page', /whole number, 1 or more/],
    ['facets=colour', 'facets', /categories, tags, venue, organizer, month, weekday, free, event_status/],
    ['sort=colour', 'sort', /date, distance, end_date, modified, relevance, start_date, title/],
    ['sort=title,-title', 'sort', /each once/],
    ['sort=title,distance&geoloc_lat=1&geoloc_lng=1', 'sort', /Put distance first/],
    ['sort=distance', 'sort', /geoloc_lat and geoloc_lng/],
    ['bbox=10,20,30', 'bbox', /west,south,east,north/],
    ['bbox=0,50,10,40', 'bbox', /south not greater than north/],
    ['weekdays=someday', 'weekdays', /mon, tue/],
    ['time_from=24:00', 'time_from', /18:30/],
    ['cost_min=9&cost_max=3', 'cost_max', /not below cost_min/],
    ['cost_min=-1', 'cost_min', /0/],
    ['event_status=canceled', 'event_status', /cancelled/],
    ['attendance=maybe', 'attendance', /offline, online, mixed/],
    ['format=xml', 'format', /json, geojson/],
    ['overlaps=maybe', 'overlaps', /true or false/],
    ['modified_after=never', 'modified_after', /moment/],
  ] as const)
    it(`GET /events?${query} is refused with 400 for ${name}, and says what is allowed`, async () => {
      for (const language of ['en', 'fr'] as const) {
        const { body } = await stage.step({ path: `/events?${query}`, language, status: 400, code: 'rest_invalid_param', params: [name] });
        if (language === 'en') expect(body.data.params[name]).to.match(why);
        else expect(body.data.params[name]).to.match(/Envoyez|doit|Nommez|Seul|une des valeurs|l’une|compris/);
      }
    });

  it('format=geojson answers a FeatureCollection with totals and links', async () => {
    const { body, headers } = await stage.step({ path: '/venues?format=geojson&per_page=1&sort=title' });
    expect(headers['content-type']).to.equal('application/geo+json');
    expect(body).to.deep.include({ type: 'FeatureCollection', total: 1, total_pages: 1 });
    expect(body.rest_url).to.contain('format=geojson');
    expect(body.features[0]).to.deep.include({
      type: 'Feature',
      id: stage.names['far'],
      geometry: { type: 'Point', coordinates: [1, 40] },
    });
    expect(body.features[0].properties.venue).to.equal('Far hall');
    const events = await stage.step({ path: '/events?format=geojson' });
    expect(events.body.features.map(({ geometry }: { geometry: unknown }) => geometry)).to.deep.equal([null, null, null]);
  });

  it('geoloc_lat and geoloc_lng add distance to each record', async () => {
    await stage.step({
      path: '/venues?geoloc_lat=40&geoloc_lng=2&geoloc_radius=200',
      has: { 'venues.0.distance': 85.18 },
    });
    const { text } = await stage.step({ path: '/venues' });
    expect(text).to.not.contain('distance');
  });

  it('event_status and attendance are in JSON-LD and iCalendar', async () => {
    await stage.give({
      moved: event('Moved', {
        ...{ start_date: '2030-06-01 10:00', end_date: '2030-06-01 12:00', venue: '{far}' },
        ...{ event_status: 'moved_online', attendance: 'online', virtual_url: 'https://meet.example/room', status_reason: 'Storm' },
      }),
      off: event('Off', { start_date: '2030-06-02', end_date: '2030-06-02', event_status: 'cancelled' }),
    });
    const { body } = await stage.step({ path: '/events/{moved}' });
    expect(body).to.deep.include({
      event_status: 'moved_online',
      attendance: 'online',
      virtual_url: 'https://meet.example/room',
      status_reason: 'Storm',
    });
    expect(body.json_ld).to.deep.include({
      eventStatus: 'https://schema.org/EventMovedOnline',
      eventAttendanceMode: 'https://schema.org/OnlineEventAttendanceMode',
    });
    expect(body.json_ld.location).to.deep.equal({ '@type': 'VirtualLocation', url: 'https://meet.example/room' });
    const calendar = await stage.step({ path: '/events/{moved}.ics', says: /^URL:https:\/\/meet\.example\/room\r$/m });
    expect(calendar.text).to.match(/^CONFERENCE;VALUE=URI:https:\/\/meet\.example\/room\r$/m);
    expect(calendar.text).to.match(/^COMMENT;LANGUAGE=en:Storm\r$/m);
    await stage.step({ path: '/events/{off}.ics', says: /^STATUS:CANCELLED\r$/m });
    await stage.step({ path: '/events?search=off', lists: ['off'] });
  });

  it('modified_after and created_after find past events, and links keep the moment', async () => {
    await stage.give({ over: event('Over', { start_date: '2029-01-01', end_date: '2029-01-01' }) });
    await stage.step({ path: '/events?search=over', lists: [] });
    await stage.step({ path: '/events?search=over&modified_after=2030-01-01', lists: ['over'] });
    await stage.step({ path: '/events?search=over&created_after=-1+hour', lists: ['over'] });
    await stage.step({ path: '/events?search=over&modified_after=2030-01-01&start_date=2029-06-01', lists: [] });
    const { body } = await stage.step({ path: '/events?modified_after=-1+hour&per_page=1' });
    expect(body.next_rest_url).to.contain('modified_after=2030-01-15T11%3A00%3A00Z');
  });

  it('event_status is shared by translations, status_reason is not', async () => {
    await stage.give({
      base: event('Shared', { start_date: '2030-07-01', end_date: '2030-07-01', event_status: 'cancelled', status_reason: 'Rain' }),
      shared: { path: '/events', language: 'fr', json: { title: 'Partagé', translation_of: '{base}', status_reason: 'Pluie' } },
    });
    await stage.step({ path: '/events/{shared}', language: 'fr', has: { event_status: 'cancelled', status_reason: 'Pluie' } });
    await stage.step(patch('/events/{shared}', { event_status: 'postponed' }));
    await stage.step({ path: '/events/{base}', has: { event_status: 'postponed', status_reason: 'Rain' } });
  });

  it('time_from finds no protected event', async () => {
    const whole = { start_date: '2031-02-02', end_date: '2031-02-02 23:59:59', password: 'sesame' };
    await stage.give({ whole: event('Locked', { ...whole, all_day: true }), midnight: event('Locked', whole) });
    const path = '/events?start_date=2031-02-02&time_from=00:00';
    await stage.step({ path, lists: [] });
    await stage.step({ as: 'editor', path, lists: ['midnight'] });
  });
});
