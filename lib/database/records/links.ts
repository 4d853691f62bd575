import { fieldAt } from './record';

/** A field that links records to others: one ID or a list of IDs. An index begins with this field. */
export interface Link {
  readonly collection: string;
  readonly field: string;
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
export const CLOSED = '-';

/** The field with the search keys of a record: words, and keys of its links. */
export const WORDS_FIELD = 'keys.words';
export const WORDS_INDEX = 'words';
/** Returns the search key of a link. A search finds the linked records by name, then the records with these keys. */
export const linkKey = (field: string, id: number): string => `@${field} ${id}`;

/** Returns the public and the hidden search keys of links to some IDs. */
export const linkKeys = (field: string, ids: readonly number[]): string[] =>
  ids.map((id) => linkKey(field, id)).flatMap((key) => [key, `${CLOSED}${key}`]);

/** Makes the updates of search keys for records in which the same links are replaced. */
export const keysRelinked = (records: object, field: string, from: readonly number[], to: number) => [
  ...['', CLOSED].map((mark) => ({
    updateMany: {
      filter: { ...records, [WORDS_FIELD]: { $in: from.map((id) => `${mark}${linkKey(field, id)}`) } },
      update: { $addToSet: { [WORDS_FIELD]: `${mark}${linkKey(field, to)}` } },
    },
  })),
  {
    updateMany: {
      filter: { ...records, [WORDS_FIELD]: { $in: linkKeys(field, from) } },
      update: { $pull: { [WORDS_FIELD]: { $in: linkKeys(field, from) } } } as object,
    },
  },
];
