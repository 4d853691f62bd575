import type DataLoader from 'dataloader';
import type { Collection, Filter, IndexDescription } from 'mongodb';
import type { Counted } from '../counting';
import type { Records } from '../driver/connection';
import type { LinkedTiers, NestedTiers, SortedQuery } from './pages';
import type { Stored } from './record';
import type { LinkedFrom } from './relinking';

/** The storage of a content type. */
export interface StoredType<R extends Stored> {
  /** The name of the collection, which is the plural of the content type. */
  readonly plural: string;
  /** Computes the sub-document `keys` from the rest of a record. */
  keys(record: Omit<R, 'keys'>): Stored['keys'];
  /** The slug of a record without a requested one; by default its ID. */
  fallbackSlug?(record: Pick<R, '_id'> & Omit<Draft<R>, 'slug'>): string;
  /** The paths of the fields that all translations of a record share. */
  readonly shared?: readonly string[];
  /** The indexes of the collection. Each query of the type uses one of them. */
  readonly indexes: readonly IndexDescription[];
  /** The links whose targets store counts of the public records that link to them. Terms have none. */
  readonly counted?: readonly Counted[];
}

/** The query of a page of a list. `skip` and `limit` count records. */
export interface PageQuery<R> extends SortedQuery<R> {
  /** The order before `sort`. */
  readonly tiers?: LinkedTiers | NestedTiers<R> | undefined;
  /** Disjoint filters that together equal `filter`. Each is counted by itself, so that its index alone is read. */
  readonly parts?: readonly Filter<R>[] | undefined;
}

/** The part of a query that determines the total. */
export type CountedQuery<R> = Pick<PageQuery<R>, 'filter' | 'parts' | 'hint' | 'countHint'>;

export interface RecordPage<R> {
  readonly records: readonly R[];
  readonly total: number;
}

/** A new record without the fields that the store sets. */
export type Draft<R extends Stored> = Omit<R, '_id' | 'group' | 'translations' | 'revision' | 'edition' | 'keys'> & {
  readonly group?: number;
  readonly translations?: R['translations'];
};

/** The state of a store. */
export interface StoreState<R extends Stored> extends Records {
  readonly type: StoredType<R>;
  readonly counted: readonly Counted[];
  /** The name of the sequence of IDs. */
  readonly sequence: string;
  readonly linkedFrom: LinkedFrom;
  collection(): Collection<R>;
  /** Requests of the same moment share one query. */
  readonly loader: DataLoader<readonly number[], ReadonlyMap<number, R>>;
}
