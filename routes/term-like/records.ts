import type { Filter } from 'mongodb';
import type { Language } from '../../lib/language';
import type { Term } from '../../lib/records/record';
import type { Page, PageQuery } from '../../lib/records/store';
import type { Services } from '../services';
import { addTerm, type SentTerm } from '../term-like';
import type { TermLike } from './term-kind';

/** The terms of a kind in the hands of a plugin. */
export interface TermRecords {
  byId(id: number): Promise<Term | undefined>;
  bySlug(language: Language, slug: string): Promise<Term | undefined>;
  /** The terms of these IDs that exist, by ID, in one query. */
  many(ids: Iterable<number>): Promise<ReadonlyMap<number, Term>>;
  /** All terms that meet a condition of MongoDB; keep it to what an index serves. */
  find(filter: Filter<Term>): Promise<Term[]>;
  page(query: PageQuery<Term>): Promise<Page<Term>>;
  /** Creates a term; throws an `ApiError` for a name that is taken or cannot be stored. Nobody's permission is asked. */
  create(term: SentTerm, language: Language): Promise<Term>;
}

/** Makes a kind's terms as plugins use them. */
export function termRecordsOf(kind: TermLike, services: Services): TermRecords {
  const { byId, bySlug, many, find, page } = services.kinds.terms(kind.plural);
  return {
    byId: (id) => byId(id),
    bySlug: (language, slug) => bySlug(language, slug),
    many: (ids) => many(ids),
    find: (filter) => find(filter),
    page,
    create: (term, language) => addTerm(services, kind, term, language),
  };
}
