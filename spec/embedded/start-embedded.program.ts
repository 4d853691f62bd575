import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { serialize } from 'bson';
import { expect } from 'chai';
import { type Document, MongoClient, MongoServerError } from 'mongodb';
import { closeClient } from '../../lib/database/driver/driver';
import { type Embedded, type EmbeddedOptions, startEmbedded } from '../../lib/embedded/start-embedded';
import { newFolder, type Server, socketOf, startServer } from './support';

const withClient = async <T>(uri: string, work: (client: MongoClient) => Promise<T>): Promise<T> => {
  const client = await new MongoClient(uri, { serverSelectionTimeoutMS: 3000 }).connect();
  try {
    return await work(client);
  } finally {
    await closeClient(client);
  }
};

describe('embedded: a folder and its server', () => {
  let folder: string;
  let started: Embedded[] = [];

  /** Starts a server that is stopped after the spec, even if the spec fails. */
  const start = async (options: EmbeddedOptions): Promise<Embedded> => {
    const embedded = await startEmbedded(options);
    started.push(embedded);
    return embedded;
  };

  beforeEach(() => {
    folder = newFolder();
  });
  afterEach(async () => {
    await Promise.all(started.map(({ stop }) => stop()));
    started = [];
    rmSync(folder, { recursive: true, force: true });
  });

  it('makes the folder, keeps what is written and removes its socket when it stops', async () => {
    const inner = path.join(folder, 'not', 'there yet');
    const first = await start({ folder: inner });
    await withClient(first.uri, (client) => client.db('d').collection('c').insertOne({ a: 1 }));
    await first.stop();
    await first.stop();
    expect(existsSync(socketOf(first.uri))).to.equal(false);
    expect(readdirSync(inner).sort()).to.deep.equal(['closed', 'data.mdb', 'data.mdb-lock']);
    const second = await start({ folder: inner });
    expect(await withClient(second.uri, (client) => client.db('d').collection('c').countDocuments({ a: 1 }))).to.equal(1);
    await second.stop();
  });

  it('stops while clients are connected, a transaction is open and a cursor is half read', async () => {
    const { uri, stop } = await start({ folder });
    const client = await new MongoClient(uri, { serverSelectionTimeoutMS: 200, waitQueueTimeoutMS: 200 }).connect();
    try {
      const things = client.db('d').collection('c');
      await things.insertMany(Array.from({ length: 500 }, (_, n) => ({ n })));
      await things.find().batchSize(2).next();
      const session = client.startSession();
      session.startTransaction();
      await things.insertOne({ n: -1 }, { session });
      await stop();
      expect(existsSync(socketOf(uri))).to.equal(false);
    } finally {
      // The driver hangs if it writes to a socket that has just closed.
      await delay(100);
      await client.close(true);
    }
    const again = await start({ folder });
    expect(await withClient(again.uri, (one) => one.db('d').collection('c').countDocuments())).to.equal(500);
    await again.stop();
  });

  it('shares the server that runs, and leaves it running', async () => {
    const first = await start({ folder });
    const second = await start({ folder });
    expect([first.owner, second.owner, second.uri]).to.deep.equal([true, false, first.uri]);
    await second.stop();
    expect(await withClient(first.uri, (client) => client.db('admin').command({ ping: 1 }))).to.deep.equal({ ok: 1 });
    await first.stop();
  });

  it('has one owner when several start at once', async () => {
    const all = await Promise.all(Array.from({ length: 4 }, () => start({ folder })));
    expect(all.filter(({ owner }) => owner)).to.have.length(1);
    expect(new Set(all.map(({ uri }) => uri)).size).to.equal(1);
    await Promise.all(all.map(({ stop }) => stop()));
  });

  it('does not keep a process alive', async () => {
    const script = `require(${JSON.stringify(path.join(__dirname, '../../lib/embedded/start-embedded.js'))}).startEmbedded({ folder: process.argv[1] })`;
    const child = spawn(process.execPath, ['-e', script, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
    expect(await once(child, 'close')).to.deep.equal([0, null]);
  });

  it('ignores a socket without a listener', async () => {
    writeFileSync(path.join(folder, 'mongodb.sock'), '');
    const { uri, owner, stop } = await start({ folder });
    expect(owner).to.equal(true);
    expect(statSync(socketOf(uri)).mode & 0o077).to.equal(0);
    await stop();
  });

  it('creates files that other users cannot read', async () => {
    const own = path.join(folder, 'above', 'own');
    const { stop } = await start({ folder: own });
    expect(
      [path.dirname(own), own, path.join(own, 'data.mdb'), path.join(own, 'data.mdb-lock')].map((made) => statSync(made).mode & 0o777),
    ).to.deep.equal([0o700, 0o700, 0o600, 0o600]);
    await stop();
  });

  it('serves a folder with capitals, spaces and accents in its name', async () => {
    const { uri, stop } = await start({ folder: path.join(folder, 'Données du Café') });
    expect(await withClient(uri, (client) => client.db('d').collection('c').countDocuments())).to.equal(0);
    await stop();
  });
});

describe('embedded: what the server refuses', () => {
  let server: Server;

  before(async () => {
    server = await startServer();
  });
  after(() => server.stop());

  const things = () => server.client.db('refusals').collection<Document>('things');
  const aggregate = (stage: Document) => things().aggregate([stage]).toArray();

  const NOT_SUPPORTED: readonly (readonly [name: string, work: () => Promise<unknown>])[] = [
    ['$where', () => things().findOne({ $where: 'true' })],
    ['$text', () => things().findOne({ $text: { $search: 'x' } })],
    ['$near', () => things().findOne({ place: { $near: [0, 0] } })],
    ['$mod', () => things().findOne({ n: { $mod: [2, 0] } })],
    ['$expr', () => things().findOne({ $expr: { $eq: ['$a', '$b'] } })],
    ['$lookup', () => aggregate({ $lookup: { from: 'x', localField: 'a', foreignField: 'b', as: 'c' } })],
    ['$max', () => aggregate({ $group: { _id: '$kind', last: { $max: '$at' } } })],
    ['$project', () => aggregate({ $project: { at: 1 } })],
    ['$rename', () => things().updateOne({}, { $rename: { a: 'b' } })],
    ['pipeline', () => things().updateOne({}, [{ $set: { a: 1 } }])],
    ['$[]', () => things().updateOne({}, { $set: { 'a.$[].b': 1 } })],
    ['arrayFilters', () => things().updateOne({}, { $set: { a: 1 } }, { arrayFilters: [{ x: 1 }] })],
    ['collation', () => things().findOne({}, { collation: { locale: 'fr' } })],
    ['$each', () => things().updateOne({}, { $push: { a: { $each: [1] } as never } })],
    ['$all', () => things().findOne({ a: { $all: [1] } })],
    ['text', () => things().createIndex({ a: 'text' })],
    ['expireAfterSeconds', () => things().createIndex({ a: 1 }, { expireAfterSeconds: 1 })],
    ['mapReduce', () => server.client.db('refusals').command({ mapReduce: 'things' })],
    ['renameCollection', () => server.client.db('admin').command({ renameCollection: 'a.b', to: 'a.c' })],
  ];
  it('refuses what it does not support by name', async () => {
    for (const [name, work] of NOT_SUPPORTED) {
      const failure = await work().catch((error: unknown) => error);
      if (!(failure instanceof MongoServerError)) throw new Error(`${name} was not refused: ${String(failure)}`);
      expect(failure.code, name).to.equal(115);
      expect(failure.message).to.include(name);
    }
  });

  const header = (length: number, operation: number, body: Buffer = Buffer.alloc(0)): Buffer => {
    const head = Buffer.alloc(16);
    head.writeInt32LE(length, 0);
    head.writeInt32LE(1, 4);
    head.writeInt32LE(operation, 12);
    return Buffer.concat([head, body]);
  };
  const ofSize = (operation: number, body: Buffer) => header(16 + body.length, operation, body);
  const MALFORMED: readonly (readonly [title: string, bytes: Buffer])[] = [
    ['bytes of another protocol', Buffer.from('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')],
    ['a message longer than 48 MB', header(48_000_001, 2013)],
    ['a message of negative length', header(-5, 2013)],
    ['an unknown operation', ofSize(4711, Buffer.alloc(20))],
    ['an unknown section', ofSize(2013, Buffer.from([0, 0, 0, 0, 9, 5, 0, 0, 0, 0]))],
    ['a document longer than its message', ofSize(2013, Buffer.from([0, 0, 0, 0, 0, 99, 0, 0, 0, 0]))],
    ['an empty command', ofSize(2013, Buffer.from([0, 0, 0, 0, 0, 5, 0, 0, 0, 0]))],
    ['a sequence without a name', ofSize(2013, Buffer.from([0, 0, 0, 0, 1, 5, 0, 0, 0, 65]))],
    ['an element of an unknown type', ofSize(2013, Buffer.from([0, 0, 0, 0, 0, 9, 0, 0, 0, 99, 65, 0, 1, 0]))],
    ['a legacy query without its document', ofSize(2004, Buffer.from('\0\0\0\0admin.$cmd\0\0\0\0\0\0\0\0\0', 'latin1'))],
  ];
  it('closes a connection that sends a malformed message, and that one only', async () => {
    for (const [title, bytes] of MALFORMED) {
      const socket: Socket = connect(socketOf(server.embedded.uri));
      await once(socket, 'connect');
      socket.write(bytes);
      await once(socket, 'close');
      expect(await server.client.db('admin').command({ ping: 1 }), title).to.deep.equal({ ok: 1 });
    }
  });

  it('reads a message that comes byte by byte, and one after another', async () => {
    const body = Buffer.concat([Buffer.from([0, 0, 0, 0, 0]), serialize({ ping: 1, $db: 'admin' })]);
    const socket = connect(socketOf(server.embedded.uri)).setNoDelay(true);
    await once(socket, 'connect');
    for (const byte of ofSize(2013, body)) socket.write(Buffer.from([byte]));
    const [first] = (await once(socket, 'data')) as [Buffer];
    expect(first.subarray(21).toString('latin1')).to.include('ok');
    socket.write(Buffer.concat([ofSize(2013, body), ofSize(2013, body)]));
    let received = 0;
    while (received < 2 * first.length) received += ((await once(socket, 'data')) as [Buffer])[0].length;
    expect(received).to.equal(2 * first.length);
    socket.destroy();
  });
});

describe('embedded: a transaction that nobody ends', () => {
  it('is aborted after its time limit, which releases its locks', async () => {
    const folder = newFolder();
    const { uri, stop } = await startEmbedded({ folder, transactionMilliseconds: 50 });
    await withClient(uri, async (client) => {
      const things = client.db('d').collection<Document>('c');
      await things.insertOne({ _id: 1, n: 1 } as Document);
      const session = client.startSession();
      session.startTransaction();
      await things.updateOne({}, { $set: { n: 2 } }, { session });
      // This write waits for a lock that only the end of the transaction releases.
      await things.updateOne({}, { $inc: { n: 10 } });
      expect(await things.findOne({})).to.deep.equal({ _id: 1, n: 11 });
      const failure = await things.insertOne({}, { session }).catch((error: unknown) => error);
      expect(failure).to.include({ code: 251 });
      await session.abortTransaction();
    }).finally(stop);
    rmSync(folder, { recursive: true, force: true });
  });
});
