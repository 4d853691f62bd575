import { setTimeout } from 'node:timers/promises';
import type { Collection, Document } from 'mongodb';
import type { Cache } from '../cache/cache';
import { mayChange } from '../records/command-changes';
import type { Connection } from '../records/connection';
import type { Column } from './column';
import { coveringIndex } from './covering-index';
import { type Held, load, projectionOf, setRow, withNames } from './load';
import type { Mask } from './mask';
import { createReadingTurns } from './reading-turns';
import { narrowBy, pathsOf } from './row-mask';
import { createRows, type Rows } from './rows';
import { byWords } from './words-asked';

/** How many records are read again at once. */
const TOGETHER = 500;

/** One waits a quarter of what reading takes for others who ask for columns: a millisecond for so many records, and so many ms at most. */
const GATHERED_RECORDS = 400;
const LONGEST_GATHERING = 250;

/** The columns of a collection, as of one state. */
export interface Selected {
  readonly rows: Rows;
  /** The rows of the records that a filter lets through. */
  readonly mask: Mask;
  column(path: string): Column;
  /** Those of them that meet a condition, too, of paths that were asked for; undefined where the columns cannot tell. */
  within(condition: object): Mask | undefined;
}

/** The records of a collection by columns, those that are asked for. */
export interface Table {
  /**
   * What the columns say of the records that a filter lets through, with those of other paths, as of now; undefined where they cannot tell, or not yet:
   * they are read behind the first who asks for them.
   */
  read(filter: object, paths?: readonly string[]): Promise<Selected | undefined>;
  /** Whether columns are being read that somebody has asked for. */
  isReading(): boolean;
}

/** Rows and columns that belong together. */
interface Generation {
  readonly rows: Rows;
  /** The last change that all of it knows. */
  state: number;
  /** Whether a column was read since: a record that moved in the index meanwhile may have been passed over, whatever of it was changed. */
  isJustRead: boolean;
}

/** What is kept of a column: it is of a generation. */
interface KeptColumn {
  readonly of: Generation;
  readonly column: Column;
  readonly bytes: number;
}

/** Makes the table of a collection; its columns are kept in the cache, which may let go of each. */
export function createTable(
  { cache, connection }: { readonly cache: Cache; readonly connection: Pick<Connection, 'changes' | 'collection'> },
  name: string,
): Table {
  const { changes } = connection;
  const collection = (): Collection => connection.collection(name) as unknown as Collection;
  /** Paths of which there can be no column. */
  const unfit = new Set<string>();
  /** Paths whose columns follow what changes, as long as they are kept. */
  const followed = new Set<string>();
  let generation: Generation | undefined;
  let working: Promise<unknown> = Promise.resolve();
  /** What was found of the last filter: one request asks several things of one. */
  let last: { readonly filter: object; readonly mask: Mask } | undefined;

  const giveUp = (): void => {
    generation = undefined;
    last = undefined;
    followed.clear();
  };
  const keep = (path: string, of: Generation, column: Column): void => {
    const bytes = column.bytes();
    cache.hold(`column ${name} ${path}`, { of, column, bytes } satisfies KeptColumn, bytes);
  };
  const keepRows = (of: Generation): void => cache.hold(`rows ${name}`, of, of.rows.bytes());
  const current = (): Generation | undefined => {
    const kept = cache.peek<Generation>(`rows ${name}`)?.value;
    if (kept === generation) return generation;
    // Nothing is found while others' changes may go unheard.
    if (changes.state() !== undefined) giveUp();
    return undefined;
  };
  const keptAt = (path: string): KeptColumn | undefined => {
    const kept = followed.has(path) ? cache.peek<KeptColumn>(`column ${name} ${path}`)?.value : undefined;
    return kept?.of === generation ? kept : undefined;
  };
  const columnAt = (path: string): Column | undefined => keptAt(path)?.column;
  /** The columns that are kept; undefined while changes may go unheard. */
  const followedColumns = (): Held | undefined => {
    const found = new Map<string, Column>();
    for (const path of followed) {
      const column = columnAt(path);
      if (column !== undefined) found.set(path, column);
    }
    if (changes.state() === undefined) return undefined;
    for (const path of followed) if (!found.has(path)) followed.delete(path);
    return found;
  };
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const done = working.then(work, work);
    working = done.catch(() => undefined);
    return done;
  };

  /** Sets what records hold that were read again, all at once: nobody sees one change without the other. Answers whether each has a row. */
  const apply = ({ rows }: Generation, columns: Held, ids: readonly number[], records: readonly Document[]): boolean => {
    const found = new Map(records.map((record) => [record['_id'] as number, record]));
    const list = withNames(columns);
    last = undefined;
    for (const id of ids) {
      const record = found.get(id);
      const row = record === undefined ? rows.rowOf(id) : rows.take(id);
      if (record === undefined) {
        if (row !== undefined) for (const column of columns.values()) column.clear(row);
        rows.free(id);
      } else if (row === undefined) return false;
      // What it cannot hold now it may, once all is read anew.
      else for (const path of setRow(list, row, record)) followed.delete(path);
    }
    return true;
  };

  /** Reads again what has changed up to a state; answers whether all is as it was then, or is later. */
  const catchUp = async (of: Generation, wanted: number): Promise<boolean> => {
    const state = changes.state();
    if (state === undefined || of !== current()) return false;
    if (of.state >= wanted) return true;
    const since = changes.recordsSince(of.state, name);
    const columns = followedColumns();
    if (since === undefined) giveUp();
    if (since === undefined || columns === undefined) return false;
    const tops = new Set([...columns.keys()].map((path) => path.replace(/\..*$/s, '')));
    const changed = of.isJustRead ? since : since.filter((change) => mayChange(change, tops));
    const ids = [...new Set(changed.map(({ id }) => id))];
    const rowBytes = of.rows.bytes();
    const records: Document[] = [];
    const projection = projectionOf(columns.keys());
    for (let start = 0; start < ids.length; start += TOGETHER) {
      const some = { _id: { $in: ids.slice(start, start + TOGETHER) } } as Document;
      records.push(...(await collection().find(some, { projection }).toArray()));
    }
    if (!apply(of, columns, ids, records)) {
      giveUp();
      return false;
    }
    of.state = state;
    of.isJustRead = false;
    // What has grown takes more of the cache.
    for (const [path, column] of columns) if (followed.has(path) && column.bytes() !== keptAt(path)?.bytes) keep(path, of, column);
    if (of.rows.bytes() !== rowBytes) keepRows(of);
    return true;
  };

  /** Reads some columns together, of an index that holds all of them where there is one. */
  const readSome = async (paths: readonly string[], index: string | undefined): Promise<void> => {
    const state = changes.state();
    if (state === undefined) return;
    const old = current();
    if (old !== undefined && !(await inTurn(() => catchUp(old, state)))) return;
    const begun = old?.state ?? state;
    const rows = old?.rows ?? createRows(await collection().estimatedDocumentCount());
    const read = await load(collection(), paths, { index, rows, isNew: old === undefined, most: cache.largestHeld });
    if (read === undefined) {
      for (const path of paths) unfit.add(path);
      return;
    }
    await inTurn(async () => {
      if (changes.state() === undefined || old !== current()) return;
      const of = old ?? { rows, state: begun, isJustRead: true };
      generation = of;
      // What has changed since is read once more, with these.
      of.state = Math.min(of.state, begun);
      of.isJustRead = true;
      last = undefined;
      keepRows(of);
      for (const path of paths) {
        const column = read.get(path);
        followed.add(path);
        if (column !== undefined) keep(path, of, column);
        const isKept = column !== undefined && columnAt(path) !== undefined && current() === of;
        if (changes.state() === undefined) return giveUp();
        // What takes more than the cache has for one thing is not read again.
        if (!isKept) {
          unfit.add(path);
          followed.delete(path);
        }
      }
    });
  };
  /** Reads columns that are missing, while others are answered by the database. */
  const readColumns = async (paths: readonly string[]): Promise<void> => {
    // An index holds each word by itself.
    const covering = paths.some(byWords) ? undefined : await coveringIndex(collection(), paths);
    // Rows are in the order of what is read first: lists mostly ask for that of an index.
    const isFirst = current() === undefined;
    const covered = covering !== undefined && (isFirst || covering.paths.length === paths.length) ? covering.paths : [];
    if (covered.length > 0) await readSome(covered, covering?.index);
    const others = paths.filter((path) => !covered.includes(path));
    if (others.length > 0) await readSome(others, undefined);
  };
  const gather = async (): Promise<void> => {
    const records = await collection().estimatedDocumentCount();
    await setTimeout(Math.min(LONGEST_GATHERING, records / GATHERED_RECORDS), undefined, { ref: false });
  };
  const turns = createReadingTurns(gather, readColumns);

  /** The rows of a mask that a filter lets through. */
  const narrowed = (mask: Mask, filter: object, { rows }: Generation, columns: Held): Mask | undefined => {
    const narrow = narrowBy(filter, (path) => (path === '_id' ? rows : columns.get(path)));
    if (narrow === undefined) return undefined;
    const found = mask.slice();
    narrow(found);
    return found;
  };
  const maskOf = (filter: object, of: Generation, columns: Held): Mask | undefined => {
    if (last?.filter === filter) return last.mask;
    const mask = narrowed(of.rows.taken(), filter, of, columns);
    if (mask !== undefined) last = { filter, mask };
    return mask;
  };

  return {
    isReading: turns.isReading,
    async read(filter, more = []) {
      const state = cache.begin();
      const paths = pathsOf(filter);
      if (state === undefined || paths === undefined) return undefined;
      const wanted = [...new Set([...paths, ...more])].filter((path) => path !== '_id');
      if (wanted.some((path) => unfit.has(path))) return undefined;
      const of = current();
      const missing = wanted.filter((path) => columnAt(path) === undefined);
      if (of === undefined || missing.length > 0) {
        turns.ask(missing);
        return undefined;
      }
      if (of.state < state && !(await inTurn(() => catchUp(of, state)))) return undefined;
      const columns = new Map<string, Column>();
      for (const path of wanted) {
        const column = columnAt(path);
        // What has changed meanwhile may fit no longer, or is kept no longer.
        if (column === undefined) return undefined;
        columns.set(path, column);
      }
      const mask = maskOf(filter, of, columns);
      if (mask === undefined) return undefined;
      const column = (path: string) => columns.get(path) as Column;
      return { rows: of.rows, mask, column, within: (condition) => narrowed(mask, condition, of, columns) };
    },
  };
}
