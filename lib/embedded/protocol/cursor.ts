import { type Document, Long, type Timestamp } from 'bson';
import { refuse } from '../../query';
import { assemble, documentPieces, elementHead, encode, encodeElement } from '../reads/raw-bson';
import { beginSlice, isOver, type PausingTask } from './tasks';

/** The results of a query as BSON documents. Undefined results are pauses. `close` frees the source. */
interface Results {
  readonly namespace: string;
  readonly documents: Iterator<Buffer | undefined>;
  readonly time?: Timestamp | undefined;
  close(): void;
}

export interface Cursor extends Results {
  /** The document that did not fit into the last batch. */
  pending?: Buffer | undefined;
  timer?: NodeJS.Timeout;
  /** True while a `getMore` reads the cursor. */
  isInUse: boolean;
}

/** The open cursors of queries, in the order of last use. */
type Cursors = ReturnType<typeof createCursors>;

const BATCH_BYTES = 16 * 1024 * 1024;
const IDLE_MILLISECONDS = 10 * 60_000;
/** The maximum number of open cursors. The least recently used is closed first. */
const MOST_CURSORS = 10_000;

export const createCursors = () => ({ open: new Map<bigint, Cursor>(), lastId: BigInt(Date.now()) * 1000n });

const answer = (
  batch: string,
  documents: readonly Buffer[],
  id: bigint,
  { namespace, time }: Pick<Results, 'namespace' | 'time'>,
): Buffer => {
  const array = documentPieces(documents.flatMap((document, i) => [elementHead('\x03', String(i)), document]));
  const cursor = [elementHead('\x04', batch), ...array, encodeElement('id', Long.fromBigInt(id)), encodeElement('ns', namespace)];
  if (time !== undefined) cursor.push(encodeElement('atClusterTime', time));
  return assemble([elementHead('\x03', 'cursor'), ...documentPieces(cursor), encodeElement('ok', 1)]);
};

/** Makes the BSON of a reply with all documents in its first batch and no cursor (`id: 0`). */
export const answerList = (namespace: string, documents: readonly Document[]): Buffer =>
  answer('firstBatch', documents.map(encode), 0n, { namespace });

const end = ({ documents, close }: Cursor): void => {
  documents.return?.();
  close();
};

export const closeCursor = ({ open }: Cursors, id: bigint): boolean => {
  const cursor = open.get(id);
  if (!cursor) return false;
  clearTimeout(cursor.timer);
  open.delete(id);
  // A running `getMore` closes the source at its end.
  if (!cursor.isInUse) end(cursor);
  return true;
};

/** Adds a cursor and returns its ID. Closes the least recently used cursors above the maximum, and idle cursors after ten minutes. */
const add = (cursors: Cursors, cursor: Cursor): bigint => {
  for (const oldest of cursors.open.keys()) {
    if (cursors.open.size < MOST_CURSORS) break;
    closeCursor(cursors, oldest);
  }
  cursors.lastId += 1n;
  const id = cursors.lastId;
  cursor.timer = setTimeout(() => closeCursor(cursors, id), IDLE_MILLISECONDS).unref();
  cursors.open.set(id, cursor);
  return id;
};

export interface FirstBatch {
  readonly batchSize?: unknown;
  readonly single?: boolean;
}

/** Makes the reply to `find` or `aggregate`: the first `batchSize` documents, and a cursor for the rest unless `single`. */
export function* openCursor(cursors: Cursors, results: Results, { batchSize = 101, single = false }: FirstBatch): PausingTask<Buffer> {
  const cursor: Cursor = { ...results, isInUse: false };
  let isOpen = false;
  try {
    const { batch, more } = yield* take(cursors, cursor, Number(batchSize));
    isOpen = more && !single;
    return answer('firstBatch', batch, isOpen ? add(cursors, cursor) : 0n, results);
  } finally {
    if (!isOpen) end(cursor);
  }
}

/** Makes the reply to `getMore`. Throws CursorNotFound, CursorInUse or CursorKilled. */
export function* readMore(cursors: Cursors, id: bigint, batchSize: number | undefined): PausingTask<Buffer> {
  const cursor = cursors.open.get(id);
  if (!cursor) throw refuse.cursorNotFound(id);
  if (cursor.isInUse) throw refuse.cursorInUse(id);
  cursor.timer?.refresh();
  // Deleting first keeps the map in the order of last use.
  cursors.open.delete(id);
  cursors.open.set(id, cursor);
  cursor.isInUse = true;
  let isOpen = false;
  try {
    const { batch, more } = yield* take(cursors, cursor, batchSize || Number.POSITIVE_INFINITY, id);
    isOpen = more;
    return answer('nextBatch', batch, more ? id : 0n, { namespace: cursor.namespace });
  } finally {
    cursor.isInUse = false;
    if (!cursors.open.has(id)) end(cursor);
    else if (!isOpen) closeCursor(cursors, id);
  }
}

/** Reads a batch of at most `most` documents. A document too large for the batch stays in `pending`. `more` is false at the end. */
function* take({ open }: Cursors, cursor: Cursor, most: number, id?: bigint): PausingTask<{ batch: Buffer[]; more: boolean }> {
  const batch: Buffer[] = [];
  let bytes = 0;
  let slice = beginSlice();
  while (batch.length < most) {
    const found = cursor.pending === undefined ? cursor.documents.next() : { value: cursor.pending, done: false };
    cursor.pending = undefined;
    if (found.done) return { batch, more: false };
    const next: Buffer | undefined = found.value;
    if (next === undefined || isOver(slice)) {
      yield;
      if (id !== undefined && !open.has(id)) throw refuse.cursorKilled(id);
      slice = beginSlice();
    }
    if (next === undefined) continue;
    bytes += next.length + 16;
    if (bytes > BATCH_BYTES && batch.length > 0) {
      cursor.pending = next;
      break;
    }
    batch.push(next);
  }
  return { batch, more: true };
}
