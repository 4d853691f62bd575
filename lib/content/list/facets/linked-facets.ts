import type { Term, Terms } from '../../../database';
import { cachedReads } from '../../records';
import { type FacetCount, type LinkedFacet, MOST_VALUES, type Services, type View } from '../../types';
import { type ShownName, shownNames } from '../../visibility';
import { cachedShownNames } from './cached-names';

/** The view of the reader. `usesCache` allows names from the cache, for requests without credentials. */
export interface FacetReader {
  readonly view: View;
  readonly usesCache: boolean;
}

/** Many lists of IDs in one: `ends` has the end of each list in `ids`. One list stands for one record. */
export interface IdLists {
  readonly ids: number[];
  readonly ends: number[];
}

/** Adds the IDs that a record stores in a linked field: a list, one ID or nothing. */
export const addIds = ({ ids, ends }: IdLists, stored: unknown): void => {
  for (const id of Array.isArray(stored) ? stored : [stored]) if (typeof id === 'number' && id > 0) ids.push(id);
  ends.push(ids.length);
};

/** The count of records that link to one target. */
interface Counter extends Required<FacetCount> {
  readonly value: number;
  count: number;
  /** The record that was counted last. */
  last: number;
}

/**
 * Counts the records that link to each target, or to a term below it. Targets that the reader may not see are left out. Each count equals
 * the total of the list filtered by that target.
 */
export async function linkedValues(
  services: Services,
  facet: LinkedFacet,
  { ids, ends }: IdLists,
  reader: FacetReader,
): Promise<readonly FacetCount[]> {
  const targets = await targetsOf(services, facet, [...new Set(ids)], reader);
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
        // A record counts once for each target, even if it names it twice.
        if (counter.last === record) continue;
        counter.last = record;
        counter.count += 1;
      }
  const { compare } = new Intl.Collator(reader.view.language);
  return [...counters.values()]
    .map(({ value, name, count }) => ({ value, name, count }))
    .sort((one, other) => other.count - one.count || compare(one.name, other.name) || one.value - other.value)
    .slice(0, MOST_VALUES);
}

/** Finds the visible names behind linked IDs, in the language of the list. Names of the terms above are included. */
async function targetsOf(
  services: Services,
  { link, whole }: LinkedFacet,
  ids: readonly number[],
  { view: { language, user }, usesCache }: FacetReader,
): Promise<ReadonlyMap<number, readonly ShownName[]>> {
  const terms = () => services.kinds.terms(link);
  const isTree = services.termLikes.get(link)?.hierarchical === true;
  const parents = isTree ? await withAncestors(usesCache ? cachedReads(services.cache, link, terms()) : terms(), ids) : undefined;
  const named = { ids: parents ? [...parents.keys()] : ids, language, whole };
  const names = await (usesCache ? cachedShownNames(services, link, named) : shownNames(services, link, named, user));
  return new Map(ids.map((id) => [id, (parents ? [...above(id, parents)] : [id]).flatMap((one) => names.get(one) ?? [])]));
}

/** Reads terms and all their ancestors, by ID. */
async function withAncestors(terms: Pick<Terms, 'many'>, ids: readonly number[]): Promise<ReadonlyMap<number, Term>> {
  const found = new Map<number, Term>();
  for (let level = [...ids]; level.length > 0; ) {
    for (const [id, term] of await terms.many(level)) found.set(id, term);
    level = [...new Set(level.map((id) => found.get(id)?.parent ?? 0))].filter((id) => id > 0 && !found.has(id));
  }
  return found;
}

/** A term ID and the IDs of its ancestors. */
function above(id: number, terms: ReadonlyMap<number, Pick<Term, 'parent'>>): ReadonlySet<number> {
  const found = new Set<number>();
  for (let one = id; terms.has(one) && !found.has(one); one = terms.get(one)?.parent ?? 0) found.add(one);
  return found;
}
