/** The beginning of the key of what only those find who may see it. */
export const CLOSED = '-';

/** The field of the keys by which words find records. */
export const WORDS_FIELD = 'keys.words';
/** The name of the index of these, of every kind. */
export const WORDS_INDEX = 'words';
/** The fields of a record by which its words are noted. */
export const WORDED_FIELDS = ['language', 'keys.text', WORDS_FIELD] as const;

/** The key by which a record is found that names another one in a field: whoever looks for words looks for the names of records first. */
export const linkKey = (field: string, id: number): string => `@${field} ${id}`;

/** Both keys of each of some IDs: that which everybody finds, and the closed one. */
export const linkKeys = (field: string, ids: readonly number[]): string[] =>
  ids.map((id) => linkKey(field, id)).flatMap((key) => [key, `${CLOSED}${key}`]);

/** The updates that let the keys of records name another record in the place of some, as their field does. */
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
      update: { $pull: { [WORDS_FIELD]: { $in: linkKeys(field, from) } } },
    },
  },
];
