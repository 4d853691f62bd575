import type { Served } from '../language';
import type { Stored } from '../records/record';
import type { Store } from '../records/store';
import { recordLanguage, type View, type WriteContext } from './context';
import { createDependencies } from './dependencies';
import type { PostLike } from './post-like';
import type { PostRecord } from './post-record';
import { type SeenLinks, type Sight, seenLinks, shownMembers } from './shown-members';

/** What records link to: of which collection, by which IDs, and which of these somebody is shown. */
interface Linked<R extends Stored> {
  readonly collection: string;
  readonly records: Pick<Store<R>, 'many'>;
  readonly sight: Sight<NoInfer<R>>;
  readonly served: Served;
  idsOf(record: PostRecord): readonly number[];
}

/** Shows records within the answers of others, and notes that these are made of them; `idsOf` tells which of them one shows. */
export async function presentWithin<R extends PostRecord>(
  { present }: Pick<PostLike<R>, 'present'>,
  embedded: readonly R[],
  view: View,
  shown: readonly PostRecord[],
  idsOf: (place: number) => Iterable<number>,
): Promise<object[]> {
  const madeOf = view.madeOf && createDependencies();
  const answers = await present(embedded, { ...view, embedded: true, madeOf });
  if (madeOf !== undefined) for (const [place, { _id }] of shown.entries()) view.madeOf?.shownBy(_id, madeOf, idsOf(place));
  return answers;
}

/** Answers, for each record, what it links to as it is shown in the record’s language (`shownMembers`), and notes that the record's answer is made of that. */
export async function linkedMembers<R extends Stored>(
  shown: readonly PostRecord[],
  { madeOf }: Pick<View, 'madeOf'>,
  { collection, records, sight, served, idsOf }: Linked<R>,
): Promise<R[][]> {
  const namings = shown.map((record) => ({ ids: idsOf(record), language: record.language }));
  const linked = await shownMembers<R>(records, namings, sight, served);
  for (const [place, record] of shown.entries()) {
    madeOf?.records(record._id, collection, namings[place]?.ids ?? []);
    madeOf?.records(record._id, collection, linked[place]?.map(({ _id }) => _id) ?? []);
  }
  return linked;
}

/** Tells what who writes a record is shown of what it links to: writing back what was read changes nothing. */
export const seenByWriter = <R extends Stored>(
  { records, sight, served }: Pick<Linked<R>, 'records' | 'sight' | 'served'>,
  ids: readonly number[],
  context: WriteContext<PostRecord>,
): Promise<SeenLinks> =>
  seenLinks<R>({ many: (some) => records.many(some, context.session) }, { ids, language: recordLanguage(context) }, sight, served);
