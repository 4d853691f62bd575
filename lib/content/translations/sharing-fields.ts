import type { ClientSession } from 'mongodb';
import { canEdit, canRead } from '../../access';
import { type FieldValues, fieldAt, idsOfLink, keyOf, type Stored, withValues } from '../../database';
import { ApiError, errors, refusedAt } from '../../errors';
import type { Language, Text } from '../../language';
import { claimNamed, editOf } from '../records';
import { ownedBy, type PostLike, type PostRecord, type Sent, type Services, type TypeField, type Writing } from '../types';

/** What of a kind tells what its translations share. */
interface SharedBy {
  readonly plural: string;
  readonly shared: readonly string[];
  readonly fields: readonly Pick<TypeField, 'path' | 'shared'>[];
}

/** What of a kind its translations share by. */
type SharingKind<R extends PostRecord> = Pick<PostLike<R>, 'plural' | 'fields' | 'shared' | 'posts' | 'check'>;

/** Sees to it that nothing that fields name is removed for good before the transaction is over. */
export async function claimLinks(services: Services, plural: string, values: FieldValues, session: ClientSession): Promise<void> {
  for (const [field, value] of Object.entries(values)) {
    const to = services.kinds.sharing.linkedBy(plural, field);
    if (to === undefined) continue;
    for (const id of idsOfLink(value)) if (id > 0) await claimNamed(services, to, id, session);
  }
}

/** What a translation into a language takes of its original, by the fields that hold it. */
export async function inheritedFrom(
  services: Services,
  { plural }: Pick<PostLike, 'plural'>,
  fields: readonly string[],
  { original, language, session }: { readonly original: Stored; readonly language: Language; readonly session: ClientSession },
): Promise<FieldValues> {
  const values = await services.kinds.sharing.valuesIn(plural, fields, original, language, session);
  await claimLinks(services, plural, values, session);
  return values;
}

/** A record, or none yet, with what it begins with as a translation. */
export const inheriting = <R extends object>(record: R | undefined, inherited: FieldValues): R | undefined =>
  Object.keys(inherited).length === 0 ? record : withValues(record ?? ({} as R), inherited);

/** The shared fields that two states of a record differ in; what is settled together differs together. */
export function sharedChanges(kind: SharedBy, services: Services, before: object, after: object): string[] {
  const { plural, shared, fields } = kind;
  const changed = shared.filter((field) => !services.kinds.sharing.isSame(plural, field, fieldAt(before, field), fieldAt(after, field)));
  const together = fields.flatMap((field) => (field.path === undefined && field.shared?.by === true ? field.shared.path : []));
  return changed.some((field) => together.includes(field)) ? [...new Set([...changed, ...together])] : changed;
}

/** What fields that were changed are called: those that were sent, or all where it was something else that changed them. */
const sentNames = ({ fields }: Pick<PostLike, 'fields'>, changed: readonly string[], sent: Sent): string[] => {
  const named = fields.flatMap(({ name, arg, shared }) => (arg && shared && changed.includes(shared.path) ? [name] : []));
  const names = changed.includes('image') ? [...named, 'image'] : named;
  const said = names.filter((name) => sent[name] !== undefined);
  return said.length > 0 ? said : names;
};

/**
 * Gives the translations of a record what it has in these shared fields; answers the languages of those that it changed. Throws 403 `rest_forbidden`
 * for who may not change each of them, which tells nothing of those that he may not read.
 */
export async function share<R extends PostRecord>(
  kind: SharingKind<R>,
  services: Services,
  record: R,
  changed: readonly string[],
  asked: Omit<Writing<R>, 'current'> & { readonly sent: Sent },
): Promise<Language[]> {
  const { plural, posts } = kind;
  const { user, session, sent } = asked;
  const ids = Object.values(record.translations).map(({ id }) => id);
  if (ids.length === 0 || changed.length === 0) return [];
  services.connection.lock(
    ids.map((id) => keyOf(plural, id)),
    session,
  );
  const members = [...(await posts.many(ids, session)).values()];
  const barred = members.filter((member) => !canEdit(user, plural, ownedBy(member)));
  if (barred.some((member) => !canRead(user, plural, ownedBy(member)))) throw errors.forbidden(false);
  if (barred.length > 0) throw errors.sharedForbidden(sentNames(kind, changed, sent));
  return giveShared(services, plural, { record, changed, members, session }, async (member, next) => {
    const { status, author, password } = member;
    const context = { ...asked, current: member, status, author, counted: status === 'publish' && password === '' };
    await judgeTranslation(member.language, () => kind.check?.(next.fields ?? {}, context));
    await posts.update(member, { ...next, edited: true, ...editOf(member, services) }, session);
  });
}

const IN_TRANSLATION = (language: Language): Text => ({
  en: `In the translation “${language}”:`,
  fr: `Dans la traduction « ${language} » :`,
});

/** Judges what a record of this language becomes by what was written to a translation of it: a refusal says which record it is about. */
export async function judgeTranslation(language: Language, judge: () => void | Promise<void> | undefined): Promise<void> {
  try {
    await judge();
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 400) throw error;
    throw refusedAt(IN_TRANSLATION(language), error);
  }
}

/** What translations of a record are to have in common with it. */
interface Giving<R extends Stored> {
  readonly record: R;
  readonly changed: readonly string[];
  readonly members: readonly R[];
  readonly session: ClientSession;
}

/** Gives translations what a record has in some fields; answers the languages of those that were changed, by `update`. */
export async function giveShared<R extends Stored>(
  services: Services,
  plural: string,
  { record, changed, members, session }: Giving<R>,
  update: (member: R, next: R) => Promise<unknown>,
): Promise<Language[]> {
  const languages: Language[] = [];
  for (const member of members) {
    const values = await services.kinds.sharing.valuesIn(plural, changed, record, member.language, session);
    const entries = Object.entries(values).filter(
      ([field, value]) => !services.kinds.sharing.isSame(plural, field, fieldAt(member, field), value),
    );
    if (entries.length === 0) continue;
    await claimLinks(services, plural, Object.fromEntries(entries), session);
    await update(member, withValues(member, Object.fromEntries(entries)));
    languages.push(member.language);
  }
  return languages;
}
