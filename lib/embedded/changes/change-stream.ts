import { type Document, type Long, Timestamp } from 'bson';
import { refuse } from '../../query';
import { decodeFields } from '../reads/raw-bson';

/** What was done: to a document, or to all of a collection or a database. */
type Operation = 'insert' | 'update' | 'replace' | 'delete' | 'drop' | 'dropDatabase';

/** A change that was written, by its namespace (a database alone where that was dropped), and the document’s `_id`. */
export interface WrittenChange {
  readonly operation: Operation;
  readonly namespace: string;
  readonly id?: unknown;
}

/** The transaction that changes belong to. */
export interface ChangingTransaction {
  readonly lsid: unknown;
  readonly txnNumber: Long;
}

/** A change as streams tell it, and its position. */
export interface PlacedEvent {
  readonly event: Document;
  readonly position: number;
}

/** The last changes, for those who watch. */
export interface ChangeFeed {
  /** Tells of changes that are on disk, in their order. */
  publish(changes: readonly WrittenChange[], transaction?: ChangingTransaction): void;
  /** Where a stream begins: at the present, or after the change of a token. Throws ChangeStreamHistoryLost. */
  position(token: unknown): number;
  /** The changes of a database, or of one collection, after a position. Throws ChangeStreamHistoryLost. */
  after(position: number, namespace: string): readonly PlacedEvent[];
  /** The position of the last change. */
  last(): number;
  /** Resolves with the next change, at the latest after so many ms, or when those who wait are woken. */
  news(milliseconds: number): Promise<void>;
  /** Has all who wait look whether there is still anything to wait for. */
  wake(): void;
  /** The token of a position: a stream that begins after it misses nothing. */
  token(position: number): Document;
}

/** How many changes a stream may lag behind. */
const MOST_CHANGES = 1000;
const ID = new Set(['_id']);

/** The change of a document, as its bytes tell its `_id`. */
export const changeOf = (operation: Operation, { namespace }: { readonly namespace: string }, raw: Buffer): WrittenChange => ({
  operation,
  namespace,
  id: decodeFields(raw, ID)['_id'],
});

const isWithin = (namespace: string, { namespace: of }: WrittenChange): boolean =>
  of === namespace || (!namespace.includes('.') && of.startsWith(`${namespace}.`));

/** Creates the feed of a database; tokens of another start are history that is lost. */
export const createChangeFeed = (): ChangeFeed => {
  const start = Date.now();
  const events: (PlacedEvent & { readonly change: WrittenChange })[] = [];
  /** How many have been forgotten. */
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
