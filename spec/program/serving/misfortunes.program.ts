import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import { expect } from 'chai';
import { readMessage, writeAnswer } from '../../../lib/embedded/protocol/server';
import { ask, freshFolder, ready, run, said, serve, stop } from '../program';

/** A message that lmdb prints after a partial write of spilled pages (EIO). */
const LMDB_PRINTS = /^mdb_page_spill (?:flushing )?error 5$/;

describe('A full disk', () => {
  it('refuses writes with 507, goes on reading, and loses nothing that was stored', async () => {
    // A limit of 8 MiB on files simulates a full disk.
    const place = { DATA_DIR: path.join(freshFolder(), 'data'), SEED: 'none' };
    const server = await serve(place, 'trap "" XFSZ; ulimit -f 8192');
    const password = await said(server, /(?<=shown this once: )\S+/);
    const write = (index: number) =>
      ask(server.address, '/en/cal/events/v1/venues', {
        method: 'POST',
        login: `admin:${password}`,
        json: { venue: `Hall ${index}`, description: 'x'.repeat(100_000) },
      });
    let stored = 0;
    let answer = await write(0);
    for (; answer.status === 201 && stored < 200; answer = await write(stored)) stored += 1;
    expect([answer.status, answer.body.code]).to.deep.equal([507, 'insufficient_storage']);
    expect(stored).to.be.greaterThan(2);
    const { status, body } = await ask(server.address, '/en/cal/events/v1/venues?per_page=1');
    expect([status, body.total]).to.deep.equal([200, stored]);
    expect((await ask(server.address, '/readyz')).status).to.equal(200);
    expect((await write(stored)).status).to.equal(507);
    server.signal('SIGTERM');
    const { code, err } = await server.ended;
    expect(code).to.equal(0);
    const again = await serve({ ...place, ALLOWED_HOSTS: '127.0.0.1' });
    await ready(again.address);
    expect((await ask(again.address, '/en/cal/events/v1/venues?per_page=1')).body.total).to.equal(stored);
    await stop(again);
    // The error appears in the log once, in the usual JSON format.
    const errors = err
      .trim()
      .split('\n')
      .filter((line) => !LMDB_PRINTS.test(line))
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter(({ level }) => Number(level) >= 50);
    expect(errors.map(({ msg, DATA_DIR }) => [msg, DATA_DIR])).to.deep.equal([
      ['The disk of the database is full: free some space. Until then writes are refused (507).', place.DATA_DIR],
    ]);
  });
});

describe('A standalone MongoDB server', () => {
  /** Acts as a server that belongs to no replica set. */
  const standalone = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (bytes: Buffer) => {
      const answer = {
        ismaster: true,
        isWritablePrimary: true,
        helloOk: true,
        minWireVersion: 0,
        maxWireVersion: 21,
        maxBsonObjectSize: 16_777_216,
        ok: 1,
      };
      socket.write(writeAnswer(readMessage(bytes), answer));
    });
  });
  before((done) => {
    standalone.listen(0, '127.0.0.1', done);
  });
  after(() => {
    standalone.close();
  });

  it('is refused in a sentence that says how to make it a replica set of one', async () => {
    const uri = `mongodb://127.0.0.1:${(standalone.address() as AddressInfo).port}/`;
    const { code, err } = await run(['serve'], { MONGODB_URI: uri, PORT: '0' });
    expect(code).to.equal(1);
    expect(err).to.match(/^MONGODB_URI names a standalone server[^\n]*--replSet rs0[^\n]*rs\.initiate\(\)[^\n]*\n$/);
  });
});
