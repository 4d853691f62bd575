import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import accepts from 'accepts';
import type { Language } from '../../language';

/**
 * An answer of a handler with a status, headers or other properties. `language` is the record's, if it is not the effective one.
 * `kept` names members of the body that `_fields` never removes. `revision` is the revision of the single shown record, for its entity
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

/** A content type without its parameters. */
export const mediaType = (type: string): string => type.replace(/;.*/, '').toLowerCase();

/** True if a header `Accept` prefers HTML to JSON and to `others`. A client that accepts anything is a program, and gets JSON. */
export const prefersHtml = (accept: string | readonly string[] | undefined, others: readonly string[] = []): boolean => {
  const request = { headers: { accept: [accept ?? '*/*'].flat().join(',') } } as IncomingMessage;
  return accepts(request).types(['json', 'html', ...others]) === 'html';
};

/** Brand of every reply, also of another copy of this package that a plugin may bring. No JSON can contain it. */
const BRAND = Symbol.for('calendar-events.reply');

/**
 * Makes an answer with a status (default 200), headers and the language of `Content-Language`.
 * With a `type`, its `Content-Type`, text or a Buffer is sent as it is. Text other than HTML goes into JSON if `_envelope` or `_jsonp`
 * asks for it.
 *
 * @example
 * handle: ({ params }) => reply(store(params), { status: 201 }),
 */
export const reply = <T>(body: T, options: Partial<Omit<Reply, 'body'>> & { readonly type?: string } = {}): Reply<T> => {
  const { type, headers = {}, ...rest } = options;
  const made: Reply<T> = { status: 200, ...rest, headers: type === undefined ? headers : { ...headers, 'Content-Type': type }, body };
  return Object.defineProperty(made, BRAND, { value: true });
};

/** True for an answer of `reply`, false for a plain body. */
export const isReply = (answer: unknown): answer is Reply => typeof answer === 'object' && answer !== null && Object.hasOwn(answer, BRAND);

/**
 * Gives a plain answer the success status that its endpoint declares.
 * Throws an Error, as for any bug of a handler, for another status of 2xx.
 */
export const repliedWith = (answer: unknown, status: number): Reply => {
  if (!isReply(answer)) return reply(answer, { status });
  if (answer.status >= 200 && answer.status <= 299 && answer.status !== status)
    throw new Error(`the answer has the status ${answer.status}, and ${status} is declared`);
  return answer;
};

/**
 * Gives a success the content type that its endpoint declares.
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

/** The largest JSON answer, in bytes: 16 MiB. */
export const MOST_ANSWER_BYTES = 16 * 1024 * 1024;

/** Makes a strong entity tag (RFC 9110, section 8.8.3) of an answer's bytes. The tag of a record begins with its revision. */
export const entityTag = (text: string | Buffer, revision?: string): string => {
  const digest = createHash('sha1').update(text).digest('base64url');
  return revision === undefined ? `"${digest}"` : `"${revision}-${digest}"`;
};

/**
 * True if an `If-Match` (RFC 9110, section 13.1.1) names this revision of a record by `*` or a tag of any view.
 * Weak tags count too, and tags with a coding that a proxy has added (`…-gzip`).
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
