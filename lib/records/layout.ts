import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Db, Document } from 'mongodb';
import { COUNT_FIELDS } from './command-changes';
import { UnusableDatabaseError } from './connection';
import { WORDED_FIELDS } from './link-keys';
import { usedBy } from './usage';

/** One change of how the records of kinds are stored. Records of the former layout are read, and changed by whoever writes them, all the while. */
interface LayoutChange {
  /** What it does to each record, for the line in which a start says so. */
  readonly does: string;
  /** The fields of a record that `set` looks at; no others are read. */
  readonly reads: readonly string[];
  /** What it sets in a record; undefined where the record has it already. */
  set(record: Document): Document | undefined;
  /** Whether the `keys` that queries need are to be completed: then whole records are read. */
  readonly completesKeys?: true;
  /** Whether the words of texts are to be noted. */
  readonly notesWords?: true;
}

/** A change of what queries need alone: nothing else of a record is looked at. */
const NEW_KEYS = { reads: [], set: () => undefined, completesKeys: true } as const;

/** The changes since the first layout, which is version 1: each leads to the next version. */
const CHANGES: readonly LayoutChange[] = [
  {
    does: 'give each record an editing revision',
    reads: ['edition'],
    set: ({ edition }) => (edition === undefined ? { edition: 1 } : undefined),
  },
  {
    does: 'give each post the moment when it was made, as far as it is known, and what searches of times and prices and orders of titles need',
    reads: ['created', 'modified', 'status'],
    set: ({ created, modified, status }) => (status === undefined || created !== undefined ? undefined : { created: modified }),
    completesKeys: true,
  },
  {
    does: 'give each record the words by which it is found',
    ...NEW_KEYS,
  },
  {
    does: 'give each event its lowest and its highest price, by which lists are searched for prices',
    ...NEW_KEYS,
  },
  {
    does: 'note of each record that counts who links to it whether any does, by which lists leave it out',
    reads: ['count', 'used'],
    set: ({ count, used }) => (count === undefined || used !== undefined ? undefined : usedBy(count)),
  },
  {
    does: 'note the words of texts, into which searches for parts of them look',
    reads: [],
    set: () => undefined,
    notesWords: true,
  },
];

/** The version of the layout in which this program stores records. */
export const LAYOUT = CHANGES.length + 1;

/** Where the database says which version the records of each collection have. */
interface Layouts {
  readonly _id: string;
  readonly versions: Readonly<Record<string, number>>;
}

const ID = 'layout';

/** How many records are changed together, and the pause between two of these, in ms: others have their turn. */
const BATCH = 500;
const PAUSE_MILLISECONDS = 5;

const layoutsOf = (db: Db) => db.collection<Layouts>('counters');

/** Tells which versions are noted, by collection. */
export const layoutVersions = async (db: Db): Promise<Layouts['versions']> => (await layoutsOf(db).findOne({ _id: ID }))?.versions ?? {};

const note = (db: Db, versions: Layouts['versions']) =>
  layoutsOf(db).updateOne(
    { _id: ID },
    { $set: Object.fromEntries(Object.entries(versions).map(([collection, version]) => [`versions.${collection}`, version])) },
    { upsert: true },
  );

/** Throws an `UnusableDatabaseError` for records that a newer program has stored. */
export const assertKnownLayout = async (db: Db): Promise<void> => {
  const newest = Math.max(0, ...Object.values(await layoutVersions(db)));
  if (newest <= LAYOUT) return;
  throw new UnusableDatabaseError(
    `The records of the database ${db.databaseName} have version ${newest} of their layout, and this program knows versions 1 to ${LAYOUT}: start the newer program that stored them, or restore a backup that was made before.`,
  );
};

/** Which collections have an older layout, and of which version; those that hold nothing get the present one. */
export const outdatedLayouts = async (db: Db, collections: readonly string[]): Promise<Readonly<Record<string, number>>> => {
  const known = await layoutVersions(db);
  const found = await Promise.all(
    collections.map(async (collection) => {
      const version = known[collection];
      if (version !== undefined) return [collection, version] as const;
      // What was stored before there were versions has the first one.
      const isEmpty = (await db.collection(collection).findOne({}, { projection: { _id: 1 } })) === null;
      return [collection, isEmpty ? LAYOUT : 1] as const;
    }),
  );
  const fresh = found.filter(([collection, version]) => version === LAYOUT && known[collection] === undefined);
  if (fresh.length > 0) await note(db, Object.fromEntries(fresh));
  return Object.fromEntries(found.filter(([, version]) => version < LAYOUT));
};

/** Says in a sentence what `updateLayouts` will do. */
export const announceLayouts = (outdated: Readonly<Record<string, number>>): string => {
  const oldest = Math.min(...Object.values(outdated));
  const does = CHANGES.slice(oldest - 1).map((change) => change.does);
  return `The records have version ${oldest} of their layout. To bring them to version ${LAYOUT}: ${does.join('; ')} (${Object.keys(outdated).join(', ')}). This is done in batches of ${BATCH} while the service answers; what is broken off is finished by the next start.`;
};

/** How far it has come, and what breaks it off: then it resolves as soon as the batch under way is done. */
export interface LayoutProgress {
  readonly signal?: AbortSignal;
  /** Hears after each batch how many records of the collection were looked at by now. */
  readonly progress?: (collection: string, records: number) => void;
  readonly batch?: number;
  /** Works out the `keys` of a record of a collection. */
  readonly keysOf: KeysOf;
  /** Notes the words of records of a collection. */
  readonly noteWords: (collection: string, records: readonly Document[]) => Promise<void>;
}

type KeysOf = (collection: string, record: Document) => Document;

/**
 * Brings records to the present layout, collection by collection, and notes that when a collection is done: begun anew, or by two processes at
 * once, it comes to the same. Answers whether all was done. Errors of the driver pass through.
 */
export const updateLayouts = async (
  db: Db,
  outdated: Readonly<Record<string, number>>,
  { signal, progress, batch = BATCH, keysOf, noteWords }: LayoutProgress,
): Promise<boolean> => {
  for (const [collection, version] of Object.entries(outdated)) {
    const changes = CHANGES.slice(version - 1);
    const completesKeys = changes.some((change) => change.completesKeys);
    const notesWords = changes.some((change) => change.notesWords);
    const fields = changes.flatMap((change) => change.reads);
    const reads = Object.fromEntries(['revision', ...fields, ...(notesWords ? WORDED_FIELDS : [])].map((field) => [field, 1]));
    // What others change without raising the revision.
    const counts = fields.filter((field) => COUNT_FIELDS.includes(field));
    const lackOf = (record: Document): Document => {
      const set = lackingOf(record, changes);
      // What is there stays: keys of the fields of a plugin that is not loaded now are known to nobody else.
      const keys = completesKeys ? { ...keysOf(collection, { ...record, ...set }), ...record['keys'] } : record['keys'];
      return isDeepStrictEqual(keys, record['keys']) ? set : { ...set, keys };
    };
    let looked = 0;
    for (let after: unknown; ; ) {
      if (signal?.aborted) return false;
      const records = await db
        .collection(collection)
        .find(after === undefined ? {} : { _id: { $gt: after as never } }, completesKeys ? {} : { projection: reads })
        .sort({ _id: 1 })
        .limit(batch)
        .toArray();
      const last = records.at(-1);
      if (last === undefined) break;
      const changed = records.map((record) => ({ record, set: lackOf(record) }));
      if (notesWords)
        await noteWords(
          collection,
          changed.map(({ record, set }) => ({ ...record, ...set })),
        );
      // Of a batch in which others wrote meanwhile, what they left is looked at once more.
      if (await changeAll(db, collection, changed, counts)) {
        after = last._id;
        looked += records.length;
        progress?.(collection, looked);
      }
      await delay(PAUSE_MILLISECONDS);
    }
    await note(db, { [collection]: LAYOUT });
  }
  return true;
};

/** The fields that `layoutLack` looks at. */
export const LAYOUT_FIELDS: readonly string[] = CHANGES.flatMap(({ reads }) => reads);

/** What is to be set in a record for it to have a version of the layout, if anything. */
export const layoutLack = (record: Document, version: number): Document => lackingOf(record, CHANGES.slice(0, version - 1));

const lackingOf = (record: Document, changes: readonly LayoutChange[]): Document => {
  const set: Document = {};
  for (const change of changes) Object.assign(set, change.set({ ...record, ...set }));
  return set;
};

/** Makes the changes that records lack; false where one of them was written since it was read. */
const changeAll = async (
  db: Db,
  collection: string,
  changed: readonly { readonly record: Document; readonly set: Document }[],
  counts: readonly string[],
): Promise<boolean> => {
  const writes = changed.flatMap(({ record, set }) => {
    const filter = {
      _id: record['_id'],
      revision: record['revision'],
      ...Object.fromEntries(counts.map((field) => [field, record[field] ?? null])),
    };
    return Object.keys(set).length === 0 ? [] : [{ updateOne: { filter, update: { $set: set } } }];
  });
  if (writes.length === 0) return true;
  const { matchedCount } = await db.collection(collection).bulkWrite(writes as never, { ordered: false });
  return matchedCount === writes.length;
};
