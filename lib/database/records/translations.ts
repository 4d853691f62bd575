import { isDeepStrictEqual } from 'node:util';
import type { ClientSession } from 'mongodb';
import { type FieldValues, fieldAt, idsOfLink, type Link, type Post, type Sibling, type Stored, type Translations } from './record';

/** Returns all records of a record's translation group by language, including the record itself. */
export const membersByLanguage = (record: Stored): Translations => ({ ...record.translations, [record.language]: siblingOf(record) });

/** Returns the IDs of a record's translations, without its own. */
export const idsOfTranslations = ({ translations }: Pick<Stored, 'translations'>): number[] =>
  Object.values(translations).map(({ id }) => id);

/** Returns the ID of a record's translation into a language, or the record's own ID if there is none. */
export const memberId = (record: Pick<Stored, '_id' | 'language' | 'translations'>, language: string): number =>
  language === record.language ? record._id : (record.translations[language as Stored['language']]?.id ?? record._id);

/** Returns what translations of a record store. */
export const siblingOf = (record: Pick<Stored, '_id' | 'slug'> & Partial<Pick<Post, 'status' | 'author' | 'trashed'>>): Sibling => ({
  id: record._id,
  slug: record.slug,
  ...(record.status !== undefined && { status: record.status }),
  ...(record.author !== undefined && { author: record.author }),
  ...(record.trashed !== undefined && { was: record.trashed.status }),
});

interface LinkedTypes {
  readonly links: readonly Link[];
  isTermLike(plural: string): boolean;
  recordsOf(plural: string): { many(ids: Iterable<number>, session?: ClientSession): Promise<ReadonlyMap<number, Stored>> };
}

/** Replaces each ID in a link by the ID of its translation, without duplicates. */
export function translatedLink(value: unknown, translations: ReadonlyMap<number, number>): unknown {
  if (translations.size === 0) return value;
  const ids = idsOfLink(value).map((id) => translations.get(id) ?? id);
  return Array.isArray(value) ? [...new Set(ids)] : ids[0];
}

export type Sharing = ReturnType<typeof createSharing>;

/** Creates the functions for values that translations of a record share. Links among these name the targets' translations. */
export function createSharing({ links, isTermLike, recordsOf }: LinkedTypes) {
  const linkAt = (plural: string, field: string) => links.find((link) => link.collection === plural && link.field === field);
  const sharing = {
    /** Finds the translations into a language of the records that a field's values link to, by ID. Uses at most one query. */
    async translationsOf(
      plural: string,
      field: string,
      values: readonly unknown[],
      language: string,
      session?: ClientSession,
    ): Promise<ReadonlyMap<number, number>> {
      const link = linkAt(plural, field);
      const ids = link === undefined ? [] : values.flatMap(idsOfLink).filter((id) => id > 0);
      if (link === undefined || ids.length === 0) return new Map();
      const found = await recordsOf(link.to).many(ids, session);
      const pairs = [...found.values()].map((record) => [record._id, memberId(record, language)] as const);
      return new Map(pairs.filter(([id, translation]) => id !== translation));
    },
    /** Returns the value of a field as a record of a language stores it. */
    async valueIn(plural: string, field: string, value: unknown, language: string, session?: ClientSession): Promise<unknown> {
      return translatedLink(value, await sharing.translationsOf(plural, field, [value], language, session));
    },
    /** Returns the value to store for a requested one. Replaces a link by translations if the link has `translated`. */
    storedValueIn: async (plural: string, field: string, value: unknown, language: string, session?: ClientSession): Promise<unknown> =>
      linkAt(plural, field)?.translated ? sharing.valueIn(plural, field, value, language, session) : value,
    /** Returns the values of some fields as the record's translation into a language stores them. */
    async valuesIn(plural: string, fields: readonly string[], record: object, language: string, session?: ClientSession) {
      const values: Record<string, unknown> = {};
      for (const field of fields) values[field] = await sharing.valueIn(plural, field, fieldAt(record, field), language, session);
      return values as FieldValues;
    },
    /** Returns the type that a field links to, if the field is a link. */
    linkedBy: (plural: string, field: string): string | undefined => linkAt(plural, field)?.to,
    /** True if a field has the same value in two records of a language, whatever the order of their terms. */
    isSame(plural: string, field: string, one: unknown, other: unknown): boolean {
      const isUnordered = isTermLike(linkAt(plural, field)?.to ?? '');
      const plain = (value: unknown): unknown => (isUnordered ? [...idsOfLink(value)].sort((a, b) => a - b) : value);
      return isDeepStrictEqual(plain(one), plain(other));
    },
  };
  return sharing;
}
