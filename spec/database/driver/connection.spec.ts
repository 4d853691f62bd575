import { expect } from 'chai';
import type { ClientSession, CommandSucceededEvent, Document } from 'mongodb';
import { type Connection, createConnection } from '../../../lib/database/driver/connection';
import { ensureIndexes, index } from '../../../lib/database/driver/indexes';
import { ApiError } from '../../../lib/errors/refusal';
import { startProxy } from '../../program/serving/proxy';
import { dropDatabase, freshDatabase, mongoUri } from '../../support/server';

const MANY = 10;

describe('createConnection', () => {
  const database = freshDatabase();
  let connection: Connection;
  // It takes five seconds, so it runs beside the other specs.
  let slowOpening: Promise<readonly unknown[]>;

  before(async () => {
    connection = createConnection({ uri: await mongoUri(), database });
    await connection.open((db) => ensureIndexes(db, { counters: [], things: [index('slug', { slug: 1 }, { unique: true })] }));
    slowOpening = openSlowly();
    slowOpening.catch(() => undefined);
  });
  after(async () => {
    await connection.close();
    await dropDatabase(database);
  });

  /** Opens a connection whose first command takes longer than an answer may. Returns the reported troubles. */
  const openSlowly = async (): Promise<readonly unknown[]> => {
    const proxy = await startProxy();
    const troubles: unknown[] = [];
    const slow = createConnection({ uri: proxy.uri, database, onConnectError: (error) => troubles.push(error) });
    await slow.open(async (db) => {
      proxy.delay(2600);
      await db.command({ ping: 1 });
      proxy.delay(0);
    });
    await slow.close();
    return troubles;
  };

  const things = () => connection.collection<Document & { _id: number }>('things');
  const atOnce = <T>(work: (place: number) => Promise<T>) => Promise.all(Array.from({ length: MANY }, (_, place) => work(place)));

  it('answers 503 until it is open', async () => {
    const closed = createConnection({ uri: await mongoUri(), database });
    expect(() => closed.db())
      .to.throw(ApiError)
      .with.property('status', 503);
    expect(await closed.ready()).to.equal(false);
    expect(await connection.ready()).to.equal(true);
    await closed.close();
  });

  it('decodes found documents once; command listeners get bytes', async () => {
    const stored = { _id: 7, slug: 'seven', at: new Date(0), list: [1, 2.5, 'a'], deep: { no: null, large: Number.MAX_SAFE_INTEGER } };
    await things().insertOne(stored);
    const shown: unknown[] = [];
    const note = ({ commandName, reply }: CommandSucceededEvent) => {
      if (commandName === 'find') shown.push(...(reply as { cursor: { firstBatch: unknown[] } }).cursor.firstBatch);
    };
    const { client } = connection.db();
    client.on('commandSucceeded', note);
    const found = [
      await things().findOne({ _id: 7 }),
      await things().find({ _id: 7 }).sort({ slug: 1 }).limit(1).next(),
      ...(await things().find({ _id: 7 }).toArray()),
    ];
    for await (const one of things().find({ _id: 7 }, { batchSize: 1 })) found.push(one);
    client.off('commandSucceeded', note);
    expect(found).to.deep.equal([stored, stored, stored, stored]);
    expect(shown.map((one) => one instanceof Uint8Array)).to.deep.equal([true, true, true, true]);
    const [bytes] = await things().find({ _id: 7 }, { raw: true }).toArray();
    expect(bytes).to.be.instanceOf(Uint8Array);
    await things().deleteOne({ _id: 7 });
  });

  it('reconnect replaces a dead connection, and fails while the server does not answer', async () => {
    const proxy = await startProxy();
    const renewed = createConnection({ uri: proxy.uri, database });
    await renewed.open(async () => undefined);
    const former = renewed.db().client;
    await proxy.down();
    expect(await renewed.reconnect()).to.equal(false);
    expect(renewed.db().client).to.equal(former);
    await proxy.up();
    expect(await renewed.reconnect()).to.equal(true);
    expect(renewed.db().client).to.not.equal(former);
    expect(await renewed.collection('things').countDocuments()).to.equal(0);
    expect(await renewed.transact(async (session) => renewed.collection('things').countDocuments({}, { session }))).to.equal(0);
    await renewed.close();
  });

  for (const [what, write] of [
    ['one write', (session: ClientSession) => things().insertOne({ _id: 7, slug: 'renewed' }, { session })],
    ['several', (session: ClientSession) => things().bulkWrite([{ insertOne: { document: { _id: 7, slug: 'renewed' } } }], { session })],
  ] as const)
    it(`transact starts again when reconnect has replaced the connection, before ${what}`, async () => {
      let begun = 0;
      await connection.transact(async (session) => {
        begun += 1;
        await things().findOne({ _id: 7 }, { session });
        if (begun === 1) expect(await connection.reconnect()).to.equal(true);
        await write(session);
      });
      expect([begun, await things().countDocuments({ _id: 7 })]).to.deep.equal([2, 1]);
      await things().deleteOne({ _id: 7 });
    });

  it('transact aborts when its work throws, and passes the error on', async () => {
    const wrong = new Error('no');
    const work = connection.transact(async (session) => {
      await things().insertOne({ _id: 1, slug: 'undone' }, { session });
      throw wrong;
    });
    expect(await work.catch((error: unknown) => error)).to.equal(wrong);
    expect(await things().countDocuments()).to.equal(0);
  });

  it('transact retries on write conflicts until no update is lost', async () => {
    await things().insertOne({ _id: 2, slug: 'sum', value: 0 });
    await atOnce(() =>
      connection.transact(async (session) => {
        const found = await things().findOne({ _id: 2 }, { session });
        await things().replaceOne({ _id: 2 }, { slug: 'sum', value: found?.['value'] + 1 }, { session });
      }),
    );
    expect(await things().findOne({ _id: 2 })).to.include({ value: MANY });
  });

  it('transact retries on a duplicate slug', async () => {
    await atOnce((place) =>
      connection.transact(async (session) => {
        const taken = await things()
          .find({ slug: { $gte: 'taken-', $lt: 'taken.' } }, { session })
          .toArray();
        await things().insertOne({ _id: 100 + place, slug: `taken-${taken.length}` }, { session });
      }),
    );
    const slugs = await things().distinct('slug', { _id: { $gte: 100, $lt: 200 } });
    expect(slugs.sort()).to.deep.equal(Array.from({ length: MANY }, (_, place) => `taken-${place}`));
  });

  it('lockName lets one of many transactions create a record, and the others see it', async () => {
    const results = await atOnce((place) =>
      connection.transact(async (session) => {
        const found = await things().findOne({ name: 'claimed' } as object, { session, hint: { $natural: 1 } });
        if (found) return found._id;
        await connection.lockName('claimed', session);
        await things().insertOne({ _id: 200 + place, slug: `own-${place}`, name: 'claimed' }, { session });
        return 200 + place;
      }),
    );
    expect(new Set(results).size).to.equal(1);
  });

  it('lockName is refused in a transaction that several requests share', async () => {
    const several = connection.transact(
      async (session) => {
        await connection.transact((other) => connection.lockName('another', other));
        await things().insertOne({ _id: 300, slug: 'several' }, { session });
        await connection.lockName('several', session);
      },
      { isShared: true },
    );
    const refusal = await several.catch((error: unknown) => error);
    expect(refusal).to.be.an('error').with.property('message').that.contains('several');
    expect(refusal).to.not.be.instanceOf(ApiError);
    expect(await things().countDocuments({ _id: 300 })).to.equal(0);
    await connection.transact((session) => connection.lockName('several', session));
  });

  it('waits longer for index builds at the start than for answers', async () => {
    expect(await slowOpening).to.deep.equal([]);
  });
});
