import { expect } from 'chai';
import type { Document } from 'mongodb';
import { MongoClient } from 'mongodb';
import { type Connection, createConnection } from '../../../lib/database/driver/connection';
import { startProxy } from '../../program/serving/proxy';
import { dropDatabase, freshDatabase, mongoUri } from '../../support/server';

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

describe('connection.changes', () => {
  const database = freshDatabase();
  let connection: Connection;
  let other: MongoClient;

  before(async () => {
    connection = createConnection({ uri: await mongoUri(), database });
    await connection.open(async (db) => {
      await db.createCollection('things');
      await db.createCollection('counters');
    });
    other = await new MongoClient(await mongoUri()).connect();
  });
  after(async () => {
    await other.close();
    await connection.close();
    await dropDatabase(database);
  });

  type Thing = Document & { _id: number };
  const things = () => connection.collection<Thing>('things');

  /** Waits until a condition holds. Returns the duration in ms. */
  const until = async (holds: () => boolean): Promise<number> => {
    const began = performance.now();
    while (!holds()) await pause(5);
    return performance.now() - began;
  };
  const currentState = async ({ changes }: Pick<Connection, 'changes'>): Promise<number> => {
    await until(() => changes.state() !== undefined);
    return changes.state() as number;
  };

  const WRITES: Readonly<Record<string, (id: number) => Promise<unknown>>> = {
    insertOne: (_id) => things().insertOne({ _id }),
    insertMany: (_id) => things().insertMany([{ _id }, { _id: _id + 1 }]),
    updateOne: async (_id) => things().updateOne({ _id: 1 }, { $set: { n: _id } }),
    updateMany: async (_id) => things().updateMany({}, { $set: { n: _id } }),
    replaceOne: async (_id) => things().replaceOne({ _id: 1 }, { n: _id }),
    deleteOne: async () => things().deleteOne({ _id: 2 }),
    findOneAndUpdate: async (_id) => things().findOneAndUpdate({ _id: 1 }, { $set: { n: _id } }),
    bulkWrite: async (_id) => things().bulkWrite([{ updateOne: { filter: { _id: 1 }, update: { $set: { n: _id } } } }]),
    transaction: async (_id) =>
      connection.transact(async (session) => {
        await things().updateOne({ _id: 1 }, { $set: { n: _id } }, { session });
        await things().insertOne({ _id }, { session });
      }),
    patiently: async (_id) => connection.unlimited((db) => db.collection<Thing>('things').insertOne({ _id })),
  };
  for (const [name, write] of Object.entries(WRITES))
    it(`reports ${name} before it is acknowledged`, async () => {
      await things().updateOne({ _id: 1 }, { $set: { n: 0 } }, { upsert: true });
      const before = await currentState(connection);
      await write(1000 + Object.keys(WRITES).indexOf(name) * 10);
      expect(connection.changes.state()).to.be.greaterThan(before);
    });

  it('reports nothing for reads, counts, aborted transactions and nextId', async () => {
    await currentState(connection);
    // The change stream may still report earlier writes without a transaction.
    await pause(300);
    const before = await currentState(connection);
    await things().find().toArray();
    await things().countDocuments({});
    await things()
      .aggregate([{ $match: {} }, { $limit: 1 }])
      .toArray();
    await connection.nextId('things');
    const giveUp = new Error('given up');
    await connection
      .transact(async (session) => {
        await things().insertOne({ _id: 5000 }, { session });
        throw giveUp;
      })
      .catch((error: unknown) => expect(error).to.equal(giveUp));
    expect(connection.changes.state()).to.equal(before);
  });

  it('reports a transaction of this process once, though the change stream reports it too', async () => {
    await currentState(connection);
    await pause(300);
    const before = await currentState(connection);
    await connection.transact((session) => things().insertOne({ _id: 6000 }, { session }));
    await pause(600);
    expect(connection.changes.state()).to.equal(before + 1);
  });

  it('reports what other processes write within a second', async () => {
    const others = other.db(database).collection<Thing>('things');
    const means: (() => Promise<unknown>)[] = [
      () => others.insertOne({ _id: 7000 }),
      () => others.updateMany({}, { $inc: { m: 1 } }),
      () => others.deleteMany({ _id: 7000 }),
      () => other.withSession((session) => session.withTransaction(() => others.insertOne({ _id: 7001 }, { session }))),
      () => others.drop(),
    ];
    for (const write of means) {
      await pause(100);
      const before = await currentState(connection);
      await write();
      expect(await until(() => connection.changes.state() !== before)).to.be.lessThan(1000);
    }
  });

  it('has no state while the change stream lags behind', async () => {
    const db = other.db(database);
    const marks = db.collection<Thing>('marks');
    const begun = await currentState(connection);
    const acknowledged: { readonly id: number; readonly at: number }[] = [];
    let isFlooding = true;
    const many = db.collection<Thing>('many');
    await many.insertMany(Array.from({ length: 50_000 }, (_, _id) => ({ _id })));
    const flood = async () => {
      await many.updateMany({}, { $set: { n: 1 } });
      isFlooding = false;
    };
    const mark = async () => {
      for (let id = 1; isFlooding; id++) {
        await marks.insertOne({ _id: id }, { writeConcern: { w: 'majority' } });
        acknowledged.push({ id, at: performance.now() });
        await pause(50);
      }
    };
    const writing = Promise.all([flood(), mark()]);
    const missing = new Set<number>();
    const look = () => {
      const due = acknowledged.filter(({ at }) => performance.now() - at > 1000);
      if (connection.changes.state() === undefined) return;
      const changes = connection.changes.recordsSince(begun, 'marks');
      const ids = new Set(changes?.map(({ id }) => id));
      // An undefined result means that every record counts as changed.
      if (changes !== undefined) for (const { id } of due) if (!ids.has(id)) missing.add(id);
    };
    while (isFlooding) {
      look();
      await pause(5);
    }
    await writing;
    await many.drop();
    const last = acknowledged.at(-1)?.id ?? 0;
    await until(() => {
      look();
      return connection.changes.changedSince(begun, [`marks ${last}`]) && connection.changes.state() !== undefined;
    });
    expect([...missing]).to.deep.equal([]);
  });

  it('goes on after the database was dropped', async () => {
    const before = await currentState(connection);
    await other.db(database).dropDatabase();
    expect(await until(() => connection.changes.state() !== before)).to.be.lessThan(1000);
    await pause(300);
    const again = await currentState(connection);
    expect(again).to.be.greaterThan(before);
    await other.db(database).collection<Thing>('things').insertOne({ _id: 9000 });
    expect(await until(() => connection.changes.state() !== again)).to.be.lessThan(1000);
  });

  it('has a state as soon as it has started', async () => {
    const started = createConnection({ uri: await mongoUri(), database });
    try {
      await started.open(async () => undefined);
      await started.changes.start();
      expect(started.changes.state()).to.be.a('number');
    } finally {
      await started.close();
    }
  });

  it('has no state a second after the database stops answering, until it answers again', async () => {
    const proxy = await startProxy();
    const cut = createConnection({ uri: proxy.uri, database });
    try {
      await cut.open(async () => undefined);
      const before = await currentState(cut);
      proxy.hush();
      expect(await until(() => cut.changes.state() === undefined)).to.be.lessThan(1500);
      await other.db(database).collection<Thing>('things').insertOne({ _id: 8000 });
      await proxy.up();
      expect(await currentState(cut)).to.be.greaterThan(before);
    } finally {
      await cut.close();
    }
  });
});
