import { type Document, MongoClient } from 'mongodb';
import { FolderError, startEmbedded } from '../../../lib/embedded/start-embedded';
import { INDEXES, isTwin } from './record';

/** The content of a data folder. */
export interface Reading {
  /** The states of the records by their numbers. */
  readonly states: readonly (readonly [n: number, state: number])[];
  /** Inconsistencies, such as half a transaction. */
  readonly faults: readonly string[];
}

const numbersOf = (documents: readonly Document[]): string =>
  documents
    .map(({ n }) => n as number)
    .sort((a, b) => a - b)
    .join(' ');

const readWith = async (client: MongoClient): Promise<Reading> => {
  const [things, twins, gone] = await Promise.all(
    ['things', 'twins', 'gone'].map((name) => client.db('trial').collection(name).find().hint({ $natural: 1 }).toArray()),
  );
  if (!things || !twins || !gone) throw new Error('no collections');
  const states = [
    ...things.map(({ n, state }) => [n as number, state as number] as const),
    ...gone.map(({ n }) => [n as number, 3] as const),
  ];
  const faults: string[] = [];
  if (new Set(states.map(([n]) => n)).size < states.length) faults.push('a record is there and removed, or twice');
  if (numbersOf([...things, ...gone].filter(({ n }) => isTwin(n))) !== numbersOf(twins)) faults.push('half of a transaction is there');
  const collection = client.db('trial').collection('things');
  const named = (
    await collection
      .listIndexes()
      .toArray()
      .catch(() => [])
  ).map(({ name }) => name as string);
  for (const { name, filter } of INDEXES.filter(({ name }) => named.includes(name))) {
    const [byIndex, byScan] = await Promise.all(
      [name, { $natural: 1 as const }].map((hint) => collection.find(filter).hint(hint).toArray().then(numbersOf)),
    );
    if (byIndex !== byScan) faults.push(`the index ${name} does not have what is there`);
  }
  if (INDEXES.every(({ name }) => named.includes(name))) states.push([0, 0]);
  await client.db('trial').collection('later').insertOne({ n: 1 });
  if ((await client.db('trial').collection('later').countDocuments()) !== 1) faults.push('what is written afterwards is not found');
  return { states, faults };
};

const read = async (folder: string): Promise<Reading> => {
  try {
    const { uri, stop } = await startEmbedded({ folder });
    const client = await new MongoClient(uri, { serverSelectionTimeoutMS: 5000 }).connect();
    try {
      return await readWith(client);
    } finally {
      await client.close();
      await stop();
    }
  } catch (error) {
    return { states: [], faults: [error instanceof FolderError ? error.message : String(error)] };
  }
};

process.on('message', (folder: string) => void read(folder).then((reading) => process.send?.(reading)));
process.on('disconnect', () => process.exit());
