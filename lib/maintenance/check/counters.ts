import type { ClientSession } from 'mongodb';
import { type Counter, keyOf, SLUG_NOTES, type Stored, slugNoteOf, withSuffix } from '../../database';
import { LANGUAGES } from '../../language';
import { type CheckContext, checkAgain, type Fault } from './context';

/** Finds the highest ID of a collection that passes a filter. IDs of other types sort after all numbers. */
const highest = async ({ connection }: CheckContext, name: string, filter: object, session: ClientSession): Promise<unknown> => {
  const found = await connection.collection<{ _id: never }>(name).findOne(filter, { sort: { _id: -1 }, projection: { _id: 1 }, session });
  return (found as { _id?: unknown } | null)?._id;
};

/** Checks that no ID is higher than the counter of its sequence. */
export async function checkSequences(context: CheckContext): Promise<void> {
  const { connection, types } = context;
  const collections = new Map([
    ['media', 'posts'] as const,
    ['users', 'users'] as const,
    ...types.map((type) => [type.plural, type.sequence] as const),
  ]);
  for (const [name, sequence] of collections) {
    await checkAgain(context, async (session) => {
      const faults: Fault[] = [];
      const last = await highest(context, name, {}, session);
      if (last !== undefined && !Number.isSafeInteger(last)) {
        const what = `Among the ${name} there is an ID that is not a whole number (${JSON.stringify(last)})`;
        faults.push({ what, mend: 'its meaning is unknown: remove it by hand' });
      }
      const id = Number((await highest(context, name, { _id: { $lte: Number.MAX_SAFE_INTEGER } }, session)) ?? 0);
      const counters = connection.collection<Counter>('counters');
      const value = (await counters.findOne({ _id: sequence }, { session }))?.value ?? 0;
      if (id > value) {
        faults.push({
          what: `The counter "${sequence}" is ${value}, but the highest ID of the ${name} is ${id}`,
          async mend(within) {
            await counters.updateOne({ _id: sequence }, { $max: { value: id } }, { upsert: true, session: within });
            return `it is ${id} now`;
          },
        });
      }
      return faults;
    });
  }
}

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
      return `it is ${free} now`;
    };
    return [{ what: `The note "${name}" has ${note.value} as the first free number, but ${free} is free`, mend }];
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
