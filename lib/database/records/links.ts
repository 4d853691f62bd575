import { fieldAt } from './record';

/** A field that links records to others: one ID or a list of IDs. An index begins with the field. */
export interface Link {
  readonly collection: string;
  readonly field: string;
  /** The value without a link. An empty list means that the field may hold several IDs. */
  readonly none: null | 0 | readonly never[];
  /** True if a link is stored as the target's translation into the language of the record, if there is one. */
  readonly translated?: boolean;
  /** True if all translations of a record have the same value. */
  readonly shared?: boolean;
  /** True if it is the parent in a tree of one type. When a record is deleted for good, its children move up. */
  readonly isTree?: true;
}

/** The IDs of a stored link: one, several or none. */
export const idsOfLink = (value: unknown): readonly number[] => (Array.isArray(value) ? value : typeof value === 'number' ? [value] : []);

/** The IDs in a field of a record; none without a record. The field is a path, as for `fieldAt`. */
export const linkedIds = (record: object | undefined, field: string): readonly number[] => idsOfLink(record && fieldAt(record, field));

/** The prefix of search keys of hidden records. Only queries of users who may read them search these keys. */
export const CLOSED = '-';

/** The field with the search keys of a record: its words, and its links. */
export const WORDS_FIELD = 'keys.words';
/** The name of the index of search keys, in every collection. */
export const WORDS_INDEX = 'words';
/** The search key of a link. A search first finds the linked records by their names, then the records with these keys. */
export const linkKey = (field: string, id: number): string => `@${field} ${id}`;

/** The public and the hidden search keys of links to some IDs. */
export const linkKeys = (field: string, ids: readonly number[]): string[] =>
  ids.map((id) => linkKey(field, id)).flatMap((key) => [key, `${CLOSED}${key}`]);

/** The updates that replace links in search keys, for records whose link field is changed in the same way. */
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
