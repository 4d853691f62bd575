import type { ClientSession } from 'mongodb';
import type { Counter } from '../../database';
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
