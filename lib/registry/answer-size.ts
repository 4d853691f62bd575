/** How many bytes of JSON an answer may have: 16 MiB. */
export const MOST_ANSWER_BYTES = 16 * 1024 * 1024;
