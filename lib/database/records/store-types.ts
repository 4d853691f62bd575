import type DataLoader from 'dataloader';
import type { Collection, Filter, IndexDescription } from 'mongodb';
import type { Counted } from '../counting';
import type { Records } from '../driver/connection';
import type { LinkedTiers, NestedTiers, SortedQuery } from './pages';
import type { Stored } from './record';
import type { LinkedFrom } from './relinking';

export interface StoredType<R extends Stored> {
  /** The name of the collection, which is the plural of the content type. */
  readonly plural: string;
  /** Computes the sub-document `keys` from the other fields of a record. */
  keys(record: Omit<R, 'keys'>): Stored['keys'];
  /** Returns the slug of a record that requests none; by default its ID. */
  fallbackSlug?(record: Pick<R, '_id'> & Omit<Draft<R>, 'slug'>): string;
  /** The paths of the fields that all translations of a record share. */
  readonly shared?: readonly string[];
  /** The indexes of the collection. Each query of the type uses one of them. */
  readonly indexes: readonly IndexDescription[];
  /** The links whose targets store counts of the public records that link to them. Term-like types have none. */
  readonly counted?: readonly Counted[];
}

/** The query of a page of a list. `skip` and `limit` are numbers of records. */
export interface PageQuery<R> extends SortedQuery<R> {
  /** Tiers (groups of records) that order the list before `sort`. */
  readonly tiers?: LinkedTiers | NestedTiers<R> | undefined;
  /** Disjoint filters that together equal `filter`. The server counts each one with its index alone. */
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

export interface StoreState<R extends Stored> extends Records {
  readonly type: StoredType<R>;
  readonly counted: readonly Counted[];
  /** The name of the sequence of IDs. */
  readonly sequence: string;
  readonly linkedFrom: LinkedFrom;
  collection(): Collection<R>;
  /** The loader that joins simultaneous requests into one query. */
  readonly loader: DataLoader<readonly number[], ReadonlyMap<number, R>>;
}
