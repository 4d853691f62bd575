import { expect } from 'chai';
import fc from 'fast-check';
import { runs } from '../support/runs';
import type { Stage } from '../support/scenario';
import type { Answer, Login } from '../support/service';
import { ASKING, openWorld } from './world';

type Values = Readonly<Record<string, readonly string[]>>;

const BEYOND = ['9007199254740993', '9223372036854775807'];
const PAGES: Values = { page: ['1', '2', ...BEYOND], per_page: ['1', '3', '50', '1000', ...BEYOND] };
/** The second moment is in the repeated hour of a clock change. The last two are close to the limits. */
const MOMENTS = ['2030-01-20', '2029-11-04T01:30:00-05:00', '0', '+1 week', '2030-02-03 04:05:06', '0001-01-02', '9999-12-30'];
const SEARCHES = ['night', 'fête', '"la musique"', '100 %', 'a,b', 'é&=#+[]', ' '];
/** Search words, one with a typing error. */
const WORDS = ['night', 'hall Nihgt', 'l’été é&=#+[]', 'a'];
const FLAGS = ['true', 'false', '1', '0'];
const STATUSES = ['publish', 'draft', 'publish,private', '0', 'trash', 'publish,future,draft,pending,private'];
const LANGUAGES = ['en', 'fr'];
const SPOKEN: Values = { ml_language: LANGUAGES, ml_fallback: FLAGS, ml_all: FLAGS };
const CHANGED: Values = { modified_after: MOMENTS, created_after: MOMENTS };
const NEAR: Values = {
  geoloc_lat: ['48.9', '1e-7', '-90'],
  geoloc_lng: ['2.3', '-0.0000001', '180'],
  geoloc_radius: ['25', '0.5', '20040'],
  bbox: ['-10,40,10,60', '170,-90,-170,90', '2.25,48.8,2.5,48.95'],
};
const LINKED: Values = {
  ...PAGES,
  ...CHANGED,
  sort: ['title', '-modified,date', 'date,-title'],
  search: ['hall', 'a', 'é&=#+[]'],
  q: WORDS,
  event: ['{event0}', '{event1}', '{event3}'],
  has_events: [...FLAGS, 'TRUE'],
  only_with_upcoming: FLAGS,
  status: STATUSES,
  ...SPOKEN,
};
const TERMS: Values = {
  ...PAGES,
  search: ['a', 'é&=#+[]', 'music'],
  order: ['asc', 'DESC'],
  orderby: ['name', 'id', 'count', 'include', 'slug', 'anything else'],
  hide_empty: FLAGS,
  post: ['{event0}', '{event1}', '{event3}'],
  event: ['{event0}', '{event2}', '{event3}'],
  ...SPOKEN,
};

/** Valid values of each filter by list. Some need edit rights. `{name}` is an ID. */
const LISTS: Readonly<Record<string, Values>> = {
  events: {
    ...PAGES,
    ...Object.fromEntries(
      ['start_date', 'end_date', 'starts_before', 'starts_after', 'ends_before', 'ends_after'].map((name) => [name, MOMENTS]),
    ),
    strict_dates: FLAGS,
    search: SEARCHES,
    q: WORDS,
    categories: ['{music}', 'jazz,trade', '{trade},{music}', '{numbered}'],
    tags: ['{red}', 'bleu,pale'],
    venue: ['{near}', '{far},{nowhere}', '{closed}'],
    organizer: ['{ann}', '{ann},{bob}', '{eve}'],
    featured: FLAGS,
    status: STATUSES,
    geoloc: FLAGS,
    ...NEAR,
    ...CHANGED,
    overlaps: FLAGS,
    now: FLAGS,
    weekdays: ['sat', 'mon,tue'],
    time_from: ['09:30', '22:00'],
    time_to: ['02:00', '23:59'],
    free: FLAGS,
    cost_min: ['0', '7.5'],
    cost_max: ['8', '1e3'],
    event_status: ['scheduled', 'cancelled,moved_online'],
    attendance: ['offline', 'online,mixed'],
    sort: ['-start_date', 'end_date,title', '-modified', 'date,-title'],
    facets: ['categories,tags', 'venue,organizer,month,weekday,free,event_status'],
    format: ['json', 'geojson'],
    include: ['{event0},{event1},{event2},{event3},{event4},{event6}', ...BEYOND],
    post_parent: ['{root}'],
    ticketed: FLAGS,
    password: ['sesame', 'é&=#+[]'],
    ...SPOKEN,
  },
  venues: { ...LINKED, ...NEAR, format: ['json', 'geojson'] },
  organizers: LINKED,
  categories: {
    ...TERMS,
    exclude: ['{trade}', '{jazz},{music}'],
    include: ['{trade}', '{jazz},{music},{void}'],
    parent: ['0', '{music}'],
    slug: ['jazz', 'jazz,music,void', '!!!', 'Jazz '],
  },
  tags: { ...TERMS, exclude: ['{red}'], include: ['{red}', '{blue},{pale},{bare}'], slug: ['red', 'pale,bare', '!!!'] },
};

describe('links of lists (rest_url, next_rest_url, previous_rest_url, Link)', function () {
  this.timeout(120_000);
  let stage: Stage;
  before(async () => {
    stage = await openWorld({ SITE_TIMEZONE: 'America/New_York' });
    await stage.give({
      f1: { path: '/tags', language: 'fr', json: { name: 'Un' } },
      f2: { path: '/events', language: 'fr', json: { title: 'Nuit', start_date: '2030-02-01', end_date: '2030-02-01', tags: ['{f1}'] } },
      // A slug that equals the ID of another category.
      numbered: { path: '/categories', json: { name: 'Numbered', slug: ' {trade}' } },
    });
  });
  after(() => stage.stop());

  const named = (values: Readonly<Record<string, string>>) => {
    const query = new URLSearchParams(values);
    for (const [name, value] of [...query])
      query.set(
        name,
        value.replace(/\{(\w+)\}/g, (_, key: string) => String(stage.names[key])),
      );
    return `${query}`;
  };
  const pathOf = (link: string) => `/${link.slice(stage.address.length)}`;
  const follow = (link: string, as: Login | undefined): Promise<Answer> =>
    stage.step({ ...(as && { as }), path: pathOf(link), status: 200 });
  const neighbours = ({ body, headers }: Answer) => {
    const linkOf = (relation: string) => new RegExp(`<([^<>]*)>; rel="${relation}"`).exec(String(headers.link))?.[1];
    expect([linkOf('next'), linkOf('prev')], headers.link as string).to.deep.equal([body.next_rest_url, body.previous_rest_url]);
    return { next: body.next_rest_url as string | undefined, previous: body.previous_rest_url as string | undefined };
  };

  it('are tried with every arg that the index prints for lists', async () => {
    const { body } = await stage.step({ path: '' });
    const routes = body.routes as Record<string, { endpoints: { methods: string[]; args: Record<string, unknown> }[] }>;
    const lists = Object.entries(routes).flatMap(([path, { endpoints }]) => {
      const { args = {} } = endpoints.find(({ methods }) => methods.includes('GET')) ?? {};
      return 'page' in args ? [[path.slice('/cal/events/v1/'.length), Object.keys(args).sort()] as const] : [];
    });
    expect(Object.fromEntries(lists)).to.deep.equal(
      Object.fromEntries(Object.entries(LISTS).map(([plural, values]) => [plural, Object.keys(values).sort()])),
    );
  });

  for (const [plural, values] of Object.entries(LISTS)) {
    const queries = fc.record(Object.fromEntries(Object.entries(values).map(([name, some]) => [name, fc.constantFrom(...some)])), {
      requiredKeys: [],
    });
    const filters = fc.oneof(
      // Either one filter, or a combination of filters.
      fc.constantFrom(...Object.keys(values)).chain((name) => fc.constantFrom(...(values[name] ?? [])).map((value) => ({ [name]: value }))),
      queries,
    ) as fc.Arbitrary<Readonly<Record<string, string>>>;

    it(`GET /${plural}: rest_url answers the same list, next_rest_url and previous_rest_url lead back to it`, async () => {
      let followed = 0;
      await fc.assert(
        fc.asyncProperty(filters, fc.constantFrom(...ASKING), async ({ password, ...query }, as) => {
          const path = `/${plural}?${named(query)}`;
          const first = await stage.ask('GET', path, { ...(as && { as }) });
          // Links never contain passwords.
          if (password !== undefined)
            expect((await stage.ask('GET', `/${plural}?${named({ ...query, password })}`)).text).to.not.include('password=');
          // Some filters contradict each other, need more rights, or name a missing page.
          if (first.status !== 200) {
            expect(first.status, path).to.be.oneOf([400, 404]);
            return;
          }
          const { [plural]: records, total, rest_url: own } = first.body;
          const again = await follow(own, as);
          expect(again.body, `${path}\n${own}`).to.deep.equal(first.body);
          const { next, previous } = neighbours(first);
          for (const link of [next, previous]) {
            if (link === undefined) continue;
            const beside = await follow(link, as);
            expect(beside.body.total, link).to.equal(total);
            const back = neighbours(beside)[link === next ? 'previous' : 'next'];
            // A page after the last one has no previous link.
            if (back === undefined) continue;
            const { body } = await follow(back, as);
            expect(body[plural], `${path}\n${link}\n${back}`).to.deep.equal(records);
          }
          followed += 1;
        }),
        { numRuns: runs(60) },
      );
      expect(followed, 'lists that were found').to.be.greaterThan(0);
    });
  }

  /** URLs of this service in an answer. Images have other hosts. */
  const linksOf = (value: unknown): string[] =>
    typeof value === 'string'
      ? value.startsWith(`${stage.address}/`)
        ? [value]
        : []
      : typeof value === 'object' && value !== null
        ? Object.values(value).flatMap(linksOf)
        : [];

  it('every URL in an answer is answered with 200, or 403 for a password', async () => {
    const found = new Set<string>();
    const closed = new Set<string>();
    const visit = async (path: string) => {
      const { status, body } = await stage.ask('GET', path);
      if (status === 403 && body.code === 'event-password-protected') closed.add(path);
      else expect(status, path).to.equal(200);
      for (const link of linksOf(body)) found.add(link);
    };
    for (const language of LANGUAGES)
      for (const plural of Object.keys(LISTS))
        await visit(
          `//${language}/cal/events/v1/${plural}?per_page=50&${plural === 'events' ? 'start_date=2000-01-01&end_date=2100-01-01' : 'hide_empty=false'}`,
        );
    // The iteration includes links that are added meanwhile.
    for (const link of found) await visit(pathOf(link));
    expect(found.size).to.be.greaterThan(50);
    expect(closed.size).to.be.greaterThan(0);
  });
});
