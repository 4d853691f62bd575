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

/**
 * The slug that a new term asks for: where it is taken, that of a term below another gets its parents' slugs behind it
 * (REFERENCE 7.2: `music-music`); the store adds a number where even this is taken.
 */
async function slugFor(terms: Terms, wanted: string, { language, session, parent = 0 }: NewTerm): Promise<string> {
  let slug = wanted;
  for (const id of await terms.lineage(parent, session)) {
    if (!(await terms.bySlug(language, slug, session))) return slug;
    slug = `${slug}-${(await terms.byId(id, session))?.slug ?? id}`;
  }
  return slug;
}

/** Stores a new term; its slug comes from the name unless one is given, and gets a suffix where it is taken (REFERENCE 7.2). */
export async function createTerm(terms: Terms, services: Services, term: NewTerm): Promise<Term> {
  const { name, language, session, description = '', parent = 0, origin } = term;
  const slug = await slugFor(terms, term.slug ?? slugify(name), term);
  return terms.create({ ...origin, language, name, slug, description, parent, count: 0, modified: services.clock.now() }, session);
}
