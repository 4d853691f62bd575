import type { AggregateOptions } from 'mongodb';
import { invalidParam } from '../../errors';
import { contentKey } from '../../records/change-log';
import { byIndex } from '../../records/indexes';
import { queryKey } from '../../records/query-key';
import type { Answers } from '../../registry/answers';
import type { Arg } from '../../registry/args';
import { choicesIn } from '../../values/choices';
import type { Sent, View } from '../context';
import { type Facet, type FacetCount, type FacetGroups, isLinked, type LinkedFacet, MOST_VALUES, type StoredFacet } from '../facet';
import type { PostLike } from '../post-like';
import type { PostRecord } from '../post-record';
import { openTo } from '../posts/visibility';
import type { Services } from '../services';
import { linkedValues } from './linked-facets';
import { tallyLists } from './list-tally';
import { type Listing, listingOf } from './listing';

/** Of how many records links are put together in one document, far below the 16 MiB that one may have. */
const TOGETHER = 1000;
/** In how many documents they come at least: how many records there are is an estimate. */
const LEAST_DOCUMENTS = 64;

/** How many records are counted by facets at most: more take too long. */
export const MOST_COUNTED = 250_000;

const COUNT: Answers = {
  type: 'object',
  title: 'FacetCount',
  properties: {
    value: {
      type: ['string', 'integer', 'boolean'],
      required: true,
      description: {
        en: 'What to send for it, where there is a filter by it',
        fr: 'Ce qu’il faut envoyer pour l’obtenir, s’il existe un tel filtre',
      },
    },
    name: { type: 'string', description: { en: 'The name, of a record', fr: 'Le nom, pour un enregistrement' } },
    count: { type: 'integer', minimum: 1, required: true, description: { en: 'How many there are', fr: 'Leur nombre' } },
  },
};

type Faceted = NonNullable<PostLike['facets']>;

/** The arg that asks for facets. */
export const facetsArg = (facets: Faceted): Arg => ({
  ...choicesIn(Object.keys(facets)),
  description: {
    en: `How many there are of each value, under all other filters, of: ${Object.keys(facets).join(', ')}; at most ${MOST_VALUES} values, those with the most`,
    fr: `Le nombre pour chaque valeur, sous tous les autres filtres, de : ${Object.keys(facets).join(', ')} ; ${MOST_VALUES} valeurs au plus, les plus fréquentes`,
  },
});

/** The schema of what lists answer of facets. */
export const facetsAnswer = (facets: Faceted): Answers => ({
  type: 'object',
  properties: Object.fromEntries(
    Object.entries(facets).map(([name, { description }]) => [name, { type: 'array', items: COUNT, maxItems: MOST_VALUES, description }]),
  ),
  description: {
    en: 'How many there are of each value; only where they are asked for',
    fr: 'Le nombre pour chaque valeur ; seulement sur demande',
  },
});

/** What is asked of a list whose records are counted. */
interface Counting {
  readonly filters: Sent;
  readonly view: View;
  readonly status: readonly PostRecord['status'][] | undefined;
  /** Conditions that no filter says. */
  readonly conditions?: readonly object[];
}

/** A facet with the lists whose records it counts: of all, and of those of which nothing is hidden from the reader. */
interface Prepared<R extends PostRecord> {
  readonly name: string;
  readonly facet: Facet;
  readonly all: Listing<R>;
  readonly told: Listing<R>;
}

/** Makes what counts the records of a kind's list by facets. */
export const createFacets = <R extends PostRecord>(services: Services, kind: PostLike<R>) => {
  const { cache } = services;
  const { plural, posts } = kind;

  /** Makes what works out the lists of facets: those of filters that were not sent are one and the same. */
  const preparing = ({ filters, view, status, conditions: always = [] }: Counting) => {
    const lists = new Map<string, Promise<Listing<R>>>();
    const listWithout = (arg: string, conditions: readonly object[]): Promise<Listing<R>> => {
      const key = `${filters[arg] === undefined ? '' : arg} ${conditions.length}`;
      const { [arg]: _, ...others } = filters;
      const known = lists.get(key) ?? listingOf(kind, { filters: others, view, status, conditions: [...always, ...conditions] });
      lists.set(key, known);
      return known;
    };
    return async (name: string, facet: Facet): Promise<Prepared<R>> => {
      const hides = isLinked(facet) || facet.unknown !== undefined || facet.closed === true;
      const open = hides && kind.protectable ? openTo(view.user, plural, view.password) : {};
      const all = await listWithout(facet.arg ?? '', []);
      return { name, facet, all, told: Object.keys(open).length > 0 ? await listWithout(facet.arg ?? '', [open]) : all };
    };
  };

  const grouped = (group: object, { filter, countHint }: Listing<R>, how: AggregateOptions = {}): Promise<unknown> =>
    posts
      .collection()
      .aggregate([{ $match: filter }, { $group: group }], { ...how, ...byIndex(countHint) })
      .toArray();

  /** How often each list of linked records is found in the same list, all fields in one go: each record is read once, and lists come together in a few large documents. */
  const linkedLists = async (facets: readonly Prepared<R>[], list: Listing<R>, most: number) => {
    const names = facets.map((_, place) => `v${place}`);
    const pushed = Object.fromEntries(facets.map(({ facet }, place) => [`v${place}`, { $push: `$${facet.field}` }]));
    const _id = { $mod: ['$_id', Math.max(LEAST_DOCUMENTS, Math.ceil(most / TOGETHER))] };
    return tallyLists((await grouped({ _id, ...pushed }, list, { raw: true })) as readonly Buffer[], names);
  };

  const linkedCounts = async (facets: readonly Prepared<R>[], view: View, most: number): Promise<readonly Counted[]> => {
    const [first] = facets;
    if (first === undefined) return [];
    const lists = await linkedLists(facets, first.told, most);
    return Promise.all(
      facets.map(
        async ({ name, facet }, place): Promise<Counted> => [
          name,
          await linkedValues(services, facet as LinkedFacet, lists[place] ?? [], view),
        ],
      ),
    );
  };

  /** Counts by stored values of the same list, in one go. */
  const storedCounts = async (facets: readonly Prepared<R>[], total: () => Promise<number>): Promise<readonly Counted[]> => {
    const [first] = facets;
    if (first === undefined) return [];
    const _id = Object.fromEntries(facets.map(({ facet }, place) => [`v${place}`, `$${facet.field}`]));
    const [groups, all] = await Promise.all([
      grouped({ _id, count: { $sum: 1 } }, first.told) as Promise<FacetGroups>,
      facets.some(({ facet }) => !isLinked(facet) && facet.unknown !== undefined) ? total() : 0,
    ]);
    const rest = all - groups.reduce((sum, { count }) => sum + count, 0);
    return facets.map(({ name, facet }, place): Counted => {
      const { value, unknown } = facet as StoredFacet;
      const counts = new Map<FacetCount['value'], number>();
      const add = (one: FacetCount['value'] | undefined, count: number) => {
        if (one !== undefined) counts.set(one, (counts.get(one) ?? 0) + count);
      };
      for (const { _id, count } of groups) add(value((_id as Readonly<Record<string, unknown>>)[`v${place}`]), count);
      if (rest > 0 && unknown !== undefined) add(unknown, rest);
      return [
        name,
        [...counts]
          .map(([one, count]) => ({ value: one, count }))
          .sort(byCount)
          .slice(0, MOST_VALUES)
          .sort(byValue),
      ];
    });
  };

  const countAll = async (names: readonly string[], asked: Counting): Promise<readonly Counted[]> => {
    const prepare = preparing(asked);
    const known = names.flatMap((name) => {
      const facet = kind.facets?.[name];
      return facet === undefined ? [] : [prepare(name, facet)];
    });
    const [prepared, most] = await Promise.all([Promise.all(known), posts.collection().estimatedDocumentCount()]);
    const lists = groupedBy(prepared, ({ all }) => queryKey(all.filter));
    const counted = lists.map(async (some): Promise<readonly Counted[]> => {
      const [first] = some;
      let counting: Promise<number> | undefined;
      const total = async (): Promise<number> => {
        counting ??= first && posts.count(first.all);
        return (await counting) ?? 0;
      };
      // Where all there are are few enough, nothing waits for how many of them are in the list.
      const found = most > MOST_COUNTED ? await total() : most;
      if (found > MOST_COUNTED) throw tooMany(found);
      const together = groupedBy(some, ({ facet, told }) => `${isLinked(facet)} ${queryKey(told.filter)}`);
      const all = await Promise.all(
        together.map((facets) =>
          facets.every(({ facet }) => isLinked(facet)) ? linkedCounts(facets, asked.view, most) : storedCounts(facets, total),
        ),
      );
      return all.flat();
    });
    return (await Promise.all(counted)).flat();
  };

  /** Whether the counts may be kept is for `lasts` to say. */
  return async (names: readonly string[], asked: Counting, lasts: boolean): Promise<Readonly<Record<string, readonly FacetCount[]>>> => {
    const begun = lasts ? cache.begin() : undefined;
    if (begun === undefined) return inOrder(names, new Map(await countAll(names, asked)));
    const { filter } = await listingOf(kind, asked);
    const keyOf = (name: string) => {
      const own = asked.filters[kind.facets?.[name]?.arg ?? ''];
      return queryKey({ facet: name, of: plural, filter, own, language: asked.view.language });
    };
    const known = new Map(names.flatMap((name) => kept(name, cache.find<readonly FacetCount[]>(keyOf(name)))));
    const missing = names.filter((name) => !known.has(name));
    for (const [name, counts] of await countAll(missing, asked)) {
      known.set(name, counts);
      const facet = kind.facets?.[name];
      const madeOf = [contentKey(plural), ...(facet && isLinked(facet) ? [contentKey(facet.link)] : [])];
      cache.keep(keyOf(name), counts, bytesOf(counts), begun, madeOf);
    }
    return inOrder(names, known);
  };
};

/** The counts of a facet, by its name. */
type Counted = readonly [name: string, counts: readonly FacetCount[]];

const kept = (name: string, counts: readonly FacetCount[] | undefined): readonly Counted[] =>
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

const byCount = (one: FacetCount, other: FacetCount): number => other.count - one.count;

const byValue = (one: FacetCount, other: FacetCount): number => (String(one.value) < String(other.value) ? -1 : 1);

const tooMany = (total: number) =>
  invalidParam('facets', {
    en: `There are ${total} to count, and ${MOST_COUNTED} at most are counted: narrow the list by dates or another filter.`,
    fr: `Il y en a ${total} à compter, et ${MOST_COUNTED} au plus sont comptés : restreignez la liste par des dates ou un autre filtre.`,
  });
