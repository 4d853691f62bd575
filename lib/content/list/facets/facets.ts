import { queryKey } from '../../../database';
import { invalidParam } from '../../../errors';
import type { Answers, Arg } from '../../../registry';
import {
  type Facet,
  type FacetCount,
  isLinked,
  MOST_VALUES,
  type PostLike,
  type PostRecord,
  type Services,
  type StoredFacet,
} from '../../types';
import { choicesIn } from '../../values';
import { unprotectedFor } from '../../visibility';
import { type ListRequest, listingOf } from '../listing';
import { linkedCounts } from './linked-facets';
import { storedCounts } from './stored-facets';

/** Highest number of records that facets count. Longer lists are refused, since counting takes too long. */
const MOST_COUNTED = 250_000;

/** Facets of one kind (linked or stored) that share one query. `arg` is their own filter, which the query leaves out; empty if none. */
interface FacetGroup {
  readonly arg: string;
  readonly names: string[];
  readonly facets: Facet[];
}

type Counts = Readonly<Record<string, readonly FacetCount[]>>;

/** Makes the function that counts a list's records for each value of the requested facets. */
export const createFacets = <R extends PostRecord>(services: Services, type: PostLike<R>) => {
  const { plural, posts } = type;

  const countTogether = async ({ arg, names, facets }: FacetGroup, { filters, view, status, conditions = [] }: ListRequest) => {
    const linked = facets.filter(isLinked);
    const { [arg]: _, ...others } = filters;
    // Nobody may learn the links and values of protected records.
    const unprotected = type.protectable ? unprotectedFor(view.user, plural, view.password) : {};
    const request = { filters: others, view, status, conditions: linked.length > 0 ? [...conditions, unprotected] : conditions };
    const [list, most] = await Promise.all([listingOf(type, request), posts.collection().estimatedDocumentCount()]);
    // A small collection needs no count of its own.
    const found = most > MOST_COUNTED ? await posts.count(list) : most;
    if (found > MOST_COUNTED) throw tooMany(found);
    const stored = facets.filter((facet): facet is StoredFacet => !isLinked(facet));
    const counts = await (linked.length > 0
      ? linkedCounts(services, posts, linked, list, view)
      : storedCounts(posts, stored, list, unprotected));
    return names.map((name, index) => [name, counts[index] ?? []] as const);
  };

  const countAll = async (names: readonly string[], request: ListRequest): Promise<Counts> => {
    // Facets without a filter in the request share one query.
    const groups = new Map<string, FacetGroup>();
    for (const name of names) {
      const facet = type.facets?.[name];
      if (facet === undefined) continue;
      const arg = facet.arg !== undefined && request.filters[facet.arg] !== undefined ? facet.arg : '';
      const key = `${isLinked(facet)} ${arg}`;
      const group = groups.get(key) ?? { arg, names: [], facets: [] };
      group.names.push(name);
      group.facets.push(facet);
      groups.set(key, group);
    }
    const counted = await Promise.all(Array.from(groups.values(), (group) => countTogether(group, request)));
    const counts = Object.fromEntries(counted.flat());
    return Object.fromEntries(names.map((name) => [name, counts[name] ?? []]));
  };

  return async (names: readonly string[], requested: ListRequest): Promise<Counts> => {
    // The lists of all facets have the same search.
    const request = { ...requested, view: { searches: new Map(), ...requested.view } };
    const { filter } = await listingOf(type, request);
    const key = queryKey({ facets: [...names], of: plural, filter, filters: request.filters, language: request.view.language });
    return services.cache.cached(key, bytesOf, () => countAll(names, request));
  };
};

const bytesOf = (counts: Counts): number =>
  Object.values(counts)
    .flat()
    .reduce((sum, { name = '' }) => sum + 64 + 2 * name.length, 64);

const tooMany = (total: number) =>
  invalidParam('facets', {
    en: `The list has ${total} records, and facets count at most ${MOST_COUNTED}. Narrow it by dates or another filter.`,
    fr: `La liste compte ${total} enregistrements, et les facettes en comptent ${MOST_COUNTED} au plus. Restreignez-la par des dates ou un autre filtre.`,
  });

type Faceted = NonNullable<PostLike['facets']>;

const COUNT: Answers = {
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
    name: { type: 'string', description: { en: 'The name, of a record', fr: 'Le nom, pour un enregistrement' } },
    count: { type: 'integer', minimum: 1, required: true, description: { en: 'How many there are', fr: 'Leur nombre' } },
  },
};

/** Declares the list arg `facets`, which requests the number of records for each value of some fields. */
export const facetsArg = (facets: Faceted): Arg => ({
  ...choicesIn(Object.keys(facets)),
  description: {
    en: `Counts the records of each value, under all other filters, for: ${Object.keys(facets).join(', ')}. At most ${MOST_VALUES} values are answered, the most frequent ones`,
    fr: `Compte les enregistrements de chaque valeur, sous tous les autres filtres, pour : ${Object.keys(facets).join(', ')}. ${MOST_VALUES} valeurs au plus sont renvoyées, les plus fréquentes`,
  },
});

export const facetsAnswer = (facets: Faceted): Answers => ({
  type: 'object',
  properties: Object.fromEntries(
    Object.entries(facets).map(([name, { description }]) => [name, { type: 'array', items: COUNT, maxItems: MOST_VALUES, description }]),
  ),
  description: {
    en: 'The number of records of each value, if `facets` asks for it',
    fr: 'Le nombre d’enregistrements de chaque valeur, si `facets` le demande',
  },
});
