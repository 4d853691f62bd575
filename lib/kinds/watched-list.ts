import { compileFilter, type Filter } from '../query/filter';
import { type Sort, sortKey, toSort } from '../query/sort';
import type { ChangedRecord, Images } from '../records/change-log';
import type { PageQuery } from '../records/store';
import type { Services } from './services';

/** What of a list decides which records it has, and in which order. */
type Asked = Pick<PageQuery<never>, 'sort'> & { readonly filter: object };

/** A list whose changes are followed. */
export interface WatchedList {
  /** By how many records it has grown since a change; undefined where that is not known, or was under way when all were counted. */
  grownSince(state: number, counted: number): number | undefined;
  /** Whether, since a change, a record of it has come, gone or moved: `edge`, of all up to the record that is sorted by it. */
  hasMovedSince(state: number, edge?: Buffer): boolean;
  /** What a record of it is sorted by, as bytes. */
  edgeOf(record: object): Buffer;
}

/** Fields that say how many records name one, and when the last of these is. */
const COUNTS: readonly string[] = ['count', 'until', 'abroad', 'abroadUntil', 'counts'];

/** What decides whether a record belongs to a list, and where in it; without `matches` that is left to the database. */
interface Judged extends Partial<Pick<Filter, 'matches'>> {
  readonly order: Sort;
  /** The fields of records that it depends on; undefined: any. */
  readonly fields?: ReadonlySet<string>;
}

const judgedBy = (filter: object, order: Sort): Judged => {
  const sorting = order.map(([path]) => path.replace(/\..*$/s, ''));
  try {
    const { matches, fields } = compileFilter(filter);
    return { matches, order, fields: new Set([...fields, ...sorting]) };
  } catch {
    // Not every condition that a plugin may say is known here.
    return { order };
  }
};

/** Follows a list of a collection: each change of a record tells whether that belonged to the list before, and belongs to it now. */
export function watchList({ changes }: Services['connection'], collection: string, { filter, sort }: Asked): WatchedList {
  /** Worked out when there is a change. */
  let judged: Judged | undefined;
  const judge = (): Judged => {
    judged ??= judgedBy(filter, toSort(sort));
    return judged;
  };
  const edgeOf = (record: object): Buffer => sortKey(record, judge().order);

  const isElsewhere = ({ isCounting, fields: changed }: ChangedRecord): boolean => {
    const { fields } = judge();
    if (fields === undefined) return false;
    return isCounting ? !COUNTS.some((name) => fields.has(name)) : (changed?.every((name) => !fields.has(name)) ?? false);
  };
  /** Where a record stood in the list and where it stands, each unless it did not or does not; undefined: nobody knows. */
  const movedBy = ({ images }: ChangedRecord): readonly [Buffer | undefined, Buffer | undefined] | undefined => {
    const { matches } = judge();
    if (matches === undefined || images === undefined) return undefined;
    const placeOf = (record: Images['before']) => (record !== null && matches(record) ? edgeOf(record) : undefined);
    return [placeOf(images.before), placeOf(images.after)];
  };
  const heardSince = (state: number): readonly ChangedRecord[] | undefined =>
    changes.recordsSince(state, collection)?.filter((change) => !isElsewhere(change));

  return {
    edgeOf,
    grownSince(state, counted) {
      let grown = 0;
      for (const change of heardSince(state) ?? [undefined]) {
        const moved = change && movedBy(change);
        if (change === undefined || moved === undefined) return undefined;
        const more = Number(moved[1] !== undefined) - Number(moved[0] !== undefined);
        if (more !== 0 && change.since < counted) return undefined;
        grown += more;
      }
      return grown;
    },
    hasMovedSince(state, edge) {
      const isWithin = (place: Buffer | undefined) => place !== undefined && (edge === undefined || place.compare(edge) <= 0);
      return (heardSince(state) ?? [undefined]).some((change) => {
        const moved = change && movedBy(change);
        if (moved === undefined) return true;
        const [was, is] = moved;
        return (isWithin(was) || isWithin(is)) && !(was !== undefined && is?.equals(was));
      });
    },
  };
}
