import { writeSync } from 'node:fs';
import { type ClientSession, type Document, MongoClient } from 'mongodb';
import { startEmbedded } from '../../../lib/embedded/start-embedded';
import { INDEXES, isRemoved, isTwin, markOf, padOf } from './record';

const WRITERS = 12;

/** Writes records concurrently, and prints the mark of each state after its acknowledgement. */
const write = async (folder: string, records: number): Promise<void> => {
  const { uri, stop } = await startEmbedded({ folder });
  const client = await new MongoClient(uri).connect();
  const [things, twins, gone] = ['things', 'twins', 'gone'].map((name) => client.db('trial').collection<Document>(name));
  if (!things || !twins || !gone) throw new Error('no collections');
  await things.createIndexes(INDEXES.map(({ index }) => index));
  const acknowledge = (mark: string) => writeSync(1, `${mark}\n`);
  acknowledge(markOf(0, 0));
  const inTransaction = (work: (session: ClientSession) => Promise<unknown>) =>
    client.withSession((session) => session.withTransaction(work));
  let next = 1;
  const writer = async (): Promise<void> => {
    for (let n = next++; n <= records; n = next++) {
      const first = { n, state: 1, mark: markOf(n, 1), tags: ['a', n % 7], pad: padOf(n) };
      if (isTwin(n)) {
        await inTransaction(async (session) => {
          await things.insertOne(first, { session });
          await twins.insertOne({ n }, { session });
        });
      } else await things.insertOne(first);
      acknowledge(first.mark);
      await things.updateOne({ n }, { $set: { state: 2, mark: markOf(n, 2), moved: n, tags: [n % 3] } });
      acknowledge(markOf(n, 2));
      if (!isRemoved(n)) continue;
      await inTransaction(async (session) => {
        await things.deleteOne({ n }, { session });
        await gone.insertOne({ n, mark: markOf(n, 3) }, { session });
      });
      acknowledge(markOf(n, 3));
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, writer));
  await client.close();
  await stop();
};

void write(process.argv[2] ?? '', Number(process.argv[3]));
