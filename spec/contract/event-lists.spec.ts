import { expect } from 'chai';
import { CATEGORIES, type Chance, chanceOf, type Known, lineage, namedIn, one, PLACES, storeEvents, TAGS } from '../finding/model';
import { type Asked, belongs, compare, distanceOf, isFree, isOpen, placesByWords, stateOf, weekdayOf } from '../finding/oracle';
import { FILLERS, type Word, type Written } from '../finding/vocabulary';
import { runs } from '../support/runs';
import { NOW, openStage, type Stage } from '../support/scenario';

const EVENTS = Math.max(250, runs(2000));
const CASES = runs(600);
const SEED = Number(process.env['RANDOM_SEED'] ?? 1);
const FACETS = ['categories', 'tags', 'venue', 'month', 'weekday', 'free', 'event_status'] as const;

const SORTS = ['start_date', 'end_date', 'title', 'date', 'modified'].flatMap((name) => [name, `-${name}`]);

/** Letters that never form a plural. */
const LETTERS = [...'aeiklnrt'];

/** Adds a typing error to a word, rarely in its last letter. */
const mistyped = (chance: Chance, word: string): string => {
  const [place, letter] = [chance(word.length), one(chance, LETTERS)];
  const [before, at = '', after = '', rest] = [word.slice(0, place), word[place], word[place + 1], word.slice(place + 2)];
  return one(chance, [
    `${before}${letter}${at}${after}${rest}`,
    `${before}${letter}${after}${rest}`,
    `${before}${after}${rest}`,
    `${before}${after}${at}${rest}`,
  ]);
};

/** A word as a user types it: complete, its beginning, or with an error. */
const typedOf = (chance: Chance, { forms, written }: Word, isLast: boolean): Written => {
  const [singular = '', plural = singular] = forms;
  const how = chance(6);
  const begun = how === 0 ? plural : singular.slice(0, 1 + chance(singular.length));
  const changed =
    how > 3 && singular.length > 3 ? mistyped(chance, singular) : isLast && how < 3 ? begun.replace(/(?<=.)[sx]$/, '') : undefined;
  return changed === undefined ? one(chance, written) : [changed, changed];
};

/** One to three words of one or two events. */
const wordsOf = (chance: Chance, language: Asked['language'], events: readonly Known[]): Asked['q'] => {
  const own = events.filter((event) => event.language === language);
  const [first, second] = [one(chance, own), one(chance, own)];
  const count = 1 + chance(3);
  const all = Array.from({ length: count }, (_, place) => {
    const event = chance(6) === 0 ? second : first;
    const words = [event.inTitle, event.inTexts, namedIn(language, event)].map((some) => some.filter(({ written }) => written.length > 0));
    return typedOf(
      chance,
      one(
        chance,
        one(
          chance,
          words.filter((some) => some.length > 0),
        ),
      ),
      place === count - 1,
    );
  });
  const each = all.filter(([, plain], place) => all.findLastIndex(([, other]) => other === plain) === place);
  const filler = one(chance, FILLERS[language]);
  const between = filler.split(/[ ,-]+/).filter(Boolean);
  return {
    typed: each.map(([typed]) => typed).join(filler),
    words: each.flatMap(([, plain], place) => (place === 0 ? [plain] : [...between, plain])),
  };
};

const askingOf = (chance: Chance, events: readonly Known[]): Asked => {
  const language = one(chance, ['en', 'en', 'fr'] as const);
  const q = chance(3) > 0 ? wordsOf(chance, language, events) : undefined;
  const maybe = <T>(value: () => T): T | undefined => (chance(q ? 20 : 6) === 0 ? value() : undefined);
  const day = () => new Date(Date.parse(NOW) + (chance(160) - 70) * 86_400_000).toISOString().slice(0, 10);
  const near = maybe(() => ({
    place: one(chance, [
      [48.86, 2.3],
      [-15, 179.5],
    ] as const),
    kilometres: one(chance, [5, 40, 600, 5000]),
  }));
  const isNow = chance(10) === 0;
  const names = [...new Set(Array.from({ length: chance(3) }, () => one(chance, SORTS)).map((name) => name.replace('-', '')))];
  const signed = names.map((name) => `${one(chance, ['', '-'])}${name}`);
  const sort = q && chance(2) === 0 ? [one(chance, ['relevance', '-relevance']), ...signed.slice(0, 1)] : signed;
  const request = {
    language,
    isEditor: chance(4) === 0,
    hasPassword: maybe(() => true),
    q,
    ...(q && chance(3) > 0
      ? { from: '2029-10-01', to: '2030-12-31' }
      : isNow
        ? { now: true }
        : { from: day(), to: day(), overlaps: maybe(() => true) ?? false }),
    weekdays: maybe(() => ['sat', 'sun', 'wed']),
    timeFrom: maybe(() => one(chance, ['09:30', '18:00', '22:15'])),
    timeTo: maybe(() => one(chance, ['02:00', '12:00', '23:00'])),
    free: maybe(() => chance(2) === 0),
    least: maybe(() => one(chance, [0, 7.5, 12])),
    most: maybe(() => one(chance, [15, 20, 40])),
    states: maybe(() => one(chance, [['scheduled'], ['cancelled', 'postponed'], ['scheduled', 'moved_online']])),
    attendances: maybe(() => one(chance, [['offline'], ['online', 'mixed']])),
    box: maybe(() => one(chance, [[2, 48, 3, 49] as const, [170, -30, -160, 0] as const, [-180, -90, 180, 90] as const])),
    near,
    category: maybe(() => one(chance, Object.keys(CATEGORIES))),
    tag: maybe(() => one(chance, TAGS)),
    venue: maybe(() => one(chance, Object.keys(PLACES))),
    featured: maybe(() => chance(2) === 0),
    modifiedAfter: maybe(() => `${day()}T00:00:00`),
    ...(near && chance(2) === 0 ? { sort: [one(chance, ['distance', '-distance']), ...signed.slice(0, 1)] } : sort.length > 0 && { sort }),
  };
  return Object.fromEntries(Object.entries(request).filter(([, value]) => value !== undefined)) as unknown as Asked;
};

const queryOf = (request: Asked, names: Readonly<Record<string, number>>): URLSearchParams => {
  const { from, to, overlaps, now, weekdays, timeFrom, timeTo, free, least, most, states, attendances, box, near } = request;
  const { category, tag, venue, featured, modifiedAfter, sort, q, hasPassword } = request;
  const said: Record<string, unknown> = {
    start_date: from,
    end_date: to,
    overlaps: overlaps || undefined,
    now,
    weekdays: weekdays?.join(),
    time_from: timeFrom,
    time_to: timeTo,
    free,
    cost_min: least,
    cost_max: most,
    event_status: states?.join(),
    attendance: attendances?.join(),
    bbox: box?.join(),
    geoloc_lat: near?.place[0],
    geoloc_lng: near?.place[1],
    geoloc_radius: near?.kilometres,
    categories: category && names[category],
    tags: tag && names[tag],
    venue: venue && names[venue],
    featured,
    modified_after: modifiedAfter,
    sort: sort?.join(),
    q: q?.typed,
    password: hasPassword && 'sesame',
  };
  const given = Object.entries(said).filter(([, value]) => value !== undefined);
  return new URLSearchParams(Object.fromEntries(given.map(([name, value]) => [name, String(value)])));
};

const countsOf = (values: readonly (string | number | boolean)[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const value of values) counts[String(value)] = (counts[String(value)] ?? 0) + 1;
  return counts;
};

describe('database: GET /events', function () {
  this.timeout(300_000);
  let stage: Stage;
  let events: readonly Known[];
  const now = Date.parse(NOW);
  before(async () => {
    stage = await openStage();
    events = await storeEvents(stage, EVENTS, SEED);
  });
  after(() => stage.stop());

  const expectedFacets = (having: readonly Known[], request: Asked): Record<(typeof FACETS)[number], Record<string, number>> => {
    const under = (but?: keyof Asked) => having.filter((event) => belongs(event, request, now, but));
    const idOf = (name: string) => (request.language === 'fr' ? stage.names[`${name}_fr`] : undefined) ?? stage.names[name] ?? 0;
    const idsOf = (names: readonly string[]) => [...new Set(names)].map(idOf);
    const open = (but: keyof Asked) => under(but).filter((event) => isOpen(event, request));
    return {
      categories: countsOf(open('category').flatMap(({ categories }) => idsOf(categories.flatMap(lineage)))),
      tags: countsOf(open('tag').flatMap(({ tags }) => idsOf(tags))),
      venue: countsOf(open('venue').flatMap(({ venues }) => idsOf(venues))),
      month: countsOf(under().map(({ startDate }) => startDate.slice(0, 7))),
      weekday: countsOf(under('weekdays').map(({ startDate }) => weekdayOf(startDate))),
      free: countsOf(under('free').map((event) => isFree(event, request))),
      event_status: countsOf(under('states').map((event) => stateOf(event, request))),
    };
  };

  it('random filters, q, sort and facets answer what the oracle finds: records, order, total, distances, counts', async () => {
    const chance = chanceOf(SEED * 1000 + 7);
    for (let number = 0; number < CASES; number += 1) {
      const request = askingOf(chance, events);
      const { language, isEditor, near } = request;
      const places = placesByWords(events, request);
      const having = [...places.keys()];
      const expected = having.filter((event) => belongs(event, request, now)).sort((a, b) => compare(a, b, request, places));
      const query = queryOf(request, stage.names);
      const [page, size] = [1 + chance(3), one(chance, [3, 10, 50])];
      const isThere = page === 1 || page <= Math.ceil(expected.length / size);
      query.set('per_page', String(size));
      query.set('page', String(isThere ? page : 1));
      query.set('facets', FACETS.join());
      const message = `${JSON.stringify(request)} ${query}`;
      const { status, body } = await stage.ask('GET', `/events?${query}`, { language, ...(isEditor && { as: 'editor' }) });
      expect(status, message).to.equal(200);
      const from = ((isThere ? page : 1) - 1) * size;
      const expectedPage = expected.slice(from, from + size);
      expect(
        (body.events as { id: number }[]).map(({ id }) => id),
        message,
      ).to.deep.equal(expectedPage.map(({ id }) => id));
      expect(body.total, message).to.equal(expected.length);
      if (near)
        for (const [place, event] of expectedPage.entries())
          expect(body.events[place].distance, message).to.be.closeTo(distanceOf(event, near.place), 0.01);
      for (const [name, counts] of Object.entries(expectedFacets(having, request))) {
        const answered = (body.facets[name] as { value: unknown; count: number }[]).map(({ value, count }) => [String(value), count]);
        expect(Object.fromEntries(answered), `${name} ${message}`).to.deep.equal(counts);
      }
    }
  });
});
