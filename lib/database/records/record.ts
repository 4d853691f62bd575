import type { Language } from '../../language';

/** A translation as its siblings store it: the fields for linking to it and for checking who may read it. */
export interface Sibling {
  readonly id: number;
  readonly slug: string;
  /** The post status; undefined for terms. */
  readonly status?: string;
  readonly author?: number;
  /** The post status before the trash. */
  readonly was?: string;
}

export type Translations = Readonly<Partial<Record<Language, Sibling>>>;

/** The fields of every stored record. */
export interface Stored {
  readonly _id: number;
  readonly language: Language;
  /** The translation group: the ID of its first record. A record without translations is a group of one. */
  readonly group: number;
  readonly translations: Translations;
  /** The slug, unique per content type and language; empty if the record was never published. */
  readonly slug: string;
  /** The time of the last change to the content. */
  readonly modified: Date;
  /** The time when a linked record was last deleted permanently; undefined if never. */
  readonly unlinked?: Date;
  /** The time when the published record was last hidden; undefined if never. */
  readonly unpublished?: Date;
  /** The storage revision. Every write raises it, except one that only changes counts. */
  readonly revision: number;
  /** The editing revision, initially 1. Only users' edits raise it, not counts, translations, links or scheduled publication. */
  readonly edition: number;
  /** The key of the fixture from which the record was created. */
  readonly source?: string;
  /** The fields of plugins, by property name in JSON. */
  readonly fields?: Readonly<Record<string, unknown>>;
  /** The number of public records that link to this record, by the name of the reverse link. */
  readonly counts?: Readonly<Record<string, number>>;
  /** The number of public records of other languages that link to this record, by language. `count` is that of its own. */
  readonly abroad?: Readonly<Partial<Record<Language, number>>>;
  /** True if `count` is above 0. Indexes contain `used` because it seldom changes. */
  readonly used?: boolean;
  /** Values for queries, which `keys` of the content type computes from the other fields. */
  readonly keys: Readonly<Record<string, unknown>>;
}

/** A stored post-like record. Content types add fields. */
export interface Post extends Stored {
  readonly author: number;
  readonly status: string;
  /** The status and slug before the trash, for restoring the post. */
  readonly trashed?: { readonly status: string; readonly slug: string } | undefined;
  /** The publication date in the site's time zone: `YYYY-MM-DD HH:MM:SS`. */
  readonly date: string;
  /** The publication date in UTC as `YYYY-MM-DD HH:MM:SS`; null for drafts without a date. */
  readonly dateUtc: string | null;
  /** True if a user set the publication date. Other drafts get the date of their publication. */
  readonly dated?: boolean;
  /** True for a draft that was created inside another record and is published with that record. */
  readonly publishesWith?: true | undefined;
  /** True if the record was changed after its creation. */
  readonly edited?: boolean;
  /** The time of the creation of the record, independent of the publication date. */
  readonly created?: Date;
  readonly description: string;
  readonly excerpt: string;
  /** The ID of the media record; null without an image. */
  readonly image: number | null;
  /** The password for reading the content; empty if none is required. */
  readonly password: string;
}

export interface Term extends Stored {
  readonly name: string;
  readonly description: string;
  /** The users who linked records to a hidden proposed term; undefined for visible terms. */
  readonly proposedBy?: readonly number[] | undefined;
  /** The ID of the parent term; 0 at the root. */
  readonly parent: number;
  /** The number of public records in the term's language that link to the term. */
  readonly count: number;
}

/** A stored image: an address that responses contain and the service never fetches. */
export interface Media {
  readonly _id: number;
  readonly url: string;
}

/** A change of one record. `before` is undefined for a new record, `after` for a permanently deleted one. */
export interface Change {
  /** The name of the collection, which is the plural of the content type. */
  readonly plural: string;
  readonly before: Stored | undefined;
  readonly after: Stored | undefined;
}

/** Returns the value at a path of a record, such as `venue`, or `fields.seats` for a plugin's field. */
export const fieldAt = (record: object, path: string): unknown =>
  path.includes('.') ? path.split('.').reduce(memberOf, record) : memberOf(record, path);

const memberOf = (value: unknown, name: string): unknown => (value as Record<string, unknown> | null | undefined)?.[name];

/** Copies a record with another value at a path. */
export const withValue = <R extends object>(record: R, path: string, value: unknown): R => {
  const [name = '', own] = path.split('.');
  if (own === undefined) return { ...record, [name]: value };
  return { ...record, [name]: { ...(fieldAt(record, name) as object | undefined), [own]: value } };
};

/** Values of a record by their paths, as `fieldAt` reads them. */
export type FieldValues = Readonly<Record<string, unknown>>;

export const withValues = <R extends object>(record: R, values: FieldValues): R =>
  Object.entries(values).reduce((copy, [field, value]) => withValue(copy, field, value), record);

/** A field that links the records of a collection to those of the collection `to`: one ID or a list of IDs. An index begins with it. */
export interface Link {
  readonly collection: string;
  readonly field: string;
  readonly to: string;
  /** The value of the field without a link. An empty list means that the field may contain several IDs. */
  readonly none: null | 0 | readonly never[];
  /** True if a stored link names the target's translation into the language of the record, if there is one. */
  readonly translated?: boolean;
  /** True if all translations of a record share the value of this field. */
  readonly shared?: boolean;
  /** True if the link names the parent in a tree of one type. Permanently deleting a record moves its children up. */
  readonly isTree?: true;
}

/** Returns the IDs of a stored link: one, several or none. */
export const idsOfLink = (value: unknown): readonly number[] => (Array.isArray(value) ? value : typeof value === 'number' ? [value] : []);

/** Returns the IDs in a field of a record; none without a record. The field is a path, as for `fieldAt`. */
export const linkedIds = (record: object | undefined, field: string): readonly number[] => idsOfLink(record && fieldAt(record, field));

/** The prefix of the search keys of hidden records. Only users who may read them search these keys. */
export const PROTECTED_PREFIX = '-';

/** The field with the search keys of a record: words, and keys of its links. */
export const WORDS_FIELD = 'keys.words';
export const WORDS_INDEX = 'words';
/** Returns the search key of a link. A search finds the linked records by name, then the records with these keys. */
export const linkKey = (field: string, id: number): string => `@${field} ${id}`;
