import { errors } from '../../errors';
import { lostInJson, lostWithin, MOST_ANSWER_BYTES } from '../../registry';
import type { Answer, RequestContext } from '../requests/request-context';

/** Headers of the connection, which only the server may set. */
const OF_CONNECTION = new Set(['connection', 'content-length', 'keep-alive', 'te', 'trailer', 'transfer-encoding', 'upgrade']);

/** Statuses without a body. */
const EMPTY: readonly number[] = [204, 205, 304];

/** Checks that an answer can be sent. Throws an Error for a bug of the handler that an envelope would hide or Node would send. */
export const assertSendable = (answer: Answer, request: RequestContext): void => {
  const { status, headers, body, revision = '_' } = answer;
  if (!Number.isInteger(status) || status < 200 || status > 599)
    throw new Error(`the status of an answer is from 200 to 599, not ${status}`);
  const name = Object.keys(headers).find((one) => OF_CONNECTION.has(one.toLowerCase()));
  if (name !== undefined) throw new Error(`the header ${name} is the server's own and cannot be answered`);
  if (!/^[\w.]+$/.test(revision)) throw new Error(`the revision of an answer is letters, digits, . and _, not ${JSON.stringify(revision)}`);
  const unsendable = unsendableIn(answer, request);
  if (unsendable !== undefined) throw new Error(unsendable);
  const isNone = body === undefined ? !EMPTY.includes(status) : typeof body === 'number' && !Number.isFinite(body);
  if (isNone || typeof body === 'function' || typeof body === 'symbol') throw new Error(`${String(body)} cannot be written as JSON`);
};

/** Explains why a body can be sent neither as JSON nor as it is, with a remedy. Undefined if it can be sent. */
const unsendableIn = ({ body, headers, refusal }: Answer, { isOfOthers }: RequestContext): string | undefined => {
  if (typeof body !== 'object' || body === null) return undefined;
  if (('pipe' in body && typeof body.pipe === 'function') || Symbol.asyncIterator in body || body instanceof Blob)
    return 'the answer is a stream, which is not sent: read it, and answer text or a Buffer with its type';
  const isTyped = Object.keys(headers).some((name) => name.toLowerCase() === 'content-type');
  if (Buffer.isBuffer(body)) return isTyped ? undefined : 'the answer is a Buffer without a type: answer reply(buffer, { type })';
  if (ArrayBuffer.isView(body) || body instanceof ArrayBuffer || body instanceof SharedArrayBuffer)
    return 'the answer is bytes that are no Buffer: answer reply(Buffer.from(bytes), { type })';
  // Answers of the service itself are plain throughout.
  const lost = isOfOthers && !refusal ? lostWithin(body) : lostInJson(body);
  return lost && `the answer holds a ${lost}, of which JSON writes nothing: answer plain objects and lists`;
};

/** The maximum size of an answer with its own form: 64 MiB. */
const MOST_OWN_BYTES = 64 * 1024 * 1024;

/**
 * Bounds answers: JSON to 16 MiB, and other forms (a calendar, a file) to 64 MiB.
 * Throws `rest_answer_too_large` for JSON of the service itself, since a client can ask for less. A larger answer of a plugin is a bug
 * in the plugin: an Error.
 */
export const assertFits = ({ body, headers }: Answer, { length }: Buffer, { isOfOthers }: RequestContext): void => {
  const isOfItsOwn = headers['Content-Type'] !== undefined && (typeof body === 'string' || Buffer.isBuffer(body));
  const most = isOfItsOwn ? MOST_OWN_BYTES : MOST_ANSWER_BYTES;
  if (length <= most) return;
  if (!isOfItsOwn && !isOfOthers) throw errors.answerTooLarge(most);
  throw new Error(`the answer has ${length} bytes, and at most ${most}${isOfItsOwn ? '' : ' of JSON'} are sent: answer less at a time`);
};
