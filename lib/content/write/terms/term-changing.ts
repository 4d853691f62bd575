import type { ClientSession } from 'mongodb';
import { isVisible, plainText, sanitizeHtml, slugify } from '../../../calendar';
import { keyOf, membersByLanguage, type Term, type Terms, withValues } from '../../../database';
import { errors, invalidParam } from '../../../errors';
import type { Language, Text } from '../../../language';
import { NAME_LENGTH } from '../../list';
import { editOf } from '../../records';
import {
  giveShared,
  inheritedFrom,
  judgeTranslation,
  originalIn,
  refuseCircle,
  regrouped,
  type SentTranslation,
  sharedChanges,
} from '../../translations';
import type { Sent, Services, TermContext, TermDeclaration, TermLike, WriteResult } from '../../types';
import { isTooLong, LIMITS, LONGEST, refuseOverLimit } from '../../values';
import { NO_LONGER_PROPOSED, withVisibleParents } from '../../visibility';
import { addedFields } from '../added-fields';
import { withoutShown } from '../without-shown';
import { newTermFields } from './term-added';
import { accept, claimParent, createTerm, existingTerm, refuseDepth, slugFor } from './term-writing';

/** A term as it is sent. */
export interface SentTerm extends SentTranslation {
  readonly name: string;
  readonly description?: string | null;
  readonly slug?: string;
  readonly parent?: number;
}

/** For whom a term is made or changed, in which language, and below which address of a language root. */
type Asking = Omit<TermContext, 'current' | 'original' | 'session'>;

/** Makes what stores a new term within a transaction, from checked params. Throws `term_exists` for a name that is taken. */
export function newTerm(
  services: Services,
  kind: TermLike,
  sent: SentTerm,
  asking: Asking,
): (session: ClientSession) => Promise<WriteResult<Term>> {
  const { user, language } = asking;
  const terms = services.kinds.terms(kind.plural);
  refuseParent(kind, sent);
  const name = termNameOf(sent.name);
  return async (session) => {
    const original = (await originalIn(services, kind, sent, { record: undefined, language, user, session })) as Term | undefined;
    if (original) await accept(terms, original, session);
    const inherited = await parentIn(services, kind, original?.parent ?? 0, language, session);
    const slug = slugify(sent.slug ?? '');
    const description = termTextOf(sent.description ?? '');
    const parent = sent.parent === undefined ? inherited : await parentIn(services, kind, sent.parent, language, session);
    await claimParent(terms, services, parent, session);
    if (original) await refusePlace(services, kind, { group: original.group, parent }, 'parent', session);
    const wanted = { name, language, session, parent, description, ...(slug !== '' && { slug }) };
    const twin = await existingTerm(kind, terms, wanted);
    if (twin) throw errors.termExists(name, twin._id);
    const begun = original ? await inheritedFrom(services, kind, withoutParent(kind.inherited), { original, language, session }) : {};
    const context = { ...asking, current: undefined, ...(original && { original }), session };
    const fields = await newTermFields(kind, sent, context, begun);
    const translated = original && { group: original.group, translations: membersByLanguage(original) };
    const term = await createTerm(terms, services, { ...wanted, ...fields }, translated);
    return {
      record: term,
      languages: original ? await shareTerm(services, kind, term, withValues({ parent: inherited }, begun), context) : [],
    };
  };
}

/** Changes a term, read within the same transaction, by checked params, and the place of its translations with its own. */
export async function updateTerm(
  services: Services,
  kind: TermLike,
  params: Partial<SentTerm>,
  asked: TermContext & { readonly current: Term },
): Promise<WriteResult<Term>> {
  const terms = services.kinds.terms(kind.plural);
  refuseParent(kind, params);
  const { session } = asked;
  const { current, original } = await regrouped(services, kind, terms, params, asked);
  const sent: Partial<SentTerm> & Sent = await withoutShown(kind, params as Sent, { ...asked, current });
  if (original) await accept(terms, original as Term, session);
  const changes: { -readonly [K in keyof Term]?: Term[K] } = {
    ...editOf(current, services),
    ...(current.proposedBy && NO_LONGER_PROPOSED),
  };
  if (sent.name !== undefined) changes.name = termNameOf(sent.name);
  if (sent.description !== undefined) changes.description = termTextOf(sent.description ?? '');
  const inherited = original ? await parentIn(services, kind, (original as Term).parent, current.language, session) : current.parent;
  const said = (await parentSaid(services, terms, current, sent)) ?? (original && inherited);
  if (kind.hierarchical && said !== undefined) {
    const parent = await parentIn(services, kind, said, current.language, session);
    await claimParent(terms, services, parent, session);
    await refusePlace(services, kind, { group: current.group, parent }, sent.parent === undefined ? undefined : 'parent', session);
    if (parent !== current.parent) await refuseDepth(terms, current._id, parent, session);
    changes.parent = parent;
  }
  if (sent.slug !== undefined) {
    const asked = slugify(sent.slug);
    // A slug of signs alone is none: the name makes one.
    const slug = asked || slugify(changes.name ?? current.name) || String(current._id);
    const parent = changes.parent ?? current.parent;
    const holder = await terms.bySlug(current.language, slug, session);
    const isTaken = holder !== undefined && holder._id !== current._id;
    if (isTaken && asked !== '' && parent === current.parent) throw errors.duplicateTermSlug(slug);
    changes.slug = isTaken ? await slugFor(terms, slug, { ...current, parent, session }) : slug;
  }
  const begun = original
    ? await inheritedFrom(services, kind, withoutParent(kind.shared), { original, language: current.language, session })
    : {};
  Object.assign(changes, await addedFields(kind, sent, { ...asked, current }, begun));
  const term = await terms.update(current, changes, session);
  const before = withValues({ ...current, parent: inherited }, begun);
  return { record: term, languages: await shareTerm(services, kind, term, before, asked) };
}

/** The parent that an update asks for; what was read in the place of one that is not served changes nothing. */
async function parentSaid({ site }: Services, terms: Terms, current: Term, { parent }: Partial<SentTerm>): Promise<number | undefined> {
  if (parent === undefined) return undefined;
  const [shown = current] = await withVisibleParents(terms, [current], site);
  return parent === shown.parent && parent !== current.parent ? undefined : parent;
}

/** A parent as a term of a language has it. */
const parentIn = async (
  { kinds }: Services,
  { plural }: Pick<TermDeclaration, 'plural'>,
  parent: number,
  language: Language,
  session: ClientSession,
): Promise<number> => Number(await kinds.sharing.valueIn(plural, 'parent', parent, language, session));

/** Refuses what is below the terms of a group, or one of these, as their parent. */
const refusePlace = (
  services: Services,
  kind: TermLike,
  place: { readonly group: number; readonly parent: number },
  name: string | undefined,
  session: ClientSession,
): Promise<void> =>
  refuseCircle(
    services,
    { plural: kind.plural, records: services.kinds.terms(kind.plural), path: 'parent' },
    place,
    { name, why: cycle(kind) },
    session,
  );

/** The fields among those that translations share which plugins have added: what is shared besides has a place of its own here. */
export const withoutParent = (paths: readonly string[]): string[] => paths.filter((path) => path !== 'parent');

/** Gives the translations of a term what it shares with them and has not as `before`; answers the languages of those that had something else. */
async function shareTerm(services: Services, kind: TermLike, term: Term, before: object, asked: TermContext): Promise<Language[]> {
  const { plural } = kind;
  const { session } = asked;
  const changed = sharedChanges(kind, services, before, term);
  if (changed.length === 0) return [];
  const terms: Terms = services.kinds.terms(plural);
  const ids = Object.values(term.translations).map(({ id }) => id);
  services.connection.lock(
    ids.map((id) => keyOf(plural, id)),
    session,
  );
  const members = [...(await terms.many(ids, session)).values()];
  return giveShared(services, plural, { record: term, changed, members, session }, async (member, next) => {
    await judgeTranslation(member.language, () => kind.check?.(next.fields ?? {}, { ...asked, current: member }));
    if (next.parent !== member.parent) await refuseDepth(terms, member._id, next.parent, session);
    await terms.update(member, { ...next, ...editOf(member, services) }, session);
  });
}

/** Refuses any parent where there is no hierarchy, as the CMS does; null is none, and so is 0, which records show of such a term. */
function refuseParent({ hierarchical, names }: TermLike, { parent }: { readonly parent?: unknown }): void {
  const isNone = parent === undefined || parent === null || parent === 0 || parent === '0';
  if (!hierarchical && !isNone) throw errors.notHierarchical(names);
}

/** Reads the description of a term. Throws 400 for one that is too long. */
function termTextOf(sent: string): string {
  const description = sanitizeHtml(sent);
  refuseOverLimit(description, LIMITS.description, 'description');
  return description;
}

/** Reads the name of a term as plain text. Throws 400 for one that shows nothing or is too long. */
export function termNameOf(said: string): string {
  const name = plainText(said);
  if (!isVisible(name) || isTooLong(name, LONGEST.term)) throw invalidParam('name', NAME_LENGTH);
  return name;
}

const cycle = ({ name }: TermLike): Text => ({
  en: `Send a parent that is neither this ${name.en} nor below it.`,
  fr: 'Envoyez un parent qui n’est ni ce terme ni l’un de ses descendants.',
});
