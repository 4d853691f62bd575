import type { Filter } from 'mongodb';
import type { Store, Stored } from '../../database';
import type { Language } from '../../language';
import { type Naming, shownMembers } from '../records';
import type { PostRecord, Services, User } from '../types';
import { READERS, readableBy, readableTo } from './link-visibility';
import { termsVisibleTo } from './visible-terms';

/** A record that is shown for one that is named: its own ID, what it is called, and in which language. */
export interface ShownName {
  readonly id: number;
  readonly name: string;
  readonly language: Language;
}

/** What is named, and by whom the names are read; `whole` where of a protected record nobody is to know that it is named. */
export interface NamedRecords extends Required<Naming> {
  readonly whole?: boolean | undefined;
}

/** Reads of records who is shown them, and what else is named: to read all of them would take several times as long. */
export const namesIn = <R extends Stored>(
  { collection }: Pick<Store<R>, 'collection'>,
  ...more: readonly string[]
): Pick<Store<R>, 'many'> => ({
  async many(ids) {
    const wanted = [...new Set(ids)];
    if (wanted.length === 0) return new Map();
    const projection = Object.fromEntries([...READERS, ...more].map((field) => [field, 1]));
    const filter = { _id: { $in: wanted } } as unknown as Filter<R>;
    // One more than there are: else the database is asked whether there are more.
    const found = (await collection()
      .find(filter, { projection, batchSize: wanted.length + 1 })
      .toArray()) as unknown as readonly R[];
    return new Map(found.map((record) => [record._id, record]));
  },
});

/** The records of a kind that a reader is shown for some of them, by the IDs that these are named by; those are left out that nobody is shown. */
export async function shownNames(
  { kinds, site, postLikes, termLikes }: Services,
  plural: string,
  { ids, language, whole }: NamedRecords,
  user: User | undefined,
): Promise<ReadonlyMap<number, ShownName>> {
  const namings = ids.map((id) => ({ ids: [id], language }));
  const titled = postLikes.get(plural)?.titled ?? 'name';
  const sight = (whole ? readableBy : readableTo)(user, plural);
  const shown = termLikes.has(plural)
    ? await shownMembers(namesIn(kinds.terms(plural), titled), namings, termsVisibleTo({ termLikes }, plural, user), site.served)
    : await shownMembers(namesIn(kinds.posts<PostRecord>(plural), titled), namings, sight, site.served);
  return new Map(
    ids.flatMap((id, place) => {
      const [record] = shown[place] ?? [];
      if (record === undefined) return [];
      const name = String((record as unknown as Readonly<Record<string, unknown>>)[titled]);
      return [[id, { id: record._id, name, language: record.language }] as const];
    }),
  );
}
