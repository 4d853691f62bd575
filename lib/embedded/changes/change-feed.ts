import { type Document, type Long, Timestamp } from 'bson';
import { refuse } from '../../query';
import { decodeFields } from '../reads/raw-bson';

/** The operation of a change on a document, a collection or a database. */
type Operation = 'insert' | 'update' | 'replace' | 'delete' | 'drop' | 'dropDatabase';

/** A written change, with its namespace (only a database if that was dropped) and the `_id` of the document. */
export interface WrittenChange {
  readonly operation: Operation;
  readonly namespace: string;
  readonly id?: unknown;
}

/** The transaction of a change. */
export interface ChangingTransaction {
  readonly lsid: unknown;
  readonly txnNumber: Long;
}

/** An event of a change stream with its position in the feed. */
export interface PlacedEvent {
  readonly event: Document;
  readonly position: number;
}

/** The feed of recent changes for change streams. */
export interface ChangeFeed {
  /** Adds changes that are on disk, in their order. */
  publish(changes: readonly WrittenChange[], transaction?: ChangingTransaction): void;
  /** The start position of a stream: the present, or after a resume token. Throws ChangeStreamHistoryLost. */
  position(token: unknown): number;
  /** The changes of a database or collection after a position. Throws ChangeStreamHistoryLost. */
  after(position: number, namespace: string): readonly PlacedEvent[];
  /** The position of the last change. */
  last(): number;
  /** Resolves with the next change, after so many ms, or by `wake`. */
  news(milliseconds: number): Promise<void>;
  /** Wakes all waiting cursors, so that they check if they still exist. */
  wake(): void;
  /** The resume token of a position. */
  token(position: number): Document;
}

/** The number of changes that the feed keeps. */
const MOST_CHANGES = 1000;
const ID = new Set(['_id']);

/** The change of a document, with the `_id` from its bytes. */
export const changeOf = (operation: Operation, { namespace }: { readonly namespace: string }, raw: Buffer): WrittenChange => ({
  operation,
  namespace,
  id: decodeFields(raw, ID)['_id'],
});

const isWithin = (namespace: string, { namespace: of }: WrittenChange): boolean =>
  of === namespace || (!namespace.includes('.') && of.startsWith(`${namespace}.`));

/** Creates the feed of a database. Tokens of an earlier start are lost history. */
export const createChangeFeed = (): ChangeFeed => {
  const start = Date.now();
  const events: (PlacedEvent & { readonly change: WrittenChange })[] = [];
  /** The number of dropped events. */
  let first = 0;
  const waiting = new Set<() => void>();
  const tokenOf = (position: number): Document => ({
    _data: `${start.toString(16).padStart(12, '0')}${position.toString(16).padStart(14, '0')}`,
  });
  const wake = (): void => {
    for (const one of [...waiting]) one();
  };

  return {
    publish(changes, transaction) {
      if (changes.length === 0) return;
      const clusterTime = new Timestamp({ t: Math.floor(Date.now() / 1000), i: 1 });
      for (const change of changes) {
        const [db = '', ...coll] = change.namespace.split('.');
        const position = first + events.length + 1;
        const event: Document = {
          _id: tokenOf(position),
          operationType: change.operation,
          clusterTime,
          ...transaction,
          ns: coll.length === 0 ? { db } : { db, coll: coll.join('.') },
          ...(change.id !== undefined && { documentKey: { _id: change.id } }),
        };
        events.push({ change, event, position });
      }
      const surplus = events.length - MOST_CHANGES;
      if (surplus > 0) {
        events.splice(0, surplus);
        first += surplus;
      }
      wake();
    },
    position(token) {
      if (token === undefined) return first + events.length;
      const data = String((token as Document | null)?.['_data']);
      const position = Number.parseInt(data.slice(12), 16);
      if (data !== tokenOf(position)['_data'] || position < first || position > first + events.length) throw refuse.historyLost();
      return position;
    },
    after(position, namespace) {
      if (position < first) throw refuse.historyLost();
      return events.slice(position - first).filter(({ change }) => isWithin(namespace, change));
    },
    last: () => first + events.length,
    news: (milliseconds) =>
      new Promise((resolve) => {
        const done = () => {
          clearTimeout(timer);
          waiting.delete(done);
          resolve();
        };
        const timer = setTimeout(done, milliseconds);
        waiting.add(done);
      }),
    wake,
    token: tokenOf,
  };
};
