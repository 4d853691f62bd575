import { errors } from '../../errors';
import { MOST_ANSWER_BYTES } from '../../registry';
import type { Answer, RequestContext } from '../requests/request-context';

/** The most bytes of an answer that has a form of its own: 64 MiB. */
const MOST_OWN_BYTES = 64 * 1024 * 1024;

/** A character of a text has three bytes at most for each unit that its length counts. */
const hasMore = (written: string | Buffer, most: number): boolean => written.length * 3 > most && Buffer.byteLength(written) > most;

/**
 * Bounds an answer in JSON to 16 MiB, and one with a form of its own, a calendar or a file, to 64 MiB. Throws `rest_answer_too_large` for too much
 * JSON of the service itself, of which a client can ask for less. More of a plugin's handler is a bug of it, and an Error.
 */
export const assertFits = (
  { body, headers }: Pick<Answer, 'body' | 'headers'>,
  written: string | Buffer,
  { isOfOthers }: Pick<RequestContext, 'isOfOthers'>,
): void => {
  const isOfItsOwn = headers['Content-Type'] !== undefined && (typeof body === 'string' || Buffer.isBuffer(body));
  const most = isOfItsOwn ? MOST_OWN_BYTES : MOST_ANSWER_BYTES;
  if (!hasMore(written, most)) return;
  if (!isOfItsOwn && !isOfOthers) throw errors.answerTooLarge(most);
  const form = isOfItsOwn ? '' : ' of JSON';
  throw new Error(`the answer has ${Buffer.byteLength(written)} bytes, and at most ${most}${form} are sent: answer less at a time`);
};
