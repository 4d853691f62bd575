import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import type { ChangeStream, ChangeStreamOptions, Collection, Db, Document, Long } from 'mongodb';
import { codeOf, openDatabase } from './index';

/** The compared members of an event. The embedded database reports only the `_id` of a document. */
interface ChangeEvent {
  readonly _id: unknown;
  readonly operationType: string;
  readonly ns?: { readonly db: string; readonly coll?: string };
  readonly documentKey?: { readonly _id: unknown };
  readonly lsid?: { readonly id: { toString(encoding: 'hex'): string } };
  readonly txnNumber?: number;
}
type Stream = ChangeStream<Document, Document>;

/** The longest wait of a stream for events, in ms. */
const WAIT_MS = 50;
const END = 'the end';

/** Formats an event as operation, collection and `_id`. */
const line = ({ operationType, ns, documentKey }: ChangeEvent): string =>
  [operationType, ns?.coll, documentKey && JSON.stringify(documentKey._id)].filter((part) => part !== undefined).join(' ');

/** A document with an `_id` that is not an ObjectId. */
const thing = (_id: unknown, others: Document = {}): Document => ({ _id, ...others });

describe('database: change streams', () => {
  const database = openDatabase({ isAlone: true });
  let db: Db;
  let things: Collection<Document>;
  let streams: Stream[] = [];

  beforeEach(async () => {
    db = database.fresh();
    things = db.collection('things');
    await things.insertMany([thing(1, { n: 1 }), thing(2, { n: 2 }), thing(3, { n: 3 })]);
  });
  afterEach(async () => {
    await Promise.all(streams.map((stream) => stream.close()));
    streams = [];
  });

  /** Opens a stream of future events. */
  const watch = async (
    of: Pick<Db, 'watch'> | Pick<Collection<Document>, 'watch'>,
    pipeline: Document[] = [],
    options: ChangeStreamOptions = {},
  ): Promise<Stream> => {
    const stream = of.watch<Document, Document>(pipeline, { maxAwaitTimeMS: WAIT_MS, ...options });
    streams.push(stream);
    if (options.resumeAfter === undefined && options.startAfter === undefined) expect(await stream.tryNext()).to.equal(null);
    return stream;
  };
  const next = async (stream: Stream): Promise<ChangeEvent> => (await stream.next()) as ChangeEvent;
  const many = async (stream: Stream, count: number): Promise<ChangeEvent[]> => {
    const events: ChangeEvent[] = [];
    while (events.length < count) events.push(await next(stream));
    return events;
  };
  /** Reads all events until now. It inserts a last document and waits for its event. */
  const untilNow = async (stream: Stream, collection = things): Promise<ChangeEvent[]> => {
    await collection.insertOne(thing(END));
    const events: ChangeEvent[] = [];
    for (;;) {
      const event = await next(stream);
      if (event.documentKey?._id === END) return events;
      events.push(event);
    }
  };
  const lines = async (stream: Stream, collection = things) => (await untilNow(stream, collection)).map(line);
  const opened = async (stages: Document[] = [], cursor: Document = {}): Promise<Long> =>
    (await db.command({ aggregate: 'things', pipeline: [{ $changeStream: {} }, ...stages], cursor }, { promoteLongs: false }))['cursor'][
      'id'
    ] as Long;
  const getMore = async (id: unknown, maxTimeMS: number, more: Document = {}) => {
    const began = performance.now();
    const { cursor } = await db.command({ getMore: id, collection: 'things', maxTimeMS, ...more });
    return { events: (cursor['nextBatch'] as ChangeEvent[]).map(line), took: performance.now() - began };
  };

  const WRITES: Readonly<Record<string, readonly [work: () => Promise<unknown>, ...lines: string[]]>> = {
    insertOne: [() => things.insertOne(thing('a')), 'insert things "a"'],
    'insertOne of a document whose _id is one': [() => things.insertOne(thing({ b: 1, a: [2] })), 'insert things {"b":1,"a":[2]}'],
    insertMany: [() => things.insertMany([thing('b'), thing('a')]), 'insert things "b"', 'insert things "a"'],
    updateOne: [() => things.updateOne(thing(2), { $set: { n: 5 } }), 'update things 2'],
    updateMany: [
      () => things.updateMany({ n: { $gte: 2 } }, { $inc: { n: 5 } }).then(() => things.updateMany({}, { $min: { n: 1 } })),
      'update things 2',
      'update things 3',
      'update things 2',
      'update things 3',
    ],
    replaceOne: [() => things.replaceOne(thing(2), { n: 5 }), 'replace things 2'],
    deleteOne: [() => things.deleteOne({ n: 3 }), 'delete things 3'],
    deleteMany: [() => things.deleteMany({ n: { $lt: 3 } }), 'delete things 1', 'delete things 2'],
    'updateOne that inserts': [() => things.updateOne(thing(9), { $set: { n: 9 } }, { upsert: true }), 'insert things 9'],
    'replaceOne that inserts': [() => things.replaceOne(thing(9), { n: 9 }, { upsert: true }), 'insert things 9'],
    'updateOne that could insert and does not': [() => things.updateOne(thing(1), { $set: { n: 9 } }, { upsert: true }), 'update things 1'],
    findOneAndUpdate: [() => things.findOneAndUpdate(thing(3), { $set: { n: 9 } }), 'update things 3'],
    findOneAndReplace: [() => things.findOneAndReplace(thing(1), { n: 9 }), 'replace things 1'],
    findOneAndDelete: [() => things.findOneAndDelete(thing(1)), 'delete things 1'],
    'findOneAndUpdate that inserts': [() => things.findOneAndUpdate(thing(9), { $set: { n: 9 } }, { upsert: true }), 'insert things 9'],
    bulkWrite: [
      () =>
        things.bulkWrite([
          { insertOne: { document: thing('a') } },
          { updateOne: { filter: thing(1), update: { $set: { n: 9 } } } },
          { replaceOne: { filter: thing('a'), replacement: { n: 8 } } },
          { deleteOne: { filter: thing(1) } },
        ]),
      'insert things "a"',
      'update things 1',
      'replace things "a"',
      'delete things 1',
    ],
  };
  for (const [what, [work, ...lines]] of Object.entries(WRITES))
    it(`report ${what}`, async () => {
      const stream = await watch(things);
      await work();
      const events = await untilNow(stream);
      expect(events.map(line)).to.deep.equal(lines);
      for (const { ns, lsid, txnNumber } of events)
        expect({ ns, lsid, txnNumber }).to.deep.equal({
          ns: { db: db.databaseName, coll: 'things' },
          lsid: undefined,
          txnNumber: undefined,
        });
    });

  it('report nothing for reads, refused writes and updates that change nothing', async () => {
    const stream = await watch(db);
    await things.updateOne(thing(1), { $set: { n: 1 } });
    await things.updateMany({}, { $max: { n: 0 } });
    await things.updateOne(thing(77), { $set: { n: 1 } });
    await things.deleteMany({ n: 77 });
    await things.findOneAndDelete({ n: 77 });
    await things.createIndex({ n: 1 });
    await db.createCollection('empty');
    await db.collection('unknown').drop();
    expect(await codeOf(things.insertOne(thing(1)))).to.equal(11000);
    expect(await lines(stream)).to.deep.equal([]);
  });

  it('report the documents that a partly refused insertMany has inserted', async () => {
    const stream = await watch(things);
    expect(await codeOf(things.insertMany([thing(4), thing(1), thing(5)], { ordered: false }))).to.equal(11000);
    expect(await codeOf(things.insertMany([thing(6), thing(1), thing(7)]))).to.equal(11000);
    expect(await lines(stream)).to.deep.equal(['insert things 4', 'insert things 5', 'insert things 6']);
  });

  it('report the documents that a partly refused updateMany has updated', async () => {
    await things.createIndex({ slug: 1 }, { unique: true, partialFilterExpression: { slug: { $exists: true } } });
    const stream = await watch(things);
    expect(await codeOf(things.updateMany({}, { $set: { slug: 'same' } }))).to.equal(11000);
    expect(await lines(stream)).to.deep.equal(['update things 1']);
  });

  it('report a transaction after its commit, in order, with lsid and txnNumber', async () => {
    const stream = await watch(db);
    const session = database.client.startSession();
    session.startTransaction();
    await things.insertOne(thing(4), { session });
    await db.collection('things').updateOne(thing(4), { $set: { n: 4 } }, { session });
    await things.deleteOne(thing(4), { session });
    await things.replaceOne(thing(1), { n: 10 }, { session });
    await things.updateOne(thing(2), { $set: { n: 2 } }, { session });
    expect(await stream.tryNext()).to.equal(null);
    await things.insertOne(thing('meanwhile'));
    await session.commitTransaction();
    const [first, ...events] = await untilNow(stream);
    expect(first && line(first)).to.equal('insert things "meanwhile"');
    expect(events.map(line)).to.deep.equal(['insert things 4', 'update things 4', 'delete things 4', 'replace things 1']);
    for (const { lsid, txnNumber } of events) {
      expect(lsid?.id.toString('hex')).to.equal(session.id?.id.toString('hex'));
      expect(txnNumber).to.equal(session.serverSession.txnNumber);
    }
    await session.endSession();
  });

  it('report a transaction once, though its commit is sent twice', async () => {
    await things.insertMany(Array.from({ length: 400 }, (_, i) => thing(100 + i)));
    const stream = await watch(things);
    // Opens several connections, so that both commits overlap.
    await Promise.all(Array.from({ length: 5 }, () => things.findOne()));
    const session = database.client.startSession();
    session.startTransaction();
    await things.updateMany({}, { $inc: { n: 1 } }, { session });
    await Promise.all([session.commitTransaction(), session.commitTransaction()]);
    await session.endSession();
    expect(await untilNow(stream)).to.have.length(403);
  });

  it('report nothing of a transaction that is aborted or fails', async () => {
    const stream = await watch(things);
    const session = database.client.startSession();
    session.startTransaction();
    await things.insertOne(thing(4), { session });
    await session.abortTransaction();
    session.startTransaction();
    await things.insertOne(thing(4), { session });
    expect(await codeOf(things.insertOne(thing(1), { session }))).to.equal(11000);
    await session.abortTransaction();
    session.startTransaction();
    await things.findOne({}, { session });
    await things.updateOne(thing(1), { $set: { n: 5 } });
    expect(await codeOf(things.updateOne(thing(1), { $set: { n: 6 } }, { session }))).to.equal(112);
    await session.abortTransaction();
    await session.endSession();
    expect(await lines(stream)).to.deep.equal(['update things 1']);
  });

  it('report once a write that had to wait for a transaction', async () => {
    const stream = await watch(things);
    const session = database.client.startSession();
    session.startTransaction();
    await things.updateOne(thing(1), { $set: { n: 10 } }, { session });
    const plain = things.bulkWrite([
      { updateOne: { filter: thing(2), update: { $set: { n: 20 } } } },
      { updateOne: { filter: thing(1), update: { $inc: { n: 1 } } } },
      { updateOne: { filter: thing(3), update: { $set: { n: 30 } } } },
    ]);
    await pause(WAIT_MS);
    await session.commitTransaction();
    await plain;
    await session.endSession();
    const events = await untilNow(stream);
    expect(events.map((event) => `${line(event)}${event.lsid ? ' in a transaction' : ''}`)).to.deep.equal([
      'update things 2',
      'update things 1 in a transaction',
      'update things 1',
      'update things 3',
    ]);
  });

  it('watch a collection or a database, names with dots too', async () => {
    const dotted = db.collection('things.old');
    const all = await watch(db);
    const one = await watch(things);
    const other = await watch(dotted);
    await dotted.insertOne(thing(4));
    await things.deleteOne(thing(1));
    await db.collection('others').insertOne(thing(5));
    await database.client.db(`${db.databaseName}_`).collection('things').insertOne(thing(6));
    await database.client.db(`${db.databaseName}_`).dropDatabase();
    expect(await lines(one)).to.deep.equal(['delete things 1']);
    expect(await lines(other, dotted)).to.deep.equal(['insert things.old 4']);
    const events = (await many(all, 5)).map(line);
    expect(events.filter((said) => !said.includes(END))).to.deep.equal(['insert things.old 4', 'delete things 1', 'insert others 5']);
  });

  it('report the same to two clients', async () => {
    const [one, two] = [await watch(things), await watch(things)];
    await things.deleteOne(thing(1));
    await things.insertOne(thing(4));
    const events = await many(one, 2);
    expect(await many(two, 2)).to.deep.equal(events);
  });

  it('of a collection end with invalidate when it is dropped; those of the database continue', async () => {
    const all = await watch(db);
    const one = await watch(things);
    await things.deleteOne(thing(1));
    await things.drop();
    await things.insertOne(thing(7));
    expect((await many(one, 3)).map(line)).to.deep.equal(['delete things 1', 'drop things', 'invalidate']);
    expect(await one.tryNext()).to.equal(null);
    expect(one.closed).to.equal(true);
    expect((await many(all, 3)).map(line)).to.deep.equal(['delete things 1', 'drop things', 'insert things 7']);
    const again = await watch(things, [], { startAfter: one.resumeToken });
    expect(line(await next(again))).to.equal('insert things 7');
  });

  it('of a database end with dropDatabase and invalidate', async () => {
    await db.collection('others').insertOne(thing(1));
    const all = await watch(db);
    const one = await watch(things);
    const none = await watch(db.collection('none'));
    await db.dropDatabase();
    const events = (await many(all, 4)).map(line);
    expect(events.slice(0, 2)).to.have.members(['drop things', 'drop others']);
    expect(events.slice(2)).to.deep.equal(['dropDatabase', 'invalidate']);
    expect((await many(one, 2)).map(line)).to.deep.equal(['drop things', 'invalidate']);
    expect([await all.tryNext(), await one.tryNext(), all.closed, one.closed]).to.deep.equal([null, null, true, true]);
    expect(await lines(none, db.collection('none'))).to.deep.equal([]);
  });

  it('report nothing when an empty database is dropped', async () => {
    await db.dropDatabase();
    const stream = await watch(db);
    await db.dropDatabase();
    expect(await lines(stream)).to.deep.equal([]);
  });

  it('end although the pipeline filters out the drop', async () => {
    const stream = await watch(things, [{ $match: { operationType: 'insert' } }]);
    await things.drop();
    expect(await stream.tryNext()).to.equal(null);
    expect(stream.closed).to.equal(true);
  });

  it('resumeAfter and startAfter go on after any token without a gap', async () => {
    const stream = await watch(things);
    await things.insertMany([thing(4), thing(5), thing(6)]);
    const [first, second] = await many(stream, 2);
    await stream.close();
    await things.deleteOne(thing(1));
    for (const [token, events] of [
      [first?._id, ['insert things 5', 'insert things 6', 'delete things 1']],
      [second?._id, ['insert things 6', 'delete things 1']],
    ] as const)
      for (const option of ['resumeAfter', 'startAfter']) {
        const again = await watch(things, [], { [option]: token });
        expect((await many(again, events.length)).map(line)).to.deep.equal(events);
        expect(await again.tryNext()).to.equal(null);
      }
  });

  it('resumeAfter goes on after the token of a stream that has reported nothing yet', async () => {
    const stream = await watch(things);
    const { resumeToken } = stream;
    await stream.close();
    await things.deleteOne(thing(1));
    expect(line(await next(await watch(things, [], { resumeAfter: resumeToken })))).to.equal('delete things 1');
  });

  it('getMore answers batchSize events at most', async () => {
    const id = await opened([], { batchSize: 0 });
    await things.insertMany([thing(4), thing(5), thing(6), thing(7)]);
    expect((await getMore(id, 1000, { batchSize: 1 })).events).to.deep.equal(['insert things 4']);
    expect((await getMore(id, 1000, { batchSize: 2 })).events).to.deep.equal(['insert things 5', 'insert things 6']);
    expect((await getMore(id, 1000)).events).to.deep.equal(['insert things 7']);
  });

  it('getMore answers at the first event, else after maxTimeMS', async () => {
    const id = await opened();
    expect((await getMore(id, 200)).took).to.be.within(190, 1500);
    const waiting = getMore(id, 8000);
    await pause(WAIT_MS);
    await things.deleteOne(thing(1));
    const { events, took } = await waiting;
    expect(events).to.deep.equal(['delete things 1']);
    expect(took).to.be.lessThan(2000);
  });

  it('getMore goes on waiting for an event that the pipeline lets through', async () => {
    const id = await opened([{ $match: { operationType: 'delete' } }]);
    const waiting = getMore(id, 8000);
    await pause(WAIT_MS);
    await things.insertOne(thing(4));
    await db.collection('others').insertOne(thing(4));
    await pause(WAIT_MS);
    await things.deleteOne(thing(1));
    expect((await waiting).events).to.deep.equal(['delete things 1']);
  });

  it('lose nothing while much is written to other collections', async () => {
    const id = await opened();
    const waiting = getMore(id, 8000);
    await pause(WAIT_MS);
    for (let i = 0; i < 4; i++) await db.collection('others').insertMany(Array.from({ length: 400 }, () => ({})));
    await things.deleteOne(thing(1));
    expect((await waiting).events).to.deep.equal(['delete things 1']);
  });

  it('refuse a second getMore at the same time with code 143', async () => {
    const id = await opened();
    const waiting = getMore(id, 400);
    await pause(WAIT_MS);
    expect(await codeOf(getMore(id, 400))).to.equal(143);
    expect((await waiting).events).to.deep.equal([]);
    await things.deleteOne(thing(1));
    expect((await getMore(id, 1000)).events).to.deep.equal(['delete things 1']);
  });

  it('killCursors ends a waiting getMore with code 237', async () => {
    const killWhileWaiting = async () => {
      const id = await opened();
      // MongoDB may answer only after this time. The kill must come before its end, even on a busy machine.
      const waiting = codeOf(getMore(id, 3000));
      await pause(WAIT_MS);
      await db.command({ killCursors: 'things', cursors: [id] });
      const code = await waiting;
      expect(await codeOf(getMore(id, 400))).to.equal(43);
      return code;
    };
    // A write to another database may wake the getMore of MongoDB just before the kill. Then it answers without an error.
    const first = await killWhileWaiting();
    expect(first ?? (await killWhileWaiting())).to.equal(237);
  });

  it('take $match and $project stages, on missing fields too', async () => {
    const stream = await watch(db, [
      { $match: { 'ns.coll': { $nin: ['others', 'more'] }, absent: { $exists: false } } },
      { $match: { operationType: { $in: ['insert', 'delete', 'dropDatabase'] }, absent: null } },
      { $project: { operationType: 1, 'ns.coll': 1 } },
    ]);
    await things.insertOne(thing(4));
    await things.updateOne(thing(4), { $set: { n: 4 } });
    await db.collection('others').insertOne(thing(4));
    await things.deleteOne(thing(4));
    await db.dropDatabase();
    const events = await many(stream, 3);
    expect(events.map(({ _id, ...event }) => event)).to.deep.equal([
      { operationType: 'insert', ns: { coll: 'things' } },
      { operationType: 'delete', ns: { coll: 'things' } },
      { operationType: 'dropDatabase', ns: {} },
    ]);
  });

  it('stages of one stream do not change the events of another', async () => {
    const changed = await watch(things, [{ $project: { 'ns.coll': 1 } }]);
    const plain = await watch(things);
    await things.deleteOne(thing(1));
    const { _id, ...others } = (await next(changed)) as Document;
    expect(others).to.deep.equal({ ns: { coll: 'things' } });
    expect(await next(plain)).to.deep.include({ ns: { db: db.databaseName, coll: 'things' }, documentKey: { _id: 1 } });
  });

  it('are refused with code 280 where the pipeline removes the resume token', async () => {
    const stream = await watch(things, [{ $project: { _id: 0 } }]);
    await things.deleteOne(thing(1));
    expect(await codeOf(stream.next())).to.equal(280);
  });

  it('are refused within a transaction with code 263', async () => {
    const session = database.client.startSession();
    session.startTransaction();
    await things.findOne({}, { session });
    const command = { aggregate: 'things', pipeline: [{ $changeStream: {} }], cursor: {} };
    expect(await codeOf(db.command(command, { session }))).to.equal(263);
    await session.abortTransaction().catch(() => undefined);
    await session.endSession();
  });
});
