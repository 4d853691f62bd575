import type { ClientSession } from 'mongodb';
import { type Counter, keyOf, SLUG_NOTES, type Stored, slugNoteOf, withSuffix } from '../../database';
import { LANGUAGES } from '../../language';
import { type CheckContext, checkAgain, type Fault } from './context';

const BATCH = 500;
/** The number of slugs in one query. */
const NUMBERS = 1000;
/** The first name after the names of all slug notes. */
const END = SLUG_NOTES.replace(/ $/, '!');

/** Checks the notes on slugs. A note tells the first free number of a slug; all numbers below it must be taken. */
export async function checkSlugNotes(context: CheckContext): Promise<void> {
  const { connection, types } = context;
  const notes = connection.collection<Counter>('counters');
  const plurals = new Set(types.map(({ plural }) => plural));

  /** The first free number before `end`, or `end`. */
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
    return [
      {
        what: `The note "${name}" says that all numbers before ${note.value} are taken, and ${free} is free`,
        async mend(within) {
          // Every change of a note makes this claim.
          await connection.claim(name, within);
          await notes.updateOne({ _id: name }, { $set: { value: free } }, { session: within });
          return `it says ${free} now`;
        },
      },
    ];
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
