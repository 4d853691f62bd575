import { errors } from '../errors';
import { MOST_ANSWER_BYTES } from '../registry/answer-size';
import type { Answer } from './exchange';

/** Throws `rest_answer_too_large` for an answer in JSON that has more bytes than one may have. What has a form of its own, a calendar or a file, is as long as it is. */
export const assertFits = ({ body, headers }: Pick<Answer, 'body' | 'headers'>, written: string | Buffer): void => {
  const isOfItsOwn = headers['Content-Type'] !== undefined && (typeof body === 'string' || Buffer.isBuffer(body));
  // A character has three bytes at most for each unit that its length counts.
  if (isOfItsOwn || written.length * 3 <= MOST_ANSWER_BYTES) return;
  if (Buffer.byteLength(written) > MOST_ANSWER_BYTES) throw errors.answerTooLarge(MOST_ANSWER_BYTES);
};
