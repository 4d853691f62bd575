import { TERM_INDEXES, TERM_NAME, type Term } from '../../database';
import { declaredField, type TypeBuilder } from '../fields';
import { LIST_ARGS, ORDER_NAMES } from '../list';
import { TERM_MEMBERS } from '../show';
import { TRANSLATION_OF } from '../translations';
import type { TermContext, TermDeclaration } from '../types';

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
