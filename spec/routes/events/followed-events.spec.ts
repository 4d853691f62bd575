import { expect } from 'chai';
import { readCalendar } from '../../support/read-calendar';
import { openStage, type Stage, type Step } from '../../support/scenario';
import { patch, remove } from '../../support/stage';

const event = (title: string, more: object = {}): Step => ({
  path: '/events',
  json: { title, start_date: '2030-02-01 20:00:00', end_date: '2030-02-01 22:00:00', ...more },
});

describe('GET /events.ics and /events.atom', () => {
  let stage: Stage;
  before(async () => {
    stage = await openStage();
  });
  afterEach(async () => {
    const ids = await stage.service.services.connection.collection('events').distinct('_id');
    for (const id of ids) for (const force of ['', '?force=true']) await stage.step(remove(`/events/${id}${force}`, { as: 'admin' }));
  });
  after(() => stage.stop());

  const summaries = async (language: 'en' | 'fr' = 'en'): Promise<readonly string[]> =>
    readCalendar((await stage.step({ path: '/events.ics', language })).text)
      .events.map((one) => one.text('summary') ?? '')
      .sort();

  it('include running events that began long ago, as the start page does', async () => {
    await stage.give({
      on: event('On', { start_date: '2028-01-01', end_date: '2033-01-01' }),
      over: event('Over', { start_date: '2028-01-01', end_date: '2029-01-01' }),
      soon: event('Soon'),
    });
    expect(await summaries()).to.deep.equal(['On', 'Soon']);
    const { text } = await stage.step({ path: '/events.atom' });
    expect(text).to.include('<title>On</title>').and.to.not.include('<title>Over</title>');
    expect(text).to.match(/<link rel="self"[^>]* href="[^"?]*"/);
    const dated = await stage.step({ path: '/events.ics?start_date=2030-01-01' });
    expect(readCalendar(dated.text).events.map((one) => one.text('summary'))).to.deep.equal(['Soon']);
  });

  it('say that an event moved online, in its language', async () => {
    await stage.give({
      moved: event('Talk', { event_status: 'moved_online' }),
      parle: { ...event('Débat', { event_status: 'moved_online' }), language: 'fr' },
    });
    expect(await summaries()).to.deep.equal(['Moved online · Talk']);
    expect(await summaries('fr')).to.deep.equal(['Déplacé en ligne · Débat']);
    const { body } = await stage.step({ path: '/events/{moved}' });
    expect(body.json_ld).to.include({
      eventStatus: 'https://schema.org/EventMovedOnline',
      eventAttendanceMode: 'https://schema.org/OnlineEventAttendanceMode',
    });
  });

  it('agree on the attendance of an event that moved online', async () => {
    const moved = { event_status: 'moved_online', venue: { venue: 'Hall', address: '1 Street', geo_lat: 48.1, geo_lng: 2.1 } };
    await stage.give({
      unsaid: event('Unsaid', moved),
      said: event('Said', { ...moved, attendance: 'offline', virtual_url: 'https://meet.example/a' }),
      mixed: event('Mixed', { ...moved, attendance: 'mixed' }),
      planned: event('Planned', { venue: { venue: 'Club' } }),
      dit: { ...event('Dit', moved), language: 'fr' },
    });
    const place = 'Hall\\, 1 Street';
    for (const [path, language, mode, location, calendar] of [
      ['/events/{unsaid}', 'en', 'Online', undefined, 'Online'],
      ['/events/{said}', 'en', 'Online', 'VirtualLocation', 'https://meet.example/a'],
      ['/events/{mixed}', 'en', 'Mixed', 'Place', place],
      ['/events/{planned}', 'en', 'Offline', 'Place', 'Club'],
      ['/events/{dit}', 'fr', 'Online', undefined, 'En ligne'],
    ] as const) {
      const { body } = await stage.step({ path, language });
      expect(body.json_ld.eventAttendanceMode).to.equal(`https://schema.org/${mode}EventAttendanceMode`);
      expect(body.json_ld.location?.['@type']).to.equal(location);
      const { text } = await stage.step({ path: `${path}.ics`, language });
      expect(/^LOCATION[^:]*:(.*)\r$/m.exec(text)?.[1]).to.equal(calendar);
      expect(text.includes('GEO:')).to.equal(mode === 'Mixed');
    }
    await stage.step({ path: '/events?attendance=online', lists: ['unsaid', 'said'] });
    await stage.step({ path: '/events?attendance=offline', lists: ['planned'] });
    await stage.step({ path: '/events?attendance=mixed,offline', lists: ['mixed', 'planned'] });
    const { body } = await stage.step({ path: '/events/{said}', has: { attendance: 'online' } });
    await stage.step(patch('/events/{said}', body, { has: { attendance: 'online' } }));
    await stage.step(patch('/events/{said}', { event_status: 'scheduled' }, { has: { attendance: 'offline' } }));
  });

  it('write the times of zones that are offsets in UTC', async () => {
    await stage.give({ one: event('Offset', { timezone: 'UTC+5.75' }), other: event('Letters', { timezone: 'CEST' }) });
    const { text } = await stage.step({ path: '/events.ics' });
    expect(text).to.not.include('TZID=').and.to.not.include('VTIMEZONE');
    expect(
      readCalendar(text)
        .events.map((one) => one.start)
        .sort(),
    ).to.deep.equal([Date.UTC(2030, 1, 1, 14, 15), Date.UTC(2030, 1, 1, 18, 0)]);
  });

  it('never move DTSTAMP, LAST-MODIFIED and updated back, and follow linked records', async () => {
    await stage.give({
      hall: { path: '/venues', json: { venue: 'Old Hall' } },
      club: { path: '/organizers', json: { organizer: 'Club' } },
      music: { path: '/categories', json: { name: 'Music' } },
      fresh: { path: '/tags', json: { name: 'Fresh' } },
      show: event('Show', { venue: '{hall}', organizer: '{club}', categories: ['{music}'], tags: ['{fresh}'] }),
    });
    const moments = async () => {
      const [first] = readCalendar((await stage.step({ path: '/events.ics' })).text).events;
      const [, updated] = /<entry>[\s\S]*?<updated>(.*?)<\/updated>/.exec((await stage.step({ path: '/events.atom' })).text) ?? [];
      expect(first?.text('last-modified')).to.equal(first?.text('dtstamp'));
      expect(new Date(updated ?? '').getTime()).to.equal(new Date(first?.text('dtstamp') ?? '').getTime());
      return new Date(updated ?? '').getTime();
    };
    let last = await moments();
    const changes: readonly Step[] = [
      patch('/venues/{hall}', { venue: 'New Hall' }),
      patch('/organizers/{club}', { organizer: 'Society' }),
      patch('/categories/{music}', { name: 'Songs' }),
      patch('/tags/{fresh}', { name: 'New' }),
      remove('/venues/{hall}'),
      remove('/venues/{hall}?force=true'),
      patch('/organizers/{club}', { status: 'draft' }),
      remove('/categories/{music}'),
      remove('/tags/{fresh}'),
    ];
    for (const [place, change] of changes.entries()) {
      stage.clock.set(`2030-01-15T13:${String(place + 10)}:00Z`);
      await stage.step({ ...change, as: 'admin' });
      const next = await moments();
      expect(next, `${change.method} ${change.path}`).to.be.above(last);
      last = next;
    }
    // Changes of hidden records tell nothing.
    for (const change of [patch('/organizers/{club}', { organizer: 'Secret' }), remove('/organizers/{club}')]) {
      stage.clock.set('2030-01-15T14:00:00Z');
      await stage.step({ ...change, as: 'admin' });
      expect(await moments(), `${change.method} ${change.path}`).to.equal(last);
    }
  });

  it('name an event by the same Atom ID whatever the host and the language', async () => {
    await stage.give({ one: event('One'), deux: { ...event('Deux'), language: 'fr' } });
    const ids = async (language: 'en' | 'fr', headers: Record<string, string> = {}) => {
      const { text } = await stage.step({ path: '/events.atom?ml_all=true', language, headers });
      return [...text.matchAll(/<entry>\n<id>(.*)<\/id>/g)].map(([, id = '']) => id).sort();
    };
    const found = await ids('en');
    expect(found).to.have.length(2);
    for (const id of found) expect(id).to.match(/^urn:uuid:[0-9a-f-]{36}$/);
    expect(await ids('fr')).to.deep.equal(found);
    expect(await ids('en', { host: 'other.example' })).to.deep.equal(found);
  });
});
