import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import {
  holdsOverflow,
  KNOWN_LAYOUT,
  type Meta,
  OVERFLOW_VALUE,
  type Overflow,
  PAGE_SIZE,
  type PageNode,
  readFree,
  readMeta,
  readNodes,
  type Tree,
} from './data-page';

/** How many pages with documents are looked at, 64 MiB: so long a start may take, however large the file is. */
const MOST_LEAVES = 8192;

/** What is wrong with a data file. */
export interface Damage {
  /** The first page that is not what it should be. */
  readonly page: number;
  /** Whether another process has written meanwhile: then it need not be damage. */
  readonly moving: boolean;
}

interface File {
  readonly descriptor: number;
  /** How many whole pages it has. */
  readonly pages: number;
  readonly meta: Meta;
  /** 1 for each page that was come across, which is once. */
  readonly met: Uint8Array;
  /** Where pages are read into, one after the other. */
  readonly scratch: Buffer;
}

/** What is thrown where a page is wrong. */
class WrongPage extends Error {
  constructor(readonly page: number) {
    super(`page ${page}`);
  }
}

const assertPage = (page: number, right: boolean): void => {
  if (!right) throw new WrongPage(page);
};

const read = (descriptor: number, page: number, bytes: Buffer = Buffer.alloc(PAGE_SIZE)): Buffer => {
  assertPage(page, readSync(descriptor, bytes, 0, bytes.length, page * PAGE_SIZE) === bytes.length);
  return bytes;
};

/** The newer of the two states, both of which must be whole: lmdb writes them in turn. */
const readState = (descriptor: number): Meta => {
  const [one, other] = [0, 1].map((page) => {
    const meta = readMeta(read(descriptor, page));
    if (meta === undefined) throw new WrongPage(page);
    return meta;
  }) as [Meta, Meta];
  return one.transaction >= other.transaction ? one : other;
};

/** Takes pages that a tree says are its own. */
const take = ({ pages, meta, met }: File, from: number, first: number, length = 1): void => {
  const isThere = first >= 2 && length >= 1 && first + length - 1 <= meta.last;
  assertPage(from, isThere);
  assertPage(first, first + length <= pages);
  for (let page = first; page < first + length; page += 1) {
    assertPage(page, met[page] === 0);
    met[page] = 1;
  }
};

/** The nodes of a page that is part of a tree. */
const nodesOf = ({ descriptor, scratch }: File, page: number, lowest: boolean): PageNode[] => {
  const nodes = readNodes(read(descriptor, page, scratch), page, lowest);
  if (nodes === undefined) throw new WrongPage(page);
  return nodes;
};

/** Looks at a tree: at every page above its lowest level, and at `most` of that level with all their nodes. */
const assertTree = (file: File, from: number, { depth, root }: Tree, most: number, look: (page: number, node: PageNode) => void): void => {
  let level = depth === 0 ? [] : [{ from, page: root }];
  for (let above = depth; above > 0; above -= 1) {
    const below: typeof level = [];
    for (const [index, { from, page }] of level.entries()) {
      take(file, from, page);
      if (above === 1 && index >= most) continue;
      for (const node of nodesOf(file, page, above === 1)) {
        if ('child' in node) below.push({ from: page, page: node.child });
        else look(page, node);
      }
    }
    level = below;
  }
};

/** What overflow pages hold, of which no more than `most` bytes are read. */
const readOverflow = (file: File, from: number, { overflow, pages, size }: Overflow, most = pages * PAGE_SIZE): Buffer => {
  take(file, from, overflow, pages);
  const bytes = read(file.descriptor, overflow, Buffer.alloc(most));
  assertPage(overflow, holdsOverflow(bytes, overflow, pages, size));
  return bytes.subarray(OVERFLOW_VALUE, OVERFLOW_VALUE + size);
};

const assertTrees = (file: File): void => {
  const { meta, pages, scratch } = file;
  const state = Number(meta.transaction % 2n);
  // Of a file that is too short, each page that is missing must be found; only leaves name some.
  const most = meta.last < pages ? MOST_LEAVES : Number.POSITIVE_INFINITY;
  assertTree(file, state, meta.data, most, (page, node) => {
    if ('overflow' in node) readOverflow(file, page, node, OVERFLOW_VALUE);
  });
  let free = 0;
  assertTree(file, state, meta.free, Number.POSITIVE_INFINITY, (page, node) => {
    const value = 'from' in node ? scratch.subarray(node.from, node.to) : 'overflow' in node ? readOverflow(file, page, node) : scratch;
    const isList = 'key' in node && node.key === 8;
    const blocks = isList ? readFree(value) : undefined;
    assertPage(page, blocks?.every(([first, length]) => first >= 2 && first + length - 1 <= meta.last) === true);
    for (const [, length] of blocks ?? []) free += length;
  });
  // Only pages that are free need not have been written.
  assertPage(state, meta.last + 1 - pages <= free);
};

/** Tells whether another process has written since; it may be writing the very page that tells. */
const hasMoved = (descriptor: number, { transaction }: Meta): boolean => {
  try {
    return readState(descriptor).transaction !== transaction;
  } catch (error) {
    if (error instanceof WrongPage) return true;
    throw error;
  }
};

/**
 * Looks for what would make lmdb, which believes every page, crash: pages that are cut off, overwritten or mixed up. Documents beyond the
 * first 64 MiB are not looked at. Answers undefined for a file that is sound, empty, or laid out as another machine's. Throws what the file
 * system answers.
 */
export const findDamage = (path: string): Damage | undefined => {
  const descriptor = openSync(path, 'r+');
  try {
    const { size } = fstatSync(descriptor);
    if (size === 0 || !KNOWN_LAYOUT) return undefined;
    let meta: Meta | undefined;
    try {
      meta = readState(descriptor);
      const pages = Math.floor(size / PAGE_SIZE);
      assertTrees({ descriptor, meta, pages, met: new Uint8Array(pages), scratch: Buffer.alloc(PAGE_SIZE) });
      return undefined;
    } catch (error) {
      if (!(error instanceof WrongPage)) throw error;
      return { page: error.page, moving: meta !== undefined && hasMoved(descriptor, meta) };
    }
  } finally {
    closeSync(descriptor);
  }
};
