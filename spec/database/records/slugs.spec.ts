import { expect } from 'chai';
import fc from 'fast-check';
import { type Connection, createConnection } from '../../../lib/database/driver/connection';
import { ensureIndexes, TERM_INDEXES } from '../../../lib/database/driver/indexes';
import type { Term } from '../../../lib/database/records/record';
import { createTerms, type Terms } from '../../../lib/database/records/terms';
import { ALL_LANGUAGES, type Language } from '../../../lib/language';
import { runs } from '../../support/runs';
import { dropDatabase, freshDatabase } from '../../support/server';
import { type Watching, watchCommands, watchedUri } from '../commands';

const LONGEST = 200;
const NAMESAKES = 300;
const AT_ONCE = 16;

const draft = (slug: string, language: Language = 'en') => ({
  slug,
  language,
  name: slug,
  description: '',
  parent: 0,
  count: 0,
  modified: new Date(0),
});

/** A random action. `slug` and `record` are positions in lists. */
type Action =
  | { readonly kind: 'create'; readonly slugs: readonly number[] }
  | { readonly kind: 'rename'; readonly record: number; readonly slug: number }
  | { readonly kind: 'remove'; readonly record: number };

const slug = fc.oneof({ weight: 6, arbitrary: fc.constant(0) }, { weight: 4, arbitrary: fc.nat(6) });
/** Positions 8 to 13 are more frequent: their numbers are looked up in another query than the first ones. */
const record = fc.oneof(fc.integer({ min: 8, max: 13 }), fc.nat(30));
const action: fc.Arbitrary<Action> = fc.oneof(
  fc.record({ kind: fc.constant('create' as const), slugs: fc.array(slug, { minLength: 1, maxLength: 4 }) }),
  fc.record({ kind: fc.constant('rename' as const), record, slug }),
  fc.record({ kind: fc.constant('remove' as const), record }),
);

/** The rule: the first unused of the slug and its numbered variants. */
function smallestFree(slug: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number++) {
    const suffix = number === 1 ? '' : `-${number}`;
    const cut = [...slug].length + suffix.length > LONGEST;
    const candidate =
      (cut
        ? [...slug]
            .slice(0, LONGEST - suffix.length)
            .join('')
            .replace(/-$/, '')
        : slug) + suffix;
    if (!taken.has(candidate)) return candidate;
  }
}

describe('slugs (-2, -3 …)', () => {
  const database = freshDatabase();
  let connection: Connection;
  let things: Terms;
  let watching: Watching;

  before(async () => {
    connection = createConnection({ uri: await watchedUri(), database });
    things = createTerms(
      connection,
      { plural: 'things', keys: () => ({}), indexes: TERM_INDEXES },
      { served: ALL_LANGUAGES, links: () => [] },
    );
    await connection.open((db) => ensureIndexes(db, { counters: [], things: TERM_INDEXES }));
    watching = watchCommands(connection.db());
  });
  after(async () => {
    await connection.close();
    await dropDatabase(database);
  });

  const create = (slug: string) => connection.transact((session) => things.create(draft(slug), session));
  const remove = (record: Term) => connection.transact((session) => things.remove(record, new Date(), session));
  /** Stores numbered records directly, as an older version did. */
  const store = async (slug: string, many: number) => {
    const first = await connection.nextId('terms', many);
    const records = Array.from({ length: many }, (_, place) => {
      const record = draft(place === 0 ? slug : `${slug}-${place + 1}`);
      return { ...record, _id: first + place, group: first + place, translations: {}, revision: 1, edition: 1, keys: {} };
    });
    await things.collection().insertMany(records);
  };
  const lookUps = () => watching.latest.filter(({ find }) => find === 'things');

  let round = 0;
  it('take the first free number after random creations, renamings and removals', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 6, maxLength: 18 }), async (actions) => {
        const stem = `yoga${++round}`;
        const letters = `${stem}${'é'.repeat(LONGEST)}`;
        const cut = (length: number) => [...letters].slice(0, length).join('');
        const slugs = [stem, `${stem}-9`, `${stem}-10`, `${stem}-12`, cut(LONGEST - 9), `${cut(LONGEST - 3)}-a`, cut(LONGEST)];
        const requested = (place: number) => slugs[place] ?? stem;
        const taken = new Set<string>();
        const existing: Term[] = [];
        const make = async (places: readonly number[]) => {
          const expected = places.map((place) => {
            const free = smallestFree(requested(place), taken);
            taken.add(free);
            return free;
          });
          const groups = places.map((place) => [draft(requested(place))]);
          const records = await connection.transact((session) => things.createGroups(groups, session));
          expect(records.map((record) => record.slug)).to.deep.equal(expected);
          existing.push(...records);
        };
        await make(Array(14).fill(0));
        for (const action of actions) {
          if (action.kind === 'create') {
            await make(action.slugs);
            continue;
          }
          const place = action.record % Math.max(existing.length, 1);
          const record = existing[place];
          if (!record) continue;
          taken.delete(record.slug);
          if (action.kind === 'remove') {
            await remove(record);
            existing.splice(place, 1);
            continue;
          }
          const expected = smallestFree(requested(action.slug), taken);
          const next = await connection.transact((session) => things.update(record, { slug: requested(action.slug) }, session));
          expect(next.slug).to.equal(expected);
          taken.add(expected);
          existing[place] = next;
        }
      }),
      { numRuns: runs(40) },
    );
  });

  it(`take few queries after ${NAMESAKES} namesakes, and reuse a number that is free again`, async () => {
    await store('walk', NAMESAKES);
    watching.forget();
    expect((await create('walk')).slug).to.equal(`walk-${NAMESAKES + 1}`);
    expect(lookUps().map(({ filter }) => filter.slug.$in.length)).to.deep.equal([8, 64, 576]);
    const [given] = await things.find({ slug: 'walk-123' });
    if (!given) throw new Error('walk-123 is not stored.');
    await remove(given);
    expect((await create('walk')).slug).to.equal('walk-123');
    expect((await create('walk')).slug).to.equal(`walk-${NAMESAKES + 2}`);
  });

  it(`differ for ${AT_ONCE} creations at the same time after ${NAMESAKES} namesakes`, async () => {
    await store('run', NAMESAKES);
    const created = await Promise.all(Array.from({ length: AT_ONCE }, () => create('run')));
    const numbers = created.map((record) => Number(record.slug.split('-')[1])).sort((one, other) => one - other);
    expect(numbers).to.deep.equal(Array.from({ length: AT_ONCE }, (_, place) => NAMESAKES + 1 + place));
  });

  it('take one query for ordinary titles', async () => {
    watching.forget();
    for (let place = 0; place < 8; place++) await create('swim');
    expect(lookUps()).to.have.length(8);
  });
});
