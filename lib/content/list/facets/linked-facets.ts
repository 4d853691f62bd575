import { isRecording } from '../../../cache';
import { byIndex, contentKey, fieldAt, type Posts, type Term, type Terms } from '../../../database';
import { cachedReads } from '../../records';
import { type FacetCount, type LinkedFacet, MOST_VALUES, type PostRecord, type Services, type View } from '../../types';
import { type NamedRecords, type ShownName, shownNames } from '../../visibility';
import type { Listing } from '../listing';

/** Number of records in one batch of a query. Other requests are served between two batches. */
const BATCH = 1000;

/** The linked IDs of many records in one flat list. `ends` has the end index of each record's IDs. */
interface LinkLists {
  readonly facet: LinkedFacet;
  readonly ids: number[];
  readonly ends: number[];
}

/** Counts the records of a list for each record or term that they link to. It reads all records, since no index can count them. */
export async function linkedCounts<R extends PostRecord>(
  services: Services,
  { collection }: Pick<Posts<R>, 'collection'>,
  facets: readonly LinkedFacet[],
  { filter, countHint }: Listing<R>,
  view: View,
): Promise<readonly (readonly FacetCount[])[]> {
  const projection = { _id: 0, ...Object.fromEntries(facets.map(({ field }) => [field, 1])) };
  const found = collection().find(filter, { ...byIndex(countHint), projection, batchSize: BATCH });
  const lists = facets.map((facet): LinkLists => ({ facet, ids: [], ends: [] }));
  for await (const record of found)
    for (const { facet, ids, ends } of lists) {
      const stored = fieldAt(record, facet.field);
      for (const id of Array.isArray(stored) ? stored : [stored]) if (typeof id === 'number' && id > 0) ids.push(id);
      ends.push(ids.length);
    }
  return Promise.all(lists.map((links) => targetCounts(services, links, view)));
}

interface Counter extends Required<FacetCount> {
  readonly value: number;
  count: number;
  last: number;
}

/**
 * Counts the records that link to each visible record or term, or to its descendants. A count equals the total of the list filtered by it.
 */
async function targetCounts(services: Services, { facet, ids, ends }: LinkLists, view: View): Promise<readonly FacetCount[]> {
  const targets = await targetsOf(services, facet, [...new Set(ids)], view);
  const counters = new Map<number, Counter>();
  const counterOf = ({ id, name }: ShownName): Counter => {
    const counter = counters.get(id) ?? { value: id, name, count: 0, last: -1 };
    counters.set(id, counter);
    return counter;
  };
  const countersOf = new Map(Array.from(targets, ([id, shown]) => [id, shown.map(counterOf)]));
  let at = 0;
  for (const [record, end] of ends.entries())
    for (; at < end; at += 1)
      for (const counter of countersOf.get(ids[at] ?? 0) ?? []) {
        // A record counts once for each target, even if it has two links to the target.
        if (counter.last === record) continue;
        counter.last = record;
        counter.count += 1;
      }
  const { compare } = new Intl.Collator(view.language);
  return [...counters.values()]
    .map(({ value, name, count }) => ({ value, name, count }))
    .sort((one, other) => other.count - one.count || compare(one.name, other.name) || one.value - other.value)
    .slice(0, MOST_VALUES);
}

/** Finds the visible names of linked IDs in the language of the list. Names of ancestor terms are included. */
async function targetsOf(
  services: Services,
  { link, whole }: LinkedFacet,
  ids: readonly number[],
  { language, user }: View,
): Promise<ReadonlyMap<number, readonly ShownName[]>> {
  const isTree = services.termLikes.get(link)?.hierarchical === true;
  const parents = isTree ? await withAncestors(cachedReads(services.cache, link, services.kinds.terms(link)), ids) : undefined;
  const named = { ids: parents ? [...parents.keys()] : ids, language, whole };
  const names = await (isRecording() ? publicNames(services, link, named) : shownNames(services, link, named, user));
  return new Map(ids.map((id) => [id, (parents ? [...above(id, parents)] : [id]).flatMap((one) => names.get(one) ?? [])]));
}

async function withAncestors(terms: Pick<Terms, 'many'>, ids: readonly number[]): Promise<ReadonlyMap<number, Term>> {
  const found = new Map<number, Term>();
  for (let level = [...ids]; level.length > 0; ) {
    for (const [id, term] of await terms.many(level)) found.set(id, term);
    level = [...new Set(level.map((id) => found.get(id)?.parent ?? 0))].filter((id) => id > 0 && !found.has(id));
  }
  return found;
}

function above(id: number, terms: ReadonlyMap<number, Pick<Term, 'parent'>>): ReadonlySet<number> {
  const found = new Set<number>();
  for (let one = id; terms.has(one) && !found.has(one); one = terms.get(one)?.parent ?? 0) found.add(one);
  return found;
}

/** Estimated bytes of a cached name, without its text. */
const NAME_BYTES = 150;

/** Public names of records in one language, by ID. Null means that a record has no public name. */
type PublicNames = ReadonlyMap<number, ShownName | null>;

const bytesOf = (names: PublicNames): number => [...names.values()].reduce((sum, one) => sum + NAME_BYTES + 2 * (one?.name.length ?? 0), 0);

/** Reads the public names of records from the cache, and missing names from the database. */
async function publicNames(services: Services, plural: string, named: NamedRecords): Promise<ReadonlyMap<number, ShownName>> {
  const { cache } = services;
  const begun = cache.begin();
  const key = `shown names ${plural} ${named.language} ${named.whole === true}`;
  const cached = cache.find<PublicNames>(key) ?? new Map<number, ShownName | null>();
  const missing = named.ids.filter((id) => !cached.has(id));
  const read = missing.length === 0 ? undefined : await shownNames(services, plural, { ...named, ids: missing }, undefined);
  const all = new Map([...cached, ...missing.map((id) => [id, read?.get(id) ?? null] as const)]);
  if (read !== undefined) cache.keep(key, all, bytesOf(all), begun, [contentKey(plural)]);
  return new Map(named.ids.flatMap((id) => [all.get(id) ?? []].flat().map((name) => [id, name] as const)));
}
