import type { Filter } from 'mongodb';
import { NEWEST } from '../../records/indexes';
import type { Sent, View } from '../context';
import type { Handed, Narrowing, PostLike, Ranks, Repeated } from '../post-like';
import type { PostRecord } from '../post-record';

/** What the filters of a list come to, together. */
export interface Narrowed {
  /** The conditions, given what keeps hidden parts to those who may see them. */
  conditions(open: Filter<PostRecord>): object[];
  /** The same for each of the alternatives that are counted apart: one, unless a filter knows better. */
  readonly parts: readonly (readonly object[])[];
  /** Whether so few records are left that no index is needed. */
  readonly isFew: boolean;
  /** The name of the index that serves them in the order of the list. */
  readonly hint: string | undefined;
  /** Whether that index begins with a filter, and not with the order. */
  readonly isNarrow: boolean;
  /** What the list can be ordered by that no field holds. */
  readonly ranks: Ranks | undefined;
}

const isEmpty = (condition: object): boolean => Object.keys(condition).length === 0;

/** Asks each filter of a kind what it comes to. */
export async function narrowedBy(kind: Pick<PostLike, 'filters' | 'indexes' | 'order'>, sent: Sent, view: View): Promise<Narrowed> {
  const found = await Promise.all(kind.filters.map(async (filter) => filter.where(sent, view)));
  const narrowings: readonly Narrowing[] = found.filter((one) => one !== undefined);
  const indexes = narrowings.map(({ index }) => index);
  const own = (kind.indexes ?? []).find(({ name }) => indexes.includes(name));
  const isFew = indexes.includes(null);
  const conditions = (open: Filter<PostRecord>, part?: object): object[] => {
    const all = narrowings.map((one) => {
      if (part && one.parts) return part;
      return typeof one.condition === 'function' ? one.condition(open) : one.condition;
    });
    return [...all, ...(narrowings.some((one) => one.byHidden) ? [open] : [])].filter((condition) => !isEmpty(condition));
  };
  const alternatives = narrowings.find(({ parts }) => parts)?.parts ?? [undefined];
  return {
    conditions: (open) => conditions(open),
    parts: alternatives.map((part) => conditions({}, part)),
    isFew,
    isNarrow: isFew || own !== undefined,
    ranks: narrowings.find(({ ranks }) => ranks !== undefined)?.ranks,
    hint: isFew ? undefined : (own ?? kind.order ?? NEWEST).name,
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
