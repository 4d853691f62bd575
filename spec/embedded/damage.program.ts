import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { MongoClient } from 'mongodb';
import { findDamage } from '../../lib/embedded/damage';
import { PAGE_SIZE } from '../../lib/embedded/data-page';
import { startEmbedded } from '../../lib/embedded/start-embedded';
import { newFolder } from './support';

// Where numbers stand in the first two pages, as lmdb writes them.
const [FLAGS, MAGIC, VERSION, SIZE, TREE_FLAGS, DEPTH, ROOT, LAST, MAPPED] = [18, 24, 28, 48, 52, 102, 136, 144, 40];

/** A file in which documents, of which some lie on pages of their own, were written, changed and removed. */
const makeFile = async (folder: string): Promise<Buffer> => {
  const { uri, stop } = await startEmbedded({ folder });
  const client = await new MongoClient(uri).connect();
  const collection = client.db('d').collection<{ _id: number; text: string }>('c');
  const documents = Array.from({ length: 300 }, (_, _id) => ({ _id, text: 'x'.repeat(_id % 40 === 0 ? 30_000 : 1000) }));
  await collection.insertMany(documents);
  await collection.deleteMany({ _id: { $lt: 100 } });
  await collection.updateMany({ _id: { $gt: 280 } }, { $set: { text: 'y'.repeat(9000) } });
  await client.close();
  await stop();
  return readFileSync(path.join(folder, 'data.mdb'));
};

describe('embedded: a data file that is damaged', () => {
  let root: string;
  let sound: Buffer;
  before(async () => {
    root = newFolder();
    sound = await makeFile(path.join(root, 'sound'));
  });
  after(() => rmSync(root, { recursive: true, force: true }));

  /** What is found in the sound file with a change. */
  const findIn = (change: (bytes: Buffer) => unknown) => {
    const bytes = Buffer.from(sound);
    const file = path.join(root, 'changed.mdb');
    const changed = change(bytes);
    writeFileSync(file, Buffer.isBuffer(changed) ? changed : bytes);
    return findDamage(file)?.page;
  };
  const pages = () => sound.length / PAGE_SIZE;
  const newer = () => (sound.readBigUInt64LE(LAST + 8) > sound.readBigUInt64LE(PAGE_SIZE + LAST + 8) ? 0 : 1);

  it('is told from one that is sound, or empty, or has more than its pages', () => {
    expect(findIn(() => {})).to.equal(undefined);
    expect(findIn(() => Buffer.alloc(0))).to.equal(undefined);
    expect(findIn((bytes) => Buffer.concat([bytes, Buffer.alloc(1000, 1)]))).to.equal(undefined);
  });

  it('is noticed however short it is cut', () => {
    for (const length of [1, 150, PAGE_SIZE, PAGE_SIZE + 100, 2 * PAGE_SIZE, sound.length / 2, sound.length * 0.9])
      expect(
        findIn((bytes) => bytes.subarray(0, length)),
        `${length} bytes`,
      ).to.be.a('number');
  });

  for (const [title, at, value] of [
    ['the page is none of these', FLAGS, 0],
    ['a magic number', MAGIC, 0xde_ad],
    ['a version', VERSION, 1],
    ['a size of pages', SIZE, 4096],
    ['flags of a tree', TREE_FLAGS, 0x0c],
    ['a depth that no tree has', DEPTH, 0xff_ff],
  ] as const) {
    for (const page of [0, 1]) {
      it(`is noticed by its page ${page}: ${title}`, () => {
        expect(findIn((bytes) => bytes.writeUInt16LE(value, page * PAGE_SIZE + at))).to.equal(page);
      });
    }
  }

  it('is noticed by where its newer state says that the trees are, and where they end', () => {
    for (const [at, value] of [
      [ROOT, 2n ** 40n],
      [ROOT, 0n],
      [LAST, 3n],
      [LAST, 2n ** 39n],
      [MAPPED, 2n ** 60n],
    ] as const)
      expect(findIn((bytes) => bytes.writeBigUInt64LE(value, newer() * PAGE_SIZE + at))).to.be.a('number');
  });

  it('is noticed by each page that its trees have, whatever is there in its place', () => {
    const places: Record<string, (bytes: Buffer, page: number) => void> = {
      zeroes: (bytes, page) => bytes.fill(0, page * PAGE_SIZE, (page + 1) * PAGE_SIZE),
      noise: (bytes, page) => bytes.fill('\u0017noise', page * PAGE_SIZE, (page + 1) * PAGE_SIZE),
      'another page': (bytes, page) => {
        bytes.copy(bytes, page * PAGE_SIZE, (page - 1) * PAGE_SIZE, page * PAGE_SIZE);
      },
      // A key that is longer than what is left of the page.
      'a node beyond its end': (bytes, page) => {
        const first = page * PAGE_SIZE + 24 + bytes.readUInt16LE(page * PAGE_SIZE + 24);
        if (first + 8 < (page + 1) * PAGE_SIZE) bytes.writeUInt16LE(0xff_f0, first + 6);
      },
    };
    for (const [title, put] of Object.entries(places)) {
      const found = new Set<number>();
      for (let page = 2; page < pages(); page += 1) {
        const damage = findIn((bytes) => put(bytes, page));
        // Pages that are free, and those after the first of a long value, say nothing of themselves.
        if (damage !== undefined) found.add(page);
      }
      expect(found.size, title).to.be.greaterThan(30);
    }
  });

  it('is refused in a sentence with the page, as are folders and files that cannot be used, and never by a signal', async () => {
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
      const { en, fr } = answers.shift();
      expect(en)
        .to.match(
          /^The data file [^\n]+ is damaged, or not one of this service \(page \d+\): [^\n]+"calendar-events restore FILE"[^\n]+DATA_DIR[^\n]+\.$/,
        )
        .and.include(folder);
      expect(fr)
        .to.match(
          /^Le fichier de données [^\n]+ est endommagé[^\n]+ \(page \d+\) : [^\n]+« calendar-events restore FICHIER »[^\n]+DATA_DIR\.$/,
        )
        .and.include(folder);
    }
    for (const folder of unusable) {
      const { en } = answers.shift();
      expect(en)
        .to.match(/^The data folder [^\n]+ cannot be used \([^\n]+\): [^\n]+DATA_DIR[^\n]+\.$/)
        .and.include(path.resolve(folder));
    }
    expect(answers).to.deep.equal([{ empty: true }, { empty: false }]);
  });
});
