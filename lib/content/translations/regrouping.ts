import type { ClientSession } from 'mongodb';
import type { User } from '../../access';
import type { Store, Stored } from '../../database';
import { ApiError, errors } from '../../errors';
import { groupOf, lockRecord } from '../records';
import type { Services } from '../types';
import { originalOf, type RequestedTranslation, TRANSLATION_OF, type TranslatedType } from './original';

/** The part of a request that sets the translation group. */
export interface SentTranslation {
  readonly [TRANSLATION_OF]?: number;
}

/** Locks all members of translation groups. Otherwise a new link could miss the member in its language. */
async function lockGroups(
  services: Services,
  { plural }: TranslatedType,
  records: readonly Stored[],
  session: ClientSession,
): Promise<void> {
  for (const id of new Set(records.flatMap(groupOf))) await lockRecord(services, plural, id, session);
}

/**
 * Reads the record that another one shall translate, within the transaction. Undefined if there is none. Throws 400 `rest_invalid_param`.
 */
export async function originalIn(
  services: Services,
  type: TranslatedType,
  { [TRANSLATION_OF]: id = 0 }: SentTranslation,
  { session, ...translation }: RequestedTranslation & { readonly session: ClientSession },
): Promise<Stored | undefined> {
  if (id === 0) return undefined;
  try {
    const original = await originalOf(services, type, id, translation, session);
    await lockGroups(services, type, [original, ...(translation.record ? [translation.record] : [])], session);
    return original;
  } catch (error) {
    throw error instanceof ApiError && error.status === 400 ? errors.invalidParams({ [TRANSLATION_OF]: error }) : error;
  }
}

/**
 * Makes a record join or leave a translation group as requested. Returns the record after that, and the original if the group is a new one.
 */
export async function regrouped<R extends Stored>(
  services: Services,
  type: TranslatedType,
  records: Pick<Store<R>, 'byId' | 'join' | 'part'>,
  sent: SentTranslation,
  { current, user, session }: { readonly current: R; readonly user: User | undefined; readonly session: ClientSession },
): Promise<{ readonly current: R; readonly original: Stored | undefined }> {
  const parts = sent[TRANSLATION_OF] === 0 && Object.keys(current.translations).length > 0;
  const named = await originalIn(services, type, sent, { record: current, language: current.language, user, session });
  const original = named?.group === current.group ? undefined : named;
  if (parts) {
    await lockGroups(services, type, [current], session);
    await records.part(current, session);
  }
  if (original) await records.join(current, original, session);
  if (!parts && !original) return { current, original };
  return { current: (await records.byId(current._id, session)) ?? current, original };
}
