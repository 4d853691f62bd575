import type { ClientSession } from 'mongodb';
import { cutSlug, fold, isSameName, slugify } from '../../../calendar';
import { type Draft, type FieldValues, type Term, type Terms, usedBy } from '../../../database';
import { invalidParam } from '../../../errors';
import type { Language } from '../../../language';
import { UNKNOWN_PARENT } from '../../list';
import { lockTree, nameKey } from '../../records';
import type { Sent, Services, Taxonomy, TermContext, TermLike } from '../../types';
import { addedFields } from '../fields/stored-fields';

/** The values of a new term. Only the name is required. */
interface NewTerm {
  readonly name: string;
  readonly language: Language;
  readonly session: ClientSession;
  readonly slug?: string;
  readonly description?: string;
  readonly parent?: number;
  readonly fields?: Term['fields'];
  /** The user IDs of the proposers of a term that other users cannot see. */
  readonly proposedBy?: Term['proposedBy'];
}

/**
 * Returns the slug for a new term, at most 200 characters. A used slug below a parent gets the parents' slugs as suffix, such as
 * `music-music`. If that slug is also in use, storage appends a number.
 */
export async function slugFor(terms: Terms, requested: string, { language, session, parent = 0 }: NewTerm): Promise<string> {
  const isFree = async (slug: string) => (await terms.bySlug(language, slug, session)) === undefined;
  if (parent === 0 || (await isFree(requested))) return requested;
  let slug = requested;
  for (const id of await terms.lineage(parent, session)) {
    const longer = cutSlug(`${slug}-${(await terms.byId(id, session))?.slug ?? id}`);
    if (longer === slug) break;
    slug = longer;
    if (await isFree(slug)) break;
  }
  return slug;
}

/** Changes a proposed term to a term that all users see. */
export async function acceptTerm(terms: Terms, term: Term, session: ClientSession): Promise<void> {
  if (term.proposedBy !== undefined) await terms.update(term, { proposedBy: undefined }, session);
}

/**
 * Checks the parent of a term within the transaction, and locks the tree of parents. Without the lock, concurrent changes could create a
 * cycle or remove the parent. Throws 400 for a removed parent.
 */
export async function lockParent(terms: Terms, services: Services, parent: number, session: ClientSession): Promise<void> {
  if (parent === 0) return;
  await lockTree(services, terms.collection().collectionName, session);
  const term = await terms.byId(parent, session);
  if (!term) throw invalidParam('parent', UNKNOWN_PARENT);
  await acceptTerm(terms, term, session);
}

/** The most levels of a hierarchy of terms. */
const MOST_LEVELS = 10;

/** Throws 400 `rest_invalid_param` if a parent would make the hierarchy, including the term's descendants, deeper than 10 levels. */
export async function refuseDepth(terms: Terms, term: number | undefined, parent: number, session: ClientSession): Promise<void> {
  if (parent === 0) return;
  const above = (await terms.lineage(parent, session)).length;
  const height = term === undefined ? 1 : await terms.height(term, session);
  if (above + height <= MOST_LEVELS) return;
  throw invalidParam('parent', {
    en: `Send a parent that is less deep: terms nest at most ${MOST_LEVELS} deep.`,
    fr: `Envoyez un parent moins profond : les termes s’imbriquent sur ${MOST_LEVELS} niveaux au plus.`,
  });
}

/**
 * Finds an existing term that forbids a new one with an equal name, ignoring case. An unused slug allows a second term. In a hierarchy,
 * only siblings with exactly the new name or slug conflict.
 */
export async function existingTerm(
  { hierarchical }: Pick<Taxonomy, 'hierarchical'>,
  terms: Terms,
  term: NewTerm,
): Promise<Term | undefined> {
  const { name, language, session, parent = 0 } = term;
  const found = await terms.find({ language, 'keys.name': nameKey(name), parent }, session);
  const namesakes = found.filter((one) => isSameName(one.name, name));
  const [duplicate] = namesakes;
  if (!duplicate) return undefined;
  const slug = term.slug ?? slugify(name);
  const holder = await terms.bySlug(language, slug, session);
  const isSame = term.slug === undefined || duplicate.slug === slug;
  if (!isSame && !holder) return undefined;
  if (!hierarchical) return duplicate;
  if (isSame && namesakes.some((one) => one.name === name)) return duplicate;
  return holder?.parent === parent ? holder : undefined;
}

/** Creates a term after a look-up of its name in the same transaction. The slug is by default from the name; a used one gets a number. */
export async function createTerm(
  terms: Terms,
  services: Services,
  term: NewTerm,
  translated: Pick<Draft<Term>, 'group' | 'translations'> = {},
): Promise<Term> {
  await services.connection.lockName(`${terms.collection().collectionName} ${term.language} ${fold(term.name)}`, term.session);
  return terms.create({ ...(await draftTerm(terms, services, term)), ...translated }, term.session);
}

/** Prepares a new term without storing it. */
export async function draftTerm(terms: Terms, services: Services, term: NewTerm): Promise<Draft<Term>> {
  const { name, language, description = '', parent = 0, fields, proposedBy } = term;
  await refuseDepth(terms, undefined, parent, term.session);
  const slug = await slugFor(terms, term.slug ?? slugify(name), term);
  const own = { language, name, slug, description, parent, count: 0, ...usedBy(0), modified: services.clock.now() };
  return { ...own, ...(fields && { fields }), ...(proposedBy && { proposedBy }) };
}

/** Computes the plugin fields of a new term from validated params. A null counts as a missing value. */
export const newTermFields = (
  type: Pick<TermLike, 'added' | 'check'>,
  sent: object,
  context: TermContext,
  inherited: FieldValues = {},
): Promise<Pick<Term, 'fields'>> => {
  const given: Sent = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== null));
  return addedFields(type, given, context, inherited);
};

/** Throws 400 `rest_invalid_param` if a plugin requires more fields than the name of a term. `name` is the arg with the terms. */
export function assertNameAlone({ added, name: { en, fr } }: Pick<TermLike, 'added' | 'name'>, name: string): void {
  const required = added.flatMap((field) => (field.arg?.required === true ? [field.name] : []));
  if (required.length === 0) return;
  const names = required.join(', ');
  throw invalidParam(name, {
    en: `Send names that there are: a new ${en} is asked for more than its name (${names}). Create it first.`,
    fr: `Envoyez des noms existants : un nouveau terme (${fr}) demande plus que son nom (${names}). Créez-le d’abord.`,
  });
}
