import { NEWEST, POST_INDEXES, TERM_INDEXES, TERM_NAME, type Term } from '../../database';
import { declaredField, type TypeBuilder } from '../fields';
import { LIST_ARGS, ORDER_NAMES, sortIndexes } from '../list';
import { TERM_MEMBERS } from '../show';
import { languagesFilter, TRANSLATION_OF } from '../translations';
import type { ListFilter, OwnField, PostLikeDeclaration, TermContext, TermDeclaration } from '../types';
import { COMMON_ARGS, reservedNames } from './args';

/** Returns the filters of a type's list: its own, and that by languages. */
export const filtersOf = ({ filters }: PostLikeDeclaration): readonly ListFilter[] => [...filters, languagesFilter];

const isOwn = (field: object): field is OwnField => !('make' in field);

/** Starts the compilation of a post-like type with its own fields. */
export function createPostBuilder(declaration: PostLikeDeclaration): TypeBuilder {
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
  // A plugin may add a field by which clients send what is only stored so far.
  const own = compiled.flatMap(({ field }) => (field.arg || field.filter || field.path === undefined ? [field.name] : []));
  const filters = filtersOf(declaration).flatMap((filter) => Object.keys(filter.args));
  return {
    ...draft,
    compiled,
    usedNames: new Set([...COMMON_ARGS, ...own, ...filters]),
    irreplaceable: reservedNames(declaration),
    facets: new Set(Object.keys(declaration.facets ?? {})),
    indexes: POST_INDEXES.length + indexes.length + (declaration.order ? 1 : 0) + sortIndexes(declaration, draft).length + 1,
  };
}

/** A term-like type during compilation. */
export type TermBuilder = TypeBuilder<Term, TermContext> & Pick<TermDeclaration, 'hierarchical'>;

/** Members of terms that programs depend on. No field can replace them. */
const IRREPLACEABLE_MEMBERS = ['language', 'urls', '_links', 'filter', 'term_group', 'term_taxonomy_id'] as const;

/**
 * Starts the compilation of a term-like type with its own fields. `termFilters` lists the args that limit its lists to the terms of one
 * record.
 */
export function createTermBuilder(declaration: TermDeclaration, termFilters: readonly string[]): TermBuilder {
  const { kind, plural, name, names, hierarchical, fields } = declaration;
  const draft = { kind, plural, name, names, listed: TERM_NAME.key, compared: ['used', 'parent'], protectable: false };
  return {
    ...draft,
    hierarchical,
    compiled: Object.entries(fields).map(([wire, field]) => declaredField<Term, TermContext>(draft, wire, field)),
    usedNames: new Set([...Object.keys(fields), TRANSLATION_OF, ...TERM_MEMBERS, ...ORDER_NAMES]),
    irreplaceable: new Set([...LIST_ARGS, ...termFilters, ...IRREPLACEABLE_MEMBERS]),
    facets: new Set(),
    indexes: TERM_INDEXES.length,
  };
}
