import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { type Embedded, FolderError, startEmbedded } from '../../lib/embedded/start-embedded';
import { newFolder, socketOf } from './support';

/** A user ID without rights. Only root can act as another user. */
const NOBODY_UID = 65_534;

/** A program that listens on a socket as another user, and prints the data that it receives. */
const LISTENER = `const net = require('node:net');
net.createServer((socket) => { console.log('connected'); socket.on('data', () => console.log('data')); })
  .listen(process.argv[1], () => { require('node:fs').chmodSync(process.argv[1], 0o777); console.log('listening'); });`;

describe('startEmbedded and the socket of another user', () => {
  let folder: string;
  let children: ChildProcess[] = [];
  let started: Embedded[] = [];
  const start = async (at: string): Promise<Embedded> => {
    const embedded = await startEmbedded({ folder: at });
    started.push(embedded);
    return embedded;
  };
  const refusalOf = async (at: string): Promise<FolderError> => {
    const failure = await start(at).catch((error: unknown) => error);
    if (!(failure instanceof FolderError)) throw new Error('nothing was refused');
    return failure;
  };
  /** Starts the program as another user. Returns a function that reads its output. */
  const listenAs = async (uid: number, socket: string): Promise<() => string> => {
    const child = spawn(process.execPath, ['-e', LISTENER, socket], { uid, stdio: ['ignore', 'pipe', 'inherit'] });
    children.push(child);
    let printed = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      printed += chunk;
    });
    await once(child.stdout as NodeJS.ReadableStream, 'data');
    return () => printed;
  };
  const asRoot = function (this: Mocha.Context): void {
    if (process.getuid?.() !== 0) this.skip();
  };

  beforeEach(() => {
    folder = realpathSync(newFolder());
  });
  afterEach(async () => {
    await Promise.all(started.map(({ stop }) => stop()));
    for (const child of children) child.kill();
    [started, children] = [[], []];
    rmSync(folder, { recursive: true, force: true });
  });

  it('listens in a folder with an unpredictable name if the path of the data folder is too long', async () => {
    const deep = path.join(folder, 'a'.repeat(100), 'b'.repeat(100));
    const places = [];
    for (let time = 0; time < 2; time += 1) {
      const embedded = await start(deep);
      const place = path.dirname(socketOf(embedded.uri));
      places.push(place);
      const { mode, uid } = lstatSync(place);
      expect([mode & 0o777, uid]).to.deep.equal([0o700, process.getuid?.()]);
      expect(readFileSync(path.join(deep, 'address'), 'utf8')).to.equal(`${deep}\n${socketOf(embedded.uri)}\n`);
      await embedded.stop();
      expect(existsSync(place)).to.equal(false);
    }
    expect(new Set(places).size).to.equal(2);
  });

  it('listens there too if others may write in the data folder, and clients find it', async () => {
    chmodSync(folder, 0o777);
    const first = await start(folder);
    expect(path.dirname(socketOf(first.uri))).to.not.equal(folder);
    const second = await start(folder);
    expect([second.owner, second.uri]).to.deep.equal([false, first.uri]);
  });

  it('never connects to a place that another user could have guessed', async function () {
    asRoot.call(this);
    const deep = path.join(folder, 'a'.repeat(100), 'b'.repeat(100));
    const guessed = path.join(tmpdir(), `calendar-events-${createHash('sha256').update(deep).digest('hex').slice(0, 16)}`);
    mkdirSync(guessed);
    chownSync(guessed, NOBODY_UID, NOBODY_UID);
    try {
      const printed = await listenAs(NOBODY_UID, path.join(guessed, 'mongodb.sock'));
      expect((await start(deep)).owner).to.equal(true);
      expect(printed()).to.equal('listening\n');
    } finally {
      rmSync(guessed, { recursive: true });
    }
  });

  it('refuses a socket of another user in the data folder, in a sentence that names it, and never connects to it', async function () {
    asRoot.call(this);
    chmodSync(folder, 0o777);
    // Another user must be able to enter the folder.
    chmodSync(path.dirname(folder), lstatSync(path.dirname(folder)).mode | 0o011);
    const socket = path.join(folder, 'mongodb.sock');
    const printed = await listenAs(NOBODY_UID, socket);
    const { message } = await refusalOf(folder);
    expect(message).to.include(folder).and.to.include(socket);
    expect(printed()).to.equal('listening\n');
  });

  it('refuses a place that another user has written to the data folder', async function () {
    asRoot.call(this);
    chmodSync(folder, 0o777);
    const place = path.join(folder, 'calendar-events-mine');
    mkdirSync(place);
    chownSync(place, NOBODY_UID, NOBODY_UID);
    const printed = await listenAs(NOBODY_UID, path.join(place, 'mongodb.sock'));
    writeFileSync(path.join(folder, 'address'), `${folder}\n${path.join(place, 'mongodb.sock')}\n`);
    expect((await refusalOf(folder)).message).to.include(place);
    expect(printed()).to.equal('listening\n');
  });

  it('ignores a note that does not name a place of a server', async () => {
    const other = path.join(folder, 'other.sock');
    symlinkSync('/dev/null', other);
    writeFileSync(path.join(folder, 'address'), `${folder}\n${other}\n`);
    const embedded = await start(folder);
    expect([embedded.owner, socketOf(embedded.uri)]).to.deep.equal([true, path.join(folder, 'mongodb.sock')]);
  });
});
