import type { ClientSession } from 'mongodb';
import { cutSlug, fold, isSameName, isVisible, plainText, sanitizeHtml, slugify } from '../../calendar';
import { membersByLanguage, type NewRecord, type Term, type Terms, usedBy, withValues } from '../../database';
import { errors, invalidParam } from '../../errors';
import type { Language, Text } from '../../language';
import { NAME_LENGTH, UNKNOWN_PARENT } from '../list';
import { editOf, lockTree, nameKey } from '../records';
import { inheritedFrom, originalIn, refuseCircle, regrouped, type SentTranslation, share } from '../translations';
import type { Requester, Sent, Services, TermContext, TermLike, WriteResult } from '../types';
import { isTooLong, LIMITS, LONGEST, refuseOverLimit } from '../values';
import { withVisibleParents } from '../visibility';
import { pluginFieldValues } from './fields';
import { withoutNulls, withoutSentBack } from './sent-values';

/** The params of a term as clients send them. */
export interface SentTerm extends SentTranslation {
  readonly name: string;
  readonly description?: string | null;
  readonly slug?: string;
  readonly parent?: number;
}

/** Makes the function that returns the ID of a parent's translation in a language. */
const parentInLanguage =
  ({ stores }: Services, plural: string, language: Language, session: ClientSession) =>
  async (parent: number): Promise<number> =>
    Number(await stores.sharing.valueIn(plural, 'parent', parent, language, session));

/** Makes the function that creates a term within a transaction, from validated params. Throws `term_exists` for a name in use. */
export function newTerm(
  services: Services,
  type: TermLike,
  sent: SentTerm,
  requester: Requester,
): (session: ClientSession) => Promise<WriteResult<Term>> {
  const { user, language } = requester;
  const { plural } = type;
  const terms = services.stores.terms(plural);
  refuseParent(type, sent);
  const name = termNameOf(sent.name);
  return async (session) => {
    const original = await originalIn(services, type, terms, sent, { record: undefined, language, user, session });
    if (original) await acceptTerm(terms, original, session);
    const parentIn = parentInLanguage(services, plural, language, session);
    const inherited = await parentIn(original?.parent ?? 0);
    const slug = slugify(sent.slug ?? '');
    const description = termTextOf(sent.description ?? '');
    const parent = sent.parent === undefined ? inherited : await parentIn(sent.parent);
    await lockParent(services, type, { parent, group: original?.group, arg: 'parent' }, session);
    const requested = { name, language, session, parent, description, ...(slug !== '' && { slug }) };
    const duplicate = await existingTerm(type, terms, requested);
    if (duplicate) throw errors.termExists(name, duplicate._id);
    const inheritedFields = original
      ? await inheritedFrom(services, type, withoutParent(type.inherited), { original, language, session })
      : {};
    const context = { ...requester, current: undefined, ...(original && { original }), session };
    const fields = await pluginFieldValues(type, withoutNulls(sent), context, inheritedFields);
    const translated = original && { group: original.group, translations: membersByLanguage(original) };
    const record = await createTerm(terms, services, { ...requested, ...fields }, translated);
    return { record, languages: await shareTerm(services, type, record, withValues({ parent: inherited }, inheritedFields), context) };
  };
}

/** Updates a term, read in the same transaction, from validated params. Its translations get the same parent. */
export async function updateTerm(
  services: Services,
  type: TermLike,
  params: Partial<SentTerm>,
  context: TermContext & { readonly current: Term },
): Promise<WriteResult<Term>> {
  const terms = services.stores.terms(type.plural);
  refuseParent(type, params);
  const { session } = context;
  const { current, original } = await regrouped(services, type, terms, params, context);
  const sent: Partial<SentTerm> & Sent = await withoutSentBack(type, params as Sent, { ...context, current });
  if (original) await acceptTerm(terms, original, session);
  const changes: { -readonly [K in keyof Term]?: Term[K] } = {
    ...editOf(current, services),
    ...(current.proposedBy && { proposedBy: undefined }),
  };
  if (sent.name !== undefined) changes.name = termNameOf(sent.name);
  if (sent.description !== undefined) changes.description = termTextOf(sent.description ?? '');
  const { language } = current;
  const parentIn = parentInLanguage(services, type.plural, language, session);
  const inherited = original ? await parentIn(original.parent) : current.parent;
  const requested = (await sentParent(services, terms, current, sent)) ?? (original && inherited);
  if (type.hierarchical && requested !== undefined) {
    const parent = await parentIn(requested);
    const arg = sent.parent === undefined ? undefined : 'parent';
    await lockParent(services, type, { parent, group: current.group, arg }, session);
    if (parent !== current.parent) await refuseDepth(terms, current._id, parent, session);
    changes.parent = parent;
  }
  if (sent.slug !== undefined) changes.slug = await changedSlug(terms, sent.slug, current, { ...current, ...changes, session });
  const inheritedFields = original ? await inheritedFrom(services, type, withoutParent(type.shared), { original, language, session }) : {};
  Object.assign(changes, await pluginFieldValues(type, sent, { ...context, current }, inheritedFields));
  const record = await terms.update(current, changes, session);
  const before = withValues({ ...current, parent: inherited }, inheritedFields);
  return { record, languages: await shareTerm(services, type, record, before, context) };
}

/** Returns the slug for an update that sends one. Throws `duplicate_term_slug` for the slug of another term, unless the parent changes. */
async function changedSlug(terms: Terms, sent: string, current: Term, next: Term & { readonly session: ClientSession }): Promise<string> {
  const sentSlug = slugify(sent);
  // Punctuation alone makes no slug, so the name supplies the slug.
  const slug = sentSlug || slugify(next.name) || String(current._id);
  const holder = await terms.bySlug(current.language, slug, next.session);
  const isTaken = holder !== undefined && holder._id !== current._id;
  if (isTaken && sentSlug !== '' && next.parent === current.parent) throw errors.duplicateTermSlug(slug);
  return isTaken ? slugFor(terms, slug, next) : slug;
}

/** Returns the parent for an update. Undefined if the client sent back the visible parent of a term whose real parent is hidden. */
async function sentParent({ site }: Services, terms: Terms, current: Term, { parent }: Partial<SentTerm>): Promise<number | undefined> {
  if (parent === undefined) return undefined;
  const [shown = current] = await withVisibleParents(terms, [current], site);
  return parent === shown.parent && parent !== current.parent ? undefined : parent;
}

/** Returns the shared paths without `parent`, which term updates handle separately. */
export const withoutParent = (paths: readonly string[]): string[] => paths.filter((path) => path !== 'parent');

/** Copies the shared values that differ from `before` to the translations of a term, and returns the changed languages. */
function shareTerm(services: Services, type: TermLike, record: Term, before: object, context: TermContext): Promise<readonly Language[]> {
  const records = services.stores.terms(type.plural);
  const { session } = context;
  return share(services, type, {
    record,
    before,
    records,
    session,
    async check(member, next) {
      await type.check?.(next.fields ?? {}, { ...context, current: member });
    },
    async update(member, next) {
      if (next.parent !== member.parent) await refuseDepth(records, member._id, next.parent, session);
      await records.update(member, { ...next, ...editOf(member, services) }, session);
    },
  });
}

/** Throws 400 for a parent in a non-hierarchical type, as WordPress does. Null and 0 mean no parent. */
function refuseParent({ hierarchical, names }: TermLike, { parent }: { readonly parent?: unknown }): void {
  const isNone = parent === undefined || parent === null || parent === 0 || parent === '0';
  if (!hierarchical && !isNone) throw errors.notHierarchical(names);
}

/** Converts the description of a term to stored HTML. Throws 400 for a long text. */
function termTextOf(sent: string): string {
  const description = sanitizeHtml(sent);
  refuseOverLimit(description, LIMITS.description, 'description');
  return description;
}

/** Converts the name of a term to plain text. Throws 400 for an invisible or long name. */
export function termNameOf(sent: string): string {
  const name = plainText(sent);
  if (!isVisible(name) || isTooLong(name, LONGEST.term)) throw invalidParam('name', NAME_LENGTH);
  return name;
}

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
async function slugFor(terms: Terms, requested: string, { language, session, parent = 0 }: NewTerm): Promise<string> {
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
async function acceptTerm(terms: Terms, term: Term, session: ClientSession): Promise<void> {
  if (term.proposedBy !== undefined) await terms.update(term, { proposedBy: undefined }, session);
}

interface ParentChoice {
  readonly parent: number;
  /** The translation group of the term; undefined for a new group. */
  readonly group: number | undefined;
  /** The arg with the parent; undefined if the client sent none. */
  readonly arg: 'parent' | undefined;
}

/**
 * Checks the parent of a term within the transaction, and locks the tree of parents. Without the lock, concurrent changes could create a
 * cycle or remove the parent. Throws 400 for a removed parent, and for a parent in the term's translation group or below it.
 */
async function lockParent(
  services: Services,
  { plural, name }: TermLike,
  { parent, group, arg }: ParentChoice,
  session: ClientSession,
): Promise<void> {
  if (parent === 0) return;
  await lockTree(services, plural, session);
  const terms = services.stores.terms(plural);
  const term = await terms.byId(parent, session);
  if (!term) throw invalidParam('parent', UNKNOWN_PARENT);
  await acceptTerm(terms, term, session);
  if (group === undefined) return;
  const why: Text = {
    en: `Send a parent that is neither this ${name.en} nor below it.`,
    fr: 'Envoyez un parent qui n’est ni ce terme ni l’un de ses descendants.',
  };
  await refuseCircle(services, { plural, path: 'parent', group, parent, name: arg, why }, session);
}

/** The most levels of a hierarchy of terms. */
const MOST_LEVELS = 10;

/** Throws 400 `rest_invalid_param` if a parent would make the hierarchy, including the term's descendants, deeper than 10 levels. */
async function refuseDepth(terms: Terms, term: number | undefined, parent: number, session: ClientSession): Promise<void> {
  if (parent === 0) return;
  const above = (await terms.lineage(parent, session)).length;
  const height = term === undefined ? 1 : await terms.height(term, session);
  if (above + height <= MOST_LEVELS) return;
  throw invalidParam('parent', {
    en: `Send a parent at a higher level: terms have at most ${MOST_LEVELS} levels.`,
    fr: `Envoyez un parent d’un niveau plus haut : les termes ont au plus ${MOST_LEVELS} niveaux.`,
  });
}

/** Finds a term that forbids a new one with an equal name, ignoring case. An unused slug allows a second term. */
async function existingTerm({ hierarchical }: TermLike, terms: Terms, term: NewTerm): Promise<Term | undefined> {
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
  // In a hierarchy, only siblings with exactly the new name or slug conflict.
  if (isSame && namesakes.some((one) => one.name === name)) return duplicate;
  return holder?.parent === parent ? holder : undefined;
}

/** Creates a term after a look-up of its name in the same transaction. The slug is by default from the name; a used one gets a number. */
export async function createTerm(
  terms: Terms,
  services: Services,
  term: NewTerm,
  translated: Pick<NewRecord<Term>, 'group' | 'translations'> = {},
): Promise<Term> {
  await services.connection.lockName(`${terms.collection().collectionName} ${term.language} ${fold(term.name)}`, term.session);
  return terms.create({ ...(await draftTerm(terms, services, term)), ...translated }, term.session);
}

/** Prepares a new term without storing it. */
export async function draftTerm(terms: Terms, services: Services, term: NewTerm): Promise<NewRecord<Term>> {
  const { name, language, description = '', parent = 0, fields, proposedBy } = term;
  await refuseDepth(terms, undefined, parent, term.session);
  const slug = await slugFor(terms, term.slug ?? slugify(name), term);
  const own = { language, name, slug, description, parent, count: 0, ...usedBy(0), modified: services.clock.now() };
  return { ...own, ...(fields && { fields }), ...(proposedBy && { proposedBy }) };
}
