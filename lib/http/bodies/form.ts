import { isUtf8 } from 'node:buffer';
import { errors } from '../../errors';

/** Decodes a string of bytes (one character a byte) as UTF-8. Invalid byte sequences become `?`. */
const utf8 = (bytes: string): string => {
  if (/^[^\x80-\uffff]*$/.test(bytes)) return bytes;
  const buffer = Buffer.from(bytes, 'latin1');
  const text = buffer.toString('utf8');
  return isUtf8(buffer) ? text : legible(text);
};

/** Replaces U+FFFD, the sign of invalid UTF-8, by `?`. */
const legible = (text: string): string => text.replaceAll('\ufffd', '?');

/** Decodes a name or value of a query string or form. `+` is a blank, an invalid `%` stays, and invalid UTF-8 becomes `?`. */
const percentDecoded = (text: string): string => {
  if (!/[%+]/.test(text)) return text;
  const spaced = text.replaceAll('+', ' ');
  if (!spaced.includes('%')) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    const bytes = Buffer.from(spaced, 'utf8').toString('latin1');
    return utf8(bytes.replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))));
  }
};

/** Yields the decoded pairs of a query string `a=1&b=2` (one character a byte). A name without `=` has an empty value. */
export function* percentPairs(bytes: string): Generator<readonly [string, string]> {
  const text = utf8(bytes);
  for (let start = 0; start < text.length; ) {
    const found = text.indexOf('&', start);
    const end = found === -1 ? text.length : found;
    const pair = text.slice(start, end);
    start = end + 1;
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    yield equals === -1 ? [percentDecoded(pair), ''] : [percentDecoded(pair.slice(0, equals)), percentDecoded(pair.slice(equals + 1))];
  }
}

/** A parsed query string or form: values by name, and all values of repeated plain names. */
export interface Form {
  /** Strings, lists and objects without prototype, nested by the brackets in their names. */
  readonly values: Record<string, unknown>;
  /** All values of repeated plain names, for args that are lists: `a=1&a=2` → `{ a: ['1', '2'] }`. */
  readonly repeated: ReadonlyMap<string, readonly string[]>;
  readonly files: ReadonlySet<string>;
}

/** A name and its value in a query string or form. Undefined means a file. */
type Pair = readonly [name: string, value: string | undefined];

/** The values of a bracketed name (`a[x]`) before list and object are distinguished. Keys are in the order of arrival. */
interface Branch {
  readonly children: Map<string, Branch | string>;
  next: number;
}

const DEPTH = 64;
/** The maximum number of parts of a query string or form per allowed parameter. Each member of a list is a part. */
const PARTS_OF_EACH = 20;

const INDEX = /^(?:0|[1-9]\d{0,8})$/;

export const emptyForm = (): Form => ({ values: Object.create(null), repeated: new Map(), files: new Set() });

/**
 * Reads names and values as PHP does: `a[]=1`, `a[x][y]=1`. The last of equal names wins, and dots and blanks in names become
 * underscores. `include=1&include[]=4` is the list `['4']`. Parts with one name are one parameter, so a list may have as many members as
 * its schema allows. Throws `rest_too_many_parameters` for more names than `limit`, or 20 times more parts. The package qs would join
 * `include=1` and `include[]=4` to one list, and leave the dots.
 */
export const readForm = (pairs: Iterable<Pair>, limit: number): Form => {
  const root = new Map<string, Branch | string>();
  const repeated = new Map<string, string[]>();
  const files = new Set<string>();
  const names = new Set<string>();
  let count = 0;
  for (const [rawName, value] of pairs) {
    count += 1;
    if (count > limit * PARTS_OF_EACH) throw errors.tooManyParts(limit * PARTS_OF_EACH);
    const { name, keys } = splitName(rawName);
    names.add(name);
    if (names.size > limit) throw errors.tooManyParameters(limit);
    if (value === undefined) {
      files.add(name);
      continue;
    }
    if (name === '' || keys.length > DEPTH) continue;
    if (keys.length === 0) {
      const earlier = root.get(name);
      const list = repeated.get(name);
      if (list) list.push(value);
      else if (typeof earlier === 'string') repeated.set(name, [earlier, value]);
      root.set(name, value);
    } else {
      repeated.delete(name);
      plant(branchAt(root, name), keys, value);
    }
  }
  return { values: toRecord(root), repeated, files };
};

const splitName = (raw: string): { name: string; keys: string[] } => {
  // A name ends at its first NUL, as in PHP.
  const text = (raw.split('\0', 1)[0] ?? '').replace(/^ +/, '');
  const open = text.indexOf('[');
  const plain = (name: string) => name.replaceAll(/[ .[]/g, '_');
  if (open === -1) return { name: plain(text), keys: [] };
  const keys: string[] = [];
  let at = open;
  while (text[at] === '[') {
    const close = text.indexOf(']', at);
    if (close === -1) break;
    const key = text.slice(at + 1, close);
    keys.push(/^[ \t\r\n]*$/.test(key) ? '' : key);
    at = close + 1;
    if (keys.length > DEPTH) break;
  }
  // A bracket without an end is an ordinary character, except at the beginning.
  const name = keys.length === 0 && open > 0 ? text : text.slice(0, open);
  return { name: plain(name), keys };
};

const branchAt = (children: Map<string, Branch | string>, key: string): Branch => {
  const found = children.get(key);
  if (typeof found === 'object') return found;
  const branch: Branch = { children: new Map(), next: 0 };
  children.set(key, branch);
  return branch;
};

const plant = (start: Branch, keys: readonly string[], value: string): void => {
  let branch = start;
  keys.forEach((given, position) => {
    const key = given === '' ? String(branch.next) : given;
    if (INDEX.test(key)) branch.next = Math.max(branch.next, Number(key) + 1);
    if (position === keys.length - 1) branch.children.set(key, value);
    else branch = branchAt(branch.children, key);
  });
};

const toRecord = (children: ReadonlyMap<string, Branch | string>): Record<string, unknown> => {
  const record: Record<string, unknown> = Object.create(null);
  for (const [name, child] of children) record[name] = toValue(child);
  return record;
};

/** Returns a list if every key is an index (in order of arrival, as in WordPress), else an object. */
const toValue = (child: Branch | string): unknown => {
  if (typeof child === 'string') return child;
  const { children } = child;
  return [...children.keys()].every((key) => INDEX.test(key)) ? [...children.values()].map(toValue) : toRecord(children);
};

/**
 * Reads a `multipart/form-data` body with at most `limit` parameters in memory. Returns its pairs in order, without the content of
 * files. A file field without a file and a field without a name are left out. `contentType` is the whole header, with the boundary.
 * Rejects for a broken form and for a missing boundary.
 */
export const multipartPairs = async (bytes: Buffer, contentType: string, limit: number): Promise<Pair[]> => {
  // Loaded with the first form: few clients send one.
  const { default: busboy } = await import('busboy');
  return new Promise((resolve, reject) => {
    const parts: { readonly pair: Pair; isUnused: boolean }[] = [];
    // One part more than allowed, so that `readForm` can refuse the form. No value is cut.
    const limits = { parts: limit * PARTS_OF_EACH + 1, fieldSize: bytes.length + 1 };
    const form = busboy({ headers: { 'content-type': contentType }, defParamCharset: 'utf8', limits });
    form.on('field', (name: string | undefined, value) => {
      if (name !== undefined) parts.push({ pair: [legible(name), legible(value)], isUnused: false });
    });
    form.on('file', (name: string | undefined, content, { filename }: { filename: string | undefined }) => {
      // Browsers send a field without a chosen file as an empty file without a name.
      const part = { pair: [legible(name ?? ''), undefined] as const, isUnused: !filename };
      parts.push(part);
      content.on('data', () => {
        part.isUnused = false;
      });
      // A broken form breaks its file too, and the form reports the error.
      content.on('error', () => undefined);
    });
    form.on('error', reject);
    form.once('close', () => resolve(parts.filter(({ isUnused }) => !isUnused).map(({ pair }) => pair)));
    form.end(bytes);
  });
};
