import type { Term } from '../../../database';
import type { Language } from '../../../language';
import type { Sent, Services, TermLike } from '../../types';
import { newTerm, type SentTerm } from '../terms/term-changing';
import { type PluginReads, pluginBaseUrl, pluginReads } from './plugin-reads';

/** The terms of a content type for plugins. */
export interface TermRecords<R extends Term = Term> extends PluginReads<R> {
  /**
   * Creates a term, with fields that plugins added, as clients send them. No permission is checked. Throws an `ApiError` for a name in use
   * and for invalid values.
   */
  create<const T extends SentTerm>(term: T, language: Language): Promise<R>;
}

/** Makes the terms of a type for plugins. The type may be compiled later. */
export const termRecordsOf = (plural: string, services: Services): TermRecords => ({
  ...pluginReads(() => ({ plural, records: services.kinds.terms(plural) })),
  async create(term, language) {
    const type = services.termLikes.get(plural) as TermLike;
    const baseUrl = pluginBaseUrl(services.site, language);
    const sent = { ...term, ...(await checkedFields(type, term, language)) };
    return (await services.connection.transact(newTerm(services, type, sent, { user: undefined, language, baseUrl }))).record;
  },
});

/** Checks the values of fields that plugins added, like those of a request. */
async function checkedFields({ added, checks }: TermLike, term: SentTerm, language: Language): Promise<Sent> {
  if (added.length === 0) return {};
  // Null means “not given”.
  const body = Object.fromEntries(
    Object.entries(term).filter(([name, value]) => value !== null && added.some((field) => field.name === name)),
  );
  return checks.added({ query: {}, body }, { path: {}, record: undefined, user: undefined, language });
}
