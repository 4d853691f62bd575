import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import accepts from 'accepts';
import type { Language } from '../../language';

/**
 * A response of a handler with status, headers or other properties. `language` is the record's, if not that of the request.
 * `kept` names members of the body that `_fields` never removes. `revision` is the revision of the single shown record, for the entity
 * tag: letters, digits and `._`, different after each write.
 *
 * @example
 * const moved: Reply = reply({}, { status: 301, headers: { Location: '/en/library/v1/books' } });
 */
export interface Reply<T = unknown> {
  readonly body: T;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly language?: Language | undefined;
  readonly kept?: readonly string[] | undefined;
  readonly revision?: string | undefined;
}

/** Removes the parameters of a content type, such as `; charset=utf-8`. */
export const mediaType = (type: string): string => type.replace(/;.*/, '').toLowerCase();

/** True if a header `Accept` prefers HTML to JSON and to `others`. A client that accepts anything prefers JSON. */
export const prefersHtml = (accept: string | readonly string[] | undefined, others: readonly string[] = []): boolean => {
  const request = { headers: { accept: [accept ?? '*/*'].flat().join(',') } } as IncomingMessage;
  return accepts(request).types(['json', 'html', ...others]) === 'html';
};

/** The symbol that marks every `Reply`, also if a plugin has its own copy of this package. */
const BRAND = Symbol.for('calendar-events.reply');

/**
 * Makes the response of a handler with a status (default 200), headers and the language of `Content-Language`.
 * With a `type` (the `Content-Type`), text or a Buffer is sent unchanged. Text other than HTML becomes JSON if `_envelope` or `_jsonp`
 * requires that.
 *
 * @example
 * handle: ({ params }) => reply(store(params), { status: 201 }),
 */
export const reply = <T>(body: T, options: Partial<Omit<Reply, 'body'>> & { readonly type?: string } = {}): Reply<T> => {
  const { type, headers = {}, ...rest } = options;
  const made: Reply<T> = { status: 200, ...rest, headers: type === undefined ? headers : { ...headers, 'Content-Type': type }, body };
  return Object.defineProperty(made, BRAND, { value: true });
};

/** True for a result of `reply`, false for a plain body. */
export const isReply = (answer: unknown): answer is Reply => typeof answer === 'object' && answer !== null && Object.hasOwn(answer, BRAND);

/**
 * Makes a `Reply` of a handler's plain result, with the success status that the endpoint declares.
 * Throws an Error, as for any bug of a handler, if a `Reply` has another status of 2xx.
 */
export const repliedWith = (answer: unknown, status: number): Reply => {
  if (!isReply(answer)) return reply(answer, { status });
  if (answer.status >= 200 && answer.status <= 299 && answer.status !== status)
    throw new Error(`the answer has the status ${answer.status}, and ${status} is declared`);
  return answer;
};

/**
 * Gives a successful response the content type that the endpoint declares.
 * Throws an Error, as for any bug of a handler, for another type, and for a body that is neither text nor a Buffer.
 */
export const typedReply = (answer: unknown, type: string): Reply => {
  const given = isReply(answer) ? answer : reply(answer);
  const { headers, body, ...rest } = given;
  if (given.status < 200 || given.status > 299) return given;
  const own = headers['Content-Type'] ?? type;
  if (own !== type) throw new Error(`the answer is of the type ${own}, and ${type} is declared`);
  if (typeof body !== 'string' && !Buffer.isBuffer(body))
    throw new Error(`the answer is neither text nor a Buffer, and ${type} is declared`);
  return Object.assign(reply(body, { headers, type }), rest);
};

/** The maximum size of a JSON response, in bytes: 16 MiB. */
export const MOST_ANSWER_BYTES = 16 * 1024 * 1024;

/** Makes a strong entity tag (RFC 9110, section 8.8.3) of a response body. The tag of a record begins with the revision. */
export const entityTag = (text: string | Buffer, revision?: string): string => {
  const digest = createHash('sha1').update(text).digest('base64url');
  return revision === undefined ? `"${digest}"` : `"${revision}-${digest}"`;
};

/**
 * True if a header `If-Match` (RFC 9110, section 13.1.1) matches this revision of a record.
 * Weak tags count too, and tags to which a proxy has added a content coding (`…-gzip`).
 */
export const namesRevision = (ifMatch: string, revision: string): boolean =>
  ifMatch
    .split(',')
    .map((tag) => tag.trim())
    .some((tag) => {
      if (tag === '*') return true;
      const opaque = tag.replace(/^W\//, '').replace(/^"|"$/g, '');
      return opaque === revision || opaque.startsWith(`${revision}-`);
    });
