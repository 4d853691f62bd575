import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import fc from 'fast-check';
import { type Embedded, startEmbedded } from '../../lib/embedded/start-embedded';
import { cost, dates, eventFields, text } from '../properties/payloads';
import { comparedRuns } from '../support/runs';
import { type Ask, clockAt, type Login, type Running, startService } from '../support/service';

/** A request. `{n}` in its path and links stands for the ID of the nth created record. */
interface Action {
  readonly method: string;
  readonly path: string;
  readonly as?: Login;
  readonly language: 'en' | 'fr';
  readonly json?: Readonly<Record<string, unknown>>;
}

const PLURALS = ['events', 'venues', 'organizers', 'categories', 'tags'] as const;
type Plural = (typeof PLURALS)[number];

const nth = fc.nat(5).map((number) => `{${number}}`);
const links = fc.oneof(fc.array(nth, { maxLength: 3 }), fc.array(text, { maxLength: 2 }), nth);
const place = fc.record(
  { venue: text, city: text, description: text, status: eventFields.status, geo_lat: fc.constant(45.5), geo_lng: fc.constant(4) },
  { requiredKeys: ['venue'] },
);
const organizer = fc.record(
  { organizer: text, email: fc.constant('a@example.org'), status: eventFields.status },
  { requiredKeys: ['organizer'] },
);
const NEW: Readonly<Record<Plural, fc.Arbitrary<object>>> = {
  events: fc
    .tuple(
      text,
      dates,
      fc.record(
        {
          ...eventFields,
          cost,
          categories: links,
          tags: links,
          venue: fc.oneof(nth, place, fc.array(fc.oneof(nth, place), { maxLength: 2 })),
          organizer: fc.array(fc.oneof(nth, organizer), { maxLength: 2 }),
          post_parent: nth,
        },
        { requiredKeys: [] },
      ),
    )
    .map(([title, when, more]) => ({ title, ...when, ...more })),
  venues: place,
  organizers: organizer,
  categories: fc.record({ name: text, description: text, slug: text, parent: nth }, { requiredKeys: ['name'] }),
  tags: fc.record({ name: text, description: text, slug: text }, { requiredKeys: ['name'] }),
};

const PLACE_QUERIES = fc.record(
  { search: text, has_events: fc.constantFrom('true', 'false'), only_with_upcoming: fc.constant('true'), event: nth },
  { requiredKeys: [] },
);
const termQueries = {
  search: text,
  orderby: fc.constantFrom('name', 'slug', 'count', 'id', 'description'),
  order: fc.constantFrom('asc', 'desc'),
  hide_empty: fc.constantFrom('true', 'false'),
  event: nth,
};
const QUERIES: Readonly<Record<Plural, fc.Arbitrary<Readonly<Record<string, string>>>>> = {
  events: fc.record(
    {
      start_date: fc.constantFrom('2000-01-01', 'tomorrow', '2030-03-31 02:30:00'),
      end_date: fc.constantFrom('2100-01-01', '2030-12-31'),
      starts_after: fc.constant('2030-01-01'),
      ends_before: fc.constant('2031-06-01'),
      strict_dates: fc.constantFrom('true', 'false'),
      search: text,
      categories: nth,
      tags: nth,
      venue: nth,
      organizer: nth,
      featured: fc.constantFrom('true', 'false'),
      geoloc: fc.constantFrom('true', 'false'),
      include: nth,
      status: fc.constantFrom('publish', 'draft,private'),
    },
    { requiredKeys: [] },
  ),
  venues: PLACE_QUERIES,
  organizers: PLACE_QUERIES,
  categories: fc.record({ ...termQueries, parent: nth }, { requiredKeys: [] }),
  tags: fc.record(termQueries, { requiredKeys: [] }),
};

const plural = fc.constantFrom<Plural>('events', 'events', 'events', ...PLURALS);
const sender = {
  as: fc.constantFrom<Login>('admin', 'editor', 'editor', 'author', 'contributor', 'subscriber'),
  language: fc.constantFrom('en' as const, 'en' as const, 'fr' as const),
};
const action: fc.Arbitrary<Action> = plural.chain((kind) => {
  const json = NEW[kind] as fc.Arbitrary<Readonly<Record<string, unknown>>>;
  const one = fc.tuple(fc.constant(kind), nth).map((parts) => `/${parts.join('/')}`);
  return fc.oneof(
    { weight: 4, arbitrary: fc.record({ method: fc.constant('POST'), path: fc.constant(`/${kind}`), json, ...sender }) },
    { weight: 2, arbitrary: fc.record({ method: fc.constantFrom('PATCH', 'PUT'), path: one, json, ...sender }) },
    {
      weight: 1,
      arbitrary: fc.record({
        method: fc.constant('DELETE'),
        path: one.chain((path) => fc.constantFrom(path, `${path}?force=true`)),
        ...sender,
      }),
    },
    { weight: 1, arbitrary: fc.record({ method: fc.constant('GET'), path: one, ...sender }) },
    {
      weight: 3,
      arbitrary: fc.record({
        method: fc.constant('GET'),
        path: QUERIES[kind].map((query) => `/${kind}?per_page=5&${new URLSearchParams(query)}`),
        ...sender,
      }),
    },
  );
});

// Without `MONGODB_URI`, the embedded database would be compared with itself.
if (process.env['MONGODB_URI'])
  describe('database: the service on both databases', function () {
    this.timeout(300_000);
    const folder = mkdtempSync(path.join(tmpdir(), 'calendar-twin-'));
    let embedded: Embedded;
    before(async () => {
      embedded = await startEmbedded({ folder });
    });
    after(async () => {
      await embedded.stop();
      rmSync(folder, { recursive: true, force: true });
    });

    it('answers random requests with the same status, headers and bytes', () =>
      fc.assert(
        fc.asyncProperty(fc.array(action, { minLength: 20, maxLength: 60 }), async (actions) => {
          const clock = clockAt('2030-01-15T12:00:00Z');
          const twins = await Promise.all([startService({ clock }), startService({ clock, environment: { MONGODB_URI: embedded.uri } })]);
          try {
            const ids: number[] = [];
            for (const [second, action] of actions.entries()) {
              clock.set(new Date(Date.UTC(2030, 0, 15, 12, 0, second)).toISOString());
              const [one, other] = await Promise.all(twins.map((twin) => answer(twin, action, ids)));
              expect(other, JSON.stringify(action)).to.deep.equal(one);
              expect(one?.status, one?.text).to.be.below(500);
              if (action.method === 'POST' && one?.status === 201) ids.push(JSON.parse(one.text).id);
            }
          } finally {
            await Promise.all(twins.map((twin) => twin.stop()));
          }
        }),
        { numRuns: comparedRuns(8) },
      ));
  });

/** The answer of a service without its own address. */
async function answer(running: Running, { method, path, as, language, json }: Action, ids: readonly number[]) {
  const named = <T>(value: T): T => {
    const put = (text: string) =>
      text.replace(/(?:\{|%7B)(\d)(?:\}|%7D)/g, (_, number: string) => String(ids[ids.length - 1 - Number(number)] ?? 9999));
    if (typeof value === 'string') return (/^\{\d\}$/.test(value) ? Number(put(value)) : put(value)) as T;
    if (Array.isArray(value)) return value.map(named) as T;
    return (
      typeof value === 'object' && value !== null
        ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, named(item)]))
        : value
    ) as T;
  };
  const ask: Ask = { ...(as && { as }), language, ...(json && { json: named(json) }) };
  const { status, headers, text } = await running.ask(method, named(path), ask);
  const local = (value: unknown) =>
    String(value ?? '')
      .replaceAll(new URL(running.address).host, 'host')
      .replaceAll(encodeURIComponent(new URL(running.address).host), 'host');
  const { allow, location, link, 'x-wp-total': total, 'content-language': spoken } = headers;
  return { status, text: local(text), headers: [allow, location, link, total, spoken].map(local) };
}
