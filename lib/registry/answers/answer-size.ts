/** The largest JSON answer, in bytes: 16 MiB. */
export const MOST_ANSWER_BYTES = 16 * 1024 * 1024;
