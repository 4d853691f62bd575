import { expect } from 'chai';
import fc from 'fast-check';
import type { Document } from 'mongodb';
import { faultsOf } from '../support/faults';
import { runs } from '../support/runs';
import { openStage, type Stage } from '../support/scenario';
import type { Answer, Login } from '../support/service';
import { category, organizer, tag, venue } from '../support/stage';

/** The body of a creation. Links use the record names of the spec. */
interface Creation {
  readonly as: Login;
  readonly language: 'en' | 'fr';
  readonly json: {
    readonly title: string;
    readonly day: number;
    readonly venue?: string | { readonly venue: string };
    readonly organizer?: readonly string[];
    readonly categories?: readonly string[];
    readonly tags?: readonly string[];
    readonly status?: string;
    readonly image?: string;
    readonly cost?: string;
  };
}

const some = (...names: readonly string[]) => fc.uniqueArray(fc.constantFrom(...names), { maxLength: 3 });

const json = {
  title: fc.constantFrom('Jazz', 'Chess', 'Fête', '東京'),
  day: fc.integer({ min: 1, max: 28 }),
  venue: fc.constantFrom('{hall}', '{salle}', '{quay}'),
  organizer: some('{ann}', '{bob}'),
  categories: some('{music}', '{trade}', 'Anew', 'MUSIC', 'musique', 'trade'),
  tags: some('{red}', 'one', 'two'),
  image: fc.constantFrom('https://example.org/one.png', 'https://example.org/two.png'),
  cost: fc.constantFrom('5', 'none at all', '10-20'),
};
const language = fc.constantFrom('en' as const, 'fr' as const);
const requiredKeys: ['title', 'day'] = ['title', 'day'];

/** Creations that may share a transaction. */
const plain: fc.Arbitrary<Creation> = fc.record({
  as: fc.constantFrom<Login>('editor', 'author'),
  language,
  json: fc.record({ ...json, status: fc.constantFrom('publish', 'publish', 'private') }, { requiredKeys }),
});
/** Creations that are refused, or that create terms. */
const other: fc.Arbitrary<Creation> = fc.record({
  as: fc.constantFrom<Login>('editor', 'author', 'contributor'),
  language,
  json: fc.record(
    {
      ...json,
      venue: fc.oneof(json.venue, fc.constantFrom('{closed}', '{none}')),
      categories: fc.oneof(json.categories, fc.constant(['{none}'])),
      status: fc.constantFrom('publish', 'draft', 'private', 'pending'),
    },
    { requiredKeys },
  ),
});
/** Creations with an inline venue, which reuses an equal venue that the sender may read. */
const inline: fc.Arbitrary<Creation> = fc.record({
  as: fc.constant<Login>('editor'),
  language,
  json: fc.record({ ...json, venue: fc.constant({ venue: 'Barn' }) }, { requiredKeys: ['title', 'day', 'venue'] }),
});
const batch = (creation: fc.Arbitrary<Creation>) => fc.array(creation, { minLength: 4, maxLength: 24 });
/** One of the two batches has only creations that may share a transaction. */
const creations = fc.oneof(
  batch(plain),
  batch(fc.oneof({ weight: 4, arbitrary: plain }, { weight: 1, arbitrary: other }, { weight: 1, arbitrary: inline })),
);

/** The compared members of linked records. */
const COMPARED = ['name', 'language', 'count', 'used', 'until', 'abroad', 'abroadUntil'] as const;

describe('POST /events: random creations at the same time', function () {
  this.timeout(300_000);
  let atOnce: Stage;
  let inTurn: Stage;

  before(async () => {
    [atOnce, inTurn] = await Promise.all([openStage(), openStage()]);
    for (const stage of [atOnce, inTurn])
      await stage.give({
        hall: venue('Hall'),
        salle: venue('Salle', { translation_of: '{hall}' }, { language: 'fr' }),
        quay: venue('Quay'),
        closed: venue('Closed', { status: 'private' }),
        ann: organizer('Ann'),
        bob: organizer('Bob', {}, { language: 'fr' }),
        music: category('Music'),
        musique: category('Musique', { translation_of: '{music}' }, { language: 'fr' }),
        trade: category('Trade'),
        red: tag('Red'),
      });
  });
  after(() => Promise.all([atOnce.stop(), inTurn.stop()]));

  const create = ({ names, ask }: Stage, { as, language, json: { day, ...json } }: Creation): Promise<Answer> => {
    const dates = { start_date: `2030-05-${day} 10:00:00`, end_date: `2030-05-${day} 12:00:00` };
    const filled = JSON.stringify({ ...dates, ...json }).replace(/"\{(\w+)\}"/g, (_, name) => String(names[name] ?? 4_000_000));
    return ask('POST', '/events', { as, language, json: JSON.parse(filled) });
  };
  /** The comparable part of an answer, without IDs and slug numbers. */
  const said = ({ status, body }: Answer) => {
    if (status !== 201) return { status, code: body.code, params: body.data.params };
    const { title, language, start_date: start, venue: at, organizer: by, categories, tags, image, cost } = body;
    const namesOf = (list: readonly Document[], member: string) => list.map((one) => one[member]);
    return {
      ...{ title, language, start, cost, status: body.status, image: image.url },
      links: [at?.venue, ...namesOf(by, 'organizer'), ...namesOf(categories, 'name'), ...namesOf(tags, 'name')],
    };
  };
  const stored = async ({ service }: Stage) => {
    const records = (plural: string) => service.services.connection.collection<Document>(plural).find().toArray();
    const comparable: Record<string, string[]> = {};
    for (const plural of ['venues', 'organizers', 'categories', 'tags'])
      comparable[plural] = (await records(plural)).map((record) => JSON.stringify(COMPARED.map((name) => record[name]))).sort();
    comparable['media'] = (await records('media')).map(({ url }) => url).sort();
    comparable['events'] = (await records('events'))
      .map(({ title, language, status, slug }) => [title, language, status && slug].join())
      .sort();
    return comparable;
  };

  it('give the same answers and records as sequential creations', () =>
    fc.assert(
      fc.asyncProperty(creations, async (requests) => {
        const together = await Promise.all(requests.map((one) => create(atOnce, one)));
        const alone: Answer[] = [];
        for (const one of requests) alone.push(await create(inTurn, one));
        expect(together.map(said)).to.deep.equal(alone.map(said));
        expect(await stored(atOnce)).to.deep.equal(await stored(inTurn));
        for (const stage of [atOnce, inTurn]) expect(await faultsOf(stage)).to.deep.equal([]);
      }),
      { numRuns: runs(30), endOnFailure: true },
    ));
});
