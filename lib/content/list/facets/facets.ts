import { isRecording } from '../../../cache';
import { byIndex, fieldAt, queryKey } from '../../../database';
import { invalidParam } from '../../../errors';
import {
  type Facet,
  type FacetCount,
  isLinked,
  type LinkedFacet,
  type PostLike,
  type PostRecord,
  type Sent,
  type Services,
  type StoredFacet,
  type View,
} from '../../types';
import { protectionFor, UNPROTECTED, unprotectedFor } from '../../visibility';
import { type Listing, listingOf } from '../listing';
import { addIds, type FacetReader, type IdLists, linkedValues } from './linked-facets';
import { storedPaths, storedValues } from './stored-facets';
import { groupByPaths, type StoredGroup, type ValueGroup, valueGroups } from './value-groups';

/** Most records that facets count. Longer lists are refused, as counting takes too long. */
export const MOST_COUNTED = 250_000;

/** Batch size of reads. Other requests are served between two batches. */
const TOGETHER = 1000;

/** The list whose records facets count. */
interface FacetRequest {
  readonly filters: Sent;
  readonly view: View;
  readonly status: readonly PostRecord['status'][] | undefined;
  /** More conditions, which come from no filter. */
  readonly conditions?: readonly object[];
}

/** A facet, with the list whose records it counts. */
interface PreparedFacet<R extends PostRecord> {
  readonly name: string;
  readonly facet: Facet;
  readonly list: Listing<R>;
}

/** Makes the function that counts the records of a list by facets. */
export const createFacets = <R extends PostRecord>(services: Services, type: PostLike<R>) => {
  const { cache } = services;
  const { plural, posts } = type;

  /**
   * Makes the function that works out the list for each facet. The facet's own filter is left out, so that its other values are counted
   * too. Facets without a filter in the request share one list.
   */
  const listsFor = ({ filters, view, status, conditions: always = [] }: FacetRequest) => {
    const lists = new Map<string, Promise<Listing<R>>>();
    // Nobody may learn the links of protected records.
    const unprotected = type.protectable ? unprotectedFor(view.user, plural, view.password) : {};
    return async (name: string, facet: Facet): Promise<PreparedFacet<R>> => {
      const { arg = '' } = facet;
      const key = `${filters[arg] === undefined ? '' : arg} ${isLinked(facet)}`;
      const { [arg]: _, ...others } = filters;
      const conditions = isLinked(facet) ? [...always, unprotected] : always;
      const list = lists.get(key) ?? listingOf(type, { filters: others, view, status, conditions });
      lists.set(key, list);
      return { name, facet, list: await list };
    };
  };

  const grouped = async (paths: readonly string[], { filter, countHint }: Listing<R>): Promise<readonly ValueGroup[]> => {
    const stages = [{ $match: filter }, { $group: groupByPaths(paths) }];
    const groups = await posts.collection().aggregate<StoredGroup>(stages, byIndex(countHint)).toArray();
    return valueGroups(paths, groups);
  };

  /** Counts linked records, by reading every record of the list: no index can tell. */
  const linkedCounts = async (facets: readonly LinkedFacet[], { filter, countHint }: Listing<R>, reader: FacetReader) => {
    const projection = { _id: 0, ...Object.fromEntries(facets.map(({ field }) => [field, 1])) };
    const found = posts.collection().find(filter, { ...byIndex(countHint), projection, batchSize: TOGETHER });
    const lists = facets.map((): IdLists => ({ ids: [], ends: [] }));
    for await (const record of found)
      for (const [index, { field }] of facets.entries()) addIds(lists[index] as IdLists, fieldAt(record, field));
    return Promise.all(facets.map((facet, index) => linkedValues(services, facet, lists[index] as IdLists, reader)));
  };

  const storedCounts = async (facets: readonly StoredFacet[], list: Listing<R>, { view: { user, password } }: FacetReader) => {
    const protection = type.protectable ? protectionFor(user, plural, password) : UNPROTECTED;
    return storedValues(facets, await grouped(storedPaths(facets, protection), list), protection);
  };

  const countAll = async (names: readonly string[], request: FacetRequest, usesCache: boolean): Promise<readonly NamedCounts[]> => {
    const prepare = listsFor(request);
    const preparing = names.flatMap((name) => {
      const facet = type.facets?.[name];
      return facet === undefined ? [] : [prepare(name, facet)];
    });
    const [prepared, most] = await Promise.all([Promise.all(preparing), posts.collection().estimatedDocumentCount()]);
    // Facets over the same list share one query.
    const together = groupedBy(prepared, ({ facet, list }) => `${isLinked(facet)} ${queryKey(list.filter)}`);
    const counted = together.map(async (some): Promise<readonly NamedCounts[]> => {
      const [first] = some;
      if (first === undefined) return [];
      const { list } = first;
      // A small collection needs no count of its own.
      const found = most > MOST_COUNTED ? await posts.count(list) : most;
      if (found > MOST_COUNTED) throw tooMany(found);
      const facets = some.map(({ facet }) => facet);
      const counts = facets.every(isLinked)
        ? await linkedCounts(facets, list, { view: request.view, usesCache })
        : await storedCounts(facets as readonly StoredFacet[], list, { view: request.view, usesCache });
      return some.map(({ name }, index): NamedCounts => [name, counts[index] ?? []]);
    });
    return (await Promise.all(counted)).flat();
  };

  return async (names: readonly string[], request: FacetRequest): Promise<Readonly<Record<string, readonly FacetCount[]>>> => {
    const { filter } = await listingOf(type, request);
    const key = queryKey({ facets: [...names], of: plural, filter, filters: request.filters, language: request.view.language });
    const count = async () => inOrder(names, new Map(await countAll(names, request, isRecording())));
    return cache.cached(key, bytesOf, count);
  };
};

/** The name of a facet, and its counts. */
type NamedCounts = readonly [name: string, counts: readonly FacetCount[]];

const inOrder = (names: readonly string[], counts: ReadonlyMap<string, readonly FacetCount[]>) =>
  Object.fromEntries(names.map((name) => [name, counts.get(name) ?? []]));

const bytesOf = (counts: Readonly<Record<string, readonly FacetCount[]>>): number =>
  Object.values(counts)
    .flat()
    .reduce((sum, { name = '' }) => sum + 64 + 2 * name.length, 64);

/** Groups the members of a list by key. */
const groupedBy = <T>(list: readonly T[], keyOf: (one: T) => string): T[][] => {
  const groups = new Map<string, T[]>();
  for (const one of list) {
    const key = keyOf(one);
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()];
};

const tooMany = (total: number) =>
  invalidParam('facets', {
    en: `There are ${total} to count, and ${MOST_COUNTED} at most are counted: narrow the list by dates or another filter.`,
    fr: `Il y en a ${total} à compter, et ${MOST_COUNTED} au plus sont comptés : restreignez la liste par des dates ou un autre filtre.`,
  });
