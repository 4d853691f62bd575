import { expect } from 'chai';
import type { Plugin } from '../../../lib/program/plugins/plugin';
import { type Running, startService } from '../../support/service';

/** Names of the fields whose `read` was called since the last check. */
let calls: string[] = [];

const counting = (name: string) => ({
  type: 'string',
  stored: false,
  description: { en: name, fr: name },
  read(records: readonly unknown[]) {
    calls.push(name);
    return records.map((_, place) => `${name} ${place}`);
  },
});

const plugin: Plugin = (registry) => {
  registry.registerField('events', 'of_events', counting('of_events') as never);
  registry.registerField('venues', 'of_venues', counting('of_venues') as never);
  registry.registerField('categories', 'of_categories', counting('of_categories') as never);
  registry.registerField('events', 'seen_title', {
    ...counting('seen_title'),
    read: (_: unknown, __: unknown, shown: readonly Readonly<Record<string, unknown>>[]) => shown.map((one) => one['title']),
  } as never);
};

/** Reduces an answer to the members in `_fields`, at one or two levels. */
const picked = (body: unknown, paths: readonly string[]): unknown => {
  if (Array.isArray(body)) return body.map((item) => picked(item, paths));
  if (typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(
    Object.entries(body).flatMap(([name, value]) => {
      if (paths.includes(name)) return [[name, value]];
      const inner = paths.flatMap((path) => (path.startsWith(`${name}.`) ? [path.slice(name.length + 1)] : []));
      return inner.length === 0 ? [] : [[name, picked(value, inner)]];
    }),
  );
};

describe('_fields', () => {
  let running: Running;
  let id: number;
  before(async () => {
    running = await startService({ plugins: [plugin] });
    for (const title of ['One', 'Two']) {
      const json = {
        title,
        start_date: '2035-06-01 15:00',
        end_date: '2035-06-01 18:00',
        cost: '5',
        description: `<p>${title}</p>`,
        venue: { venue: `Hall ${title}`, geo_lat: 45, geo_lng: 4 },
        organizer: { organizer: 'Club' },
        categories: ['Music'],
      };
      const made = await running.ask('POST', '/events', { as: 'admin', json });
      expect(made.status).to.equal(201);
      id = made.body.id;
    }
  });
  after(() => running.stop());

  const get = async (path: string, as?: 'admin') => {
    calls = [];
    const { status, body } = await running.ask('GET', path, as && { as });
    expect(status, path).to.equal(200);
    return body;
  };

  for (const as of [undefined, 'admin'] as const) {
    const who = as ?? 'nobody';
    it(`calls no function of a field that it leaves out, for ${who}`, async () => {
      const cases: readonly (readonly [string, readonly string[]])[] = [
        [`/events?start_date=2035-01-01&_fields=events.id,events.title,total`, []],
        ['/events?start_date=2035-01-01&_fields=events.venue.id', []],
        ['/events?start_date=2035-01-01&_fields=events.venue.of_venues', ['of_venues']],
        ['/events?start_date=2035-01-01&_fields=events.of_events', ['of_events']],
        ['/events?start_date=2035-01-01&_fields=events.categories.name', []],
        ['/events?start_date=2035-01-01&_fields=events.categories.of_categories', ['of_categories']],
        [`/events/${id}?_fields=id,title`, []],
        [`/events/${id}?_fields=of_events`, ['of_events']],
        ['/events/by-slug/one?_fields=title', []],
        ['/venues?_fields=venues.venue', []],
        ['/categories?_fields=categories.name', []],
        ['/categories?_fields=categories.of_categories', ['of_categories']],
      ];
      for (const [path, expected] of cases) {
        await get(path, as);
        // A function of a plugin may read the whole record, so the service computes all its members.
        if (expected.includes('of_events')) expect(calls, path).to.include('of_events').and.not.include('seen_title');
        else expect(calls, path).to.deep.equal(expected);
      }
    });

    it(`answers the same members as the whole answer, for ${who}`, async () => {
      const whole = await get('/events?start_date=2035-01-01', as);
      expect(whole.events).to.have.lengthOf(2);
      for (const names of [
        ['id'],
        ['title', 'venue'],
        ['venue.venue', 'venue.geo_lat', 'organizer.organizer'],
        ['seen_title'],
        ['seen_title', 'venue.id'],
        ['cost_details', 'categories.name', 'image', 'translations'],
        ['start_date_details', 'timezone', 'slug', 'excerpt', 'description'],
      ]) {
        const fields = names.map((name) => `events.${name}`);
        expect(await get(`/events?start_date=2035-01-01&_fields=${fields.join()}`, as), names.join()).to.deep.equal(
          picked({ events: whole.events }, fields),
        );
      }
      const one = await get(`/events/${id}`, as);
      for (const names of [['json_ld'], ['id', 'json_ld', 'venue.id'], ['title'], ['seen_title']])
        expect(await get(`/events/${id}?_fields=${names.join()}`, as), names.join()).to.deep.equal(picked(one, names));
      const near = await get('/venues?geoloc_lat=45&geoloc_lng=4&geoloc_radius=10', as);
      expect(near.venues[0]).to.have.property('distance');
      expect(await get('/venues?geoloc_lat=45&geoloc_lng=4&geoloc_radius=10&_fields=venues.distance', as)).to.deep.equal(
        picked({ venues: near.venues }, ['venues.distance']),
      );
    });
  }
});
