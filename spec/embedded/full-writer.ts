import { writeSync } from 'node:fs';
import { type Document, MongoClient, MongoServerError } from 'mongodb';
import { startEmbedded } from '../../lib/embedded/start-embedded';

const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'written',
    (error: unknown) => (error instanceof MongoServerError ? error.code : String(error)),
  );

/** Writes to a folder until the disk is full, and prints the error. */
const fill = async (folder: string): Promise<void> => {
  const { uri, stop } = await startEmbedded({ folder });
  const client = await new MongoClient(uri).connect();
  const things = client.db('full').collection<Document>('things');
  await things.createIndex({ n: 1 });
  const pad = 'x'.repeat(20_000);
  let n = 0;
  let refusal: unknown = 'written';
  for (; refusal === 'written' && n < 2000; n++) refusal = await codeOf(things.insertOne({ n, pad }));
  const several = await Promise.all(Array.from({ length: 5 }, () => codeOf(things.insertOne({ n: -1, pad: pad.repeat(20) }))));
  const counts = [
    await things.countDocuments({ n: { $gte: 0 } }),
    await things
      .find()
      .hint({ $natural: 1 })
      .toArray()
      .then(({ length }) => length),
  ];
  await client.close();
  await stop();
  writeSync(1, JSON.stringify({ refusal, several, written: n - 1, counts }));
};

void fill(process.argv[2] ?? '');
