import { index, type NamedIndex, WORDS_FIELD, WORDS_INDEX } from '../../database';
import type { PostLikeDeclaration, TypeDraft } from '../types';

/** The order of equally relevant records: by date, or by title in the order of the language. */
export const relevanceOrder = ({ found }: Pick<PostLikeDeclaration, 'found'>): Readonly<Record<string, 1>> => ({
  [found?.by ?? 'keys.collated']: 1,
  _id: 1,
});

/** The word index of a content type. It contains the fields that all lists compare, in the order of equally relevant records. */
export const wordsIndex = (type: Pick<PostLikeDeclaration, 'found'>, { listed }: Pick<TypeDraft, 'listed'>): NamedIndex => {
  const everywhere = ['hidden', 'status'].filter((name) => Object.hasOwn(listed, name));
  const more = type.found?.compared ?? [];
  return index(WORDS_INDEX, {
    language: 1,
    [WORDS_FIELD]: 1,
    ...Object.fromEntries(everywhere.map((name) => [name, 1 as const])),
    ...relevanceOrder(type),
    ...Object.fromEntries(more.map((name) => [name, 1 as const])),
  });
};
