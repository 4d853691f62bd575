import { errors } from '../errors';
import { MOST_ANSWER_BYTES } from '../registry/answer-size';
import type { Answer } from './exchange';

/** The most bytes of an answer that has a form of its own: 64 MiB. */
const MOST_OWN_BYTES = 64 * 1024 * 1024;

/** A character of a text has three bytes at most for each unit that its length counts. */
const hasMore = (written: string | Buffer, most: number): boolean => written.length * 3 > most && Buffer.byteLength(written) > most;

/**
 * Throws `rest_answer_too_large` for an answer in JSON with more than 16 MiB: its client can ask for less. An answer with a form of its own, a
 * calendar or a file, may have 64 MiB; more is a bug of its handler, and an Error.
 */
export const assertFits = ({ body, headers }: Pick<Answer, 'body' | 'headers'>, written: string | Buffer): void => {
  const isOfItsOwn = headers['Content-Type'] !== undefined && (typeof body === 'string' || Buffer.isBuffer(body));
  if (!isOfItsOwn && hasMore(written, MOST_ANSWER_BYTES)) throw errors.answerTooLarge(MOST_ANSWER_BYTES);
  if (hasMore(written, MOST_OWN_BYTES))
    throw new Error(`the answer has ${Buffer.byteLength(written)} bytes, and at most ${MOST_OWN_BYTES} are sent: answer less at a time`);
};
