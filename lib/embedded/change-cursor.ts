import { type Document, Long } from 'bson';
import type { ChangeFeed } from './change-stream';

/** What a client watches: a database or one collection, from a position of the feed on, through further stages. */
export interface Watched {
  readonly namespace: string;
  readonly position: number;
  through(events: readonly Document[]): Document[];
}

/** The open cursors that wait for changes. */
export interface ChangeCursors {
  /** The answer of `aggregate`, which waits for nothing. */
  open(watched: Watched, batchSize: number | undefined): Promise<Document>;
  /** The answer of `getMore`, after so many ms at the latest; undefined where no such cursor is one of these. */
  more(id: bigint, batchSize: number | undefined, milliseconds: number | undefined): Promise<Document> | undefined;
  kill(id: bigint): boolean;
  close(): void;
}

interface Open extends Watched {
  position: number;
  readonly timer: NodeJS.Timeout;
}

const IDLE_MILLISECONDS = 10 * 60_000;
/** How long `getMore` waits that does not say so, as MongoDB does. */
const AWAIT_MILLISECONDS = 1000;
const MOST_EVENTS = 1000;

/** Whether nothing can come after an event that a stream of this namespace tells: what it watches is gone. */
const ends = ({ operationType }: Document, namespace: string): boolean =>
  operationType === 'dropDatabase' || (operationType === 'drop' && namespace.includes('.'));

/** Creates the table of these cursors; an idle one is closed after ten minutes. */
export const createChangeCursors = (feed: ChangeFeed): ChangeCursors => {
  const cursors = new Map<bigint, Open>();
  // Others have numbers that are far above.
  let last = 0n;

  const kill = (id: bigint): boolean => {
    clearTimeout(cursors.get(id)?.timer);
    return cursors.delete(id);
  };

  const answer = async (id: bigint, batch: 'firstBatch' | 'nextBatch', most: number, milliseconds: number): Promise<Document> => {
    const cursor = cursors.get(id) as Open;
    const { namespace, position, through } = cursor;
    try {
      const found = await feed.after(position, namespace, most, milliseconds);
      const end = found.events.findIndex((event) => ends(event, namespace));
      const { _id, clusterTime } = found.events[end] ?? {};
      const events = end === -1 ? found.events : [...found.events.slice(0, end + 1), { _id, operationType: 'invalidate', clusterTime }];
      cursor.position = found.position;
      cursor.timer.refresh();
      if (end !== -1) kill(id);
      return {
        cursor: {
          [batch]: through(events),
          postBatchResumeToken: feed.token(found.position),
          id: Long.fromBigInt(end === -1 ? id : 0n),
          ns: namespace.includes('.') ? namespace : `${namespace}.$cmd.aggregate`,
        },
        ok: 1,
      };
    } catch (error) {
      kill(id);
      throw error;
    }
  };

  return {
    open(watched, batchSize = MOST_EVENTS) {
      last += 1n;
      const id = last;
      cursors.set(id, { ...watched, timer: setTimeout(() => kill(id), IDLE_MILLISECONDS).unref() });
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
