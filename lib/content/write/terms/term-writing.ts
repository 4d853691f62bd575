import type { ClientSession } from 'mongodb';
import { cutSlug, fold, isSameName, slugify } from '../../../calendar';
import { type Draft, type Term, type Terms, usedBy } from '../../../database';
import { invalidParam } from '../../../errors';
import type { Language, Text } from '../../../language';
import { UNKNOWN_PARENT } from '../../list';
import { claimTree, nameKey } from '../../records';
import type { Services, Taxonomy } from '../../types';
import { NO_LONGER_PROPOSED } from '../../visibility';

/** What a new term is made of; all but the name may be left out. */
export interface NewTerm {
  readonly name: string;
  readonly language: Language;
  readonly session: ClientSession;
  readonly slug?: string;
  readonly description?: string;
  readonly parent?: number;
  /** What is stored of what plugins have added. */
  readonly fields?: Term['fields'];
  /** Who proposes it, where it is hidden from others. */
  readonly proposedBy?: Term['proposedBy'];
}

/**
 * The slug that a new term asks for, in at most 200 characters. If it is taken, that of a term below another gets its parents' slugs behind it
 * (`music-music`). If even this is taken, the store adds a number.
 */
export async function slugFor(terms: Terms, wanted: string, { language, session, parent = 0 }: NewTerm): Promise<string> {
  const isFree = async (slug: string) => (await terms.bySlug(language, slug, session)) === undefined;
  if (parent === 0 || (await isFree(wanted))) return wanted;
  let slug = wanted;
  for (const id of await terms.lineage(parent, session)) {
    const longer = cutSlug(`${slug}-${(await terms.byId(id, session))?.slug ?? id}`);
    if (longer === slug) break;
    slug = longer;
    if (await isFree(slug)) break;
  }
  return slug;
}

/** Takes the mark off a proposed term, by whoever manages terms. */
export async function accept(terms: Terms, term: Term, session: ClientSession): Promise<void> {
  if (term.proposedBy !== undefined) await terms.update(term, NO_LONGER_PROPOSED, session);
}

/**
 * Makes sure of the parent of a term, within the transaction that puts a term below it or removes one: two of these at once would not
 * see each other, and could close a circle or leave a child without its parent. Throws 400 where the parent is gone.
 */
export async function claimParent(terms: Terms, services: Services, parent: number, session: ClientSession): Promise<void> {
  if (parent === 0) return;
  await claimTree(services, terms.collection().collectionName, session);
  const term = await terms.byId(parent, session);
  if (!term) throw invalidParam('parent', UNKNOWN_PARENT);
  await accept(terms, term, session);
}

/** Levels of the deepest tree. */
const MOST_LEVELS = 10;

const TOO_DEEP: Text = {
  en: `Send a parent that is less deep: terms nest at most ${MOST_LEVELS} deep.`,
  fr: `Envoyez un parent moins profond : les termes s’imbriquent sur ${MOST_LEVELS} niveaux au plus.`,
};

/** Refuses a place below `parent` for a term, or for a new one, with what is below it: terms nest at most 10 deep. Throws 400 `rest_invalid_param`. */
export async function refuseDepth(terms: Terms, term: number | undefined, parent: number, session: ClientSession): Promise<void> {
  if (parent === 0) return;
  const above = (await terms.lineage(parent, session)).length;
  const height = term === undefined ? 1 : await terms.height(term, session);
  if (above + height > MOST_LEVELS) throw invalidParam('parent', TOO_DEEP);
}

/**
 * The term that forbids another of this name beside it: one of this name, in any case, where no slug of its own is asked
 * for that is free. In a tree it counts only among its siblings, by its name as it is written or by the slug.
 */
export async function existingTerm(
  { hierarchical }: Pick<Taxonomy, 'hierarchical'>,
  terms: Terms,
  term: NewTerm,
): Promise<Term | undefined> {
  const { name, language, session, parent = 0 } = term;
  const found = await terms.find({ language, 'keys.name': nameKey(name), parent }, session);
  const namesakes = found.filter((one) => isSameName(one.name, name));
  const [twin] = namesakes;
  if (!twin) return undefined;
  const slug = term.slug ?? slugify(name);
  const holder = await terms.bySlug(language, slug, session);
  const isSame = term.slug === undefined || twin.slug === slug;
  if (!isSame && !holder) return undefined;
  if (!hierarchical) return twin;
  if (isSame && namesakes.some((one) => one.name === name)) return twin;
  return holder?.parent === parent ? holder : undefined;
}

/** Stores a new term whose name was looked for within the same session and is new; its slug comes from the name unless one is given, and gets a suffix where it is taken. */
export async function createTerm(
  terms: Terms,
  services: Services,
  term: NewTerm,
  translated: Pick<Draft<Term>, 'group' | 'translations'> = {},
): Promise<Term> {
  await services.connection.claim(`${terms.collection().collectionName} ${term.language} ${fold(term.name)}`, term.session);
  return terms.create({ ...(await draftTerm(terms, services, term)), ...translated }, term.session);
}

/** Works out a new term that is not stored yet. */
export async function draftTerm(terms: Terms, services: Services, term: NewTerm): Promise<Draft<Term>> {
  const { name, language, description = '', parent = 0, fields, proposedBy } = term;
  await refuseDepth(terms, undefined, parent, term.session);
  const slug = await slugFor(terms, term.slug ?? slugify(name), term);
  const own = { language, name, slug, description, parent, count: 0, ...usedBy(0), modified: services.clock.now() };
  return { ...own, ...(fields && { fields }), ...(proposedBy && { proposedBy }) };
}
