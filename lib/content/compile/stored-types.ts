import { collationKey, fold } from '../../calendar';
import {
  type Counted,
  type DeclaredLink,
  linkedIds,
  linkKey,
  POST_INDEXES,
  type Post,
  type Stored,
  type StoredType,
  TERM_INDEXES,
  type Term,
} from '../../database';
import { sortIndexes } from '../list';
import { nameKey } from '../records';
import { wordKeys, wordsIndex } from '../search';
import type { PostRecord } from '../types';
import type { PostBuilder, TermBuilder } from './builders';

/** Returns the MongoDB indexes that the fields of a type need. */
export const fieldIndexes = ({ compiled }: PostBuilder | TermBuilder) => compiled.flatMap(({ extension: { indexes = [] } }) => indexes);

/** The stored path of the featured image, which translations of all post-like types share. */
export const IMAGE_PATH = 'image';

/** Returns the stored paths that translations share, and the paths that a new translation copies. Both lists begin with `own`. */
export const sharedPaths = (
  { compiled }: PostBuilder | TermBuilder,
  own: readonly string[] = [],
): Record<'shared' | 'inherited', readonly string[]> => {
  const all = compiled.flatMap(({ field: { shared } }) => shared ?? []);
  const pathsOf = (some: typeof all) => [...new Set([...own, ...some.map(({ path }) => path)])];
  return { shared: pathsOf(all.filter(({ by }) => by === true)), inherited: pathsOf(all) };
};

/** Describes the storage of a term-like type: shared paths, indexes and search keys. */
export const storedTerms = (builder: TermBuilder): StoredType<Term> => ({
  plural: builder.plural,
  shared: sharedPaths(builder).shared,
  indexes: [...TERM_INDEXES, ...fieldIndexes(builder)],
  keys(term) {
    const { name, description, language } = term;
    const own = {
      name: nameKey(name),
      description: fold(description).slice(0, 100),
      words: wordKeys({ language, title: name, text: '', links: [], isClosed: false }),
    };
    return builder.compiled.reduce<Stored['keys']>((found, { extension }) => extension.keys?.(term, found) ?? found, own);
  },
});

/** Returns the links whose target records store the number of linking records. */
const countedLinks = ({ compiled }: PostBuilder): readonly Counted[] => compiled.flatMap(({ extension }) => extension.counted ?? []);

/** Returns the counted links whose target names also match in searches of the linking records. */
export const linksByName = (builder: PostBuilder): readonly Counted[] => countedLinks(builder).filter(({ as }) => as === undefined);

/** Returns the links of a type: stored paths, and the types of the target records. */
export const linksFrom = ({ plural, compiled }: PostBuilder): readonly DeclaredLink[] =>
  compiled.flatMap(({ link, field }) => {
    if (link === undefined || field.path === undefined) return [];
    const shared = field.shared?.by === true;
    const none = field.empty as DeclaredLink['none'];
    return [{ to: link, collection: plural, field: field.path, none, translated: shared || field.translates === true, shared }];
  });

/** Describes the storage of a post-like type: shared paths, indexes, counted links and search keys. */
export function storedPosts(builder: PostBuilder): StoredType<Post> {
  const { declaration, compiled } = builder;
  const linked = linksByName(builder);
  return {
    plural: builder.plural,
    shared: sharedPaths(builder, [IMAGE_PATH]).shared,
    indexes: [
      ...POST_INDEXES,
      ...(declaration.order ? [declaration.order] : []),
      ...(declaration.indexes ?? []),
      ...sortIndexes(declaration, builder),
      wordsIndex(declaration, builder),
      ...fieldIndexes(builder),
    ],
    counted: countedLinks(builder),
    keys(record) {
      const title = String((record as Readonly<Record<string, unknown>>)[declaration.titled]);
      const keys = compiled.reduce<Post['keys']>((found, { extension }) => extension.keys?.(record, found) ?? found, {
        ...(declaration.keys?.(record as Omit<PostRecord, 'keys'>) ?? { name: nameKey(title) }),
        collated: collationKey(title, record.language),
        text: '',
      });
      const links = linked.flatMap(({ field }) =>
        [...linkedIds(record as PostRecord, field)].sort((one, other) => one - other).map((id) => linkKey(field, id)),
      );
      const { language, password } = record;
      return { ...keys, words: wordKeys({ language, title, text: String(keys['text']), links, isClosed: password !== '' }) };
    },
    // A draft has no slug unless the client sent one.
    ...(declaration.lateSlugs && {
      fallbackSlug: ({ _id, status }) => (status === 'draft' || status === 'pending' ? '' : String(_id)),
    }),
  };
}
