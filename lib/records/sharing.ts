import type { ClientSession } from 'mongodb';
import { idsOfLink, type Link } from './links';
import { fieldAt } from './paths';
import type { Stored } from './record';

/** A field by which records name those of the kind `to`. */
interface LinkEnd extends Pick<Link, 'none'> {
  readonly to: string;
}

/** What sharing knows of the kinds: where records name others, and how these are read. */
interface Linked {
  linkAt(plural: string, field: string): LinkEnd | undefined;
  recordsOf(plural: string): { many(ids: Iterable<number>, session?: ClientSession): Promise<ReadonlyMap<number, Stored>> };
}

/** Values of a record, by the fields that hold them, as `fieldAt` reads these. */
export type FieldValues = Readonly<Record<string, unknown>>;

/** What the translations of a record have in common: a record of a language names, of what has a translation into it, that translation. */
export interface Sharing {
  /** The IDs of `to` as a record of a language names them, each once. */
  idsIn(to: string, ids: readonly number[], language: string, session?: ClientSession): Promise<readonly number[]>;
  /** The value of a field as a record of a language holds it. */
  valueIn(plural: string, field: string, value: unknown, language: string, session?: ClientSession): Promise<unknown>;
  /** The fields of a record of the kind `plural`, as its translation into a language holds them. */
  valuesIn(plural: string, fields: readonly string[], record: object, language: string, session?: ClientSession): Promise<FieldValues>;
  /** The kind that a field names, if it names one. */
  linkedBy(plural: string, field: string): string | undefined;
}

/** Makes the sharing of linked kinds. */
export function createSharing({ linkAt, recordsOf }: Linked): Sharing {
  const sharing: Sharing = {
    async idsIn(to, ids, language, session) {
      if (ids.length === 0) return ids;
      const found = await recordsOf(to).many(ids, session);
      const spoken = ids.map((id) => {
        const record = found.get(id);
        const translation = record?.language === language ? undefined : record?.translations[language as Stored['language']];
        return translation?.id ?? id;
      });
      return [...new Set(spoken)];
    },
    async valueIn(plural, field, value, language, session) {
      const link = linkAt(plural, field);
      const ids = idsOfLink(value).filter((id) => id > 0);
      if (link === undefined || ids.length === 0) return value;
      const spoken = await sharing.idsIn(link.to, ids, language, session);
      return Array.isArray(value) ? spoken : spoken[0];
    },
    async valuesIn(plural, fields, record, language, session) {
      const values: Record<string, unknown> = {};
      for (const field of fields) values[field] = await sharing.valueIn(plural, field, fieldAt(record, field), language, session);
      return values;
    },
    linkedBy: (plural, field) => linkAt(plural, field)?.to,
  };
  return sharing;
}
