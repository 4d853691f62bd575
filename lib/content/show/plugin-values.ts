import { noteUncacheable } from '../../cache';
import { refusalOf, type Stored } from '../../database';
import { waitAtMost } from '../../deadline';
import { isSelected, lostInJson, removeInherited, selectedWithin } from '../../registry';
import type { CompiledField, Services, View } from '../types';

export type ShownAnswer = Record<string, unknown>;

/** Sets the values of a field in presented records. An undefined value leaves its record unchanged. */
export const fill = (name: string, answers: readonly ShownAnswer[], values: readonly unknown[] | undefined): void => {
  for (const [index, answer] of answers.entries()) if (values?.[index] !== undefined) answer[name] = values[index];
};

/** Returns the view for records inside a field: `_fields` reduced to the part below the field. Fields of plugins get all members. */
export const fieldView = ({ name, showing }: Pick<CompiledField, 'name' | 'showing'>, view: View): View =>
  view.selected === undefined ? view : { ...view, selected: showing === undefined ? selectedWithin(view.selected, name) : undefined };

/**
 * Adds the values of plugins' fields to presented records. Plain functions run in parallel for at most 1 s. Functions that read other shown
 * fields then run in order, and share another second.
 */
export async function showPluginFields<R extends Stored, C>(
  fields: readonly CompiledField<R, C>[],
  records: readonly R[],
  view: View,
  answers: readonly ShownAnswer[],
  reportFailure: Services['reportFieldFailure'],
): Promise<void> {
  if (records.length === 0) return;
  const shown = fields.filter(
    ({ name, show, outermost }) => show !== undefined && !(outermost && view.embedded) && isSelected(view.selected, name),
  );
  const valuesOf = (field: CompiledField<R, C>, milliseconds?: number) =>
    shownValues(field, records, fieldView(field, view), answers, reportFailure, milliseconds);
  const started = new Map(shown.filter(({ buildsOnShown }) => !buildsOnShown).map((field) => [field, valuesOf(field)]));
  await Promise.all(started.values());
  let left = MOST_MILLISECONDS;
  for (const field of shown) {
    const began = performance.now();
    fill(field.name, answers, await (started.get(field) ?? valuesOf(field, left)));
    left = Math.max(0, left - (performance.now() - began));
  }
}

/** Sets plugins' fields to their hidden value (by default null) in presented records that are protected. */
export function hidePluginFields<R extends Stored, C>(
  fields: readonly CompiledField<R, C>[],
  { embedded }: Pick<View, 'embedded'>,
  answers: readonly ShownAnswer[],
): void {
  for (const { name, show, outermost, hidden } of fields) {
    if (show === undefined || (outermost && embedded)) continue;
    for (const answer of answers) if (!(name in answer)) answer[name] = hidden?.value ?? null;
  }
}

/** Returns the view for records with plugins' fields: all members and real counts, if a plugin's function may need them. */
export const viewForPlugins = (fields: readonly Pick<CompiledField, 'name' | 'buildsOnShown' | 'showing'>[], view: View): View => ({
  ...view,
  ...(fields.some(({ name, buildsOnShown }) => buildsOnShown && isSelected(view.selected, name)) && { selected: undefined }),
  ...(view.hasPlaceholders && fields.some(({ showing }) => showing !== undefined) && { hasPlaceholders: false }),
});

/** Longest time for a plugin's function to show one field of all records in a response, in ms. */
const MOST_MILLISECONDS = 1000;

/** Pause after a plugin's function timed out, in ms. The function is not called then, and its field is null. */
const PAUSE_MILLISECONDS = 5000;

const failLate = (): never => {
  throw new Error(`it did not answer within ${MOST_MILLISECONDS / 1000} s, and is not asked for the next ${PAUSE_MILLISECONDS / 1000} s`);
};

/** A placeholder for the value of a record whose `show` function threw an error. */
class Failure {
  constructor(readonly thrown: unknown) {}
}

/** Returns the result of `make`, or a `Failure` if it throws. So an error affects only one record. */
export const shownOrFailure = (make: () => unknown): unknown => {
  try {
    return make();
  } catch (thrown) {
    return new Failure(thrown);
  }
};

/**
 * Computes the value of a field for each record. Undefined omits the field. If a plugin's function throws, times out or returns invalid
 * values, the value is null and `reportFailure` is called. A timeout stops calls for 5 s. Errors of MongoDB are thrown.
 */
async function shownValues<R extends Stored, C>(
  { show, showing, always }: Pick<CompiledField<R, C>, 'show' | 'showing' | 'always'>,
  records: readonly R[],
  view: View,
  shown: readonly Readonly<Record<string, unknown>>[],
  reportFailure: Services['reportFieldFailure'],
  milliseconds = MOST_MILLISECONDS,
): Promise<readonly unknown[]> {
  if (show === undefined) return [];
  if (showing === undefined) return show(records, view, shown);
  const note = (thrown: unknown): void => {
    if (isDatabaseError(thrown)) throw thrown;
    // The next request may succeed.
    noteUncacheable();
    reportFailure(showing, thrown);
  };
  try {
    if (performance.now() < (showing.pausedUntil ?? 0)) failLate();
    const answered = show(records, view, shown);
    removeInherited(showing);
    const onTimeout = () => {
      showing.pausedUntil = performance.now() + PAUSE_MILLISECONDS;
      return failLate();
    };
    const values = counted(await waitAtMost(milliseconds, answered, { onTimeout }), records.length);
    return values.map((value) => {
      try {
        const own = writable(value);
        return own === undefined && always ? null : own;
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

/** True if a plugin's field of a record cannot be shown now. */
export async function isUnshown<R extends Stored, C>(
  field: CompiledField<R, C>,
  record: R,
  view: View,
  shown: Readonly<Record<string, unknown>>,
): Promise<boolean> {
  let isFailed = false;
  await shownValues(field, [record], view, [shown], () => {
    isFailed = true;
  });
  return isFailed;
}

function counted(values: unknown, count: number): readonly unknown[] {
  if (!Array.isArray(values)) throw new Error('it does not answer a list: answer a list with a value for each record');
  if (values.length !== count) throw new Error(`it answers ${values.length} values for ${count} records: answer one for each`);
  return Array.from(values);
}

function writable(value: unknown): unknown {
  if (typeof value === 'function' || typeof value === 'symbol') return undefined;
  if (typeof value === 'bigint') throw new Error('it answers a bigint, which JSON does not have: answer a number or a text');
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Failure) throw value.thrown;
  if ('then' in value && typeof value.then === 'function') {
    Promise.resolve(value).catch(() => undefined);
    throw new Error('it answers a promise in place of a value: await it');
  }
  const lost = lostInJson(value);
  if (lost !== undefined) throw new Error(`it answers a ${lost}, which JSON leaves out: answer plain objects and lists`);
  JSON.stringify(value);
  return value;
}

/** Codes of errors that the database causes. */
const DATABASE_CODES: readonly string[] = ['database_unavailable', 'insufficient_storage', 'rest_overloaded'];

function isDatabaseError(thrown: unknown): boolean {
  try {
    return DATABASE_CODES.includes(refusalOf(thrown)?.code ?? '');
  } catch {
    // Reading the thrown value may throw as well.
    return false;
  }
}
