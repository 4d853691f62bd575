import type { Filter } from 'mongodb';
import { isRecording, noteDependencies, readExactly } from '../../cache';
import { addedBy, type ChangedRecord, type CountedQuery, contentKey, mayChange, type PageQuery, queryKey } from '../../database';
import { type Filter as CompiledFilter, compileFilter, type Sort, sortKey, toSort } from '../../query';
import { writtenJson } from '../../registry';
import type { CachedRecords } from '../show';
import type { PostLike, PostRecord, Services, View } from '../types';

/** A page of a list: the total of all pages, and a function that presents the records of this page. */
interface Page {
  readonly total: number;
  records(): Promise<unknown>;
}

/** The ways to cache a list. `isJson`: its records as JSON. `isOpaque`: only MongoDB can apply its filter. */
interface Caching {
  readonly isJson: boolean;
  readonly isOpaque: boolean;
}

const [OPEN, COMMA, CLOSE] = [Buffer.from('['), Buffer.from(','), Buffer.from(']')];

const jsonList = (values: readonly Buffer[]): object =>
  writtenJson([OPEN, ...values.flatMap((value, index) => (index === 0 ? [value] : [COMMA, value])), CLOSE]);

const ID_BYTES = 8;
/** Estimated bytes in memory of a watched list, without its filter. */
const LIST_BYTES = 3000;

const bytesOf = (ids: readonly number[], { filter }: { readonly filter: object }): number =>
  ids.length * ID_BYTES + LIST_BYTES + 4 * JSON.stringify(filter).length;

/**
 * Makes the function that reads and presents a page of a content type's list. While a response is recorded for the cache, the page's IDs
 * and total are cached until a record joins, leaves or moves within the list.
 */
export const createPages = <R extends PostRecord>(
  services: Pick<Services, 'cache' | 'connection'>,
  type: PostLike<R>,
  cachedRecords: CachedRecords<R>,
) => {
  const { cache, connection } = services;
  const { plural, posts, present } = type;
  const cachedTotals = createCachedTotals(services, type);

  const uncached = async (query: PageQuery<R>, view: View): Promise<Page> => {
    const { records, total } = await posts.page(query);
    return { total, records: () => present(records, view) };
  };

  /** Reads a page for a response with only some members (`_fields`). Undefined if a cached ID is gone or no longer matches the filter. */
  const partialPage = async (ids: readonly number[], total: number, filter: Filter<R>, view: View): Promise<Page | undefined> => {
    if (view.selected?.size === 0) return { total, records: async () => [] };
    const found = await posts.shownOf(ids, filter);
    const byId = new Map(found.map((record) => [record._id, record]));
    const records = ids.flatMap((id) => byId.get(id) ?? []);
    return records.length === ids.length ? { total, records: () => present(records, view) } : undefined;
  };

  const idsOf = async (query: PageQuery<R>, list: WatchedList): Promise<readonly number[]> => {
    const { filter, sort, skip, limit, tiers } = query;
    const key = queryKey({ ids: plural, filter, sort, skip, limit, tiers });
    const found = cache.find<readonly number[]>(key);
    if (found !== undefined) return found;
    const state = cache.begin();
    const records = await readExactly([], () => posts.pageOrder(query));
    const ids = records.map(({ _id }) => _id);
    const last = records[limit - 1];
    // Changes after the last record of a full page do not affect the page.
    const edge = last && list.edgeOf(last);
    // Ranks depend on more fields than those of `sort`.
    const dependency = tiers ? contentKey(plural) : { hasChangedSince: (since: number) => list.hasMovedSince(since, edge) };
    cache.keep(key, ids, bytesOf(ids, query), state, [dependency]);
    noteDependencies([dependency]);
    return ids;
  };

  return async (query: PageQuery<R>, view: View, { isJson, isOpaque }: Caching): Promise<Page> => {
    if (!isRecording()) return uncached(query, view);
    const list = watchList(connection, plural, query, isOpaque);
    // A closure of this function would keep the page's records in memory.
    noteDependencies([{ hasChangedSince: list.hasMovedSince }]);
    const [ids, total] = await Promise.all([idsOf(query, list), readExactly([], () => cachedTotals.read(query, list))]);
    if (view.selected !== undefined || !isJson) return (await partialPage(ids, total, query.filter, view)) ?? uncached(query, view);
    const records = await cachedRecords.page(ids, query.filter, view);
    return records === undefined ? uncached(query, view) : { total, records: async () => jsonList(records) };
  };
};

/** A cached total of a list. `counted` is the number of commits that had begun when the records were counted. */
interface CachedTotal {
  readonly total: number;
  readonly counted: number;
}

const BYTES = 48;

/** Makes the cache of list totals. Simultaneous requests share one count; later changes of the list adjust the cached total. */
export const createCachedTotals = <R extends PostRecord>(
  { cache, connection: { changes } }: Pick<Services, 'cache' | 'connection'>,
  { plural, posts: { count } }: { readonly plural: string; readonly posts: Pick<PostLike<R>['posts'], 'count'> },
) => {
  const underWay = new Map<string, { readonly state: number; readonly total: Promise<number> }>();

  const countOnce = async (key: string, query: CountedQuery<R>, list: WatchedList): Promise<number> => {
    const state = changes.state();
    if (state === undefined) return count(query);
    const other = underWay.get(key);
    if (other !== undefined && !list.hasMovedSince(other.state)) return other.total;
    const mine = { state, total: count(query) };
    underWay.set(key, mine);
    try {
      const total = await mine.total;
      // The count may have missed a record that joined or left the list during the count.
      if (!list.hasMovedSince(state)) cache.keepMaintained(key, { total, counted: changes.commits() }, BYTES);
      return total;
    } finally {
      if (underWay.get(key) === mine) underWay.delete(key);
    }
  };

  return {
    async read(query: CountedQuery<R>, list: WatchedList): Promise<number> {
      const key = queryKey({ total: plural, filter: query.filter });
      const state = changes.state();
      const found = cache.peek<CachedTotal>(key);
      const grown = found && list.grownSince(found.state, found.value.counted);
      if (found === undefined || grown === undefined) return countOnce(key, query, list);
      const total = found.value.total + grown;
      if (found.state !== state) cache.keepMaintained(key, { ...found.value, total }, BYTES);
      return total;
    },
  };
};

/** Longest sort position in bytes. Longer texts are sorted by their beginning only, so their positions cannot be compared. */
const LONGEST_EDGE = 448;
/** Longest filter, in characters of JSON, whose compiled form stays in memory. */
const LONGEST_FILTER = 4000;

/** A filter compiled to test records in memory, with the stored fields that decide. Empty if only MongoDB can apply it. */
interface ListFilterInMemory extends Partial<Pick<CompiledFilter, 'matches'>> {
  readonly fields?: ReadonlySet<string>;
}

/** A changed record before and after the change, as far as the list contains the version. */
interface ListedVersions {
  readonly before: object | undefined;
  readonly after: object | undefined;
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

type WatchedList = ReturnType<typeof watchList>;

/** Watches a list by comparing changed records with its filter. Only MongoDB can apply opaque filters, which have plugins' functions. */
export function watchList(
  { changes }: { readonly changes: Pick<Services['connection']['changes'], 'recordsSince'> },
  collection: string,
  { filter, sort }: Pick<PageQuery<never>, 'sort'> & { readonly filter: object },
  isOpaque = false,
) {
  const order = toSort(sort);
  let compiled: ListFilterInMemory | undefined;
  const compile = (): ListFilterInMemory => {
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
  /** Returns a changed record before and after the change. A version outside the list is undefined. Undefined if the record is unknown. */
  const versionsIn = ({ images }: ChangedRecord, { matches }: ListFilterInMemory): ListedVersions | undefined => {
    if (matches === undefined || images === undefined) return undefined;
    const listed = (record: object | null): object | undefined => (record !== null && matches(record) ? record : undefined);
    return { before: listed(images.before), after: listed(images.after) };
  };
  /** True if a change may add, remove or move a record at a position up to `edge` of the list. */
  const isMove = (change: ChangedRecord, current: ListFilterInMemory, edge: Buffer | undefined): boolean => {
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
    hasMovedSince(state: number, edge?: Buffer): boolean {
      const since = recentChanges(state);
      return since === undefined || since.recent.some((change) => isMove(change, since.current, edge));
    },
  };
}
