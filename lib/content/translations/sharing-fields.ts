import type { ClientSession } from 'mongodb';
import { canEdit, canRead } from '../../access';
import { type FieldValues, fieldAt, idsOfLink, keysOf, type Store, type Stored, withValues } from '../../database';
import { ApiError, errors, refusedAt } from '../../errors';
import type { Language } from '../../language';
import { editOf, lockRecord } from '../records';
import { ownedBy, type PostLike, type PostRecord, type Sent, type Services, type TypeField, type Writing } from '../types';

interface SharedFields {
  readonly plural: string;
  readonly shared: readonly string[];
  readonly fields: readonly Pick<TypeField, 'path' | 'shared'>[];
}

/** Locks the linked records, so that other transactions cannot remove them. */
export async function lockLinks(services: Services, plural: string, values: FieldValues, session: ClientSession): Promise<void> {
  for (const [field, value] of Object.entries(values)) {
    const to = services.kinds.sharing.linkedBy(plural, field);
    if (to === undefined) continue;
    for (const id of idsOfLink(value)) if (id > 0) await lockRecord(services, to, id, session);
  }
}

/** Returns the values that a translation copies from its original, by stored field. */
export async function inheritedFrom(
  services: Services,
  { plural }: Pick<PostLike, 'plural'>,
  fields: readonly string[],
  { original, language, session }: { readonly original: Stored; readonly language: Language; readonly session: ClientSession },
): Promise<FieldValues> {
  const values = await services.kinds.sharing.valuesIn(plural, fields, original, language, session);
  await lockLinks(services, plural, values, session);
  return values;
}

export const inheriting = <R extends object>(record: R | undefined, inherited: FieldValues): R | undefined =>
  Object.keys(inherited).length === 0 ? record : withValues(record ?? ({} as R), inherited);

/** Returns the shared stored fields that differ between two states of a record. Fields that `settle` computes change together. */
export function sharedChanges(type: SharedFields, services: Services, before: object, after: object): string[] {
  const { plural, shared, fields } = type;
  const changed = shared.filter((field) => !services.kinds.sharing.isSame(plural, field, fieldAt(before, field), fieldAt(after, field)));
  const together = fields.flatMap((field) => (field.path === undefined && field.shared?.by === true ? field.shared.path : []));
  return changed.some((field) => together.includes(field)) ? [...new Set([...changed, ...together])] : changed;
}

/** Returns names of changed fields for an error. Only names that the client sent, or all if the client sent none. */
const sentNames = ({ fields }: Pick<PostLike, 'fields'>, changed: readonly string[], sent: Sent): string[] => {
  const named = fields.flatMap(({ name, arg, shared }) => (arg && shared && changed.includes(shared.path) ? [name] : []));
  const names = changed.includes('image') ? [...named, 'image'] : named;
  const sentOnly = names.filter((name) => sent[name] !== undefined);
  return sentOnly.length > 0 ? sentOnly : names;
};

/**
 * Copies shared values to the translations of a record, and returns the changed languages. Throws 403 `rest_forbidden` if the user may not
 * edit a translation. The error does not mention translations that the user may not read.
 */
export async function share<R extends PostRecord>(
  type: Pick<PostLike<R>, 'plural' | 'fields' | 'shared' | 'posts' | 'check'>,
  services: Services,
  record: R,
  changed: readonly string[],
  writing: Omit<Writing<R>, 'current'> & { readonly sent: Sent },
): Promise<Language[]> {
  const { plural, posts } = type;
  const { user, session, sent } = writing;
  if (Object.keys(record.translations).length === 0 || changed.length === 0) return [];
  const members = await translationsForUpdate(services, plural, posts, record, session);
  const uneditable = members.filter((member) => !canEdit(user, plural, ownedBy(member)));
  if (uneditable.some((member) => !canRead(user, plural, ownedBy(member)))) throw errors.forbidden();
  if (uneditable.length > 0) throw errors.sharedForbidden(sentNames(type, changed, sent));
  return copyShared(services, plural, { record, changed, members, session }, async (member, next) => {
    const { status, author, password } = member;
    const context = { ...writing, current: member, status, author, counted: status === 'publish' && password === '' };
    await judgeTranslation(member.language, () => type.check?.(next.fields ?? {}, context));
    await posts.update(member, { ...next, edited: true, ...editOf(member, services) }, session);
  });
}

/** Reads the translations of a record, which the transaction will change. */
export async function translationsForUpdate<R extends Stored>(
  { connection }: Pick<Services, 'connection'>,
  plural: string,
  records: Pick<Store<R>, 'many'>,
  { translations }: Pick<Stored, 'translations'>,
  session: ClientSession,
): Promise<R[]> {
  const ids = Object.values(translations).map(({ id }) => id);
  connection.lock(keysOf(plural, ids), session);
  return [...(await records.many(ids, session)).values()];
}

/** Runs a check for a translation that receives shared values. Errors name the language of the translation. */
export async function judgeTranslation(language: Language, check: () => void | Promise<void> | undefined): Promise<void> {
  try {
    await check();
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 400) throw error;
    throw refusedAt({ en: `In the translation “${language}”:`, fr: `Dans la traduction « ${language} » :` }, error);
  }
}

interface SharedValues<R extends Stored> {
  readonly record: R;
  readonly changed: readonly string[];
  readonly members: readonly R[];
  readonly session: ClientSession;
}

/** Copies some values of a record to translations through `update`. Returns the languages that changed. */
export async function copyShared<R extends Stored>(
  services: Services,
  plural: string,
  { record, changed, members, session }: SharedValues<R>,
  update: (member: R, next: R) => Promise<unknown>,
): Promise<Language[]> {
  const { isSame, valuesIn } = services.kinds.sharing;
  const languages: Language[] = [];
  for (const member of members) {
    const values = Object.entries(await valuesIn(plural, changed, record, member.language, session));
    const different = Object.fromEntries(values.filter(([field, value]) => !isSame(plural, field, fieldAt(member, field), value)));
    if (Object.keys(different).length === 0) continue;
    await lockLinks(services, plural, different, session);
    await update(member, withValues(member, different));
    languages.push(member.language);
  }
  return languages;
}
