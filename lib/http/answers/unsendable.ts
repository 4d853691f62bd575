import { lostInJson, lostWithin } from '../../registry';
import type { Answer, RequestContext } from '../requests/request-context';

/** Explains why a body can be sent neither as JSON nor as it is, with a remedy. Undefined if it can be sent. */
export const unsendableIn = (
  { body, headers, refusal }: Pick<Answer, 'body' | 'headers' | 'refusal'>,
  { isOfOthers }: Pick<RequestContext, 'isOfOthers'>,
): string | undefined => {
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
