import { NEWEST, WORDS_INDEX } from '../../database';
import type { Clause, PostLike } from '../types';
import type { FieldClause } from './field-filters';
import type { ListOrder } from './order';

/** The index hints for the query of a list. Undefined lets MongoDB choose. */
interface Hints {
  readonly hint: string | undefined;
  readonly countHint: string | undefined;
}

interface ClauseHints extends Hints {
  /** True if a filter leaves so few records that the query needs no hint. MongoDB then finds the best index itself. */
  readonly isFew: boolean;
  /** True if the index of the query begins with a filtered field, false if it begins with the sort field. */
  readonly isFiltered: boolean;
}

type IndexedType = Pick<PostLike, 'indexes' | 'listIndex'>;

/** Returns the index hints of the filters, without regard to the requested order. */
export function clauseHints(type: IndexedType, clauses: readonly Clause[]): ClauseHints {
  const named = clauses.map(({ index }) => index);
  if (named.includes(null)) return { isFew: true, isFiltered: true, hint: undefined, countHint: undefined };
  const isFiltered = named.some((index) => index === WORDS_INDEX || type.indexes?.some(({ name }) => name === index));
  const forCounts = isFiltered ? named : clauses.map(({ countIndex }) => countIndex);
  return { isFew: false, isFiltered, hint: indexOf(type, named), countHint: indexOf(type, forCounts) };
}

/** Picks the index of a list by the names in its clauses. Undefined lets MongoDB choose between the index of words and another. */
function indexOf(type: IndexedType, named: readonly (string | null | undefined)[]): string | undefined {
  const [own] = (type.indexes ?? []).filter(({ name }) => named.includes(name));
  if (!named.includes(WORDS_INDEX)) return (own ?? type.listIndex ?? NEWEST).name;
  return own === undefined ? WORDS_INDEX : undefined;
}

export interface ListHints extends Hints {
  /** The index of the first of several orders in the arg `sort`. */
  readonly leadingHint: string | undefined;
}

/** Picks the index hints of a list. With both a filter and a requested order, either index may be better: MongoDB picks. */
export function listHints(
  type: IndexedType,
  clauses: readonly Clause[],
  ofFields: readonly FieldClause[],
  { indexes: { sort, leading, orderby } }: ListOrder,
): ListHints {
  const own = clauseHints(type, clauses);
  const isFiltered = own.isFiltered || ofFields.length > 0;
  const ofField = ofFields.find(({ filter }) => filter.hint !== undefined)?.filter.hint;
  /** Replaces the hint of the type's own filters by that of `orderby`, or of a field's filter. */
  const replaced = (hint: string | undefined): string | undefined => {
    if (hint === undefined) return undefined;
    if (orderby !== undefined) return ofFields.length > 0 ? undefined : orderby;
    return ofField ?? hint;
  };
  return {
    hint: sort === undefined ? replaced(own.hint) : isFiltered ? undefined : sort,
    countHint: replaced(own.countHint),
    leadingHint: isFiltered ? undefined : leading,
  };
}
