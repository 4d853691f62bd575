import type { Filter } from 'mongodb';
import { NEWEST, WORDS_INDEX } from '../../../database';
import type { Clause, DistanceOrder, Handed, ListFilter, PostLike, PostRecord, Ranks, Repeated, Sent, Shown, View } from '../../types';

/** What the filters of a list come to, together. */
export interface AppliedFilters {
  /** The conditions, given what keeps hidden parts to those who may see them; `nearness` is the place of one of the `nearest` in the place of its filter. */
  conditions(open: Filter<PostRecord>, nearness?: number): object[];
  /** The same for each of the alternatives that are counted apart: one, unless a filter knows better. */
  readonly parts: readonly (readonly object[])[];
  /** Whether so few records are left that no index is needed. */
  readonly isFew: boolean;
  /** The name of the index that serves them in the order of the list. */
  readonly hint: string | undefined;
  /** Whether that index begins with a filter, and not with the order. */
  readonly isNarrow: boolean;
  /** The name of the index by which they are counted. */
  readonly countHint: string | undefined;
  /** What the list can be ordered by that no field holds, by the names that `sort` takes. */
  readonly ranks: ReadonlyMap<string, Ranks | DistanceOrder>;
  /** What was asked for that nothing has, in the place of which is taken what is written nearly so. */
  readonly corrected: readonly string[];
  /** The conditions of all filters but the search in texts; undefined where no texts are searched. */
  unsearched(open: Filter<PostRecord>): object[] | undefined;
}

const isEmpty = (condition: object): boolean => Object.keys(condition).length === 0;

const EVERYTHING: Shown = { records: [], open: {} };

/** A filter with what it comes to. */
type Asked = readonly [filter: ListFilter, narrowing: Clause];

const ask = async (filters: readonly ListFilter[], sent: Sent, view: View, shown: Shown): Promise<readonly Asked[]> => {
  const found = await Promise.all(filters.map(async (filter) => [filter, await filter.where(sent, view, shown)] as const));
  return found.flatMap(([filter, narrowing]): Asked[] => (narrowing === undefined ? [] : [[filter, narrowing]]));
};

const takesNothing = ({ args }: ListFilter): boolean => Object.keys(args).length === 0;

const conditionOf = ({ condition }: Clause, open: Filter<PostRecord>): object =>
  typeof condition === 'function' ? condition(open) : condition;

/** The condition in the place of that of a filter, where there is one. */
type Instead = (narrowing: Clause) => object | undefined;

const ITSELF: Instead = () => undefined;

/** The index of a filter, where one has any: which of two that begin with filters is the better one is the server's to say. */
function indexOf(kind: Pick<PostLike, 'indexes' | 'order'>, asked: readonly (string | null | undefined)[]): string | undefined {
  const [own] = (kind.indexes ?? []).filter(({ name }) => asked.includes(name));
  if (!asked.includes(WORDS_INDEX)) return (own ?? kind.order ?? NEWEST).name;
  return own === undefined ? WORDS_INDEX : undefined;
}

/** Asks each filter of a kind what it comes to; `shown` is what the reader is shown of the kind at all, where a filter looks at that. */
export async function applyFilters(
  kind: Pick<PostLike, 'filters' | 'indexes' | 'order'>,
  sent: Sent,
  view: View,
  shown: Shown = EVERYTHING,
): Promise<AppliedFilters> {
  const always = await ask(kind.filters.filter(takesNothing), sent, view, shown);
  const within = { ...shown, records: [...shown.records, ...always.map(([, one]) => conditionOf(one, shown.open))] };
  const asked = await ask(
    kind.filters.filter((filter) => !takesNothing(filter)),
    sent,
    view,
    within,
  );
  const both = [...always, ...asked];
  const narrowings = both.map(([, narrowing]) => narrowing);
  const indexes = narrowings.map(({ index }) => index);
  const isFew = indexes.includes(null);
  const isNarrow = isFew || indexes.some((index) => index === WORDS_INDEX || kind.indexes?.some(({ name }) => name === index));
  const conditions = (open: Filter<PostRecord>, instead = ITSELF): object[] => {
    const all = narrowings.map((one) => instead(one) ?? conditionOf(one, open));
    return [...all, ...(narrowings.some((one) => one.byHidden) ? [open] : [])].filter((condition) => !isEmpty(condition));
  };
  const alternatives = narrowings.find(({ parts }) => parts)?.parts ?? [undefined];
  return {
    conditions: (open, nearness = -1) =>
      conditions(open, ({ ranks }) => (ranks && 'nearest' in ranks ? ranks.nearest[nearness]?.(open) : undefined)),
    parts: alternatives.map((part) => conditions({}, ({ parts }) => parts && part)),
    isFew,
    isNarrow,
    ranks: new Map(
      both.flatMap(([filter, { ranks }]) => (ranks ? Object.keys(filter.ranks ?? {}).map((name) => [name, ranks] as const) : [])),
    ),
    hint: isFew ? undefined : indexOf(kind, indexes),
    countHint: isFew ? undefined : indexOf(kind, isNarrow ? indexes : narrowings.map(({ countIndex }) => countIndex)),
    unsearched: (open) =>
      narrowings.some(({ readsTexts }) => readsTexts) ? conditions(open, ({ readsTexts }) => readsTexts && {}) : undefined,
    corrected: narrowings.flatMap(({ corrected = [] }) => corrected),
  };
}

/** What the links of a list repeat of its filters: before and after the status. */
export async function repeatedBy(kind: Pick<PostLike, 'filters'>, sent: Sent, view: View): Promise<Required<Repeated>> {
  const repeated = await Promise.all(kind.filters.map(async (filter) => filter.links(sent, view)));
  return {
    first: Object.assign({}, ...repeated.map(({ first }) => first)),
    last: Object.assign({}, ...repeated.map(({ last }) => last)),
  };
}

/** What the filters of a list hand on to the fields of its records; undefined: nothing. */
export const handedBy = ({ filters }: Pick<PostLike, 'filters'>, sent: Sent): Handed | undefined => {
  const handed = filters.flatMap((filter) => filter.hands?.(sent) ?? []);
  return handed.length === 0 ? undefined : Object.assign({}, ...handed);
};
