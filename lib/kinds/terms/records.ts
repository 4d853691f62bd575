import type { Language } from '../../language';
import type { Term } from '../../records/record';
import { type Reads, readsOf } from '../reads';
import type { Services } from '../services';
import type { TermDeclaration } from '../term-like';
import { addTerm, type SentTerm } from './routes';

/** The terms of a kind in the hands of a plugin. */
export interface TermRecords extends Reads<Term> {
  /** Creates a term; throws an `ApiError` for a name that is taken or cannot be stored. Nobody's permission is asked. */
  create(term: SentTerm, language: Language): Promise<Term>;
}

/** Makes a kind's terms as plugins use them. */
export function termRecordsOf(kind: TermDeclaration, services: Services): TermRecords {
  return {
    ...readsOf(() => services.kinds.terms(kind.plural)),
    create: (term, language) => addTerm(services, kind, term, language),
  };
}
