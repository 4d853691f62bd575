import { type Document, Long } from 'bson';
import { refuse } from '../../query';
import type { ChangeFeed } from './change-feed';

/** The subject of a change stream: a database or a collection, the position where it starts, and its further stages. */
export interface Watched {
  readonly namespace: string;
  readonly position: number;
  through(events: readonly Document[]): Document[];
}

/** The open cursors of change streams. */
export interface ChangeCursors {
  /** Answers `aggregate`, without waiting for changes. */
  open(watched: Watched, batchSize: number | undefined): Promise<Document>;
  /** Answers `getMore` within so many ms. Undefined if the cursor is none of these. Throws CursorInUse. */
  more(id: bigint, batchSize: number | undefined, milliseconds: number | undefined): Promise<Document> | undefined;
  kill(id: bigint): boolean;
  close(): void;
}

interface Open extends Watched {
  position: number;
  isAsked: boolean;
  readonly timer: NodeJS.Timeout;
}

const IDLE_MILLISECONDS = 10 * 60_000;
/** The default wait of `getMore` in ms, as in MongoDB. */
const AWAIT_MILLISECONDS = 1000;
/** The longest wait of `getMore`. It keeps a cursor from becoming idle meanwhile. */
const LONGEST_AWAIT_MILLISECONDS = IDLE_MILLISECONDS / 2;
const MOST_EVENTS = 1000;

/** True if the event is the last one of a stream, because its subject was dropped. */
const ends = ({ operationType }: Document, namespace: string): boolean =>
  operationType === (namespace.includes('.') ? 'drop' : 'dropDatabase');

/** Passes an event through the stages of a stream. Throws ChangeStreamFatalError if they change its token. */
const throughStages = ({ through }: Watched, event: Document): Document[] => {
  const passed = through([event]);
  for (const { _id } of passed) if (_id?.['_data'] !== event['_id']['_data']) throw refuse.tokenChanged();
  return passed;
};

/** Creates the table of change stream cursors. Idle ones are closed after ten minutes. */
export const createChangeCursors = (feed: ChangeFeed): ChangeCursors => {
  const cursors = new Map<bigint, Open>();
  // The IDs are above those of other cursors and of earlier starts: an old ID must never name another client's cursor.
  let last = 2n ** 62n + BigInt(Date.now()) * 1000n;

  const kill = (id: bigint): boolean => {
    clearTimeout(cursors.get(id)?.timer);
    const isKilled = cursors.delete(id);
    if (isKilled) feed.wake();
    return isKilled;
  };

  /**
   * Takes the next events of a cursor, and waits for them until a time. `isLast` means that the stream ends. Throws
   * CursorKilled.
   */
  const take = async (id: bigint, cursor: Open, most: number, until: number): Promise<{ events: Document[]; isLast: boolean }> => {
    const events: Document[] = [];
    for (;;) {
      for (const { event, position } of feed.after(cursor.position, cursor.namespace)) {
        if (events.length >= most) return { events, isLast: false };
        events.push(...throughStages(cursor, event));
        cursor.position = position;
        if (!ends(event, cursor.namespace)) continue;
        const { _id, clusterTime } = event;
        return { events: [...events, ...throughStages(cursor, { _id, operationType: 'invalidate', clusterTime })], isLast: true };
      }
      // Changes of other namespaces are skipped too, so a waiting stream loses no history to them.
      cursor.position = feed.last();
      const left = until - Date.now();
      if (events.length > 0 || !(left > 0)) return { events, isLast: false };
      await feed.news(left);
      if (cursors.get(id) !== cursor) throw refuse.cursorKilled(id);
    }
  };

  const answer = async (id: bigint, batch: 'firstBatch' | 'nextBatch', most: number, milliseconds: number): Promise<Document> => {
    const cursor = cursors.get(id) as Open;
    if (cursor.isAsked) throw refuse.cursorInUse(id);
    const { namespace } = cursor;
    cursor.isAsked = true;
    try {
      const { events, isLast } = await take(id, cursor, most, Date.now() + Math.min(milliseconds, LONGEST_AWAIT_MILLISECONDS));
      if (isLast) kill(id);
      else cursor.timer.refresh();
      return {
        cursor: {
          [batch]: events,
          postBatchResumeToken: feed.token(cursor.position),
          id: Long.fromBigInt(isLast ? 0n : id),
          ns: namespace.includes('.') ? namespace : `${namespace}.$cmd.aggregate`,
        },
        ok: 1,
      };
    } catch (error) {
      kill(id);
      throw error;
    } finally {
      cursor.isAsked = false;
    }
  };

  return {
    open(watched, batchSize = MOST_EVENTS) {
      last += 1n;
      const id = last;
      cursors.set(id, { ...watched, isAsked: false, timer: setTimeout(() => kill(id), IDLE_MILLISECONDS).unref() });
      return answer(id, 'firstBatch', batchSize, 0);
    },
    more: (id, batchSize, milliseconds = AWAIT_MILLISECONDS) =>
      cursors.has(id) ? answer(id, 'nextBatch', batchSize || MOST_EVENTS, milliseconds) : undefined,
    kill,
    close: () => {
      for (const id of [...cursors.keys()]) kill(id);
    },
  };
};
