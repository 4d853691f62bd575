import type { Filter } from 'mongodb';
import type { IdTiers } from '../../database';
import type { Clause, ListFilter, MatchTiers, PostRecord, ScopePart, Sent, View } from '../types';
import { orProtected } from '../visibility';

/** The clauses that the filters of a type make of a request. */
export interface AppliedFilters {
  readonly clauses: readonly Clause[];
  /** The orders that the filters offer, by their names in the arg `sort`. */
  readonly tiers: ReadonlyMap<string, IdTiers | MatchTiers>;
}

/** Asks the filters of a type for their clauses. `shown` has the conditions for the records of the list without filters. */
export async function applyFilters(filters: readonly ListFilter[], sent: Sent, view: View, shown: ScopePart): Promise<AppliedFilters> {
  const found = await Promise.all(filters.map(async (filter) => ({ filter, clause: await filter.where?.(sent, view, shown) })));
  const applied = found.flatMap(({ filter, clause }) => (clause === undefined ? [] : [{ filter, clause }]));
  return {
    clauses: applied.map(({ clause }) => clause),
    tiers: new Map(
      applied.flatMap(({ filter, clause: { tiers } }) =>
        tiers === undefined ? [] : Object.keys(filter.tiers ?? {}).map((name) => [name, tiers] as const),
      ),
    ),
  };
}

/** Returns the MongoDB conditions of clauses. `unprotected` matches the records whose protected parts the reader may read. */
export function conditionsOf(clauses: readonly Clause[], unprotected: Filter<PostRecord>): readonly object[] {
  const conditions = clauses.map(({ condition, ifProtected }) => {
    const own = typeof condition === 'function' ? condition(unprotected) : condition;
    return ifProtected === 'match' ? orProtected(own, unprotected) : own;
  });
  // One condition excludes protected records for all clauses.
  if (clauses.some(({ ifProtected }) => ifProtected === 'exclude')) conditions.push(unprotected);
  return conditions.filter((condition) => Object.keys(condition).length > 0);
}

/** Returns the clauses with each search limited to its tier `level`. The tier 0 has the best matches. */
export const clausesAtTier = (clauses: readonly Clause[], level: number): readonly Clause[] =>
  clauses.map((clause) => {
    const condition = clause.tiers && isMatch(clause.tiers) ? clause.tiers.conditions[level] : undefined;
    return condition === undefined ? clause : { ...clause, condition };
  });

/** Splits clauses into alternatives that exclude each other, so that their counts add up. Usually there is only one. */
export function clauseBranches(clauses: readonly Clause[]): readonly (readonly Clause[])[] {
  const branching = clauses.find(({ branches }) => branches);
  if (branching?.branches === undefined) return [clauses];
  return branching.branches.map((condition) => clauses.map((clause) => (clause === branching ? { ...clause, condition } : clause)));
}

/** True for the tiers of a search, false for tiers of IDs. */
export const isMatch = (tiers: IdTiers | MatchTiers): tiers is MatchTiers => 'conditions' in tiers;
