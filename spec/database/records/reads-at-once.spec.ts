import { expect } from 'chai';
import fc from 'fast-check';
import { type Connection, createConnection } from '../../../lib/database/driver/connection';
import { ensureIndexes, TERM_INDEXES } from '../../../lib/database/driver/indexes';
import { createTerms, type Terms } from '../../../lib/database/records/terms';
import { runs } from '../../support/runs';
import { dropDatabase, freshDatabase } from '../../support/server';
import { watchCommands, watchedUri } from '../commands';

const MANY = 20;

describe('byId: batched reads', () => {
  const database = freshDatabase();
  let connection: Connection;
  let things: Terms;
  let reads = () => 0;

  before(async () => {
    connection = createConnection({ uri: await watchedUri(), database });
    await connection.open((db) => ensureIndexes(db, { counters: [], things: TERM_INDEXES }));
    things = createTerms(
      connection,
      { plural: 'things', indexes: TERM_INDEXES, keys: () => ({}) },
      { links: () => [], served: { languages: ['en'], first: 'en' } },
    );
    const drafts = Array.from({ length: MANY }, (_, place) => [draft(`thing ${place}`)]);
    await connection.transact((session) => things.createGroups(drafts, session));
    const { latest, forget } = watchCommands(connection.db());
    reads = () => {
      const many = latest.length;
      forget();
      return many;
    };
  });
  beforeEach(() => reads());
  after(async () => {
    await connection.close();
    await dropDatabase(database);
  });

  const draft = (name: string) => ({
    slug: name,
    language: 'en' as const,
    name,
    description: '',
    parent: 0,
    count: 0,
    modified: new Date(0),
  });
  const namesIn = (found: ReadonlyMap<number, { readonly name: string }>) => [...found].map(([id, { name }]) => `${id} ${name}`).sort();
  /** The existing records of these IDs. */
  const named = (ids: readonly number[]) =>
    [...new Set(ids)]
      .filter((id) => id <= MANY)
      .map((id) => `${id} thing ${id - 1}`)
      .sort();

  it('joins reads of the same moment in one query', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(fc.integer({ min: 1, max: MANY + 5 }), { maxLength: 6 }), { minLength: 1, maxLength: 8 }),
        async (lists) => {
          reads();
          const answers = await Promise.all(lists.map((ids) => things.many(ids)));
          expect(reads()).to.equal(lists.some((ids) => ids.length > 0) ? 1 : 0);
          expect(answers.map(namesIn)).to.deep.equal(lists.map(named));
          for (const [place, ids] of lists.entries()) expect(answers[place]).to.deep.equal(await things.many(ids));
        },
      ),
      { numRuns: runs(100) },
    ));

  const rename = (id: number, name: string) => things.collection().updateOne({ _id: id }, { $set: { name } });

  it('sees every change before the read', async () => {
    const before = things.many([1, 2]);
    await rename(1, 'changed');
    const after = things.many([1, 3]);
    await before;
    expect(namesIn(await after)).to.deep.equal(['1 changed', ...named([3])]);
    await rename(1, 'thing 0');
  });

  it('answers records that the transaction has read from memory', async () => {
    await connection.transact(async (session) => {
      await things.preload([1, 2, 2, 404], session);
      reads();
      expect(namesIn(await things.many([2], session))).to.deep.equal(named([2]));
      expect(namesIn(await things.many([1, 2], session))).to.deep.equal(named([1, 2]));
      expect(namesIn(await things.many([], session))).to.deep.equal([]);
      expect(reads()).to.equal(0);
      expect(namesIn(await things.many([2, 3], session))).to.deep.equal(named([2, 3]));
      expect(namesIn(await things.many([2, 404], session))).to.deep.equal(named([2]));
      expect(reads()).to.equal(2);
    });
  });

  it('forgets them when the transaction is retried', async () => {
    const { client } = connection.db();
    await client.withSession(async (session) => {
      session.startTransaction();
      await things.preload([6, 7], session);
      await session.abortTransaction();
      await rename(6, 'again');
      session.startTransaction();
      await things.preload([6], session);
      expect(namesIn(await things.many([6], session))).to.deep.equal(['6 again']);
      await session.abortTransaction();
    });
    await rename(6, 'thing 5');
  });

  it('does not share them with other transactions', async () => {
    await connection.transact(async (session) => {
      await things.preload([4, 5], session);
      await rename(4, 'renamed');
      expect(namesIn(await things.many([4], session))).to.deep.equal(named([4]));
      expect(namesIn(await things.many([4]))).to.deep.equal(['4 renamed']);
      await connection.transact(async (other) => expect(namesIn(await things.many([4], other))).to.deep.equal(['4 renamed']));
    });
    await connection.transact(async (session) => {
      await things.preload([4], session);
      expect(namesIn(await things.many([4], session))).to.deep.equal(['4 renamed']);
    });
  });
});
