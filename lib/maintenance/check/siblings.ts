import type { ClientSession } from 'mongodb';
import { type Sibling, siblingOf } from '../../database';
import { setFields } from './aspect';
import { recordsById } from './batches';
import type { CheckContext, CheckedRecord } from './context';

/** The fields of a record that its translations store, and those that link translations. */
export const SIBLING_FIELDS: readonly string[] = ['language', 'group', 'translations', 'slug', 'status', 'author', 'trashed'];

/** The stored translations of a record by language. Malformed entries become empty. */
export const translationsIn = ({ translations }: CheckedRecord): readonly (readonly [language: string, sibling: Partial<Sibling>])[] =>
  typeof translations === 'object' && translations !== null
    ? Object.entries(translations).map(([language, sibling]) => [language, (sibling ?? {}) as Partial<Sibling>])
    : [];

/** The ID of the translation into a language that a record stores. */
export const translationOf = (record: CheckedRecord, language: unknown): number | undefined =>
  translationsIn(record).find(([own]) => own === language)?.[1].id;

/** A record as its translations must store it. */
export const namedAs = (record: CheckedRecord) => siblingOf(record as Parameters<typeof siblingOf>[0]);

/** Changes the slug of a record, also in the translations that link to it. */
export async function renameTo(
  context: CheckContext,
  plural: string,
  record: CheckedRecord,
  slug: string,
  session: ClientSession,
): Promise<void> {
  await setFields(context, plural, record._id, { $set: { slug } }, session);
  for (const other of await namingOf(context, plural, record, session))
    await setFields(context, plural, other._id, { $set: { [`translations.${record.language}`]: namedAs({ ...record, slug }) } }, session);
}

/** Removes a record from its translation group and makes it a group of its own. */
export async function leaveGroup(context: CheckContext, plural: string, record: CheckedRecord, session: ClientSession): Promise<void> {
  for (const other of await namingOf(context, plural, record, session))
    await setFields(context, plural, other._id, { $unset: { [`translations.${record.language}`]: '' } }, session);
  await setFields(context, plural, record._id, { $set: { group: record._id, translations: {} } }, session);
}

/** The translations of a record that link back to it. */
const namingOf = async (
  { connection }: CheckContext,
  plural: string,
  record: CheckedRecord,
  session: ClientSession,
): Promise<readonly CheckedRecord[]> => {
  const ids = translationsIn(record).flatMap(([, { id }]) => (typeof id === 'number' ? [id] : []));
  const found = await recordsById(connection, plural, ids, SIBLING_FIELDS, session);
  return [...found.values()].filter((other) => translationOf(other, record.language) === record._id);
};
