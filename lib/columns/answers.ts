import type { IdLists } from '../records/id-lists';
import type { NestedRanks } from '../records/nested-page';
import type { RankedBy } from '../records/ranked-page';
import type { WaitingTime } from '../waits';

/** A record on a page, with what it is sorted by. */
export type PlacedRecord = Readonly<Record<string, unknown>> & { readonly _id: number };

/** What rows are in order by before anything else: by tiers of what a field names, or by the first of some conditions that they meet. */
export type RowRanks = RankedBy | Pick<NestedRanks<never>, 'conditions' | 'isDown'>;

/** How rows are put in order. */
export interface RowOrder {
  readonly sort: readonly (readonly [path: string, direction: 1 | -1])[];
  readonly ranks?: RowRanks | undefined;
}

/** How many records have these values at some paths. */
export interface ValueGroup {
  readonly values: Readonly<Record<string, unknown>>;
  readonly count: number;
}

/** A record by its ID, and what it holds at some paths. */
export interface RowValues {
  readonly id: number;
  /** In the order of the paths. */
  readonly values: readonly unknown[];
}

/** A page of a list; `skip` and `limit` count records. */
interface ColumnPage extends RowOrder {
  readonly filter: object;
  readonly skip: number;
  readonly limit: number;
}

/** What the columns of a collection answer of the records that a filter lets through, as of now; undefined where they cannot, or not yet. */
export interface CollectionColumns {
  /** Whether any are being read that somebody has asked for: that asks the database behind the requests. */
  isReading(): boolean;
  count(filter: object): Promise<number | undefined>;
  /** Those of a page, in its order. */
  page(query: ColumnPage): Promise<readonly PlacedRecord[] | undefined>;
  /** How many there are of each combination of values. */
  groups(filter: object, paths: readonly string[]): Promise<readonly ValueGroup[] | undefined>;
  /** What they hold at some paths. */
  values(filter: object, paths: readonly string[]): Promise<readonly RowValues[] | undefined>;
  /** The IDs that they name, by path. */
  lists(filter: object, paths: readonly string[]): Promise<readonly IdLists[] | undefined>;
  /** What the columns answer, where they may, or else the database: that is asked by a few at once while columns are being read. */
  orElse<T>(inMemory: () => Promise<T | undefined>, inDatabase: () => Promise<T>, mayTell: boolean): Promise<T>;
}

/** The columns of all collections. */
export interface Columns {
  of(collection: string): CollectionColumns;
  /** The same of all collections. */
  isReading(): boolean;
  /** How requests wait until they may ask the database. */
  readonly waits: Pick<WaitingTime, 'waiting' | 'milliseconds'>;
}
