import { addedBy, type ChangedRecord, mayChange, type PageQuery } from '../../database';
import { type Filter as CompiledFilter, compileFilter, type Sort, sortKey, toSort } from '../../query';
import type { Services } from '../types';

/** Longest sort position in bytes. Longer texts are sorted by their beginning only, so their positions cannot be compared. */
const LONGEST_EDGE = 448;
/** Longest filter, in characters of JSON, whose compiled form stays in memory. */
const LONGEST_FILTER = 4000;

/** A filter compiled to test records in memory, with the stored fields that decide. Empty if only MongoDB can apply it. */
interface FilterInMemory extends Partial<Pick<CompiledFilter, 'matches'>> {
  readonly fields?: ReadonlySet<string>;
}

/** A changed record before and after the change. A version outside the list is undefined. */
interface ListedVersions {
  readonly before: object | undefined;
  readonly after: object | undefined;
}

const compiledFilter = (filter: object, order: Sort): FilterInMemory => {
  const sorting = order.map(([path]) => path.replace(/\..*$/s, ''));
  try {
    const { matches, paths } = compileFilter(filter);
    return { matches, fields: new Set([...paths.map(([field = '']) => field), ...sorting]) };
  } catch {
    return {};
  }
};

/** The part of a list's query that decides which records it has, and in which order. */
export interface WatchedQuery {
  readonly filter: object;
  readonly sort: PageQuery<never>['sort'];
  readonly isOpaque?: boolean;
}

/**
 * Watches a list: compares changed records with its filter, to tell if the list changed and by how many records. Only MongoDB can apply
 * opaque filters, which have plugins' functions. Any change of the collection then counts as a change of the list.
 */
export function watchList(
  { changes }: { readonly changes: Pick<Services['connection']['changes'], 'recordsSince'> },
  collection: string,
  { filter, sort, isOpaque = false }: WatchedQuery,
) {
  const order = toSort(sort);
  let compiled: FilterInMemory | undefined;
  const compile = (): FilterInMemory => {
    if (compiled !== undefined) return compiled;
    const current = isOpaque ? {} : compiledFilter(filter, order);
    if (JSON.stringify(filter).length <= LONGEST_FILTER) compiled = current;
    return current;
  };
  /** Returns a record's position in the sort order as comparable bytes. Undefined if there are more than 448 bytes. */
  const edgeOf = (record: object): Buffer | undefined => {
    const edge = sortKey(record, order);
    return edge.length > LONGEST_EDGE ? undefined : edge;
  };
  /** Returns the versions of a changed record that the list contains. Undefined if the record is unknown. */
  const versionsIn = ({ images }: ChangedRecord, { matches }: FilterInMemory): ListedVersions | undefined => {
    if (matches === undefined || images === undefined) return undefined;
    const listed = (record: object | null): object | undefined => (record !== null && matches(record) ? record : undefined);
    return { before: listed(images.before), after: listed(images.after) };
  };
  /** True if a change may add, remove or move a record at a position up to `edge` of the list. */
  const isMove = (change: ChangedRecord, current: FilterInMemory, edge: Buffer | undefined): boolean => {
    const versions = versionsIn(change, current);
    if (versions === undefined) return true;
    const { before, after } = versions;
    const oldPosition = before && edgeOf(before);
    const newPosition = after && edgeOf(after);
    if ((before && !oldPosition) || (after && !newPosition)) return true;
    const isWithin = (position: Buffer | undefined) => position !== undefined && (edge === undefined || position.compare(edge) <= 0);
    return (isWithin(oldPosition) || isWithin(newPosition)) && !(oldPosition !== undefined && newPosition?.equals(oldPosition));
  };
  /** Returns the changes that may affect the list, and the compiled filter. Undefined if some changes are unknown. */
  const recentChanges = (state: number) => {
    const recent = changes.recordsSince(state, collection);
    // The filter is compiled at the first change.
    if (recent === undefined || recent.length === 0) return recent && { recent, current: {} };
    const current = compile();
    const { fields } = current;
    return { recent: recent.filter((change) => fields === undefined || mayChange(change, fields)), current };
  };

  return {
    edgeOf,
    /**
     * Returns the number of records that the list gained since a state of the change log. `counted` is the number of commits that had
     * begun when the list was counted. Undefined if that count may include a later change.
     */
    grownSince(state: number, counted: number): number | undefined {
      const since = recentChanges(state);
      if (since === undefined) return undefined;
      return addedBy(since.recent, counted, (change) => {
        const versions = versionsIn(change, since.current);
        return versions && Number(versions.after !== undefined) - Number(versions.before !== undefined);
      });
    },
    /** True if a record joined, left or moved since a state of the change log. With `edge`, only positions up to `edge` count. */
    hasChangedSince(state: number, edge?: Buffer): boolean {
      const since = recentChanges(state);
      return since === undefined || since.recent.some((change) => isMove(change, since.current, edge));
    },
  };
}

export type WatchedList = ReturnType<typeof watchList>;
