import { collationKey, fold } from '../../calendar';
import {
  type CountedLink,
  type Link,
  linkedIds,
  linkKey,
  NEWEST,
  POST_INDEXES,
  type Post,
  type Stored,
  type StoredType,
  TERM_INDEXES,
  TERM_NAME,
  type Term,
} from '../../database';
import { DeclarationError } from '../../registry';
import { addField, compileField, type PluginField, type TypeBuilder } from '../fields';
import { LIST_ARGS, ORDER_NAMES, sortIndexes, termFields } from '../list';
import { nameKey } from '../records';
import { indexedWords, wordsIndex } from '../search';
import { TERM_MEMBERS } from '../show';
import { languagesFilter, TRANSLATION_OF } from '../translations';
import type { PostLikeDeclaration, PostRecord, RecordCheck, Services, TermContext, TermDeclaration } from '../types';

/** All declarations of content types and fields, by the calendar and then by plugins. */
export interface Declarations {
  readonly postLikes: readonly PostLikeDeclaration[];
  readonly termLikes: readonly TermDeclaration[];
  readonly fields: readonly PluginField[];
  readonly checks: readonly DeclaredCheck[];
}

/** A check that a plugin registers for the records of a post-like type. */
export interface DeclaredCheck {
  readonly plural: string;
  readonly check: RecordCheck;
  readonly plugin: string;
}

export interface PostBuilder extends TypeBuilder {
  readonly declaration: PostLikeDeclaration;
}

export interface TermBuilder extends TypeBuilder<Term, TermContext> {
  readonly declaration: TermDeclaration;
}

/** Starts the compilation of all types, first with their own fields, then with the fields of plugins. */
export function buildTypes(
  services: Services,
  { postLikes, termLikes, fields, checks }: Declarations,
  blaming: (plugin: string, work: () => void) => void,
): { readonly posts: readonly PostBuilder[]; readonly terms: readonly TermBuilder[] } {
  const termFilters = postLikes.flatMap(({ kind, limitsTerms }) => (limitsTerms ? [kind] : []));
  const posts = postLikes.map(postBuilder);
  const terms = termLikes.map((declaration) => termBuilder(services, declaration, termFilters));
  const types = {
    postLikes: new Map(posts.map((builder) => [builder.plural, builder])),
    termLikes: new Map(terms.map((builder) => [builder.plural, builder])),
  };
  for (const field of fields) blaming(field.plugin, () => addField(services, types, field));
  for (const { plural, plugin } of checks) blaming(plugin, () => assertPostLike(plural, [...types.postLikes.keys()]));
  return { posts, terms };
}

function assertPostLike(plural: string, all: readonly string[]): void {
  if (!all.includes(plural))
    throw new DeclarationError(`Check of ${plural}: no post-like type has this plural: use one of ${all.join(', ')}.`);
}

const COMMON_ARGS: readonly string[] = ['author', 'date', 'date_utc', 'status', 'image', 'password', TRANSLATION_OF];

/** Returns the names in a type's list that no field can replace: args other than filters, and orders. */
const reservedNames = ({ filters, facets, formats }: PostLikeDeclaration): ReadonlySet<string> =>
  new Set([
    ...['sort', 'q', 'relevance', ...Object.keys(languagesFilter.args)],
    ...(facets ? ['facets'] : []),
    ...(formats ? ['format'] : []),
    ...filters.flatMap(({ tiers = {} }) => Object.keys(tiers)),
  ]);

function postBuilder(declaration: PostLikeDeclaration): PostBuilder {
  const { kind, plural, names, sparse, indexes = [] } = declaration;
  const basics = {
    kind,
    plural,
    names,
    ...(sparse && { sparse }),
    listed: declaration.listIndex?.key ?? NEWEST.key,
    compared: ['status', 'author', 'password'],
    protectable: declaration.protectable === true,
  };
  const fields = Object.entries(declaration.fields).map(([name, field]) => ('name' in field ? field : compileField(basics, name, field)));
  // A plugin may add a field for a stored value that clients cannot send otherwise.
  const own = fields.flatMap(({ name, arg, filter, path }) => (arg || filter || path === undefined ? [name] : []));
  const filters = [...declaration.filters, languagesFilter].flatMap(({ args }) => Object.keys(args));
  return {
    declaration,
    ...basics,
    fields,
    usedNames: new Set([...COMMON_ARGS, ...own, ...filters]),
    irreplaceable: reservedNames(declaration),
    facets: new Set(Object.keys(declaration.facets ?? {})),
    indexes: POST_INDEXES.length + indexes.length + (declaration.listIndex ? 1 : 0) + sortIndexes(declaration, basics).length + 1,
  };
}

/** Members of terms that clients depend on. No field can replace these members. */
const IRREPLACEABLE_MEMBERS = ['language', 'urls', '_links', 'filter', 'term_group', 'term_taxonomy_id'] as const;

/** Starts the compilation of a term-like type. `termFilters` are the args that limit lists of terms to those of one record. */
function termBuilder(services: Services, declaration: TermDeclaration, termFilters: readonly string[]): TermBuilder {
  const { kind, plural, names } = declaration;
  const declared = termFields(services, declaration);
  const basics = { kind, plural, names, listed: TERM_NAME.key, compared: ['used', 'parent'], protectable: false };
  return {
    declaration,
    ...basics,
    fields: Object.entries(declared).map(([name, field]) => compileField<Term, TermContext>(basics, name, field)),
    usedNames: new Set([...Object.keys(declared), TRANSLATION_OF, ...TERM_MEMBERS, ...ORDER_NAMES]),
    irreplaceable: new Set([...LIST_ARGS, ...termFilters, ...IRREPLACEABLE_MEMBERS]),
    facets: new Set(),
    indexes: TERM_INDEXES.length,
  };
}

export const fieldIndexes = ({ fields }: PostBuilder | TermBuilder) => fields.flatMap(({ indexes = [] }) => indexes);

/** The stored path of the featured image, which translations of all post-like types share. */
export const IMAGE_PATH = 'image';

/**
 * Groups the compiled fields of a type: all (`fields`), and those of plugins (`pluginFields`). `onNull` has the effects of nulls. `shared` has
 * the stored paths that translations share, and `inherited` those that a new translation copies. Both begin with `own`.
 */
export const groupFields = <R extends Stored, C>({ fields }: Pick<TypeBuilder<R, C>, 'fields'>, own: readonly string[] = []) => {
  const copied = fields.flatMap(({ shared }) => shared ?? []);
  const pathsOf = (some: typeof copied): readonly string[] => [...new Set([...own, ...some.map(({ path }) => path)])];
  return {
    fields,
    pluginFields: fields.filter(({ plugin }) => plugin !== undefined),
    onNull: new Map(fields.flatMap(({ name, onNull }) => (onNull ? [[name, onNull] as const] : []))),
    shared: pathsOf(copied.filter(({ by }) => by === true)),
    inherited: pathsOf(copied),
  };
};

/** Describes the storage of a term-like type: shared paths, indexes and search keys. */
export const storedTerms = (builder: TermBuilder): StoredType<Term> => ({
  plural: builder.plural,
  shared: groupFields(builder).shared,
  indexes: [...TERM_INDEXES, ...fieldIndexes(builder)],
  keys(term) {
    const { name, description, language } = term;
    const own = {
      name: nameKey(name),
      description: fold(description).slice(0, 100),
      words: indexedWords({ language, title: name, text: '', links: [], isProtected: false }),
    };
    return builder.fields.reduce<Stored['keys']>((found, field) => field.keys?.(term, found) ?? found, own);
  },
});

/** Returns the links whose target records store the number of linking records. */
const countedLinks = ({ fields }: PostBuilder): readonly CountedLink[] => fields.flatMap(({ counted = [] }) => counted);

/** Returns the counted links whose target names also match in searches of the linking records. */
export const linksByName = (builder: PostBuilder): readonly CountedLink[] => countedLinks(builder).filter(({ as }) => as === undefined);

/** Returns the links of a type: stored paths, and the types of the target records. */
export const linksFrom = ({ plural, fields }: PostBuilder): readonly Link[] =>
  fields.flatMap(({ link, path, empty, shared, translates }) => {
    if (link === undefined || path === undefined) return [];
    const isShared = shared?.by === true;
    const none = empty as Link['none'];
    return [{ to: link, collection: plural, field: path, none, translated: isShared || translates === true, shared: isShared }];
  });

/** Describes the storage of a post-like type: shared paths, indexes, counted links and search keys. */
export function storedPosts(builder: PostBuilder): StoredType<Post> {
  const { declaration, fields } = builder;
  const linked = linksByName(builder);
  return {
    plural: builder.plural,
    shared: groupFields(builder, [IMAGE_PATH]).shared,
    indexes: [
      ...POST_INDEXES,
      ...(declaration.listIndex ? [declaration.listIndex] : []),
      ...(declaration.indexes ?? []),
      ...sortIndexes(declaration, builder),
      wordsIndex(declaration, builder),
      ...fieldIndexes(builder),
    ],
    counted: countedLinks(builder),
    keys(record) {
      const title = String((record as Readonly<Record<string, unknown>>)[declaration.titled]);
      const keys = fields.reduce<Post['keys']>((found, field) => field.keys?.(record, found) ?? found, {
        ...(declaration.keys?.(record as Omit<PostRecord, 'keys'>) ?? { name: nameKey(title) }),
        collated: collationKey(title, record.language),
        text: '',
      });
      const links = linked.flatMap(({ field }) =>
        [...linkedIds(record as PostRecord, field)].sort((one, other) => one - other).map((id) => linkKey(field, id)),
      );
      const { language, password } = record;
      return { ...keys, words: indexedWords({ language, title, text: String(keys['text']), links, isProtected: password !== '' }) };
    },
    // A draft has no slug unless the client sent one.
    ...(declaration.lateSlugs && {
      fallbackSlug: ({ _id, status }) => (status === 'draft' || status === 'pending' ? '' : String(_id)),
    }),
  };
}
