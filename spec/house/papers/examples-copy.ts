import { type Document, MongoClient } from 'mongodb';
import { buildFixtures } from '../../../fixtures/fixtures';
import { seed } from '../../../lib/program/seed/seed';
import { administratorOf } from '../../support/administrator';
import { mongoUri } from '../../support/server';
import { clockAt, startService } from '../../support/service';

type Index = Readonly<Record<string, unknown>> & { readonly key: Record<string, 1 | -1>; readonly name: string };

interface Collected {
  readonly name: string;
  readonly documents: readonly Document[];
  readonly indexes: readonly Index[];
}

/** A copy of the example events of a first start, for use in other databases. */
export interface ExamplesCopy {
  /** Writes the examples into an empty database. It contains no users. */
  into(database: string): Promise<void>;
  drop(...databases: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

async function collect(client: MongoClient, database: string): Promise<Collected[]> {
  const db = client.db(database);
  const collections = (await db.listCollections().toArray()).filter(({ name }) => name !== 'users');
  return Promise.all(
    collections.map(async ({ name }) => {
      const documents = (await db.collection(name).find().toArray()) as Document[];
      const indexes = (await db.collection(name).listIndexes().toArray()) as Index[];
      return { name, documents: documents.filter(({ _id }) => _id !== 'users'), indexes: indexes.filter(({ key }) => !('_id' in key)) };
    }),
  );
}

/** Creates the examples of a given time. This takes seconds, and each copy takes half a second. */
export async function createExamplesCopy(now: string): Promise<ExamplesCopy> {
  const client = new MongoClient(await mongoUri());
  const running = await startService({ clock: clockAt(now) });
  await seed(buildFixtures(new Date(now)), running.service.services, await administratorOf(running.service));
  const collected = await collect(client, running.database);
  await running.stop();
  return {
    async into(database) {
      const db = client.db(database);
      for (const { name, documents, indexes } of collected) {
        const collection = await db.createCollection(name);
        if (indexes.length > 0) await collection.createIndexes(indexes.map(({ v: _, ...index }) => index));
        if (documents.length > 0) await collection.insertMany(documents.map((document) => ({ ...document })));
      }
    },
    drop: async (...databases) => {
      for (const database of databases) await client.db(database).dropDatabase();
    },
    close: () => client.close(),
  };
}
