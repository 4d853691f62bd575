import type { Stored } from '../../database';
import { isSelected, selectedWithin } from '../../registry';
import type { Services, TypeField, View } from '../types';
import { MOST_MILLISECONDS, shownValues } from './shown-values';

/** A record as it is shown. */
export type ShownAnswer = Record<string, unknown>;

/** Puts the values of a field into answers, one for each; undefined leaves what is there. */
export const fill = (name: string, answers: readonly ShownAnswer[], values: readonly unknown[] | undefined): void => {
  for (const [place, answer] of answers.entries()) if (values?.[place] !== undefined) answer[name] = values[place];
};

/** The view in which a field shows what it links to: the part of that which is asked for. A plugin's function may need all of it. */
export const fieldView = ({ name, showing }: Pick<TypeField, 'name' | 'showing'>, view: View): View =>
  view.wanted === undefined ? view : { ...view, wanted: showing === undefined ? selectedWithin(view.wanted, name) : undefined };

/**
 * Shows what was added to records beside what their kind shows, or in its place. Functions of plugins are asked at once, so that those that do not
 * answer cost 1 s together. Those that build on what others show come after these, in order, and have 1 s together too.
 */
export async function showAdded<R extends Stored, C>(
  added: readonly TypeField<R, C>[],
  records: readonly R[],
  view: View,
  answers: readonly ShownAnswer[],
  unshown: Services['unshown'],
): Promise<void> {
  if (records.length === 0) return;
  const shown = added.filter(
    ({ name, show, outermost }) => show !== undefined && !(outermost && view.embedded) && isSelected(view.wanted, name),
  );
  const valuesOf = (field: TypeField<R, C>, milliseconds?: number) =>
    shownValues(field, records, fieldView(field, view), answers, unshown, milliseconds);
  const asked = new Map(shown.filter(({ buildsOnShown }) => !buildsOnShown).map((field) => [field, valuesOf(field)]));
  await Promise.all(asked.values());
  let left = MOST_MILLISECONDS;
  for (const field of shown) {
    const began = performance.now();
    fill(field.name, answers, await (asked.get(field) ?? valuesOf(field, left)));
    left = Math.max(0, left - (performance.now() - began));
  }
}

/** The same where all of it is hidden. */
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

/** Widens a view: all members are wanted if a wanted field reads what other fields show. */
export const widenedView = (added: readonly Pick<TypeField, 'name' | 'buildsOnShown'>[], view: View): View => {
  if (view.wanted === undefined) return view;
  const builds = added.some(({ name, buildsOnShown }) => buildsOnShown && isSelected(view.wanted, name));
  return builds ? { ...view, wanted: undefined } : view;
};

/** The view of records that a plugin's functions look at: to them all is shown as it will be. */
export const filledView = (added: readonly Pick<TypeField, 'showing'>[], view: View): View =>
  view.hasPlaceholders && added.some(({ showing }) => showing !== undefined) ? { ...view, hasPlaceholders: false } : view;
