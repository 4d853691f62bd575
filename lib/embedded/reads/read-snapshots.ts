import { type Document, Timestamp } from 'bson';
import { refuse } from '../../query';
import type { Catalog } from '../storage/catalog';
import type { Collection } from '../storage/collection';
import type { EmbeddedStore, KeyView } from '../storage/store';

/** A snapshot of the database that several commands read. */
export interface ReadSnapshot {
  readonly time: Timestamp;
  readonly view: KeyView;
  /** A collection with the indexes that it had when the snapshot began. */
  collection(namespace: string): Collection | undefined;
  /** Ends one use of the snapshot. */
  release(): void;
}

/** The snapshots that sessions read outside transactions. */
export interface ReadSnapshots {
  /**
   * The snapshot of a command: a new one unless the command names one. Undefined if it reads no snapshot. Throws
   * SnapshotTooOld.
   */
  of(body: Document): ReadSnapshot | undefined;
  close(): void;
}

/** The time in ms for which an unused snapshot is kept. */
const IDLE_MILLISECONDS = 60_000;

interface OpenSnapshot extends Omit<ReadSnapshot, 'release'> {
  uses: number;
  timer: NodeJS.Timeout;
  end(): void;
}

/** Creates the table of snapshots. An open snapshot makes the file grow, since its pages cannot be reused. */
export const createReadSnapshots = (store: EmbeddedStore, catalog: Catalog): ReadSnapshots => {
  const snapshots = new Map<string, OpenSnapshot>();
  let number = 0;

  const begin = (): OpenSnapshot => {
    const snapshot = store.snapshot();
    const collections = new Map(catalog.all().map((one) => [one.namespace, { ...one, indexes: [...one.indexes] }]));
    number += 1;
    const time = new Timestamp({ t: Math.floor(Date.now() / 1000), i: number });
    const end = () => {
      snapshots.delete(time.toString());
      snapshot.release();
    };
    const readable: OpenSnapshot = {
      time,
      view: snapshot,
      collection: (namespace) => collections.get(namespace),
      uses: 0,
      timer: setTimeout(end, IDLE_MILLISECONDS).unref(),
      end,
    };
    snapshots.set(time.toString(), readable);
    return readable;
  };

  return {
    of({ readConcern, autocommit }) {
      if (readConcern?.level !== 'snapshot' || autocommit === false) return undefined;
      const { atClusterTime } = readConcern;
      const readable = atClusterTime === undefined ? begin() : snapshots.get(String(atClusterTime));
      if (readable === undefined) throw refuse.snapshotTooOld();
      readable.uses += 1;
      clearTimeout(readable.timer);
      let used = true;
      return {
        ...readable,
        release() {
          if (!used) return;
          used = false;
          readable.uses -= 1;
          if (readable.uses === 0) readable.timer = setTimeout(readable.end, IDLE_MILLISECONDS).unref();
        },
      };
    },
    close() {
      for (const { timer, end } of [...snapshots.values()]) {
        clearTimeout(timer);
        end();
      }
    },
  };
};
