import type { Filter } from 'mongodb';
import { noteDependencies } from '../../cache';
import type { PageQuery, RecordPage, Store, Stored } from '../../database';
import type { Language } from '../../language';
import { countedReads } from '../records';

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

/** The store of a kind. */
interface Source<R extends Stored> {
  readonly plural: string;
  readonly records: Pick<Store<R>, keyof PluginReads<R>>;
}

/** The reads of the store of a kind, outside of transactions. Answers made of them depend on how many name the records, too. */
export const pluginReads = <R extends Stored>(sourceOf: () => Source<R>): PluginReads<R> => ({
  byId: async (id) => sourceOf().records.byId(id),
  bySlug: async (language, slug) => sourceOf().records.bySlug(language, slug),
  async many(ids) {
    const { plural, records } = sourceOf();
    return countedReads(plural, records).many(ids);
  },
  async find(filter) {
    const { plural, records } = sourceOf();
    noteDependencies([plural]);
    return records.find(filter);
  },
  page: async (query) => sourceOf().records.page(query),
});
