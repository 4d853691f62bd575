import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import accepts from 'accepts';
import type { SpeltCode } from '../../errors';
import type { Language, Text } from '../../language';
import type { Flat, RequiredOf, Scalars, Schema } from '../args/arg';

/** The schema of an endpoint's JSON responses with a status of 2xx. Undeclared members are allowed. */
export type Answers = Schema;

/** An error response that a plugin declares, with HTTP status and explanation. */
interface OwnRefusal {
  readonly code: string;
  readonly status: number;
  readonly description: Text;
}

/** A declared error response of an endpoint: an error code of the service, or an error of a plugin. */
export type DeclaredRefusal = SpeltCode | OwnRefusal;

/** The declared headers of an endpoint's successful responses, by name. `required: true` means that each success has the header. */
export type DeclaredHeaders = Readonly<Record<string, Schema & { readonly description: Text }>>;

// JSON omits undefined members.
type ObjectOf<P, Required> = Flat<
  { -readonly [K in keyof P as K extends Required ? K : never]: AnswerValue<P[K]> } & {
    -readonly [K in keyof P as K extends Required ? never : K]?: AnswerValue<P[K]> | undefined;
  }
>;

type OfType<S, T> = T extends 'array'
  ? S extends { items: infer I }
    ? readonly AnswerValue<I>[]
    : readonly unknown[]
  : T extends 'object'
    ? S extends { properties: infer P }
      ? ObjectOf<P, RequiredOf<S, P>>
      : S extends { additionalProperties: infer I extends Schema }
        ? Readonly<Record<string, AnswerValue<I>>>
        : object
    : T extends 'string'
      ? S extends { format: 'date-time' }
        ? string | Date
        : string
      : T extends keyof Scalars
        ? Scalars[T]
        : unknown;

type Own<S> = S extends { enum: readonly (infer E)[] }
  ? E
  : S extends { type: infer T }
    ? T extends readonly (infer One)[]
      ? OfType<S, One>
      : OfType<S, T>
    : unknown;

type Branch<S> = S extends { oneOf: readonly (infer O)[] } ? Each<O> : S extends { anyOf: readonly (infer O)[] } ? Each<O> : unknown;
type Each<S> = S extends unknown ? AnswerValue<S> : never;

/** The TypeScript type of a schema's values. The format `date-time` also allows a `Date`; optional members may be undefined. */
export type AnswerValue<S> = Own<S> & Branch<S>;

// Type alias, so that messages of the compiler stay short.
type Replied<T> = T | Reply<T>;
export type HandlerAnswer<T> = Replied<T> | Promise<Replied<T>>;

type Undeclared<V, T> = { readonly [K in Exclude<keyof V, keyof T>]: never };
type Missing<V, T> = { readonly [K in Exclude<keyof T, keyof V>]: unknown };

/** Makes an identity function, which only compiles for objects with exactly the members of the schema. */
export const exactly =
  <S>() =>
  <V extends AnswerValue<S>>(answer: V & Undeclared<V, AnswerValue<S>> & Missing<V, AnswerValue<S>>): AnswerValue<S> =>
    answer;

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

/** Returns the media type of a content type in lower case, without parameters such as `; charset=utf-8`. */
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

/** Makes a `Reply` with the declared success status. Throws an Error if a `Reply` has another status of 2xx. */
export const withSuccessStatus = (answer: unknown, status: number): Reply => {
  if (!isReply(answer)) return reply(answer, { status });
  if (answer.status >= 200 && answer.status <= 299 && answer.status !== status)
    throw new Error(`the answer has the status ${answer.status}, and ${status} is declared`);
  return answer;
};

/** Gives a successful response the declared content type. Throws an Error for another type, and unless the body is text or a Buffer. */
export const withContentType = (answer: unknown, type: string): Reply => {
  const replied = isReply(answer) ? answer : reply(answer);
  const { headers, body, ...rest } = replied;
  if (replied.status < 200 || replied.status > 299) return replied;
  const actual = headers['Content-Type'] ?? type;
  if (actual !== type) throw new Error(`the answer is of the type ${actual}, and ${type} is declared`);
  if (typeof body !== 'string' && !Buffer.isBuffer(body))
    throw new Error(`the answer is neither text nor a Buffer, and ${type} is declared`);
  return Object.assign(reply(body, { headers, type }), rest);
};

export const MOST_ANSWER_BYTES = 16 * 1024 * 1024;

/** Makes a strong entity tag (RFC 9110, section 8.8.3) of a response body. The tag of a record begins with the revision. */
export const entityTag = (text: string | Buffer, revision?: string): string => {
  const digest = hash('sha1', text, 'base64url');
  return revision === undefined ? `"${digest}"` : `"${revision}-${digest}"`;
};

/** True if `If-Match` (RFC 9110) matches a revision. Weak tags count too, and tags with a content coding of a proxy (`…-gzip`). */
export const matchesRevision = (ifMatch: string, revision: string): boolean =>
  ifMatch
    .split(',')
    .map((tag) => tag.trim())
    .some((tag) => {
      if (tag === '*') return true;
      const opaque = tag.replace(/^W\//, '').replace(/^"|"$/g, '');
      return opaque === revision || opaque.startsWith(`${revision}-`);
    });

/** The members of a response that the parameter `_fields` selects, by name. `true` selects a whole member. */
export type SelectedFields = ReadonlyMap<string, SelectedFields | true>;

type MutableFields = Map<string, MutableFields | true>;

const MOST_LEVELS = 16;

const select = (selected: MutableFields, [name = '', ...rest]: readonly string[]): void => {
  const before = selected.get(name);
  if (before === true) return;
  if (rest.length === 0) {
    selected.set(name, true);
    return;
  }
  const inner: MutableFields = before ?? new Map();
  selected.set(name, inner);
  select(inner, rest);
};

/** Reads `_fields`: names with commas or blanks, or an array, with dots for inner members. `always` adds names. Undefined selects all. */
export const selectedFields = (fields: unknown, always: readonly string[] = []): SelectedFields | undefined => {
  const list: readonly unknown[] =
    typeof fields === 'string' ? fields.split(/[\s,]+/).filter((name) => name !== '') : Object.values(fields ?? {});
  const names = list.flatMap((name) => (typeof name === 'string' ? [name.trim()] : []));
  if (names.length === 0) return undefined;
  const root: MutableFields = new Map();
  for (const name of [...names, ...always]) select(root, name.split('.').slice(0, MOST_LEVELS));
  return root;
};

const NOTHING: SelectedFields = new Map();

/** Returns the selected members inside the member `name`. Undefined selects all. */
export const selectedWithin = (selected: SelectedFields | undefined, name: string): SelectedFields | undefined => {
  if (selected === undefined) return undefined;
  const inner = selected.get(name) ?? NOTHING;
  return inner === true ? undefined : inner;
};

export const isSelected = (selected: SelectedFields | undefined, name: string): boolean => selected === undefined || selected.has(name);
