import { isTracking } from '../../cache';
import { contentKey, queryKey, type Term, type Terms } from '../../database';
import { invalidParam } from '../../errors';
import { compileFilter } from '../../query';
import type { Answers, Arg } from '../../registry';
import { cachedReads, createTaskQueue, type LinkedIds } from '../records';
import {
  type Facet,
  type FacetCount,
  type FacetCounts,
  isLinked,
  type LinkedFacet,
  type ListedType,
  type ListRequest,
  MOST_VALUES,
  type PostLike,
  type PostRecord,
  type Services,
  type StoredFacet,
  type View,
} from '../types';
import { choicesIn } from '../values';
import { type ShownName, shownNames, unprotectedFor } from '../visibility';
import { frequentValues, groupRecords, type LinkLists, readRecords } from './facet-counts';
import { listingOf } from './listing';

/** The maximum number of records that facets count. Longer lists are refused, since counting takes too long. */
const MOST_COUNTED = 250_000;

/** Facets that share one query. `arg` is their own filter, which the query leaves out; empty if none. */
interface FacetGroup {
  readonly arg: string;
  readonly names: string[];
  readonly facets: Facet[];
}

export const createFacetCounts = <R extends PostRecord>(services: Services, type: ListedType<R>): PostLike<R>['countFacets'] => {
  const { plural, posts } = type;
  const inTurn = createTaskQueue();

  /** Counts facets that share one query. Returns the name and the counts of each. */
  const countTogether = async ({ arg, names, facets }: FacetGroup, { filters, ...request }: ListRequest) => {
    const { view } = request;
    const { [arg]: _, ...others } = filters;
    const [size, list] = await Promise.all([posts.collection().estimatedDocumentCount(), listingOf(type, { ...request, filters: others })]);
    // A list is not longer than its collection.
    const length = size > MOST_COUNTED ? await posts.count(list) : size;
    if (length > MOST_COUNTED)
      throw invalidParam('facets', {
        en: `The list has ${length} records, and facets count at most ${MOST_COUNTED}. Narrow it by dates or another filter.`,
        fr: `La liste compte ${length} enregistrements, et les facettes en comptent ${MOST_COUNTED} au plus. Restreignez-la par des dates ou un autre filtre.`,
      });
    // Nobody may learn the links and values of protected records.
    const unprotected = compileFilter(type.protectable ? unprotectedFor(view.user, plural, view.password) : {});
    const reading = {
      list,
      unprotected,
      stored: facets.filter((facet): facet is StoredFacet => !isLinked(facet)),
      linked: facets.filter(isLinked),
    };
    const { values, links } = await (reading.linked.length > 0 ? readRecords(posts, reading) : groupRecords(posts, reading));
    const counts = new Map<Facet, readonly FacetCount[]>(values.map((one) => [one.facet, frequentValues(one)]));
    const targets = links.map(async (one) => [one.facet, await targetCounts(services, one, view)] as const);
    for (const [facet, found] of await Promise.all(targets)) counts.set(facet, found);
    return names.map((name, index) => [name, counts.get(facets[index] as Facet) ?? []] as const);
  };

  const countAll = async (names: readonly string[], request: ListRequest): Promise<FacetCounts> => {
    // Facets without a filter in the request share one query.
    const groups = new Map<string, FacetGroup>();
    for (const name of names) {
      const facet = type.facets?.[name];
      if (facet === undefined) continue;
      const arg = facet.arg !== undefined && request.filters[facet.arg] !== undefined ? facet.arg : '';
      const group = groups.get(arg) ?? { arg, names: [], facets: [] };
      group.names.push(name);
      group.facets.push(facet);
      groups.set(arg, group);
    }
    const counted = await Promise.all(Array.from(groups.values(), (group) => countTogether(group, request)));
    const counts = Object.fromEntries(counted.flat());
    return Object.fromEntries(names.map((name) => [name, counts[name] ?? []]));
  };

  return async (names, requested) => {
    // All facets share `searches`, so that each search is prepared once.
    const request = { ...requested, view: { searches: new Map(), ...requested.view } };
    const { filter } = await listingOf(type, request);
    const key = queryKey({ facets: [...names], of: plural, filter, filters: request.filters, language: request.view.language });
    return services.cache.getOrMake(key, bytesOf, () => inTurn(() => countAll(names, request)));
  };
};

/** Estimates the bytes in memory of cached counts. */
const bytesOf = (counts: FacetCounts): number =>
  Object.values(counts)
    .flat()
    .reduce((sum, { name = '' }) => sum + 64 + 2 * name.length, 64);

/**
 * Counts the records for each visible record or term that they link to. Each count equals the total of the list filtered by that record.
 */
async function targetCounts(services: Services, { facet, ids, ends }: LinkLists, view: View): Promise<readonly FacetCount[]> {
  const targets = await targetsOf(services, facet, [...new Set(ids)], view);
  // `ids` has the links of all records. The links of a record end at its entry in `ends`. `last` is the last counted record: a record counts
  // once for each target, even if it has two links to the target.
  const counts = new Map<number, { readonly value: number; readonly name: string; count: number; last: number }>();
  const counterOf = ({ id, name }: ShownName) => {
    const counter = counts.get(id) ?? { value: id, name, count: 0, last: -1 };
    counts.set(id, counter);
    return counter;
  };
  const countersOf = new Map(Array.from(targets, ([id, shown]) => [id, shown.map(counterOf)]));
  let at = 0;
  for (const [record, end] of ends.entries())
    for (; at < end; at += 1)
      for (const counter of countersOf.get(ids[at] ?? 0) ?? []) {
        if (counter.last === record) continue;
        counter.last = record;
        counter.count += 1;
      }
  const { compare } = new Intl.Collator(view.language);
  return [...counts.values()]
    .map(({ value, name, count }) => ({ value, name, count }))
    .sort((one, other) => other.count - one.count || compare(one.name, other.name) || one.value - other.value)
    .slice(0, MOST_VALUES);
}

/** Finds the visible names of linked IDs in the language of the list. Names of ancestor terms are included. */
async function targetsOf(
  services: Services,
  { link }: LinkedFacet,
  ids: readonly number[],
  { language, user }: View,
): Promise<ReadonlyMap<number, readonly ShownName[]>> {
  const isTree = services.termLikes.get(link)?.hierarchical === true;
  const parents = isTree ? await readAncestors(cachedReads(services.cache, link, services.stores.terms(link)), ids) : undefined;
  const named = { ids: parents ? [...parents.keys()] : ids, language };
  const names = await (isTracking() ? publicNames(services, link, named) : shownNames(services, link, named, user));
  const namesOf = (id: number) => (parents ? [...ancestorsIn(id, parents)] : [id]).flatMap((one) => names.get(one) ?? []);
  return new Map(ids.map((id) => [id, namesOf(id)]));
}

/** Reads terms and their ancestors, level by level. */
async function readAncestors(terms: Pick<Terms, 'many'>, ids: readonly number[]): Promise<ReadonlyMap<number, Term>> {
  const found = new Map<number, Term>();
  for (let level = [...ids]; level.length > 0; ) {
    for (const [id, term] of await terms.many(level)) found.set(id, term);
    level = [...new Set(level.map((id) => found.get(id)?.parent ?? 0))].filter((id) => id > 0 && !found.has(id));
  }
  return found;
}

/** Returns the IDs of a term and of its ancestors, the term first. */
function ancestorsIn(id: number, terms: ReadonlyMap<number, Pick<Term, 'parent'>>): ReadonlySet<number> {
  const found = new Set<number>();
  for (let one = id; terms.has(one) && !found.has(one); one = terms.get(one)?.parent ?? 0) found.add(one);
  return found;
}

/** Estimated bytes of a cached name, without its text. */
const NAME_BYTES = 150;

/** Public names of records in one language, by ID. Null means that a record has no public name. */
type PublicNames = ReadonlyMap<number, ShownName | null>;

const nameBytes = (names: PublicNames): number =>
  [...names.values()].reduce((sum, one) => sum + NAME_BYTES + 2 * (one?.name.length ?? 0), 0);

/** Reads the public names of records from the cache, and missing names from the database. */
async function publicNames(services: Services, plural: string, named: Required<LinkedIds>): Promise<ReadonlyMap<number, ShownName>> {
  const { cache } = services;
  const state = cache.state();
  const key = `shown names ${plural} ${named.language}`;
  const cached = cache.find<PublicNames>(key) ?? new Map<number, ShownName | null>();
  const missing = named.ids.filter((id) => !cached.has(id));
  const read = missing.length === 0 ? undefined : await shownNames(services, plural, { ...named, ids: missing }, undefined);
  const all = new Map([...cached, ...missing.map((id) => [id, read?.get(id) ?? null] as const)]);
  if (read !== undefined) cache.keep(key, { value: all, state, dependencies: [contentKey(plural)] }, nameBytes(all));
  const found = new Map<number, ShownName>();
  for (const id of named.ids) {
    const name = all.get(id);
    if (name) found.set(id, name);
  }
  return found;
}

type Facets = NonNullable<PostLike['facets']>;

const COUNT_ANSWER: Answers = {
  type: 'object',
  title: 'FacetCount',
  properties: {
    value: {
      type: ['string', 'integer', 'boolean'],
      required: true,
      description: {
        en: 'The value to send in the filter, if there is one',
        fr: 'La valeur à envoyer dans le filtre, s’il existe',
      },
    },
    name: { type: 'string', description: { en: 'The name, if the value is a record', fr: 'Le nom, si la valeur est un enregistrement' } },
    count: {
      type: 'integer',
      minimum: 1,
      required: true,
      description: { en: 'The number of records with this value', fr: 'Le nombre d’enregistrements de cette valeur' },
    },
  },
};

/** Declares the list arg `facets`, which requests the number of records for each value of some fields. */
export const facetsArg = (facets: Facets): Arg => ({
  ...choicesIn(Object.keys(facets)),
  description: {
    en: `Counts the records of each value, under all other filters, for: ${Object.keys(facets).join(', ')}. The answer has at most ${MOST_VALUES} values of each, the most frequent ones`,
    fr: `Compte les enregistrements de chaque valeur, sous tous les autres filtres, pour : ${Object.keys(facets).join(', ')}. La réponse contient au plus ${MOST_VALUES} valeurs de chacun, les plus fréquentes`,
  },
});

/** Declares the member `facets` of a list: the counts by the name of the facet. */
export const facetsAnswer = (facets: Facets): Answers => ({
  type: 'object',
  properties: Object.fromEntries(
    Object.entries(facets).map(([name, { description }]) => [
      name,
      { type: 'array', items: COUNT_ANSWER, maxItems: MOST_VALUES, description },
    ]),
  ),
  description: {
    en: 'The number of records of each value, if `facets` asks for it',
    fr: 'Le nombre d’enregistrements de chaque valeur, si `facets` le demande',
  },
});
