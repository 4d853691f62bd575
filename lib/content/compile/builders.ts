import { NEWEST, POST_INDEXES, TERM_INDEXES, TERM_NAME, type Term } from '../../database';
import { addField, type DeclaredField, declaredField, type TypeBuilder } from '../fields';
import { LIST_ARGS, ORDER_NAMES, sortIndexes } from '../list';
import { TERM_MEMBERS } from '../show';
import { languagesFilter, TRANSLATION_OF } from '../translations';
import type { OwnField, PostLikeDeclaration, Services, TermContext, TermDeclaration } from '../types';
import { COMMON_ARGS, reservedNames } from './args';

/** All declarations of content types and fields, by the calendar and then by plugins. */
export interface Declarations {
  readonly postLikes: readonly PostLikeDeclaration[];
  readonly termLikes: readonly TermDeclaration[];
  readonly fields: readonly DeclaredField[];
}

/** A post-like type during compilation. */
export interface PostBuilder extends TypeBuilder {
  readonly declaration: PostLikeDeclaration;
}

/** A term-like type during compilation. */
export interface TermBuilder extends TypeBuilder<Term, TermContext> {
  readonly declaration: TermDeclaration;
}

/** Starts the compilation of all types, first with their own fields, then with the fields of plugins. */
export function buildTypes(
  services: Services,
  { postLikes, termLikes, fields }: Declarations,
  blaming: (plugin: string, work: () => void) => void,
): { readonly posts: readonly PostBuilder[]; readonly terms: readonly TermBuilder[] } {
  const termFilters = postLikes.flatMap(({ kind, narrowsTerms }) => (narrowsTerms ? [kind] : []));
  const posts = postLikes.map(postBuilder);
  const terms = termLikes.map((declaration) => termBuilder(declaration, termFilters));
  const types = {
    postLikes: new Map(posts.map((builder) => [builder.plural, builder])),
    termLikes: new Map(terms.map((builder) => [builder.plural, builder])),
  };
  for (const field of fields) blaming(field.plugin, () => addField(services, types, field));
  return { posts, terms };
}

const isOwn = (field: object): field is OwnField => !('make' in field);

function postBuilder(declaration: PostLikeDeclaration): PostBuilder {
  const { kind, plural, name, names, sparse, indexes = [] } = declaration;
  const draft = {
    ...{ kind, plural, name, names },
    ...(sparse && { sparse }),
    listed: declaration.listed ?? declaration.order?.key ?? NEWEST.key,
    compared: ['status', 'author', 'password'],
    protectable: declaration.protectable === true,
  };
  const compiled = Object.entries(declaration.fields).map(([wire, field]) =>
    isOwn(field) ? declaredField(draft, wire, field) : field.make(draft, wire),
  );
  // A plugin may add a field for a stored value that clients cannot send otherwise.
  const own = compiled.flatMap(({ field }) => (field.arg || field.filter || field.path === undefined ? [field.name] : []));
  const filters = [...declaration.filters, languagesFilter].flatMap(({ args }) => Object.keys(args));
  return {
    declaration,
    ...draft,
    compiled,
    usedNames: new Set([...COMMON_ARGS, ...own, ...filters]),
    irreplaceable: reservedNames(declaration),
    facets: new Set(Object.keys(declaration.facets ?? {})),
    indexes: POST_INDEXES.length + indexes.length + (declaration.order ? 1 : 0) + sortIndexes(declaration, draft).length + 1,
  };
}

/** Members of terms that clients depend on. No field can replace these members. */
const IRREPLACEABLE_MEMBERS = ['language', 'urls', '_links', 'filter', 'term_group', 'term_taxonomy_id'] as const;

/** Starts the compilation of a term-like type. `termFilters` are the args that limit lists of terms to those of one record. */
function termBuilder(declaration: TermDeclaration, termFilters: readonly string[]): TermBuilder {
  const { kind, plural, name, names, fields } = declaration;
  const draft = { kind, plural, name, names, listed: TERM_NAME.key, compared: ['used', 'parent'], protectable: false };
  return {
    declaration,
    ...draft,
    compiled: Object.entries(fields).map(([wire, field]) => declaredField<Term, TermContext>(draft, wire, field)),
    usedNames: new Set([...Object.keys(fields), TRANSLATION_OF, ...TERM_MEMBERS, ...ORDER_NAMES]),
    irreplaceable: new Set([...LIST_ARGS, ...termFilters, ...IRREPLACEABLE_MEMBERS]),
    facets: new Set(),
    indexes: TERM_INDEXES.length,
  };
}
