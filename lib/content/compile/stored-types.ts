import { collationKey, fold } from '../../calendar';
import {
  type Counted,
  type DeclaredLink,
  linkedIds,
  linkKey,
  POST_INDEXES,
  type Post,
  type Stored,
  type StoredPostType,
  type StoredTermType,
  TERM_INDEXES,
} from '../../database';
import type { TypeBuilder } from '../fields';
import { sortIndexes } from '../list';
import { nameKey } from '../records';
import { wordKeys, wordsIndex } from '../search';
import type { PostLikeDeclaration, PostRecord } from '../types';
import { fieldIndexes } from './compile-fields';
import type { TermBuilder } from './term-builder';

/** Describes the storage of a term-like type. */
export const storedTerms = (draft: TermBuilder): StoredTermType => ({
  plural: draft.plural,
  shared: sharedPaths(draft, true),
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

/** Returns stored paths that translations share. With `always` it leaves out those that are only copied to new translations. */
export const sharedPaths = ({ compiled }: Pick<TermBuilder | TypeBuilder, 'compiled'>, always: boolean): readonly string[] => [
  ...new Set(compiled.flatMap(({ field: { shared } }) => (shared && (shared.by === true || !always) ? shared.path : []))),
];

/** Returns the shared paths of a post-like type, whose records also share their image. */
export const sharedFields = (draft: TypeBuilder, always: boolean): readonly string[] => ['image', ...sharedPaths(draft, always)];

type Keys = Post['keys'];

/** Describes the storage of a post-like type. */
export function storedPosts(declaration: PostLikeDeclaration, draft: TypeBuilder): StoredPostType<Post> {
  const { plural, titled } = declaration;
  const extensions = draft.compiled.map(({ extension }) => extension);
  const linked = linksByName(draft);
  return {
    plural,
    shared: sharedFields(draft, true),
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
