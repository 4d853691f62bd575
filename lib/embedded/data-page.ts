import { endianness } from 'node:os';

/** Size of the pages of a data file, in bytes. */
export const PAGE_SIZE = 8192;

/** Whether the layout below is that of this machine: lmdb writes numbers as wide, and in the order, as the machine has them. */
export const KNOWN_LAYOUT = endianness() === 'LE' && process.arch.endsWith('64');

// The layout of lmdb 3 for Node.js (mdb.c), which is not quite that of OpenLDAP's.
const HEADER = 24;
const NODE_HEADER = 8;
const OVERFLOW_NODE = 24;
const [BRANCH, LEAF, OVERFLOW, META] = [1, 2, 4, 8];
const SORT = 1 | 2 | 4 | 8;
const [MAGIC, VERSION] = [0xbe_ef_c0_de, 2];
const [INTEGER_KEYS, ENCRYPTED] = [0x08, 0x20_00];
const DEEPEST = 32;
/** More than a file can be mapped into memory with, in bytes. */
const LARGEST = 2 ** 44;

/** One of the two trees of a file. */
export interface Tree {
  /** Levels of pages; 0 where it is empty. */
  readonly depth: number;
  readonly root: number;
}

/** A state of the file, as the page that a transaction writes last tells it. */
export interface Meta {
  /** Which transaction it is of. */
  readonly transaction: bigint;
  readonly last: number;
  /** The pages that may be used again, by transaction. */
  readonly free: Tree;
  readonly data: Tree;
}

/** A value that is too long for its page. */
export interface Overflow {
  /** Length of the key. */
  readonly key: number;
  /** The first of the pages that hold it. */
  readonly overflow: number;
  readonly pages: number;
  readonly size: number;
}

/** What lies on a page: the number of a page below it, or a value, within the page or elsewhere. */
export type PageNode = { readonly child: number } | { readonly key: number; readonly from: number; readonly to: number } | Overflow;

const wide = (bytes: Buffer, at: number): number => Number(bytes.readBigUInt64LE(at));

const treeAt = (bytes: Buffer, at: number): Tree | undefined => {
  const depth = bytes.readUInt16LE(at + 6);
  const tree = { depth, root: wide(bytes, at + 40) };
  return depth <= DEEPEST ? tree : undefined;
};

/** Reads the state that page 0 or 1 holds; undefined where it is none that this program has written. */
export const readMeta = (page: Buffer): Meta | undefined => {
  const [free, data] = [treeAt(page, HEADER + 24), treeAt(page, HEADER + 72)];
  const flags = page.readUInt16LE(HEADER + 28);
  const isOurs =
    (page.readUInt16LE(18) & META) !== 0 &&
    page.readUInt32LE(HEADER) === MAGIC &&
    (page.readUInt32LE(HEADER + 4) & 0xff_ff) === VERSION &&
    page.readUInt32LE(HEADER + 24) === PAGE_SIZE &&
    (flags & 0xff) === INTEGER_KEYS &&
    (flags & ENCRYPTED) === 0 &&
    wide(page, HEADER + 16) <= LARGEST &&
    page.readUInt16LE(HEADER + 76) === 0;
  if (!isOurs || free === undefined || data === undefined) return undefined;
  return { transaction: page.readBigUInt64LE(HEADER + 128), last: wide(page, HEADER + 120), free, data };
};

/** Reads the nodes of a page of a tree, on its lowest level or above; undefined where it is no such page. */
export const readNodes = (page: Buffer, number: number, lowest: boolean): PageNode[] | undefined => {
  if (wide(page, 0) !== number || (page.readUInt16LE(18) & SORT) !== (lowest ? LEAF : BRANCH)) return undefined;
  const [lower, upper] = [HEADER + page.readUInt16LE(20), HEADER + page.readUInt16LE(22)];
  const count = (lower - HEADER) / 2;
  if (lower % 2 !== 0 || lower > upper || upper > PAGE_SIZE || count < (lowest ? 1 : 2)) return undefined;
  // Numbers of 16 bits, of which there are many, are read faster so.
  const numbers = new Uint16Array(page.buffer, page.byteOffset, PAGE_SIZE / 2);
  const nodes: PageNode[] = [];
  for (let index = 0; index < count; index += 1) {
    const at = HEADER + (numbers[HEADER / 2 + index] ?? 0);
    const node = at % 2 === 0 && at >= upper && at + NODE_HEADER <= PAGE_SIZE ? nodeAt(page, numbers, at, lowest) : undefined;
    if (node === undefined) return undefined;
    nodes.push(node);
  }
  return nodes;
};

const nodeAt = (page: Buffer, numbers: Uint16Array, at: number, lowest: boolean): PageNode | undefined => {
  const size = (numbers[at / 2] ?? 0) + (numbers[at / 2 + 1] ?? 0) * 2 ** 16;
  const flags = numbers[at / 2 + 2] ?? 0;
  const key = numbers[at / 2 + 3] ?? 0;
  const from = at + NODE_HEADER + key;
  if (!lowest) return from <= PAGE_SIZE ? { child: size + flags * 2 ** 32 } : undefined;
  if (flags === 0) return from + size <= PAGE_SIZE ? { key, from, to: from + size } : undefined;
  if (flags !== 1 || from + OVERFLOW_NODE > PAGE_SIZE) return undefined;
  return { key, overflow: wide(page, from), pages: wide(page, from + 16), size };
};

/** Tells whether overflow pages, of which these are the first bytes, hold a value of so many bytes. */
export const holdsOverflow = (head: Buffer, number: number, pages: number, size: number): boolean =>
  wide(head, 0) === number &&
  (head.readUInt16LE(18) & SORT) === OVERFLOW &&
  head.readUInt32LE(20) === pages &&
  HEADER + size <= pages * PAGE_SIZE;

/** Where the value begins that overflow pages hold. */
export const OVERFLOW_VALUE = HEADER;

/** Reads a list of free pages as blocks, of which each is a first page and a length; undefined where it is none. */
export const readFree = (value: Buffer): [first: number, length: number][] | undefined => {
  const count = value.length < 8 ? -1 : wide(value, 0);
  if (count < 0 || 8 + count * 8 > value.length) return undefined;
  const blocks: [number, number][] = [];
  for (let index = 1; index <= count; index += 1) {
    const number = Number(value.readBigInt64LE(index * 8));
    if (number > 0) blocks.push([number, 1]);
    if (number >= 0) continue;
    // The length of a block, negative, is followed by its first page.
    index += 1;
    if (index > count) return undefined;
    blocks.push([Number(value.readBigInt64LE(index * 8)), -number]);
  }
  return blocks;
};
