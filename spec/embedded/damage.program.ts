import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { startEmbedded } from '../../lib/embedded/start-embedded';
import { endedCleanly, isSound } from '../../lib/embedded/storage/folder';
import { PAGE_SIZE } from '../../lib/embedded/storage/store';
import { newFolder, withServer } from './support';

// Byte offsets in the first two pages of an lmdb file.
const [FLAGS, MAGIC, VERSION, ROOT, LAST] = [18, 24, 28, 136, 144];

/** Creates a data file with inserted, changed and removed documents. Some have their own pages. */
const makeFile = async (folder: string): Promise<Buffer> => {
  await withServer(folder, async (client) => {
    const collection = client.db('d').collection<{ _id: number; text: string }>('c');
    const documents = Array.from({ length: 300 }, (_, _id) => ({ _id, text: 'x'.repeat(_id % 40 === 0 ? 30_000 : 1000) }));
    await collection.insertMany(documents);
    await collection.deleteMany({ _id: { $lt: 100 } });
    await collection.updateMany({ _id: { $gt: 280 } }, { $set: { text: 'y'.repeat(9000) } });
  });
  return readFileSync(path.join(folder, 'data.mdb'));
};

describe('embedded: a data file that is damaged', function () {
  this.timeout(300_000);
  let root: string;
  let sound: Buffer;
  before(async () => {
    root = newFolder();
    sound = await makeFile(path.join(root, 'sound'));
  });
  after(() => rmSync(root, { recursive: true, force: true }));

  /** Checks a changed copy of the file, as a start after a crash does. */
  const isFoundSound = async (change: (bytes: Buffer) => unknown): Promise<boolean> => {
    const bytes = Buffer.from(sound);
    const folder = path.join(root, 'changed');
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder);
    const changed = change(bytes);
    writeFileSync(path.join(folder, 'data.mdb'), Buffer.isBuffer(changed) ? changed : bytes);
    return isSound(folder);
  };
  const newer = () => (sound.readBigUInt64LE(LAST + 8) > sound.readBigUInt64LE(PAGE_SIZE + LAST + 8) ? 0 : 1);

  it('is distinguished from an intact file, with or without extra bytes', async () => {
    expect(await isFoundSound(() => {})).to.equal(true);
    expect(await isFoundSound((bytes) => Buffer.concat([bytes, Buffer.alloc(1000, 1)]))).to.equal(true);
  });

  it('is detected after truncation at any length', async () => {
    for (const length of [1, 150, PAGE_SIZE, PAGE_SIZE + 100, 2 * PAGE_SIZE, sound.length / 2, sound.length * 0.9])
      expect(await isFoundSound((bytes) => bytes.subarray(0, length)), `${length} bytes`).to.equal(false);
  });

  it('is detected in the first pages', async () => {
    for (const [title, at, value] of [
      ['the page is none of these', FLAGS, 0],
      ['a magic number', MAGIC, 0xde_ad],
      ['a version', VERSION, 1],
    ] as const)
      expect(await isFoundSound((bytes) => bytes.writeUInt16LE(value, at)), title).to.equal(false);
  });

  it('is detected in the roots of the newer state', async () => {
    for (const root of [2n ** 40n, 0n])
      expect(await isFoundSound((bytes) => bytes.writeBigUInt64LE(root, newer() * PAGE_SIZE + ROOT)), `${root}`).to.equal(false);
  });

  it('is detected in pages of the trees, with any replaced content', async () => {
    const places: Record<string, (bytes: Buffer, page: number) => void> = {
      zeroes: (bytes, page) => bytes.fill(0, page * PAGE_SIZE, (page + 1) * PAGE_SIZE),
      noise: (bytes, page) => bytes.fill('\u0017noise', page * PAGE_SIZE, (page + 1) * PAGE_SIZE),
      'another page': (bytes, page) => bytes.copy(bytes, page * PAGE_SIZE, (page - 1) * PAGE_SIZE, page * PAGE_SIZE),
    };
    // Damage in free pages, and in the later pages of a long value, cannot be detected.
    for (const [title, put] of Object.entries(places)) {
      let found = 0;
      for (let page = 2; page < sound.length / PAGE_SIZE; page += 5) if (!(await isFoundSound((bytes) => put(bytes, page)))) found += 1;
      expect(found, title).to.be.greaterThan(4);
    }
  });

  it('is searched only after an unclean end of the last server', async () => {
    const folder = path.join(root, 'sound');
    expect(endedCleanly(folder)).to.equal(true);
    const { stop } = await startEmbedded({ folder });
    expect(endedCleanly(folder)).to.equal(false);
    await stop();
    expect(endedCleanly(folder)).to.equal(true);
    utimesSync(path.join(folder, 'data.mdb'), 1, 1);
    expect(endedCleanly(folder)).to.equal(false);
  });

  it('is refused in a sentence, like unusable folders and files, and never ends the process by a signal', async () => {
    const make = (name: string, fill: (folder: string) => void): string => {
      const folder = path.join(root, name);
      mkdirSync(folder);
      fill(folder);
      return folder;
    };
    const write = (bytes: Buffer) => (folder: string) => writeFileSync(path.join(folder, 'data.mdb'), bytes);
    const damaged = [
      make('noise', write(Buffer.alloc(100_000, 'noise'))),
      make('zeroes', write(Buffer.concat([Buffer.alloc(2 * PAGE_SIZE), sound.subarray(2 * PAGE_SIZE)]))),
      make('cut', (folder) => {
        write(sound)(folder);
        truncateSync(path.join(folder, 'data.mdb'), sound.length - 20 * PAGE_SIZE);
      }),
    ];
    const unusable = [
      make('folder', (folder) => mkdirSync(path.join(folder, 'data.mdb'))),
      make('device', (folder) => symlinkSync('/dev/full', path.join(folder, 'data.mdb'))),
      make('lock', (folder) => mkdirSync(path.join(folder, 'data.mdb-lock'))),
      path.join(root, 'n'.repeat(300)),
      path.join(root, 'deep/'.repeat(1000)),
      '/dev/full',
      ...(process.platform === 'linux' ? ['/proc/nope', '/proc'] : []),
    ];
    const usable = [
      make('new', write(Buffer.alloc(0))),
      make('whole', (folder) => cpSync(path.join(root, 'sound'), folder, { recursive: true })),
    ];
    const child = spawn(process.execPath, [path.join(__dirname, 'folder-opener.js'), ...damaged, ...unusable, ...usable], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let text = '';
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk;
    });
    expect(await once(child, 'close')).to.deep.equal([0, null]);
    const answers = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    for (const folder of damaged) {
      const { refusal } = answers.shift();
      expect(refusal)
        .to.match(
          /^The data file [^\n]+ is damaged, or not one of this service: [^\n]+"calendar-events restore FILE"[^\n]+DATA_DIR[^\n]+\.$/,
        )
        .and.include(folder);
    }
    for (const folder of unusable) {
      const { refusal } = answers.shift();
      expect(refusal)
        .to.match(/^The data folder [^\n]+ cannot be used \([^\n]+\): [^\n]+DATA_DIR[^\n]+\.$/)
        .and.include(path.resolve(folder));
    }
    expect(answers).to.deep.equal([{ empty: true }, { empty: false }]);
  });
});
