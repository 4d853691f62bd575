import type { Store, Stored } from '../../database';
import { ALL_LANGUAGES } from '../../language';
import { shownMembers, type Visibility } from './shown-members';

/** The IDs of all members of a record's translation group, its own first. */
export const groupOf = ({ _id, translations }: Pick<Stored, '_id' | 'translations'>): number[] => [
  _id,
  ...Object.values(translations).map(({ id }) => id),
];

/**
 * The IDs of all members of the translation groups of these records, as far as somebody is shown one of the group: stored links may name any of them.
 * One query, and one more where what was named is not seen and a translation may be.
 */
export async function groupMembers<R extends Stored>(
  records: Pick<Store<R>, 'many'>,
  ids: readonly number[],
  sight: Visibility<NoInfer<R>>,
): Promise<number[]> {
  const shown = await shownMembers(
    records,
    ids.map((id) => ({ ids: [id] })),
    sight,
    ALL_LANGUAGES,
  );
  return [...new Set(shown.flat().flatMap(groupOf))];
}
