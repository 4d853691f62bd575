import type { Store, Stored } from '../../database';
import { ALL_LANGUAGES } from '../../language';
import { shownMembers, type Visibility } from './shown-members';

/** The IDs of a record's translation group, its own first. */
export const groupOf = ({ _id, translations }: Pick<Stored, '_id' | 'translations'>): number[] => [
  _id,
  ...Object.values(translations).map(({ id }) => id),
];

/**
 * The IDs of the translation groups of some records, since stored links may name any member. A group without a visible member is left out.
 * Needs one query, or two if a named member is hidden.
 */
export async function groupMembers<R extends Stored>(
  records: Pick<Store<R>, 'many'>,
  ids: readonly number[],
  visibility: Visibility<NoInfer<R>>,
): Promise<number[]> {
  const shown = await shownMembers(
    records,
    ids.map((id) => ({ ids: [id] })),
    visibility,
    ALL_LANGUAGES,
  );
  return [...new Set(shown.flat().flatMap(groupOf))];
}
