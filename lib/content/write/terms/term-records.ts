import type { Term } from '../../../database';
import type { Language } from '../../../language';
import type { Sent, Services, TermLike } from '../../types';
import { type PluginReads, pluginReads } from '../plugin-reads';
import { newTerm, type SentTerm } from './term-changing';

/** The terms of a kind in the hands of a plugin. */
export interface TermRecords<R extends Term = Term> extends PluginReads<R> {
  /**
   * Creates a term, with what plugins have added as clients send it; throws an `ApiError` for a name that is taken or cannot be stored, and for what a
   * client would be refused of these. Nobody's permission is asked.
   */
  create<const T extends SentTerm>(term: T, language: Language): Promise<R>;
}

/** Makes a kind's terms as plugins use them, before the kind is made or after. */
export const termRecordsOf = (plural: string, services: Services): TermRecords => ({
  ...pluginReads(() => ({ plural, records: services.kinds.terms(plural) })),
  async create(term, language) {
    const kind = services.termLikes.get(plural) as TermLike;
    const baseUrl = `${services.site.url ?? 'http://localhost'}/${language}`;
    const sent = { ...term, ...(await checkedFields(kind, term, language)) };
    return (await services.connection.transact(newTerm(services, kind, sent, { user: undefined, language, baseUrl }))).record;
  },
});

/** What is said of what plugins have added, as requests are checked. */
async function checkedFields({ added, checks }: TermLike, term: SentTerm, language: Language): Promise<Sent> {
  if (added.length === 0) return {};
  // What a null says was not given.
  const body = Object.fromEntries(
    Object.entries(term).filter(([name, value]) => value !== null && added.some((field) => field.name === name)),
  );
  return checks.added({ query: {}, body }, { path: {}, record: undefined, user: undefined, language });
}
