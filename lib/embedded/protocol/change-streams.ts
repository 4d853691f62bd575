import { EventEmitter, once } from 'node:events';
import { type Document, Long, Timestamp } from 'bson';
import { refuse } from '../../query';

/** A change: its namespace (only the database after `dropDatabase`) and the `_id` of the document. */
export interface WrittenChange {
  readonly operation: 'insert' | 'update' | 'replace' | 'delete' | 'drop' | 'dropDatabase';
  readonly namespace: string;
  readonly id?: unknown;
  readonly lsid?: unknown;
  readonly txnNumber?: Long;
}

export type ChangingTransaction = Pick<WrittenChange, 'lsid' | 'txnNumber'>;

interface StreamCursor {
  readonly namespace: string;
  /** The position of the last event returned or skipped. */
  position: number;
  /** Passes events through the pipeline stages after `$changeStream`. */
  through(events: readonly Document[]): Document[];
  isInUse: boolean;
  readonly timer: NodeJS.Timeout;
}

/** The recent changes in the embedded database, and the cursors of change streams that read them. */
export interface ChangeStreams {
  /** The start in ms since 1970. Resume tokens of an earlier start give ChangeStreamHistoryLost. */
  readonly start: number;
  readonly events: { readonly event: Document; readonly namespace: string }[];
  /** The number of events that are no longer in `events`. The first event of a server has position 1. */
  dropped: number;
  /** Emits `change` to wake waiting cursors. */
  readonly emitter: EventEmitter;
  readonly cursors: Map<bigint, StreamCursor>;
  lastId: bigint;
}

const MOST_CHANGES = 1000;
const IDLE_MILLISECONDS = 10 * 60_000;
/** The default wait of `getMore` in ms, as in MongoDB. */
const AWAIT_MILLISECONDS = 1000;
/** The longest wait of `getMore` in ms, so that a waiting cursor is not idle. */
const LONGEST_AWAIT_MILLISECONDS = IDLE_MILLISECONDS / 2;

export const createChangeStreams = (): ChangeStreams => {
  const start = Date.now();
  // The IDs are above those of other cursors and of earlier starts: an old ID must never name another client's cursor.
  return {
    start,
    events: [],
    dropped: 0,
    emitter: new EventEmitter().setMaxListeners(0),
    cursors: new Map(),
    lastId: 2n ** 62n + BigInt(start) * 1000n,
  };
};

const lastPosition = ({ dropped, events }: ChangeStreams): number => dropped + events.length;

const tokenOf = ({ start }: ChangeStreams, position: number): Document => ({
  _data: `${start.toString(16).padStart(12, '0')}${position.toString(16).padStart(14, '0')}`,
});

export const publishChanges = (streams: ChangeStreams, changes: readonly WrittenChange[]): void => {
  if (changes.length === 0) return;
  const clusterTime = new Timestamp({ t: Math.floor(Date.now() / 1000), i: 1 });
  for (const { operation, namespace, id, ...transaction } of changes) {
    const [db = '', ...coll] = namespace.split('.');
    const event: Document = {
      _id: tokenOf(streams, lastPosition(streams) + 1),
      operationType: operation,
      clusterTime,
      ...transaction,
      ns: coll.length === 0 ? { db } : { db, coll: coll.join('.') },
      ...(id !== undefined && { documentKey: { _id: id } }),
    };
    streams.events.push({ event, namespace });
  }
  const surplus = Math.max(streams.events.length - MOST_CHANGES, 0);
  streams.events.splice(0, surplus);
  streams.dropped += surplus;
  streams.emitter.emit('change');
};

/** Returns the start position of a stream: the end, or the position of a resume token. Throws ChangeStreamHistoryLost. */
export const positionAfter = (streams: ChangeStreams, token: unknown): number => {
  if (token === undefined) return lastPosition(streams);
  const data = String((token as Document | null)?.['_data']);
  const position = Number.parseInt(data.slice(12), 16);
  if (data !== tokenOf(streams, position)['_data'] || position < streams.dropped || position > lastPosition(streams))
    throw refuse.historyLost();
  return position;
};

const isWithin = (namespace: string, of: string): boolean =>
  of === namespace || (!namespace.includes('.') && of.startsWith(`${namespace}.`));

/** Passes an event through the pipeline. Throws ChangeStreamFatalError if the resume token changes. */
const throughStages = ({ through }: StreamCursor, event: Document): Document[] => {
  const passed = through([event]);
  for (const { _id } of passed) if (_id?.['_data'] !== event['_id']['_data']) throw refuse.tokenChanged();
  return passed;
};

/** Waits until the next change, at most `milliseconds`, or until a cursor is killed. */
const nextChange = ({ emitter }: ChangeStreams, milliseconds: number): Promise<unknown> =>
  once(emitter, 'change', { signal: AbortSignal.timeout(Math.ceil(milliseconds)) }).catch(() => undefined);

/** Reads up to `most` events, or waits for one until the time `until` (ms). Throws CursorKilled, ChangeStreamHistoryLost. */
const takeEvents = async (streams: ChangeStreams, id: bigint, cursor: StreamCursor, most: number, until: number) => {
  const events: Document[] = [];
  const last = cursor.namespace.includes('.') ? 'drop' : 'dropDatabase';
  for (;;) {
    if (cursor.position < streams.dropped) throw refuse.historyLost();
    for (const { event, namespace } of streams.events.slice(cursor.position - streams.dropped)) {
      if (events.length >= most) return { events, isLast: false };
      // Changes of other namespaces are skipped too, so a waiting stream loses no history to them.
      cursor.position += 1;
      if (!isWithin(cursor.namespace, namespace)) continue;
      events.push(...throughStages(cursor, event));
      const { _id, operationType, clusterTime } = event;
      if (operationType !== last) continue;
      return { events: [...events, ...throughStages(cursor, { _id, operationType: 'invalidate', clusterTime })], isLast: true };
    }
    const left = until - Date.now();
    if (events.length > 0 || !(left > 0)) return { events, isLast: false };
    await nextChange(streams, left);
    if (streams.cursors.get(id) !== cursor) throw refuse.cursorKilled(id);
  }
};

const answer = async (streams: ChangeStreams, id: bigint, batch: 'firstBatch' | 'nextBatch', most: number, milliseconds: number) => {
  const cursor = streams.cursors.get(id) as StreamCursor;
  if (cursor.isInUse) throw refuse.cursorInUse(id);
  const { namespace } = cursor;
  cursor.isInUse = true;
  try {
    const { events, isLast } = await takeEvents(streams, id, cursor, most, Date.now() + Math.min(milliseconds, LONGEST_AWAIT_MILLISECONDS));
    if (isLast) killStream(streams, id);
    else cursor.timer.refresh();
    return {
      cursor: {
        [batch]: events,
        postBatchResumeToken: tokenOf(streams, cursor.position),
        id: Long.fromBigInt(isLast ? 0n : id),
        ns: namespace.includes('.') ? namespace : `${namespace}.$cmd.aggregate`,
      },
      ok: 1,
    };
  } catch (error) {
    killStream(streams, id);
    throw error;
  } finally {
    cursor.isInUse = false;
  }
};

/** Opens a change stream and returns the reply to `aggregate`. Closes a cursor that is idle for ten minutes. */
export const openStream = (
  streams: ChangeStreams,
  watched: Omit<StreamCursor, 'isInUse' | 'timer'>,
  batchSize = MOST_CHANGES,
): Promise<Document> => {
  streams.lastId += 1n;
  const id = streams.lastId;
  const timer = setTimeout(() => killStream(streams, id), IDLE_MILLISECONDS).unref();
  streams.cursors.set(id, { ...watched, isInUse: false, timer });
  return answer(streams, id, 'firstBatch', batchSize, 0);
};

export const moreChanges = (streams: ChangeStreams, id: bigint, batchSize = 0, milliseconds = AWAIT_MILLISECONDS): Promise<Document> =>
  answer(streams, id, 'nextBatch', batchSize || MOST_CHANGES, milliseconds);

export const killStream = (streams: ChangeStreams, id: bigint): boolean => {
  clearTimeout(streams.cursors.get(id)?.timer);
  const isKilled = streams.cursors.delete(id);
  if (isKilled) streams.emitter.emit('change');
  return isKilled;
};
