import type { ClientSession } from 'mongodb';
import { isVisible, plainText, sanitizeHtml, slugify } from '../../../calendar';
import { membersByLanguage, type Term, type Terms, withValues } from '../../../database';
import { errors, invalidParam } from '../../../errors';
import type { Language, Text } from '../../../language';
import { NAME_LENGTH } from '../../list';
import { editOf } from '../../records';
import {
  copyShared,
  inheritedFrom,
  judgeTranslation,
  originalIn,
  refuseCircle,
  regrouped,
  type SentTranslation,
  sharedChanges,
  translationsForUpdate,
} from '../../translations';
import type { Sent, Services, TermContext, TermDeclaration, TermLike, WriteResult } from '../../types';
import { isTooLong, LIMITS, LONGEST, refuseOverLimit } from '../../values';
import { withVisibleParents } from '../../visibility';
import { withoutShown } from '../fields/sent-fields';
import { addedFields } from '../fields/stored-fields';
import { acceptTerm, createTerm, existingTerm, lockParent, newTermFields, refuseDepth, slugFor } from './term-writing';

/** The params of a term as clients send them. */
export interface SentTerm extends SentTranslation {
  readonly name: string;
  readonly description?: string | null;
  readonly slug?: string;
  readonly parent?: number;
}

type Requester = Omit<TermContext, 'current' | 'original' | 'session'>;

/** Makes the function that creates a term within a transaction, from validated params. Throws `term_exists` for a name in use. */
export function newTerm(
  services: Services,
  type: TermLike,
  sent: SentTerm,
  requester: Requester,
): (session: ClientSession) => Promise<WriteResult<Term>> {
  const { user, language } = requester;
  const terms = services.kinds.terms(type.plural);
  refuseParent(type, sent);
  const name = termNameOf(sent.name);
  return async (session) => {
    const original = (await originalIn(services, type, sent, { record: undefined, language, user, session })) as Term | undefined;
    if (original) await acceptTerm(terms, original, session);
    const inherited = await parentIn(services, type, original?.parent ?? 0, language, session);
    const slug = slugify(sent.slug ?? '');
    const description = termTextOf(sent.description ?? '');
    const parent = sent.parent === undefined ? inherited : await parentIn(services, type, sent.parent, language, session);
    await lockParent(terms, services, parent, session);
    if (original) await refuseParentInGroup(services, type, { group: original.group, parent }, 'parent', session);
    const requested = { name, language, session, parent, description, ...(slug !== '' && { slug }) };
    const duplicate = await existingTerm(type, terms, requested);
    if (duplicate) throw errors.termExists(name, duplicate._id);
    const begun = original ? await inheritedFrom(services, type, withoutParent(type.inherited), { original, language, session }) : {};
    const context = { ...requester, current: undefined, ...(original && { original }), session };
    const fields = await newTermFields(type, sent, context, begun);
    const translated = original && { group: original.group, translations: membersByLanguage(original) };
    const term = await createTerm(terms, services, { ...requested, ...fields }, translated);
    return {
      record: term,
      languages: original ? await shareTerm(services, type, term, withValues({ parent: inherited }, begun), context) : [],
    };
  };
}

/** Updates a term, read in the same transaction, from validated params. Its translations get the same parent. */
export async function updateTerm(
  services: Services,
  type: TermLike,
  params: Partial<SentTerm>,
  context: TermContext & { readonly current: Term },
): Promise<WriteResult<Term>> {
  const terms = services.kinds.terms(type.plural);
  refuseParent(type, params);
  const { session } = context;
  const { current, original } = await regrouped(services, type, terms, params, context);
  const sent: Partial<SentTerm> & Sent = await withoutShown(type, params as Sent, { ...context, current });
  if (original) await acceptTerm(terms, original as Term, session);
  const changes: { -readonly [K in keyof Term]?: Term[K] } = {
    ...editOf(current, services),
    ...(current.proposedBy && { proposedBy: undefined }),
  };
  if (sent.name !== undefined) changes.name = termNameOf(sent.name);
  if (sent.description !== undefined) changes.description = termTextOf(sent.description ?? '');
  const inherited = original ? await parentIn(services, type, (original as Term).parent, current.language, session) : current.parent;
  const requested = (await sentParent(services, terms, current, sent)) ?? (original && inherited);
  if (type.hierarchical && requested !== undefined) {
    const parent = await parentIn(services, type, requested, current.language, session);
    await lockParent(terms, services, parent, session);
    await refuseParentInGroup(services, type, { group: current.group, parent }, sent.parent === undefined ? undefined : 'parent', session);
    if (parent !== current.parent) await refuseDepth(terms, current._id, parent, session);
    changes.parent = parent;
  }
  if (sent.slug !== undefined) {
    const sentSlug = slugify(sent.slug);
    // Punctuation alone makes no slug, so the name supplies the slug.
    const slug = sentSlug || slugify(changes.name ?? current.name) || String(current._id);
    const parent = changes.parent ?? current.parent;
    const holder = await terms.bySlug(current.language, slug, session);
    const isTaken = holder !== undefined && holder._id !== current._id;
    if (isTaken && sentSlug !== '' && parent === current.parent) throw errors.duplicateTermSlug(slug);
    changes.slug = isTaken ? await slugFor(terms, slug, { ...current, parent, session }) : slug;
  }
  const begun = original
    ? await inheritedFrom(services, type, withoutParent(type.shared), { original, language: current.language, session })
    : {};
  Object.assign(changes, await addedFields(type, sent, { ...context, current }, begun));
  const term = await terms.update(current, changes, session);
  const before = withValues({ ...current, parent: inherited }, begun);
  return { record: term, languages: await shareTerm(services, type, term, before, context) };
}

/** Returns the parent for an update. Undefined if the client sent back the visible parent of a term whose real parent is hidden. */
async function sentParent({ site }: Services, terms: Terms, current: Term, { parent }: Partial<SentTerm>): Promise<number | undefined> {
  if (parent === undefined) return undefined;
  const [shown = current] = await withVisibleParents(terms, [current], site);
  return parent === shown.parent && parent !== current.parent ? undefined : parent;
}

/** Returns the ID of a parent's translation in a language, or else the parent itself. */
const parentIn = async (
  { kinds }: Services,
  { plural }: Pick<TermDeclaration, 'plural'>,
  parent: number,
  language: Language,
  session: ClientSession,
): Promise<number> => Number(await kinds.sharing.valueIn(plural, 'parent', parent, language, session));

/** Throws 400 if a parent is in the term's translation group or a descendant. `arg` names the invalid arg; undefined if none was sent. */
const refuseParentInGroup = (
  services: Services,
  { plural, name }: TermLike,
  position: { readonly group: number; readonly parent: number },
  arg: string | undefined,
  session: ClientSession,
): Promise<void> => {
  const why: Text = {
    en: `Send a parent that is neither this ${name.en} nor below it.`,
    fr: 'Envoyez un parent qui n’est ni ce terme ni l’un de ses descendants.',
  };
  return refuseCircle(services, { plural, records: services.kinds.terms(plural), path: 'parent' }, position, { name: arg, why }, session);
};

/** Returns the shared paths without `parent`, which term updates handle separately. */
export const withoutParent = (paths: readonly string[]): string[] => paths.filter((path) => path !== 'parent');

/** Copies shared values to the translations of a term, and returns the changed languages. Copies only values that differ from `before`. */
async function shareTerm(services: Services, type: TermLike, term: Term, before: object, context: TermContext): Promise<Language[]> {
  const { plural } = type;
  const { session } = context;
  const changed = sharedChanges(type, services, before, term);
  if (changed.length === 0) return [];
  const terms = services.kinds.terms(plural);
  const members = await translationsForUpdate(services, plural, terms, term, session);
  return copyShared(services, plural, { record: term, changed, members, session }, async (member, next) => {
    await judgeTranslation(member.language, () => type.check?.(next.fields ?? {}, { ...context, current: member }));
    if (next.parent !== member.parent) await refuseDepth(terms, member._id, next.parent, session);
    await terms.update(member, { ...next, ...editOf(member, services) }, session);
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
