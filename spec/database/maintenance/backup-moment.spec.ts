import { expect } from 'chai';
import { type Connection, createConnection } from '../../../lib/database/driver/connection';
import { backupLines } from '../../../lib/maintenance/backup';
import { dropDatabase, freshDatabase, mongoUri } from '../../support/server';

interface Thing {
  readonly _id: number;
  readonly n: number;
}

describe('backupLines (command backup)', () => {
  const database = freshDatabase();
  let connection: Connection;
  before(async () => {
    connection = createConnection({ uri: await mongoUri(), database });
    await connection.open(async () => undefined);
  });
  after(async () => {
    await connection.close();
    await dropDatabase(database);
  });

  it('reads all collections as of one moment, whatever is written meanwhile', async () => {
    const things = (name: string) => connection.collection<Thing>(name);
    await things('counters').insertOne({ _id: 0, n: 0 });
    for (const name of ['early', 'late']) await things(name).insertMany(Array.from({ length: 1500 }, (_, _id) => ({ _id, n: 0 })));
    const documents: Record<string, Thing[]> = { early: [], late: [] };
    await connection.unlimited(async (db) => {
      const lines = backupLines(db, new Date());
      // The first line follows the snapshot.
      await lines.next();
      for (const name of ['early', 'late']) {
        await things(name).updateMany({}, { $set: { n: 1 } });
        await things(name).insertOne({ _id: 9999, n: 1 });
      }
      for await (const chunk of lines)
        for (const line of chunk.split('\n').filter(Boolean)) {
          const { in: name, document } = JSON.parse(line);
          if (document !== undefined) documents[name]?.push(document);
        }
    });
    for (const name of ['early', 'late']) {
      expect(documents[name]).to.have.lengthOf(1500);
      expect(JSON.stringify(documents[name])).to.not.include('"n":{"$numberInt":"1"}');
    }
  });
});
