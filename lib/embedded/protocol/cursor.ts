import { type Document, Long, type Timestamp } from 'bson';
import { refuse } from '../../query';
import { assemble, elementHead, encode, encodeElement, pieces } from '../reads/raw-bson';
import { beginTurn, type InTurns, isOver, renew } from './turns';

/**
 * The results of a query as BSON. An undefined document is a pause, in which other work may proceed. `close` frees the
 * source.
 */
export interface Results {
  readonly namespace: string;
  readonly documents: Iterator<Buffer | undefined>;
  /** The time of the snapshot, if the command asked for one. */
  readonly time?: Timestamp | undefined;
  close(): void;
}

/** The open cursors of queries. */
export interface Cursors {
  /** The answer of `find` or `aggregate`: the first `batchSize` documents, and a cursor for the rest unless it is `single`. */
  open(results: Results, batchSize: number | undefined, options?: { readonly single: boolean }): InTurns<Buffer>;
  /** An answer with a few documents and no cursor. */
  list(namespace: string, documents: readonly Document[]): Buffer;
  /** The answer of `getMore`. Throws CursorNotFound, CursorInUse or CursorKilled. */
  more(id: bigint, batchSize: number | undefined): InTurns<Buffer>;
  kill(ids: readonly bigint[]): { readonly killed: bigint[]; readonly unknown: bigint[] };
  close(): void;
}

interface Open extends Results {
  pending: Buffer | undefined;
  timer: NodeJS.Timeout;
  /** True while a `getMore` reads the cursor. */
  isInUse: boolean;
}

const FIRST_BATCH = 101;
const BATCH_BYTES = 16 * 1024 * 1024;
const IDLE_MILLISECONDS = 10 * 60_000;
/** The most open cursors. The least recently used one is dropped first. */
const MOST_CURSORS = 10_000;

/** The answer that contains a batch. */
const answer = (
  batch: 'firstBatch' | 'nextBatch',
  documents: readonly Buffer[],
  id: bigint,
  { namespace, time }: Pick<Results, 'namespace' | 'time'>,
): Buffer => {
  const array = pieces(documents.flatMap((document, i) => [elementHead('\x03', String(i)), document]));
  const cursor = [elementHead('\x04', batch), ...array, encodeElement('id', Long.fromBigInt(id)), encodeElement('ns', namespace)];
  const moment = time === undefined ? [] : [encodeElement('atClusterTime', time)];
  return assemble([elementHead('\x03', 'cursor'), ...pieces([...cursor, ...moment]), encodeElement('ok', 1)]);
};

const end = ({ documents, close }: Open): void => {
  documents.return?.();
  close();
};

/** The table of open cursors, in the order of last use. */
interface Table {
  readonly cursors: Map<bigint, Open>;
  lastId: bigint;
}

/** Creates the table of open cursors. Idle ones are closed after ten minutes, as in MongoDB. */
export const createCursors = (): Cursors => {
  const table: Table = { cursors: new Map(), lastId: BigInt(Date.now()) * 1000n };
  return {
    open: (results, batchSize, options) => open(table, results, { batchSize, ...options }),
    list: (namespace, documents) => answer('firstBatch', documents.map(encode), 0n, { namespace }),
    more: (id, batchSize) => more(table, id, batchSize),
    kill: (ids) => {
      const killed = ids.filter((id) => drop(table, id));
      return { killed, unknown: ids.filter((id) => !killed.includes(id)) };
    },
    close: () => {
      for (const id of [...table.cursors.keys()]) drop(table, id);
    },
  };
};

/** Closes a cursor. Returns false if there is none. */
const drop = ({ cursors }: Table, id: bigint): boolean => {
  const cursor = cursors.get(id);
  if (!cursor) return false;
  clearTimeout(cursor.timer);
  cursors.delete(id);
  // A running `getMore` ends it.
  if (!cursor.isInUse) end(cursor);
  return true;
};

function* open(
  table: Table,
  results: Results,
  { batchSize = FIRST_BATCH, single = false }: { readonly batchSize: number | undefined; readonly single?: boolean },
): InTurns<Buffer> {
  const cursor: Open = { ...results, pending: undefined, timer: setTimeout(() => {}, 0), isInUse: false };
  clearTimeout(cursor.timer);
  try {
    const { batch, more } = yield* take(table, cursor, batchSize);
    if (!more || single) {
      end(cursor);
      return answer('firstBatch', batch, 0n, results);
    }
    return answer('firstBatch', batch, add(table, cursor), results);
  } catch (error) {
    end(cursor);
    throw error;
  }
}

/** Adds a cursor, and drops the least recently used ones if there are too many. Returns its ID. */
const add = (table: Table, cursor: Open): bigint => {
  const { cursors } = table;
  for (const oldest of cursors.keys()) {
    if (cursors.size < MOST_CURSORS) break;
    drop(table, oldest);
  }
  table.lastId += 1n;
  const id = table.lastId;
  cursor.timer = setTimeout(() => drop(table, id), IDLE_MILLISECONDS).unref();
  cursors.set(id, cursor);
  return id;
};

function* more(table: Table, id: bigint, batchSize = Number.POSITIVE_INFINITY): InTurns<Buffer> {
  const { cursors } = table;
  const cursor = cursors.get(id);
  if (!cursor) throw refuse.cursorNotFound(id);
  if (cursor.isInUse) throw refuse.cursorInUse(id);
  cursor.timer.refresh();
  // Deleting first keeps the map in the order of last use.
  cursors.delete(id);
  cursors.set(id, cursor);
  cursor.isInUse = true;
  try {
    const { batch, more } = yield* take(table, cursor, batchSize || Number.POSITIVE_INFINITY, id);
    if (!more) drop(table, id);
    return answer('nextBatch', batch, more ? id : 0n, { namespace: cursor.namespace });
  } catch (error) {
    drop(table, id);
    throw error;
  } finally {
    cursor.isInUse = false;
    if (!cursors.has(id)) end(cursor);
  }
}

/** Takes a batch of documents. A document that does not fit waits for the next batch. `more` is false at the end. */
function* take({ cursors }: Table, cursor: Open, most: number, id?: bigint): InTurns<{ batch: Buffer[]; more: boolean }> {
  const batch: Buffer[] = [];
  let bytes = 0;
  const turn = beginTurn();
  while (batch.length < most) {
    const found = cursor.pending === undefined ? cursor.documents.next() : { value: cursor.pending, done: false };
    cursor.pending = undefined;
    if (found.done) return { batch, more: false };
    const next: Buffer | undefined = found.value;
    if (next === undefined || isOver(turn)) {
      yield;
      if (id !== undefined && !cursors.has(id)) throw refuse.cursorKilled(id);
      renew(turn);
    }
    if (next === undefined) continue;
    bytes += next.length + 16;
    if (bytes > BATCH_BYTES && batch.length > 0) {
      cursor.pending = next;
      return { batch, more: true };
    }
    batch.push(next);
  }
  return { batch, more: true };
}
