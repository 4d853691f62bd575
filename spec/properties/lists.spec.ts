import { expect } from 'chai';
import fc from 'fast-check';
import { runs } from '../support/runs';
import type { Stage } from '../support/scenario';
import type { Login } from '../support/service';
import { ASKING, type List, listOf, openWorld } from './world';

type Query = Readonly<Record<string, string>>;

/** Dates of every query, so that the default range does not apply. */
const ALWAYS: Query = { start_date: '2000-01-01', end_date: '2100-01-01' };

/** Filters of events. `{name}` is an ID. */
const FILTERS: readonly Query[] = [
  { start_date: '2030-01-20' },
  { end_date: '2030-02-05' },
  { starts_before: '2030-01-25' },
  { starts_after: '2030-01-12' },
  { ends_before: '2030-02-10 12:00:00' },
  { ends_after: '2030-01-15 06:00:00' },
  { search: 'night' },
  { search: 'fete' },
  { search: '"la musique"' },
  { search: '-jazz' },
  { search: 'chess' },
  { categories: '{music}' },
  { categories: 'jazz,trade' },
  { tags: '{red}' },
  { tags: 'bleu,pale' },
  { venue: '{near}' },
  { venue: '{far},{nowhere}' },
  { organizer: '{ann}' },
  { organizer: '{ann},{bob}' },
  { featured: 'true' },
  { featured: 'false' },
  { geoloc: 'true' },
  { geoloc: 'false' },
  { geoloc_lat: '48.9', geoloc_lng: '2.3', geoloc_radius: '50' },
  { post_parent: '{root}' },
  { include: '{event0},{event1},{event2},{event3},{event4},{event6},{event7},{event8},{event9},{event10},{event13},{event17}' },
  { ticketed: 'false' },
  { weekdays: 'sat,sun' },
  { time_from: '18:00', time_to: '04:00' },
  { bbox: '2,48,3,49' },
  { free: 'true' },
  { free: 'false' },
  { cost_max: '10' },
  { event_status: 'scheduled' },
  { event_status: 'cancelled,postponed' },
  { attendance: 'online,mixed' },
  { modified_after: '2030-01-10' },
  { created_after: '2030-01-01' },
  { q: 'night' },
  { ml_language: 'fr' },
  { ml_language: 'en' },
];
/** Slugs belong to one language, so some combinations find nothing. */
const isContradictory = (queries: readonly Query[]) =>
  queries.some((query) => query['ml_language'] === 'fr') &&
  queries.some(({ categories, tags }) => /^[a-z]+,/.test(categories ?? tags ?? ''));
const DATES = ['start_date', 'end_date', 'starts_before', 'starts_after', 'ends_before', 'ends_after'];

const pathOf = (queries: readonly Query[]) => `/events?${new URLSearchParams(Object.assign({ per_page: '50' }, ALWAYS, ...queries))}`;
/** Restores the encoded braces and commas of names. */
const named = (path: string) => path.replaceAll('%7B', '{').replaceAll('%7D', '}').replaceAll('%2C', ',');
const filters = fc
  .uniqueArray(fc.constantFrom(...FILTERS), { selector: (query) => Object.keys(query)[0], maxLength: 4 })
  .filter((queries) => !isContradictory(queries));
const asking = fc.constantFrom(...ASKING);
const inCommon = (lists: readonly List[], whole: List) => whole.ids.filter((id) => lists.every(({ ids }) => ids.includes(id)));

describe('GET of lists: filters, pages and totals', function () {
  this.timeout(120_000);
  let stage: Stage;
  before(async () => {
    stage = await openWorld();
  });
  after(() => stage.stop());

  // This spec writes nothing, so answers can be cached.
  const cached = new Map<string, Promise<List>>();
  const events = (as: Login | undefined, ...queries: readonly Query[]): Promise<List> => {
    const path = named(pathOf(queries));
    const key = `${as} ${path}`;
    const list = cached.get(key) ?? listOf(stage, path, as);
    cached.set(key, list);
    return list;
  };
  /** Results of each filter alone. Date filters are dropped if `include` selects the events. */
  const resultsOfEach = async (as: Login | undefined, queries: readonly Query[]) => {
    const named = queries.some((query) => 'include' in query);
    const language = queries.find((query) => 'ml_language' in query) ?? {};
    const counting = queries.filter((query) => !(named && DATES.includes(Object.keys(query)[0] ?? '')));
    return Promise.all(counting.map((query) => events(as, language, query)));
  };

  const PAIRS = FILTERS.flatMap((one, place) => FILTERS.slice(place + 1).map((other) => [one, other] as const)).filter(
    ([one, other]) => Object.keys(other)[0] !== Object.keys(one)[0] && !isContradictory([one, other]),
  );
  // Each role tests another part of the pairs, evenly distributed.
  const every = Math.ceil(PAIRS.length / runs(PAIRS.length));
  for (const [turn, as] of (['editor', undefined] as const).entries())
    it(`GET /events: two filters find what each of them finds, for ${as ?? 'nobody'}`, async () => {
      for (const [one, other] of PAIRS.filter((_, place) => place % every === turn % every)) {
        const language = [one, other].find((query) => 'ml_language' in query) ?? {};
        const whole = await events(as, language, 'include' in one ? one : 'include' in other ? other : {});
        const both = await events(as, one, other);
        const message = JSON.stringify([one, other]);
        expect([...both.ids].sort(), message).to.deep.equal(inCommon(await resultsOfEach(as, [one, other]), whole).sort());
        expect(both.total, message).to.equal(both.ids.length);
      }
    });

  it('GET /events: several filters find what each of them finds, in the order of the whole list', () =>
    fc.assert(
      fc.asyncProperty(filters, asking, async (queries, as) => {
        const language = queries.find((query) => 'ml_language' in query) ?? {};
        const whole = await events(as, language, queries.find((query) => 'include' in query) ?? {});
        const together = await events(as, ...queries);
        expect(together.ids).to.deep.equal(inCommon(await resultsOfEach(as, queries), whole));
      }),
      { numRuns: runs(30) },
    ));

  it('GET /events?per_page: total is the sum of the pages, next_rest_url and previous_rest_url lead there and back, and a page behind the last is 404', () =>
    fc.assert(
      fc.asyncProperty(filters, asking, fc.integer({ min: 1, max: 9 }), async (queries, as, size) => {
        const whole = await events(as, ...queries);
        const pages: List[] = [await events(as, ...queries, { per_page: String(size) })];
        for (let link = pages[0]?.next; link !== undefined; link = pages.at(-1)?.next) pages.push(await listOf(stage, link, as));
        expect(pages.flatMap(({ ids }) => ids)).to.deep.equal(whole.ids);
        for (const page of pages) expect(page).to.deep.include({ total: whole.total, pages: Math.ceil(whole.total / size) });
        expect(pages[0]?.previous).to.equal(undefined);
        for (const [place, page] of pages.entries())
          if (page.previous !== undefined) expect((await listOf(stage, page.previous, as)).text).to.equal(pages[place - 1]?.text);
        const beyond = named(pathOf([...queries, { per_page: String(size), page: String(pages.length + 1) }]));
        await stage.step({ ...(as && { as }), path: beyond, status: 404, code: 'event-archive-page-not-found' });
      }),
      { numRuns: runs(30) },
    ));

  const moment = fc
    .date({ min: new Date('2030-01-01T00:00:00Z'), max: new Date('2030-03-01T00:00:00Z'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 19).replace('T', ' '));
  const opposites = fc.oneof(
    fc.constant([{ featured: 'true' }, { featured: 'false' }]),
    fc.constant([{ geoloc: 'true' }, { geoloc: 'false' }]),
    fc.constantFrom('night', 'fête', 'JAZZ', 'ecoles', '東京').map((word) => [{ search: word }, { search: `-${word}` }]),
    moment.map((date) => [
      { starts_before: date, strict_dates: 'true' },
      { start_date: date, strict_dates: 'true' },
    ]),
    moment.map((date) => [
      { end_date: date, strict_dates: 'true' },
      { ends_after: date, strict_dates: 'true' },
    ]),
  );

  it('GET /events: a filter and its opposite make the whole list (featured, geoloc, search and -search, starts_before, ends_after)', () =>
    fc.assert(
      fc.asyncProperty(opposites, filters, asking, async ([one = {}, other = {}], more, as) => {
        const rest = more.filter((query) => !('include' in query) && !Object.keys(query).some((name) => name in one || name in other));
        const strict: Query = 'strict_dates' in one ? { strict_dates: 'true' } : {};
        const [whole, yes, no] = await Promise.all([events(as, strict, ...rest), events(as, one, ...rest), events(as, other, ...rest)]);
        expect([...yes.ids, ...no.ids]).to.have.members(whole.ids);
      }),
      // Each sort of opposites occurs several times.
      { numRuns: Math.max(10, runs(30)) },
    ));

  const venues = (as: Login | undefined, query = '') => listOf(stage, `/venues?per_page=50${query}`, as);

  it('GET /venues?has_events: true and false make all venues; only_with_upcoming is a part of true', async () => {
    for (const as of ASKING) {
      const [whole, yes, no, upcoming] = await Promise.all(
        ['', '&has_events=true', '&has_events=false', '&only_with_upcoming=true'].map((query) => venues(as, query)),
      );
      expect([...(yes?.ids ?? []), ...(no?.ids ?? [])], as).to.have.members(whole?.ids ?? []);
      expect(yes?.ids, as).to.include.members([...(upcoming?.ids ?? [])]);
    }
    expect((await venues('editor')).total).to.equal(5);
  });

  it('GET /venues?event finds the venues that the event names', async () => {
    for (const as of ASKING)
      for (const { id } of (await venues(as)).records) {
        const { records } = await events(as, { venue: String(id) });
        for (const event of records) expect([event.venue].flat().map((linked) => linked.id)).to.include(id);
        for (const { id: event } of records.slice(0, 3)) expect((await venues(as, `&event=${event}`)).ids).to.include(id);
      }
  });

  const categories = (query = '') => listOf(stage, `/categories?per_page=50&hide_empty=false${query}`, undefined);

  it('GET /categories?include and ?exclude make all categories', async () => {
    const { ids } = await categories();
    await fc.assert(
      fc.asyncProperty(fc.subarray([...ids], { minLength: 1 }), async (chosen) => {
        const [included, excluded] = await Promise.all(['include', 'exclude'].map((name) => categories(`&${name}=${chosen}`)));
        expect(included?.ids).to.have.members(chosen);
        expect(excluded?.ids).to.have.members(ids.filter((id) => !chosen.includes(id)));
      }),
      { numRuns: runs(15) },
    );
  });

  it('GET /categories?order=asc and desc are opposite, for each orderby, page by page', () =>
    fc.assert(
      fc.asyncProperty(fc.constantFrom('name', 'slug', 'id', 'count'), fc.integer({ min: 1, max: 5 }), async (by, size) => {
        const [up, down] = await Promise.all(['asc', 'desc'].map((order) => categories(`&orderby=${by}&order=${order}`)));
        const keys = (list?: List) => list?.records.map((term) => term[by]);
        expect(keys(up)?.toReversed()).to.deep.equal(keys(down));
        const pages: List[] = [await listOf(stage, `/categories?hide_empty=false&orderby=${by}&order=asc&per_page=${size}`, undefined)];
        for (let link = pages[0]?.next; link !== undefined; link = pages.at(-1)?.next) pages.push(await listOf(stage, link, undefined));
        expect(pages.flatMap(({ ids }) => ids)).to.deep.equal(up?.ids);
      }),
      { numRuns: runs(15) },
    ));

  it('GET /categories: count is the number of published events that name the category', async () => {
    for (const { id, count } of (await categories()).records) {
      const filter = `categories=${id}&start_date=2000-01-01&end_date=2100-01-01&per_page=50`;
      const { records } = await listOf(stage, `/events?${filter}`, undefined);
      const direct = records.filter((event) => event.categories.some((term: { id: number }) => term.id === id));
      const hidden = await stage.service.services.connection
        .collection('events')
        .countDocuments({ categories: id, language: 'en', hidden: true, status: 'publish', password: '' });
      expect(direct.length + hidden, String(id)).to.equal(count);
    }
  });
});
