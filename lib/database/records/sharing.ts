import { isDeepStrictEqual } from 'node:util';
import type { ClientSession } from 'mongodb';
import { type FieldValues, fieldAt } from '../driver/paths';
import { idsOfLink, type Link } from './links';
import type { Stored } from './record';
import { memberId } from './sibling';

/** A field by which records name those of the kind `to`. */
interface LinkEnd extends Pick<Link, 'none' | 'translated'> {
  readonly to: string;
  readonly unordered: boolean;
}

/** What sharing knows of the kinds: where records name others, and how these are read. */
interface Linked {
  linkAt(plural: string, field: string): LinkEnd | undefined;
  recordsOf(plural: string): { many(ids: Iterable<number>, session?: ClientSession): Promise<ReadonlyMap<number, Stored>> };
}

/** What the translations of a record have in common: a record of a language names, of what has a translation into it, that translation. */
export interface Sharing {
  /** The translations into a language of what some values of a field name: those that there are, by ID. One query, none where nothing is named. */
  translationsOf(
    plural: string,
    field: string,
    values: readonly unknown[],
    language: string,
    session?: ClientSession,
  ): Promise<ReadonlyMap<number, number>>;
  /** The value of a field as a record of a language holds it. */
  valueIn(plural: string, field: string, value: unknown, language: string, session?: ClientSession): Promise<unknown>;
  /** The same for what was said of a field: where it names others by translations, and as it is elsewhere. */
  saidIn(plural: string, field: string, value: unknown, language: string, session?: ClientSession): Promise<unknown>;
  /** The fields of a record of the kind `plural`, as its translation into a language holds them. */
  valuesIn(plural: string, fields: readonly string[], record: object, language: string, session?: ClientSession): Promise<FieldValues>;
  /** The kind that a field names, if it names one. */
  linkedBy(plural: string, field: string): string | undefined;
  /** Whether a field holds the same in two records of a language; assigned terms have no order. */
  isSame(plural: string, field: string, one: unknown, other: unknown): boolean;
}

/** A link that names translations, each once, in the place of what has any. */
export function translatedLink(value: unknown, translations: ReadonlyMap<number, number>): unknown {
  if (translations.size === 0) return value;
  const ids = idsOfLink(value).map((id) => translations.get(id) ?? id);
  return Array.isArray(value) ? [...new Set(ids)] : ids[0];
}

/** Makes the sharing of linked kinds. */
export function createSharing({ linkAt, recordsOf }: Linked): Sharing {
  const sharing: Sharing = {
    async translationsOf(plural, field, values, language, session) {
      const link = linkAt(plural, field);
      const ids = link === undefined ? [] : values.flatMap(idsOfLink).filter((id) => id > 0);
      if (link === undefined || ids.length === 0) return new Map();
      const found = await recordsOf(link.to).many(ids, session);
      return new Map(
        [...found.values()].flatMap((record) => {
          const id = memberId(record, language);
          return id === record._id ? [] : [[record._id, id] as const];
        }),
      );
    },
    async valueIn(plural, field, value, language, session) {
      return translatedLink(value, await sharing.translationsOf(plural, field, [value], language, session));
    },
    saidIn: async (plural, field, value, language, session) =>
      linkAt(plural, field)?.translated ? sharing.valueIn(plural, field, value, language, session) : value,
    async valuesIn(plural, fields, record, language, session) {
      const values: Record<string, unknown> = {};
      for (const field of fields) values[field] = await sharing.valueIn(plural, field, fieldAt(record, field), language, session);
      return values;
    },
    linkedBy: (plural, field) => linkAt(plural, field)?.to,
    isSame(plural, field, one, other) {
      const link = linkAt(plural, field);
      const plain = (value: unknown): unknown => (link?.unordered ? [...idsOfLink(value)].sort((a, b) => a - b) : value);
      return isDeepStrictEqual(plain(one), plain(other));
    },
  };
  return sharing;
}
