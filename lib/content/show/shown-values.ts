import { noteUncacheable } from '../../cache';
import { refusalOf, type Stored } from '../../database';
import { waitAtMost } from '../../deadline';
import { type Hook, lostInJson, removeInherited } from '../../registry';
import type { Services, TypeField, View } from '../types';

/** The longest time in which a plugin's function shows a field of all records of an answer, in ms. */
export const MOST_MILLISECONDS = 1000;

/** The pause after a field did not answer in time, in ms: it is null and its function is not called. */
const PAUSE_MILLISECONDS = 5000;

/** The end of each field's pause, on the clock of `performance.now()`. An answer that shows its records in parts thus waits once. */
const pauses = new WeakMap<Hook, number>();

const failLate = (): never => {
  throw new Error(`it did not answer within ${MOST_MILLISECONDS / 1000} s, and is not asked for the next ${PAUSE_MILLISECONDS / 1000} s`);
};

/** Waits for what a field shows, and begins its pause if that comes too late. */
const inTime = (field: Hook, answered: unknown, milliseconds: number): Promise<unknown> =>
  waitAtMost(milliseconds, answered, {
    late: () => {
      pauses.set(field, performance.now() + PAUSE_MILLISECONDS);
      failLate();
    },
  });

/** What stands for the values that one record’s `show` failed to make, with what it threw. */
const failures = new WeakMap<object, unknown>();

/** Makes what is shown of one record; what that throws is the harm of this record alone. */
export const shownOrFailure = (make: () => unknown): unknown => {
  try {
    return make();
  } catch (thrown) {
    const failure = {};
    failures.set(failure, thrown);
    return failure;
  }
};

/**
 * Shows a field of each record; undefined leaves the field out. If a plugin's function throws, returns no valid answer or takes more than 1 s,
 * then the value is null and `unshown` is called. After such a delay the field stays null for 5 s, and the function is not called. Errors of the
 * database are thrown.
 */
export async function shownValues<R extends Stored, C>(
  { show, showing, always }: Pick<TypeField<R, C>, 'show' | 'showing' | 'always'>,
  records: readonly R[],
  view: View,
  shown: readonly Readonly<Record<string, unknown>>[],
  unshown: Services['unshown'],
  milliseconds = MOST_MILLISECONDS,
): Promise<readonly unknown[]> {
  if (show === undefined) return [];
  if (showing === undefined) return show(records, view, shown);
  const note = (thrown: unknown): void => {
    if (isTrouble(thrown)) throw thrown;
    // It may be shown the next time.
    noteUncacheable();
    unshown(showing, thrown);
  };
  try {
    if (performance.now() < (pauses.get(showing) ?? 0)) failLate();
    const answered = show(records, view, shown);
    removeInherited(showing);
    const values = counted(await inTime(showing, answered, milliseconds), records.length);
    return values.map((value) => {
      try {
        const said = writable(value);
        return said === undefined && always ? null : said;
      } catch (thrown) {
        note(thrown);
        return null;
      }
    });
  } catch (thrown) {
    note(thrown);
    return records.map(() => null);
  }
}

/** Tells whether a field of a record cannot be shown now. */
export async function isUnshown<R extends Stored, C>(
  field: TypeField<R, C>,
  record: R,
  view: View,
  shown: Readonly<Record<string, unknown>>,
): Promise<boolean> {
  let failed = false;
  await shownValues(field, [record], view, [shown], () => {
    failed = true;
  });
  return failed;
}

/** The values in a list of ours, one for each record: that of a plugin may be anything that looks like one. */
function counted(values: unknown, count: number): readonly unknown[] {
  if (!Array.isArray(values)) throw new Error('it answers no list: answer one, with a value for each record');
  if (values.length !== count) throw new Error(`it answers ${values.length} values for ${count} records: answer one for each`);
  return Array.from(values);
}

/** The value, where JSON can say it. */
function writable(value: unknown): unknown {
  if (typeof value === 'function' || typeof value === 'symbol') return undefined;
  if (typeof value === 'bigint') throw new Error('it answers a bigint, which JSON cannot say: answer a number or a text');
  if (typeof value !== 'object' || value === null) return value;
  if (failures.has(value)) throw failures.get(value);
  if ('then' in value && typeof value.then === 'function') {
    Promise.resolve(value).catch(() => undefined);
    throw new Error('it answers a promise in place of a value: await it');
  }
  const lost = lostInJson(value);
  if (lost !== undefined) throw new Error(`it answers a ${lost}, of which JSON writes nothing: answer plain objects and lists`);
  JSON.stringify(value);
  return value;
}

/** The codes of refusals that say that the database is at fault. */
const TROUBLE: readonly string[] = ['database_unavailable', 'insufficient_storage', 'rest_overloaded'];

function isTrouble(thrown: unknown): boolean {
  try {
    return TROUBLE.includes(refusalOf(thrown)?.code ?? '');
  } catch {
    // Even to look at what was thrown may throw.
    return false;
  }
}
