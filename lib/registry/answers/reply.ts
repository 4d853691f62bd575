import type { Language } from '../../language';

/**
 * What a handler answers when it is not plain 200: `language` is the record's, where it is not the effective one;
 * `kept` names the members of the body that `_fields` never takes away; `revision` the state of the one record that is shown, for its entity
 * tag: letters, digits and `._`, another one whenever somebody has written the record.
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

/** Marks every reply, also of another copy of this package, such as a plugin may bring with it. No JSON can hold it. */
const BRAND = Symbol.for('calendar-events.reply');

/**
 * Makes an answer with a status (200), headers, and the language of `Content-Language`. With a `type`, its `Content-Type`, a body that is text
 * or a Buffer is sent as it is; text that is no HTML goes into JSON where `_envelope` or `_jsonp` asks for that.
 *
 * @example
 * handle: ({ params }) => reply(store(params), { status: 201 }),
 */
export const reply = <T>(
  body: T,
  options: {
    status?: number;
    headers?: Readonly<Record<string, string>>;
    type?: string;
    language?: Language | undefined;
    kept?: readonly string[];
    revision?: string | undefined;
  } = {},
): Reply<T> => {
  const { type, headers = {}, ...rest } = options;
  const made: Reply<T> = { status: 200, ...rest, headers: type === undefined ? headers : { ...headers, 'Content-Type': type }, body };
  return Object.defineProperty(made, BRAND, { value: true });
};

/** Tells an answer of `reply` from a plain body, whatever members that has. */
export const isReply = (answer: unknown): answer is Reply => typeof answer === 'object' && answer !== null && Object.hasOwn(answer, BRAND);

/**
 * An answer of an endpoint that declares the status of its successes: a plain answer gets it. Throws an Error, which is a bug of the handler, for another
 * status of 2xx.
 */
export const repliedWith = (answer: unknown, status: number): Reply => {
  if (!isReply(answer)) return reply(answer, { status });
  if (answer.status >= 200 && answer.status <= 299 && answer.status !== status)
    throw new Error(`the answer has the status ${answer.status}, and ${status} is declared`);
  return answer;
};

/**
 * An answer of an endpoint that declares its content type, with that type where its status is of 2xx. Throws an Error, which is a bug of the
 * handler, for a body that is neither text nor a Buffer, and for another type.
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
