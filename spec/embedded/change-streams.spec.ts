import { rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { type ChangeStreamOptions, type Collection, type Db, type Document, type Long, MongoClient } from 'mongodb';
import { codeOf } from '../contract/index';
import { newFolder, type Server, startServer, withServer } from './support';

/** The longest time in ms until a command waits in the server. */
const WAIT_MS = 100;

describe('embedded: change streams', () => {
  let server: Server;
  let db: Db;
  let things: Collection<Document>;
  before(async () => {
    server = await startServer();
  });
  beforeEach(async () => {
    db = await server.fresh();
    things = db.collection('things');
    await things.insertMany([1, 2, 3].map((_id) => ({ _id, n: _id }) as unknown as Document));
  });
  after(() => server.stop());

  const byId = (_id: number): Document => ({ _id });
  const opened = async (): Promise<Long> =>
    (await db.command({ aggregate: 'things', pipeline: [{ $changeStream: {} }], cursor: {} }, { promoteLongs: false }))['cursor'][
      'id'
    ] as Long;
  const getMore = async (id: Long, maxTimeMS: number): Promise<Document[]> =>
    (await db.command({ getMore: id, collection: 'things', maxTimeMS }))['cursor']['nextBatch'] as Document[];

  it('refuse unsupported options and stages with CommandNotSupported, by name', async () => {
    const cases: readonly (readonly [what: string, pipeline: Document[], options: ChangeStreamOptions])[] = [
      ['fullDocument: updateLookup', [], { fullDocument: 'updateLookup' }],
      ['fullDocumentBeforeChange: required', [], { fullDocumentBeforeChange: 'required' }],
      ['showExpandedEvents: true', [], { showExpandedEvents: true }],
      ['$group', [{ $group: { _id: '$operationType' } }], {}],
      ['$limit', [{ $limit: 1 }], {}],
      ['$redact', [{ $redact: '$$KEEP' }], {}],
    ];
    for (const [what, pipeline, options] of cases) {
      const stream = things.watch(pipeline, options);
      const error = await stream.tryNext().then(
        () => undefined,
        (failure: { codeName?: unknown; message?: unknown }) => failure,
      );
      await stream.close();
      expect(error?.codeName, what).to.equal('CommandNotSupported');
      expect(error?.message).to.include(what);
    }
  });

  it('lose their history (286) where they lag behind by more than 1,000 changes', async () => {
    const [near, far] = [await opened(), await opened()];
    await things.insertMany(Array.from({ length: 999 }, () => ({})));
    await things.deleteOne(byId(1));
    expect(await getMore(near, 1000)).to.have.length(1000);
    await things.deleteOne(byId(2));
    expect(await codeOf(getMore(far, 1000))).to.equal(286);
    expect(await codeOf(getMore(far, 1000))).to.equal(43);
    expect((await getMore(near, 1000)).map(({ operationType, documentKey }) => [operationType, documentKey._id])).to.deep.equal([
      ['delete', 2],
    ]);
  });
});

describe('embedded: change streams and restarts', () => {
  let folder: string;

  beforeEach(() => {
    folder = newFolder();
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const open = (client: MongoClient, options: Document = {}) =>
    client.db('spec').command({ aggregate: 'things', pipeline: [{ $changeStream: options }], cursor: {} });

  it('refuse the resume token (286) and the cursor (43) of another start', async () => {
    const { id, postBatchResumeToken: token } = await withServer(folder, async (client) => (await open(client))['cursor'] as Document);
    await withServer(folder, async (client) => {
      for (const options of [{ resumeAfter: token }, { startAfter: token }, { resumeAfter: { _data: 5 } }])
        expect(await codeOf(open(client, options))).to.equal(286);
      await open(client);
      expect(await codeOf(client.db('spec').command({ getMore: id, collection: 'things', maxTimeMS: 100 }))).to.equal(43);
    });
  });

  it('do not hold up a server that stops while a getMore waits', async () => {
    await withServer(folder, async (client, { stop }) => {
      const { cursor } = await open(client);
      const waiting = client
        .db('spec')
        .command({ getMore: cursor.id, collection: 'things', maxTimeMS: 20_000 })
        .catch((error: unknown) => error);
      await pause(WAIT_MS);
      const began = performance.now();
      await stop();
      expect(performance.now() - began).to.be.lessThan(1500);
      expect(await waiting).to.be.instanceOf(Error);
    });
  });

  it('go on for others when a client disconnects while it waits', async () => {
    await withServer(folder, async (client, { uri }) => {
      const gone = new MongoClient(uri);
      const { cursor } = await open(gone);
      const waiting = gone
        .db('spec')
        .command({ getMore: cursor.id, collection: 'things', maxTimeMS: 5000 })
        .catch((error: unknown) => error);
      await pause(WAIT_MS);
      await gone.close();
      expect(await waiting).to.be.instanceOf(Error);
      const { cursor: own } = await open(client);
      const more = client.db('spec').command({ getMore: own.id, collection: 'things', maxTimeMS: 5000 });
      await client.db('spec').collection('things').insertOne({ n: 1 });
      expect((await more)['cursor']['nextBatch']).to.have.length(1);
    });
  });
});
