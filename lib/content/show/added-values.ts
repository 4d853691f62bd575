import type { Stored } from '../../database';
import { isSelected, selectedWithin } from '../../registry';
import type { Services, TypeField, View } from '../types';
import { MOST_MILLISECONDS, shownValues } from './shown-values';

/** A record as answers show it. */
export type ShownAnswer = Record<string, unknown>;

/** Sets the values of a field in answers, one for each answer. An undefined value leaves the answer as it is. */
export const fill = (name: string, answers: readonly ShownAnswer[], values: readonly unknown[] | undefined): void => {
  for (const [index, answer] of answers.entries()) if (values?.[index] !== undefined) answer[name] = values[index];
};

/**
 * The view for the records that a field shows. It keeps the part of `_fields` below the field, or all if a plugin's function shows the
 * field.
 */
export const fieldView = ({ name, showing }: Pick<TypeField, 'name' | 'showing'>, view: View): View =>
  view.wanted === undefined ? view : { ...view, wanted: showing === undefined ? selectedWithin(view.wanted, name) : undefined };

/**
 * Shows the fields that plugins added to records. Plain functions run at the same time, so hanging ones cost 1 s together. Functions that
 * read other shown fields run afterwards, in order, and share another second.
 */
export async function showAdded<R extends Stored, C>(
  added: readonly TypeField<R, C>[],
  records: readonly R[],
  view: View,
  answers: readonly ShownAnswer[],
  unshown: Services['reportFieldFailure'],
): Promise<void> {
  if (records.length === 0) return;
  const shown = added.filter(
    ({ name, show, outermost }) => show !== undefined && !(outermost && view.embedded) && isSelected(view.wanted, name),
  );
  const valuesOf = (field: TypeField<R, C>, milliseconds?: number) =>
    shownValues(field, records, fieldView(field, view), answers, unshown, milliseconds);
  const started = new Map(shown.filter(({ buildsOnShown }) => !buildsOnShown).map((field) => [field, valuesOf(field)]));
  await Promise.all(started.values());
  let left = MOST_MILLISECONDS;
  for (const field of shown) {
    const began = performance.now();
    fill(field.name, answers, await (started.get(field) ?? valuesOf(field, left)));
    left = Math.max(0, left - (performance.now() - began));
  }
}

/** Sets the values of added fields in answers that hide all of them. */
export function hideAdded<R extends Stored, C>(
  added: readonly TypeField<R, C>[],
  { embedded }: Pick<View, 'embedded'>,
  answers: readonly ShownAnswer[],
): void {
  for (const { name, show, outermost, hidden } of added) {
    if (show === undefined || (outermost && embedded)) continue;
    for (const answer of answers) if (!(name in answer)) answer[name] = hidden?.value ?? null;
  }
}

/** Widens a view to all members if a requested field reads other shown fields. */
export const widenedView = (added: readonly Pick<TypeField, 'name' | 'buildsOnShown'>[], view: View): View => {
  if (view.wanted === undefined) return view;
  const builds = added.some(({ name, buildsOnShown }) => buildsOnShown && isSelected(view.wanted, name));
  return builds ? { ...view, wanted: undefined } : view;
};

/** The view for records that functions of plugins read. It has real counts in place of placeholders. */
export const filledView = (added: readonly Pick<TypeField, 'showing'>[], view: View): View =>
  view.hasPlaceholders && added.some(({ showing }) => showing !== undefined) ? { ...view, hasPlaceholders: false } : view;
