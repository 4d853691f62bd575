import type { Term, Terms } from '../../database';
import { type Language, servesAll } from '../../language';
import { ALL_VISIBLE, shownMembers, visibleLinks } from '../records';
import type { Site } from '../types';

/** Shows terms below a visible parent: a served translation of it, else the root. Needs one query, or none if all languages are served. */
export async function withVisibleParents(
  terms: Pick<Terms, 'many'>,
  list: readonly Term[],
  { served }: Pick<Site, 'served'>,
): Promise<readonly Term[]> {
  if (servesAll(served)) return list;
  const namings = list.map(({ parent, language }) => ({ ids: parent > 0 ? [parent] : [], language }));
  const parents = await shownMembers(terms, namings, ALL_VISIBLE, served);
  return list.map((term, index) => ({ ...term, parent: parents[index]?.[0]?._id ?? 0 }));
}

/** Finds parents that have no served translation, for terms in these languages. */
export async function hiddenParents(
  terms: Pick<Terms, 'collection' | 'many'>,
  languages: readonly Language[],
  { served }: Pick<Site, 'served'>,
): Promise<number[]> {
  if (servesAll(served)) return [];
  const parents = await terms.collection().distinct('parent', { language: { $in: languages } });
  const { hidden } = await visibleLinks(terms, { ids: parents.filter((id) => id > 0) }, ALL_VISIBLE, served);
  return [...hidden];
}
