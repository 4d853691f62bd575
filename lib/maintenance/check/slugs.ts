import type { ClientSession } from 'mongodb';
import { type Counter, freeSlugs, keyOf, SLUG_NOTES, type Stored, slugNoteOf, withSuffix } from '../../database';
import { LANGUAGES, type Language } from '../../language';
import { type Aspect, type CheckContext, type CheckedRecord, checkAgain, type Fault, type Mend, type TypeCheck } from './context';
import type { Uniqueness } from './duplicates';
import { renameTo, SIBLING_FIELDS } from './translations';

/** Makes the repair that gives a record the first free slug after a requested one. */
const renaming =
  (check: TypeCheck, record: CheckedRecord, requested: string): Mend =>
  async (session) => {
    const [slug = ''] = await freeSlugs({ ...check, session }, [{ slug: requested, language: record.language as Language }]);
    await renameTo(check, record, slug, session);
    return `its slug is "${slug}" now`;
  };

/** Makes the check that each record which needs a slug has one. */
export function emptySlugsAspect(check: TypeCheck): Aspect {
  const { name, fallbackSlug } = check;
  const isEmpty = ({ slug }: CheckedRecord): boolean => typeof slug !== 'string' || slug === '';
  return {
    fields: SIBLING_FIELDS,
    faultsOf: async (records) =>
      records
        .filter((record) => isEmpty(record) && fallbackSlug(record) !== '')
        .map((record) => ({
          id: record._id,
          what: `The ${name} ${record._id}${record.status === undefined ? '' : ` (${record.status})`} has no slug`,
          mend: renaming(check, record, fallbackSlug(record)),
        })),
  };
}

/** Returns the rule that slugs are unique per type and language. The younger record gets the next free suffix. */
export const slugUniqueness = (check: TypeCheck): Uniqueness => ({
  fields: SIBLING_FIELDS,
  uniqueOf: ({ language, slug }) => (typeof slug === 'string' && slug !== '' ? `${language} ${slug}` : undefined),
  faultOf: (record, keeper) => ({
    what: `The ${check.name} ${record._id} has the slug "${record.slug}" (${record.language}), which ${keeper._id} has too`,
    mend: renaming(check, record, record.slug ?? ''),
  }),
});

/** The number of slug notes, and of slugs, in one query. */
const BATCH = 500;
const NUMBERS = 1000;
/** The first name after the names of all slug notes. */
const END = SLUG_NOTES.replace(/ $/, '!');

/** Checks the slug notes. A note stores the first free number of a slug; all numbers below it must be in use. */
export async function checkSlugNotes(context: CheckContext): Promise<void> {
  const { connection, types } = context;
  const notes = connection.collection<Counter>('counters');
  const plurals = new Set(types.map(({ plural }) => plural));

  /** Finds the first free number before `end`, or returns `end`. */
  const firstFree = async (name: string, end: number, session?: ClientSession): Promise<number> => {
    const { plural, language, slug } = slugNoteOf(name) ?? { plural: '', language: '', slug: '' };
    if (!plurals.has(plural) || !LANGUAGES.some((one) => one === language)) return end;
    for (let start = 1; start < end; start += NUMBERS) {
      const some = Array.from({ length: Math.min(NUMBERS, end - start) }, (_, offset) => withSuffix(slug, start + offset));
      const filter = { language, slug: { $in: some } } as object;
      const found = connection.collection<Stored>(plural).find(filter, { projection: { _id: 0, slug: 1 }, ...(session && { session }) });
      const taken = new Set((await found.toArray()).map((record) => record.slug));
      const free = some.findIndex((candidate) => !taken.has(candidate));
      if (free >= 0) return start + free;
    }
    return end;
  };

  const judge = async (name: string, session: ClientSession): Promise<readonly Fault[]> => {
    connection.lock([keyOf('counters', name)], session);
    const note = await notes.findOne({ _id: name }, { session });
    const free = note === null ? undefined : await firstFree(name, note.value, session);
    if (note === null || free === undefined || free === note.value) return [];
    const mend = async (within: ClientSession): Promise<string> => {
      // Every change of a slug note locks this name.
      await connection.lockName(name, within);
      await notes.updateOne({ _id: name }, { $set: { value: free } }, { session: within });
      return `it says ${free} now`;
    };
    return [{ what: `The note "${name}" says that all numbers before ${note.value} are taken, and ${free} is free`, mend }];
  };

  for (let after = SLUG_NOTES; ; ) {
    const batch = await notes
      .find({ _id: { $gt: after, $lt: END } })
      .sort({ _id: 1 })
      .limit(BATCH)
      .toArray();
    const last = batch.at(-1);
    if (last === undefined) return;
    for (const { _id, value } of batch)
      if ((await firstFree(_id, value)) !== value) await checkAgain(context, (session) => judge(_id, session));
    after = last._id;
  }
}
