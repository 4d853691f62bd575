import { TERM_INDEXES, TERM_NAME } from '../records/indexes';
import type { Term } from '../records/record';
import type { TermContext } from './context';
import type { KindInMaking } from './fields/add-field';
import { declaredField } from './fields/declared-field';
import type { TermDeclaration } from './term-like';
import { TERM_MEMBERS } from './terms/term-answer';
import { LIST_ARGS } from './terms/term-filters';
import { ORDER_NAMES } from './terms/term-list';
import { TRANSLATION_OF } from './translations/translation-of';

/** A term-like kind while its fields are made. */
export type TermInMaking = KindInMaking<Term, TermContext> & Pick<TermDeclaration, 'hierarchical'>;

/** What answers show of terms that programs take them apart by: nothing can stand in its place. */
const FIRM_MEMBERS = ['language', 'urls', '_links', 'filter', 'term_group', 'term_taxonomy_id'] as const;

/** Begins a term-like kind with its own fields; `narrowing` are the args by which its lists are narrowed to what records of other kinds have. */
export function termInMaking(declaration: TermDeclaration, narrowing: readonly string[]): TermInMaking {
  const { kind, plural, name, names, hierarchical, fields } = declaration;
  const draft = { kind, plural, name, names, listed: TERM_NAME.key, compared: ['used', 'parent'], protectable: false };
  return {
    ...draft,
    hierarchical,
    made: Object.entries(fields).map(([wire, field]) => declaredField<Term, TermContext>(draft, wire, field)),
    taken: new Set([...Object.keys(fields), TRANSLATION_OF, ...TERM_MEMBERS, ...ORDER_NAMES]),
    firm: new Set([...LIST_ARGS, ...narrowing, ...FIRM_MEMBERS]),
    facets: new Set(),
    indexes: TERM_INDEXES.length,
  };
}
