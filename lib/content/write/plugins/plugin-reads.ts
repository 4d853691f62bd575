import type { Filter } from 'mongodb';
import { noteDependencies } from '../../../cache';
import type { PageQuery, RecordPage, Store, Stored } from '../../../database';
import type { Language } from '../../../language';
import { countedReads } from '../../records';
import type { Site } from '../../types';

/** The reads of a content type that plugins get. They ignore visibility. */
export interface PluginReads<R extends Stored> {
  byId(id: number): Promise<R | undefined>;
  bySlug(language: Language, slug: string): Promise<R | undefined>;
  /** Reads the existing records of these IDs in one query, by ID. */
  many(ids: Iterable<number>): Promise<ReadonlyMap<number, R>>;
  /** Reads all records that meet a MongoDB filter. An index should serve it. */
  find(filter: Filter<R>): Promise<R[]>;
  page(query: PageQuery<R>): Promise<RecordPage<R>>;
}

/** The store of a content type. */
interface Source<R extends Stored> {
  readonly plural: string;
  readonly records: Pick<Store<R>, keyof PluginReads<R>>;
}

/** Makes a plugin's reads, outside of transactions. Answers made of these records also depend on their counts. */
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

/** The base address for writes by plugins, which have no request. */
export const pluginBaseUrl = ({ url }: Site, language: Language): string => `${url ?? 'http://localhost'}/${language}`;
