import type { Language } from '../../language';
import type { Term } from '../../records/record';
import { type PluginReads, pluginReads } from '../plugin-reads';
import type { Services } from '../services';
import type { TermLike } from '../term-like';
import { addTerm, type SentTerm } from './term-changing';

/** The terms of a kind in the hands of a plugin. */
export interface TermRecords extends PluginReads<Term> {
  /** Creates a term; throws an `ApiError` for a name that is taken or cannot be stored. Nobody's permission is asked. */
  create(term: SentTerm, language: Language): Promise<Term>;
}

/** Makes a kind's terms as plugins use them, before the kind is made or after. */
export const termRecordsOf = (plural: string, services: Services): TermRecords => ({
  ...pluginReads(() => services.kinds.terms(plural)),
  create: async (term, language) => addTerm(services, services.termLikes.get(plural) as TermLike, term, language),
});
