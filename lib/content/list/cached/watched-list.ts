import { addedBy, type ChangedRecord, mayChange, type PageQuery } from '../../../database';
import { compileFilter, type Filter, type Sort, sortKey, toSort } from '../../../query';
import type { Services } from '../../types';

/** What of a list decides which records it has, and in which order. */
type Asked = Pick<PageQuery<never>, 'sort'> & { readonly filter: object };

/** A list whose changes are followed. */
export interface WatchedList {
  /**
   * By how many records it has grown since a change; undefined where that is not known, as of what was under way when all were counted: `counted` is
   * how many commits had begun by then.
   */
  grownSince(state: number, counted: number): number | undefined;
  /** Whether, since a change, a record of it has come, gone or moved: `edge`, of all up to the record that is sorted by it. */
  hasMovedSince(state: number, edge?: Buffer): boolean;
  /** What a record of it is sorted by, as bytes; undefined where these are too many to be compared. */
  edgeOf(record: object): Buffer | undefined;
}

/** Bytes beyond which texts are ordered by their beginning alone. */
const LONGEST_EDGE = 448;
/** Characters of a filter, as JSON, beyond which it takes too much room to be remembered as it is judged. */
const LONGEST_FILTER = 4000;

/** What decides whether a record belongs to a list; without `matches` that is left to the database. */
interface Judged extends Partial<Pick<Filter, 'matches'>> {
  /** The fields of records that it depends on; undefined: any. */
  readonly fields?: ReadonlySet<string>;
}

const judgedBy = (filter: object, order: Sort): Judged => {
  const sorting = order.map(([path]) => path.replace(/\..*$/s, ''));
  try {
    const { matches, fields } = compileFilter(filter);
    return { matches, fields: new Set([...fields, ...sorting]) };
  } catch {
    return {};
  }
};

/** The two places of a record in a list, before and after a change; undefined: it is not in the list. */
type Places = readonly [was: Buffer | undefined, is: Buffer | undefined];

/**
 * Follows a list of a collection: each change of a record tells whether that belonged to the list before, and belongs to it now. What a plugin's
 * function asks for (`isOpaque`) may mean something else here than to the database, and is not judged.
 */
export function watchList(
  { changes }: { readonly changes: Pick<Services['connection']['changes'], 'recordsSince'> },
  collection: string,
  { filter, sort }: Asked,
  isOpaque = false,
): WatchedList {
  const order = toSort(sort);
  /** Worked out when there is a change. */
  let judged: Judged | undefined;
  const judge = (): Judged => {
    const known = judged ?? (isOpaque ? {} : judgedBy(filter, order));
    if (judged === undefined && JSON.stringify(filter).length <= LONGEST_FILTER) judged = known;
    return known;
  };
  const edgeOf = (record: object): Buffer | undefined => {
    const edge = sortKey(record, order);
    return edge.length > LONGEST_EDGE ? undefined : edge;
  };

  const isElsewhere = (change: ChangedRecord, { fields }: Judged): boolean => fields !== undefined && !mayChange(change, fields);
  /** The images of a change that belong to the list; undefined: nobody knows. */
  const imagesIn = ({ images }: ChangedRecord, { matches }: Judged): readonly (object | undefined)[] | undefined => {
    if (matches === undefined || images === undefined) return undefined;
    return [images.before, images.after].map((record) => (record !== null && matches(record) ? record : undefined));
  };
  /** The same by their places. */
  const placesIn = (change: ChangedRecord, by: Judged): Places | undefined => {
    const found = imagesIn(change, by);
    const [was, is] = (found ?? []).map((record) => record && edgeOf(record));
    const isKnown = found !== undefined && [was, is].every((place, at) => place !== undefined || found[at] === undefined);
    return isKnown ? [was, is] : undefined;
  };
  /** The changes that may concern the list, and by what that is judged; undefined: not all of them are known. */
  const heardSince = (state: number): { readonly heard: readonly ChangedRecord[]; readonly by: Judged } | undefined => {
    const heard = changes.recordsSince(state, collection);
    if (heard === undefined || heard.length === 0) return heard && { heard, by: {} };
    const by = judge();
    return { heard: heard.filter((change) => !isElsewhere(change, by)), by };
  };

  return {
    edgeOf,
    grownSince(state, counted) {
      const since = heardSince(state);
      if (since === undefined) return undefined;
      return addedBy(since.heard, counted, (change) => {
        const found = imagesIn(change, since.by);
        return found && Number(found[1] !== undefined) - Number(found[0] !== undefined);
      });
    },
    hasMovedSince(state, edge) {
      const isWithin = (place: Buffer | undefined) => place !== undefined && (edge === undefined || place.compare(edge) <= 0);
      const since = heardSince(state);
      if (since === undefined) return true;
      return since.heard.some((change) => {
        const places = placesIn(change, since.by);
        if (places === undefined) return true;
        const [was, is] = places;
        return (isWithin(was) || isWithin(is)) && !(was !== undefined && is?.equals(was));
      });
    },
  };
}
