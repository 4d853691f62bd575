import { addedBy, type ChangedRecord, mayChange, type PageQuery } from '../../../database';
import { compileFilter, type Filter, type Sort, sortKey, toSort } from '../../../query';
import type { Services } from '../../types';

/** The parts of a query that decide the members of a list and their order. */
type WatchedQuery = Pick<PageQuery<never>, 'sort'> & { readonly filter: object };

/** A list whose changes are followed. */
export interface WatchedList {
  /**
   * The growth of the list since a state of changes, in records. `counted` is the number of commits that had begun when it was counted.
   * Undefined if a change may or may not have been part of that count.
   */
  grownSince(state: number, counted: number): number | undefined;
  /** True if a record joined, left or moved since a state of changes. With `edge`, only positions up to that one count. */
  hasMovedSince(state: number, edge?: Buffer): boolean;
  /** The position of a record in the sort order, as bytes that compare like it. Undefined if there are too many of them. */
  edgeOf(record: object): Buffer | undefined;
}

/** Longest position in bytes. Longer texts are sorted by their beginning alone, so such positions cannot be compared. */
const LONGEST_EDGE = 448;
/** Longest filter, in characters of JSON, whose compiled form stays in memory. */
const LONGEST_FILTER = 4000;

/** A compiled filter. Without `matches`, only the database can apply it. */
interface ListFilterInMemory extends Partial<Pick<Filter, 'matches'>> {
  /** The stored fields that decide membership and order. Undefined: any field may. */
  readonly fields?: ReadonlySet<string>;
}

const compiledFilter = (filter: object, order: Sort): ListFilterInMemory => {
  const sorting = order.map(([path]) => path.replace(/\..*$/s, ''));
  try {
    const { matches, paths } = compileFilter(filter);
    return { matches, fields: new Set([...paths.map(([field = '']) => field), ...sorting]) };
  } catch {
    return {};
  }
};

/** Follows a list: compares changed records with its filter. Only the database can apply opaque filters, those with functions of plugins. */
export function watchList(
  { changes }: { readonly changes: Pick<Services['connection']['changes'], 'recordsSince'> },
  collection: string,
  { filter, sort }: WatchedQuery,
  isOpaque = false,
): WatchedList {
  const order = toSort(sort);
  let compiled: ListFilterInMemory | undefined;
  const compile = (): ListFilterInMemory => {
    const current = compiled ?? (isOpaque ? {} : compiledFilter(filter, order));
    if (compiled === undefined && JSON.stringify(filter).length <= LONGEST_FILTER) compiled = current;
    return current;
  };
  const edgeOf = (record: object): Buffer | undefined => {
    const edge = sortKey(record, order);
    return edge.length > LONGEST_EDGE ? undefined : edge;
  };

  /** The record before and after a change, if it belongs to the list. Undefined if that is unknown. */
  const imagesIn = ({ images }: ChangedRecord, { matches }: ListFilterInMemory): readonly (object | undefined)[] | undefined => {
    if (matches === undefined || images === undefined) return undefined;
    return [images.before, images.after].map((record) => (record !== null && matches(record) ? record : undefined));
  };
  /** True if a change moves a record within the list, up to `edge`, or may do so. */
  const isMove = (change: ChangedRecord, current: ListFilterInMemory, edge: Buffer | undefined): boolean => {
    const found = imagesIn(change, current);
    if (found === undefined) return true;
    const [was, is] = found.map((record) => record && edgeOf(record));
    if ((found[0] && !was) || (found[1] && !is)) return true;
    const isWithin = (position: Buffer | undefined) => position !== undefined && (edge === undefined || position.compare(edge) <= 0);
    return (isWithin(was) || isWithin(is)) && !(was !== undefined && is?.equals(was));
  };
  /** The changes that may concern the list, with the compiled filter. Undefined if some changes are unknown. */
  const recentChanges = (
    state: number,
  ): { readonly recent: readonly ChangedRecord[]; readonly current: ListFilterInMemory } | undefined => {
    const recent = changes.recordsSince(state, collection);
    // The filter is compiled at the first change.
    if (recent === undefined || recent.length === 0) return recent && { recent, current: {} };
    const current = compile();
    const { fields } = current;
    return { recent: recent.filter((change) => fields === undefined || mayChange(change, fields)), current };
  };

  return {
    edgeOf,
    grownSince(state, counted) {
      const since = recentChanges(state);
      if (since === undefined) return undefined;
      return addedBy(since.recent, counted, (change) => {
        const found = imagesIn(change, since.current);
        return found && Number(found[1] !== undefined) - Number(found[0] !== undefined);
      });
    },
    hasMovedSince(state, edge) {
      const since = recentChanges(state);
      return since === undefined || since.recent.some((change) => isMove(change, since.current, edge));
    },
  };
}
