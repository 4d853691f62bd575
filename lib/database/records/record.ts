import type { Language } from '../../language';

/** A member of a translation group, as the other members store it. They need it to link to it and to check who may read it. */
export interface Sibling {
  readonly id: number;
  readonly slug: string;
  /** Only for post-like types. */
  readonly status?: string;
  readonly author?: number;
  /** The status before the trash. */
  readonly was?: string;
}

export type Translations = Readonly<Partial<Record<Language, Sibling>>>;

/** The fields of every stored record. */
export interface Stored {
  readonly _id: number;
  readonly language: Language;
  /** The ID of the first member of the translation group. A record without translations is a group of one. */
  readonly group: number;
  readonly translations: Translations;
  /** Unique per content type and language; empty if the record was never published. */
  readonly slug: string;
  /** The time of the last change to the content. */
  readonly modified: Date;
  /** The time when a linked record was last deleted for good; missing if that never happened. */
  readonly unlinked?: Date;
  /** The storage revision. Every write raises it, except of counts alone. */
  readonly revision: number;
  /** The editing revision, 1 at first. Only writes of users raise it, not counts, translations, links or scheduled publication. */
  readonly edition: number;
  /** The key of the fixture that the record comes from. */
  readonly source?: string;
  /** The fields of plugins, by wire name. */
  readonly fields?: Readonly<Record<string, unknown>>;
  /** The number of public records that link here, by the name of the reverse link. */
  readonly counts?: Readonly<Record<string, number>>;
  /** The number of public records of other languages that link here, by language. `count` holds those of its own. */
  readonly abroad?: Readonly<Partial<Record<Language, number>>>;
  /** True if `count` is above 0. It changes seldom, so indexes contain it instead of the count. */
  readonly used?: boolean;
  /** Values for queries, computed from the other fields by `keys` of the type. */
  readonly keys: Readonly<Record<string, unknown>>;
}

/** A stored post-like record. Types add their own fields. */
export interface Post extends Stored {
  readonly author: number;
  readonly status: string;
  /** The status and slug before the trash, to be restored. */
  readonly trashed?: { readonly status: string; readonly slug: string } | undefined;
  /** The publication date in the time zone of the site: `YYYY-MM-DD HH:MM:SS`. */
  readonly date: string;
  /** The publication date in UTC in the same format; null for drafts without one. */
  readonly dateUtc: string | null;
  /** True if a user set the publication date. Without one, a draft gets the date of its publication. */
  readonly dated?: boolean;
  /** True for a draft that was created inside another record. It is published with that record. */
  readonly publishesWith?: true | undefined;
  /** True if the record was changed after its creation. */
  readonly edited?: boolean;
  /** The time of its creation, independent of the publication date. */
  readonly created?: Date;
  readonly description: string;
  readonly excerpt: string;
  /** The ID of a media record. */
  readonly image: number | null;
  /** Empty if the record has no password. */
  readonly password: string;
}

export interface Term extends Stored {
  readonly name: string;
  readonly description: string;
  /** The users who named a hidden term in their records; missing for visible terms. */
  readonly proposedBy?: readonly number[] | undefined;
  /** The ID of the parent term; 0 at the root. */
  readonly parent: number;
  /** The number of public records of its language that have the term. */
  readonly count: number;
}

/** A stored image: an address that the service shows and never fetches. */
export interface Media {
  readonly _id: number;
  readonly url: string;
}

/** A change of one record. `before` is undefined for a new record, `after` for one that is deleted for good. */
export interface Change {
  /** The name of the collection, which is the plural of the content type. */
  readonly plural: string;
  readonly before: Stored | undefined;
  readonly after: Stored | undefined;
}

/** A value of a record by its path. The path is the name of a field, such as `venue`, or of a plugin's, `fields.seats`. */
export const fieldAt = (record: object, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown> | null | undefined)?.[name], record);

/** A copy of a record with another value at a path. */
export const withValue = <R extends object>(record: R, path: string, value: unknown): R => {
  const [name = '', own] = path.split('.');
  if (own === undefined) return { ...record, [name]: value };
  return { ...record, [name]: { ...(fieldAt(record, name) as object | undefined), [own]: value } };
};

/** Values of a record by their paths, as `fieldAt` reads them. */
export type FieldValues = Readonly<Record<string, unknown>>;

/** A copy of a record with other values at several paths. */
export const withValues = <R extends object>(record: R, values: FieldValues): R =>
  Object.entries(values).reduce((copy, [field, value]) => withValue(copy, field, value), record);
