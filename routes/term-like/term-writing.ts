import type { ClientSession } from 'mongodb';
import { fold } from '../../lib/calendar/fold';
import { slugify } from '../../lib/calendar/slug';
import type { Language } from '../../lib/language';
import type { Term } from '../../lib/records/record';
import type { Draft } from '../../lib/records/store';
import type { Terms } from '../../lib/records/terms';
import type { Services } from '../services';

/** What a new term is made of; all but the name may be left out. */
export interface NewTerm {
  readonly name: string;
  readonly language: Language;
  readonly session: ClientSession;
  readonly slug?: string;
  readonly description?: string;
  readonly parent?: number;
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

/** Stores a new term whose name was looked for within the same session and is new; its slug comes from the name unless one is given, and gets a suffix where it is taken (REFERENCE 7.2). */
export async function createTerm(terms: Terms, services: Services, term: NewTerm): Promise<Term> {
  await services.connection.claim(`${terms.collection().collectionName} ${term.language} ${fold(term.name)}`, term.session);
  return terms.create(await draftTerm(terms, services, term), term.session);
}

/** Works out a new term that is not stored yet. */
export async function draftTerm(terms: Terms, services: Services, term: NewTerm): Promise<Draft<Term>> {
  const { name, language, description = '', parent = 0 } = term;
  const slug = await slugFor(terms, term.slug ?? slugify(name), term);
  return { language, name, slug, description, parent, count: 0, modified: services.clock.now() };
}
