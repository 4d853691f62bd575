import type { Store, Stored } from '../../database';
import type { Served } from '../../language';
import { type PostRecord, recordLanguage, type WriteContext } from '../types';
import { shownMembers, type Visibility, type VisibleLinks, visibleLinks } from './shown-members';

/** The target of a link: its store, its visibility, and the linked IDs of a record. */
interface LinkTarget<R extends Stored> {
  readonly collection: string;
  readonly records: Pick<Store<R>, 'many'>;
  readonly visibility: Visibility<NoInfer<R>>;
  readonly served: Served;
  idsOf(record: PostRecord): readonly number[];
}

/** Reads the linked records for each record, as they are visible in its language (see `shownMembers`). */
export const linkedMembers = <R extends Stored>(
  shown: readonly PostRecord[],
  { records, visibility, served, idsOf }: Omit<LinkTarget<R>, 'collection'>,
): Promise<R[][]> =>
  shownMembers<R>(
    records,
    shown.map((record) => ({ ids: idsOf(record), language: record.language })),
    visibility,
    served,
  );

/** Finds the links of a record that its writer sees. Clients may send back what they have read, and that must change nothing. */
export const visibleToWriter = <R extends Stored>(
  { records, visibility, served }: Pick<LinkTarget<R>, 'records' | 'visibility' | 'served'>,
  ids: readonly number[],
  context: WriteContext<PostRecord>,
): Promise<VisibleLinks> =>
  visibleLinks<R>({ many: (some) => records.many(some, context.session) }, { ids, language: recordLanguage(context) }, visibility, served);
