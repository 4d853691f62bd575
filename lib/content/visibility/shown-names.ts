import type { Filter } from 'mongodb';
import { fieldAt, type Store, type Stored } from '../../database';
import type { Language } from '../../language';
import { type LinkedIds, shownMembers } from '../records';
import type { PostRecord, Services, User } from '../types';
import { READERS, readableBy, readableTo } from './link-visibility';
import { termsVisibleTo } from './visible-terms';

/** The visible record behind an ID: its own ID, name and language. */
export interface ShownName {
  readonly id: number;
  readonly name: string;
  readonly language: Language;
}

/** IDs and the language of the reader. `whole` hides protected records. */
export interface NamedRecords extends Required<LinkedIds> {
  readonly whole?: boolean | undefined;
}

/** Makes reads of few fields: those that decide visibility, and `more`. Whole records would take several times as long. */
export const namesIn = <R extends Stored>(
  { collection }: Pick<Store<R>, 'collection'>,
  ...more: readonly string[]
): Pick<Store<R>, 'many'> => ({
  async many(ids) {
    const requested = [...new Set(ids)];
    if (requested.length === 0) return new Map();
    const projection = Object.fromEntries([...READERS, ...more].map((field) => [field, 1]));
    const filter = { _id: { $in: requested } } as unknown as Filter<R>;
    // One more than needed saves a question for the next batch.
    const found = (await collection()
      .find(filter, { projection, batchSize: requested.length + 1 })
      .toArray()) as unknown as readonly R[];
    return new Map(found.map((record) => [record._id, record]));
  },
});

/** Finds the visible record and its name for each ID. IDs without a visible record are left out. */
export async function shownNames(
  { kinds, site, postLikes, termLikes }: Services,
  plural: string,
  { ids, language, whole }: NamedRecords,
  user: User | undefined,
): Promise<ReadonlyMap<number, ShownName>> {
  const namings = ids.map((id) => ({ ids: [id], language }));
  const titled = postLikes.get(plural)?.titled ?? 'name';
  const visibility = (whole ? readableBy : readableTo)(user, plural);
  const shown = termLikes.has(plural)
    ? await shownMembers(namesIn(kinds.terms(plural), titled), namings, termsVisibleTo({ termLikes }, plural, user), site.served)
    : await shownMembers(namesIn(kinds.posts<PostRecord>(plural), titled), namings, visibility, site.served);
  return new Map(
    ids.flatMap((id, index) => {
      const [record] = shown[index] ?? [];
      if (record === undefined) return [];
      const name = String(fieldAt(record, titled));
      return [[id, { id: record._id, name, language: record.language }] as const];
    }),
  );
}
