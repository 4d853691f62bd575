import type { ClientSession } from 'mongodb';
import { slugify } from '../lib/calendar/slug';
import type { Language } from '../lib/language';
import type { Term } from '../lib/records/record';
import type { Terms } from '../lib/records/terms';
import type { Services } from './services';

/** What a new term is made of; all but the name may be left out. */
export interface NewTerm {
  readonly name: string;
  readonly language: Language;
  readonly session: ClientSession;
  readonly slug?: string;
  readonly description?: string;
  readonly parent?: number;
  /** Where the term comes from; see `Stored`. */
  readonly origin?: Pick<Partial<Term>, 'source' | 'group' | 'translations'>;
}

/** Stores a new term; its slug comes from the name unless one is given, and gets a suffix where it is taken (REFERENCE 7.2). */
export const createTerm = (terms: Terms, services: Services, { name, language, session, slug, description = '', parent = 0, origin }: NewTerm): Promise<Term> =>
  terms.create({ ...origin, language, name, slug: slug ?? slugify(name), description, parent, count: 0, modified: services.clock.now() }, session);
