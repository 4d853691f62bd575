import type { Filter } from 'mongodb';
import type { Language } from '../language';
import type { Stored } from '../records/record';
import type { PageQuery, RecordPage, Store } from '../records/store';

/** What plugins read of a kind: everything, whoever may see it. */
export interface PluginReads<R extends Stored> {
  byId(id: number): Promise<R | undefined>;
  bySlug(language: Language, slug: string): Promise<R | undefined>;
  /** The records of these IDs that exist, by ID, in one query. */
  many(ids: Iterable<number>): Promise<ReadonlyMap<number, R>>;
  /** All records that meet a condition of MongoDB; keep it to what an index serves. */
  find(filter: Filter<R>): Promise<R[]>;
  page(query: PageQuery<R>): Promise<RecordPage<R>>;
}

/** The reads of a store, outside of transactions. */
export const pluginReads = <R extends Stored>(storeOf: () => Pick<Store<R>, keyof PluginReads<R>>): PluginReads<R> => ({
  byId: async (id) => storeOf().byId(id),
  bySlug: async (language, slug) => storeOf().bySlug(language, slug),
  many: async (ids) => storeOf().many(ids),
  find: async (filter) => storeOf().find(filter),
  page: async (query) => storeOf().page(query),
});
