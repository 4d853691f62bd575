import type { AggregateOptions } from 'mongodb';
import { invalidParam } from '../../errors';
import { contentKey } from '../../records/change-log';
import { groupOfIds, readIdLists } from '../../records/id-lists';
import { byIndex } from '../../records/indexes';
import { queryKey } from '../../records/query-key';
import type { Sent, View } from '../context';
import { type Facet, type FacetCount, type FacetGroups, isLinked, type LinkedFacet, type StoredFacet } from '../facet';
import type { PostLike } from '../post-like';
import type { PostRecord } from '../post-record';
import { ALL_OPEN, opennessTo, openTo } from '../posts/visibility';
import type { Services } from '../services';
import { isForeign } from './lasting-of-list';
import { type FacetReader, linkedValues } from './linked-facets';
import { type Listing, listingOf } from './listing';
import { groupByPaths, storedPaths, storedValues, valueGroups } from './stored-facets';

/** How many records are counted by facets at most: more take too long. */
export const MOST_COUNTED = 250_000;

/** What is asked of a list whose records are counted. */
interface Counting {
  readonly filters: Sent;
  readonly view: View;
  readonly status: readonly PostRecord['status'][] | undefined;
  /** Conditions that no filter says. */
  readonly conditions?: readonly object[];
}

/** A facet with the list whose records it counts. */
interface Prepared<R extends PostRecord> {
  readonly name: string;
  readonly facet: Facet;
  readonly list: Listing<R>;
}

/** Makes what counts the records of a kind's list by facets. */
export const createFacets = <R extends PostRecord>(services: Services, kind: PostLike<R>) => {
  const { cache } = services;
  const { plural, posts } = kind;

  /** Makes what works out the lists of facets, without what was sent of the facet itself: those of filters that were not sent are one and the same. */
  const preparing = ({ filters, view, status, conditions: always = [] }: Counting) => {
    const lists = new Map<string, Promise<Listing<R>>>();
    // Of protected records nobody is told what they name.
    const open = kind.protectable ? openTo(view.user, plural, view.password) : {};
    return async (name: string, facet: Facet): Promise<Prepared<R>> => {
      const { arg = '' } = facet;
      const key = `${filters[arg] === undefined ? '' : arg} ${isLinked(facet)}`;
      const { [arg]: _, ...others } = filters;
      const conditions = isLinked(facet) ? [...always, open] : always;
      const list = lists.get(key) ?? listingOf(kind, { filters: others, view, status, conditions });
      lists.set(key, list);
      return { name, facet, list: await list };
    };
  };

  const grouped = (group: object, { filter, countHint }: Listing<R>, how: AggregateOptions = {}): Promise<unknown> =>
    posts
      .collection()
      .aggregate([{ $match: filter }, { $group: group }], { ...how, ...byIndex(countHint) })
      .toArray();

  /** What the columns say; what may mean something else to a plugin's function than to the database is left to that. */
  const columns = services.columns.of(plural);

  const linkedCounts = async (facets: readonly LinkedFacet[], list: Listing<R>, reader: FacetReader, most: number) => {
    const fields = facets.map(({ field }) => field);
    const inMemory = () => columns.lists(list.filter, fields);
    const ofGroups = async () => readIdLists((await grouped(groupOfIds(fields, most), list, { raw: true })) as readonly Buffer[], fields);
    return linkedValues(services, facets, await columns.orElse(inMemory, ofGroups, reader.mayBeKept), reader);
  };

  const storedCounts = async (facets: readonly StoredFacet[], list: Listing<R>, { view: { user, password }, mayBeKept }: FacetReader) => {
    const openness = kind.protectable ? opennessTo(user, plural, password) : ALL_OPEN;
    const paths = storedPaths(facets, openness);
    const ofGroups = async () => valueGroups(paths, (await grouped(groupByPaths(paths), list)) as FacetGroups);
    const inMemory = () => columns.groups(list.filter, paths);
    return storedValues(facets, await columns.orElse(inMemory, ofGroups, mayBeKept), openness);
  };

  const countAll = async (names: readonly string[], asked: Counting, mayBeKept: boolean): Promise<readonly NamedCounts[]> => {
    const prepare = preparing(asked);
    const known = names.flatMap((name) => {
      const facet = kind.facets?.[name];
      return facet === undefined ? [] : [prepare(name, facet)];
    });
    const [prepared, most] = await Promise.all([Promise.all(known), posts.collection().estimatedDocumentCount()]);
    // All that are counted by one of these, in one go.
    const together = groupedBy(prepared, ({ facet, list }) => `${isLinked(facet)} ${queryKey(list.filter)}`);
    const counted = together.map(async (some): Promise<readonly NamedCounts[]> => {
      const [first] = some;
      if (first === undefined) return [];
      const { list } = first;
      // Where all there are are few enough, nothing waits for how many of them are in the list.
      const inMemory = () => columns.count(list.filter);
      const found = most > MOST_COUNTED ? await columns.orElse(inMemory, () => posts.count(list), mayBeKept) : most;
      if (found > MOST_COUNTED) throw tooMany(found);
      const facets = some.map(({ facet }) => facet);
      const counts = facets.every(isLinked)
        ? await linkedCounts(facets, list, { view: asked.view, mayBeKept }, most)
        : await storedCounts(facets as readonly StoredFacet[], list, { view: asked.view, mayBeKept });
      return some.map(({ name }, place): NamedCounts => [name, counts[place] ?? []]);
    });
    return (await Promise.all(counted)).flat();
  };

  /** Whether the counts may be kept is for `lasts` to say. */
  return async (names: readonly string[], asked: Counting, lasts: boolean): Promise<Readonly<Record<string, readonly FacetCount[]>>> => {
    const begun = lasts ? cache.begin() : undefined;
    if (begun === undefined) return inOrder(names, new Map(await countAll(names, asked, false)));
    const { filter } = await listingOf(kind, asked);
    const keyOf = (name: string) => {
      const own = asked.filters[kind.facets?.[name]?.arg ?? ''];
      return queryKey({ facet: name, of: plural, filter, own, language: asked.view.language });
    };
    const known = new Map(names.flatMap((name) => kept(name, cache.find<readonly FacetCount[]>(keyOf(name)))));
    const missing = names.filter((name) => !known.has(name));
    for (const [name, counts] of await countAll(missing, asked, !isForeign(kind, asked.filters))) {
      known.set(name, counts);
      const facet = kind.facets?.[name];
      // Filters may look at how many name a record, too.
      const madeOf = [plural, ...(facet && isLinked(facet) ? [contentKey(facet.link)] : [])];
      cache.keep(keyOf(name), counts, bytesOf(counts), begun, madeOf);
    }
    return inOrder(names, known);
  };
};

/** The counts of a facet, by its name. */
type NamedCounts = readonly [name: string, counts: readonly FacetCount[]];

const kept = (name: string, counts: readonly FacetCount[] | undefined): readonly NamedCounts[] =>
  counts === undefined ? [] : [[name, counts]];

const inOrder = (names: readonly string[], counts: ReadonlyMap<string, readonly FacetCount[]>) =>
  Object.fromEntries(names.map((name) => [name, counts.get(name) ?? []]));

const bytesOf = (counts: readonly FacetCount[]): number => counts.reduce((sum, { name = '' }) => sum + 64 + 2 * name.length, 64);

/** The members of a list in groups of those with the same key. */
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
