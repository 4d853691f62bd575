import { expect } from 'chai';
import fc from 'fast-check';
import { type Connection, createConnection } from '../../lib/database/driver/connection';
import { runs } from '../support/runs';
import { dropDatabase, freshDatabase, mongoUri } from '../support/server';

/** A range of IDs that one of two connections reserves. */
const taking = fc.record({
  by: fc.nat(1),
  count: fc.oneof(fc.constant(1), fc.integer({ min: 2, max: 33 }), fc.constantFrom(63, 64, 65, 200)),
});

describe('database: sequences (nextId)', () => {
  const database = freshDatabase();
  let connections: readonly Connection[];

  before(async () => {
    const uri = await mongoUri();
    connections = [1, 2].map(() => createConnection({ uri, database }));
    for (const connection of connections) await connection.open(async () => undefined);
  });
  after(async () => {
    await Promise.all(connections.map((connection) => connection.close()));
    await dropDatabase(database);
  });

  it('give no ID twice to two processes that reserve ranges at the same time', async () => {
    const taken = new Set<number>();
    let given = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(taking, { minLength: 1, maxLength: 30 }), async (takings) => {
        const firsts = await Promise.all(takings.map(({ by, count }) => connections[by]?.nextId('spec', count) ?? 0));
        for (const [place, { count }] of takings.entries()) {
          for (let step = 0; step < count; step++) taken.add((firsts[place] ?? 0) + step);
          given += count;
        }
        expect(taken.size).to.equal(given);
        const counter = await connections[0]?.collection<{ _id: string; value: number }>('counters').findOne({ _id: 'spec' });
        expect(Math.min(...taken)).to.equal(1);
        expect(Math.max(...taken)).to.be.at.most(counter?.value ?? 0);
      }),
      { numRuns: runs(60) },
    );
  });
});
