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
import type { TypeBuilder } from '../fields';
import { sortIndexes } from '../list';
import { nameKey } from '../records';
import { wordKeys, wordsIndex } from '../search';
import type { PostLikeDeclaration, PostRecord } from '../types';
import { fieldIndexes } from './compile-fields';
import type { TermBuilder } from './term-builder';

/** Describes the storage of a term-like type. */
export const storedTerms = (draft: TermBuilder): StoredType<Term> => ({
  plural: draft.plural,
  shared: sharedPaths(draft),
  indexes: [...TERM_INDEXES, ...fieldIndexes(draft)],
  keys(term) {
    const { name, description, language } = term;
    const own = {
      name: nameKey(name),
      description: fold(description).slice(0, 100),
      words: wordKeys({ language, title: name, text: '', links: [], isClosed: false }),
    };
    return draft.compiled.reduce<Stored['keys']>((found, { extension }) => extension.keys?.(term, found) ?? found, own);
  },
});

/** Returns the links whose targets store how many records link to them. */
const countedLinks = ({ compiled }: TypeBuilder): readonly Counted[] => compiled.flatMap(({ extension }) => extension.counted ?? []);

/** Returns the links whose names find a record. */
export const linksByName = (draft: TypeBuilder): readonly Counted[] => countedLinks(draft).filter(({ as }) => as === undefined);

/** Returns the stored fields that link to other records. */
export const linksFrom = ({ plural, compiled }: TypeBuilder): readonly DeclaredLink[] =>
  compiled.flatMap(({ link, field }) => {
    if (link === undefined || field.path === undefined) return [];
    const shared = field.shared?.by === true;
    const none = field.empty as DeclaredLink['none'];
    return [{ to: link, collection: plural, field: field.path, none, translated: shared || field.translates === true, shared }];
  });

type Compiled = Pick<TermBuilder | TypeBuilder, 'compiled'>;

/** Returns the stored paths that translations share. */
export const sharedPaths = ({ compiled }: Compiled): readonly string[] =>
  pathsOf(compiled.map(({ field: { shared } }) => shared?.by === true && shared));

/** Returns the stored paths that a new translation copies: those that stay shared, and those that are only shared initially. */
export const inheritedPaths = ({ compiled }: Compiled): readonly string[] => pathsOf(compiled.map(({ field: { shared } }) => shared));

const pathsOf = (shared: readonly ({ readonly path: string } | false | undefined)[]): readonly string[] => [
  ...new Set(shared.flatMap((one) => (one ? one.path : []))),
];

/** The stored path that all post-like types share between translations. */
export const IMAGE_PATH = 'image';

type Keys = Post['keys'];

/** Describes the storage of a post-like type. */
export function storedPosts(declaration: PostLikeDeclaration, draft: TypeBuilder): StoredType<Post> {
  const { plural, titled } = declaration;
  const extensions = draft.compiled.map(({ extension }) => extension);
  const linked = linksByName(draft);
  return {
    plural,
    shared: [IMAGE_PATH, ...sharedPaths(draft)],
    indexes: [
      ...POST_INDEXES,
      ...(declaration.order ? [declaration.order] : []),
      ...(declaration.indexes ?? []),
      ...sortIndexes(declaration, draft),
      wordsIndex(declaration, draft),
      ...fieldIndexes(draft),
    ],
    counted: countedLinks(draft),
    keys(record) {
      const title = String((record as Readonly<Record<string, unknown>>)[titled]);
      const keys = extensions.reduce<Keys>((found, extension) => extension.keys?.(record, found) ?? found, {
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
    // A draft has no slug unless it was given one.
    ...(declaration.lateSlugs && {
      fallbackSlug: ({ _id, status }) => (status === 'draft' || status === 'pending' ? '' : String(_id)),
    }),
  };
}
