/** The prefix of keys of hidden records. Only queries of users who may read them search these keys. */
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
