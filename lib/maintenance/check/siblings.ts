import type { ClientSession } from 'mongodb';
import { type Sibling, siblingOf } from '../../database';
import { setFields } from './aspect';
import { recordsById } from './batches';
import type { Checking, Looked } from './checking';

/** What of a record its translations store, and how it names them. */
export const SIBLING_FIELDS: readonly string[] = ['language', 'group', 'translations', 'slug', 'status', 'author', 'trashed'];

/** What a record names as its translations, by language; what is no such thing names nothing. */
export const translationsIn = ({ translations }: Looked): readonly (readonly [language: string, sibling: Partial<Sibling>])[] =>
  typeof translations === 'object' && translations !== null
    ? Object.entries(translations).map(([language, sibling]) => [language, (sibling ?? {}) as Partial<Sibling>])
    : [];

/** The record that one names as its translation into a language. */
export const translationOf = (record: Looked, language: unknown): number | undefined =>
  translationsIn(record).find(([own]) => own === language)?.[1].id;

/** A record as its translations are to store it. */
export const namedAs = (record: Looked) => siblingOf(record as Parameters<typeof siblingOf>[0]);

/** Gives a record another slug, and tells it to those translations that name the record. */
export async function renameTo(checking: Checking, plural: string, record: Looked, slug: string, session: ClientSession): Promise<void> {
  await setFields(checking, plural, record._id, { $set: { slug } }, session);
  for (const other of await namingOf(checking, plural, record, session))
    await setFields(checking, plural, other._id, { $set: { [`translations.${record.language}`]: namedAs({ ...record, slug }) } }, session);
}

/** Takes a record out of its translation group: it is a group of its own then. */
export async function leaveGroup(checking: Checking, plural: string, record: Looked, session: ClientSession): Promise<void> {
  for (const other of await namingOf(checking, plural, record, session))
    await setFields(checking, plural, other._id, { $unset: { [`translations.${record.language}`]: '' } }, session);
  await setFields(checking, plural, record._id, { $set: { group: record._id, translations: {} } }, session);
}

/** Those of a record's translations that name it too. */
const namingOf = async ({ connection }: Checking, plural: string, record: Looked, session: ClientSession): Promise<readonly Looked[]> => {
  const ids = translationsIn(record).flatMap(([, { id }]) => (typeof id === 'number' ? [id] : []));
  const found = await recordsById(connection, plural, ids, SIBLING_FIELDS, session);
  return [...found.values()].filter((other) => translationOf(other, record.language) === record._id);
};
