import type { ClientSession } from 'mongodb';
import { type FieldValues, fieldAt, idsOfLink, idsOfTranslations, keysOf, type Store, type Stored, withValues } from '../../database';
import { ApiError, refusedAt } from '../../errors';
import type { Language } from '../../language';
import { lockRecord } from '../records';
import type { CompiledField, PostLike, Services } from '../types';

/** Locks the linked records, so that other transactions cannot remove them. */
export async function lockLinks(services: Services, plural: string, values: FieldValues, session: ClientSession): Promise<void> {
  for (const [field, value] of Object.entries(values)) {
    const to = services.stores.sharing.linkedBy(plural, field);
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
  const values = await services.stores.sharing.valuesIn(plural, fields, original, language, session);
  await lockLinks(services, plural, values, session);
  return values;
}

export const inheriting = <R extends object>(record: R | undefined, inherited: FieldValues): R | undefined =>
  Object.keys(inherited).length === 0 ? record : withValues(record ?? ({} as R), inherited);

interface SharingType {
  readonly plural: string;
  readonly shared: readonly string[];
  readonly fields: readonly Pick<CompiledField, 'path' | 'shared'>[];
}

/** Returns the shared stored fields that differ between two states of a record. Fields that `settle` computes change together. */
function sharedChanges({ plural, shared, fields }: SharingType, { stores }: Services, before: object, after: object): string[] {
  const changed = shared.filter((field) => !stores.sharing.isSame(plural, field, fieldAt(before, field), fieldAt(after, field)));
  const together = fields.flatMap((field) => (field.path === undefined && field.shared?.by === true ? field.shared.path : []));
  return changed.some((field) => together.includes(field)) ? [...new Set([...changed, ...together])] : changed;
}

/** A written record, its state before, and the functions that write shared values into its translations. */
interface SharedChange<R extends Stored> {
  readonly record: R;
  readonly before: object;
  readonly records: Pick<Store<R>, 'many'>;
  readonly session: ClientSession;
  /** Throws if the user may not edit a translation. `changed` has the shared stored fields that differ. */
  assertEditable?(members: readonly R[], changed: readonly string[]): void;
  check(member: R, next: R): void | Promise<void> | undefined;
  update(member: R, next: R): Promise<unknown>;
}

/** Copies the shared values that differ from `before` to the translations of a record. Returns the changed languages. */
export async function share<R extends Stored>(
  services: Services,
  type: SharingType,
  { record, before, records, session, assertEditable, check, update }: SharedChange<R>,
): Promise<Language[]> {
  const { plural } = type;
  const { isSame, valuesIn } = services.stores.sharing;
  const ids = idsOfTranslations(record);
  const changed = ids.length === 0 ? [] : sharedChanges(type, services, before, record);
  if (changed.length === 0) return [];
  services.connection.lock(keysOf(plural, ids), session);
  const members = [...(await records.many(ids, session)).values()];
  assertEditable?.(members, changed);
  const languages: Language[] = [];
  for (const member of members) {
    const { language } = member;
    const values = Object.entries(await valuesIn(plural, changed, record, language, session));
    const different = Object.fromEntries(values.filter(([field, value]) => !isSame(plural, field, fieldAt(member, field), value)));
    if (Object.keys(different).length === 0) continue;
    await lockLinks(services, plural, different, session);
    const next = withValues(member, different);
    await namingLanguage(language, () => check(member, next));
    await update(member, next);
    languages.push(language);
  }
  return languages;
}

/** Runs a check of a translation. Its errors name the language. */
async function namingLanguage(language: Language, check: () => void | Promise<void> | undefined): Promise<void> {
  try {
    await check();
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 400) throw error;
    throw refusedAt({ en: `In the translation “${language}”:`, fr: `Dans la traduction « ${language} » :` }, error);
  }
}
