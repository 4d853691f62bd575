import { errors } from '../../errors';
import { MOST_ANSWER_BYTES } from '../../registry';
import type { Answer, RequestContext } from '../requests/request-context';

/** The maximum size of an answer with its own form: 64 MiB. */
const MOST_OWN_BYTES = 64 * 1024 * 1024;

/** True if a text or buffer has more bytes than `most`. A UTF-16 unit has at most three bytes, so short texts need no count. */
const hasMore = (written: string | Buffer, most: number): boolean => written.length * 3 > most && Buffer.byteLength(written) > most;

/**
 * Bounds answers: JSON to 16 MiB, and other forms (a calendar, a file) to 64 MiB.
 * Throws `rest_answer_too_large` for JSON of the service itself, since a client can ask for less. A larger answer of a plugin is a bug
 * in the plugin: an Error.
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
