import { writeSync } from 'node:fs';
import { type Document, MongoClient } from 'mongodb';
import { startEmbedded } from '../../lib/embedded/start-embedded';

/** Writes without end to a folder with several writers. Prints the number of each acknowledged write. */
const write = async (folder: string): Promise<void> => {
  const { uri } = await startEmbedded({ folder });
  const client = await new MongoClient(uri).connect();
  const things = client.db('crash').collection<Document>('things');
  const twins = client.db('crash').collection<Document>('twins');
  await things.createIndexes([
    { key: { n: 1 }, unique: true },
    { key: { tags: 1, n: -1 } },
    { key: { moved: 1 }, partialFilterExpression: { moved: { $gte: 0 } } },
  ]);
  let next = 0;
  const writer = async (): Promise<void> => {
    for (;;) {
      const n = next++;
      if (n % 3 === 0) {
        await client.withSession((session) =>
          session.withTransaction(async () => {
            await things.insertOne({ n, tags: ['a', n % 7] }, { session });
            await twins.insertOne({ n }, { session });
          }),
        );
      } else {
        await things.insertOne({ n, tags: ['b', n % 5] });
        await things.updateOne({ n }, { $set: { moved: n, tags: [n % 3] } });
      }
      writeSync(1, `${n}\n`);
    }
  };
  await Promise.all(Array.from({ length: 8 }, writer));
};

void write(process.argv[2] ?? '');
