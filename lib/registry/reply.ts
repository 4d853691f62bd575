import type { Language } from '../language';

/**
 * What a handler answers when it is not plain 200: `language` is the record's, where it is not the effective one;
 * `kept` names the members of the body that `_fields` never takes away.
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
}

const replies = new WeakSet<object>();

/**
 * Makes an answer with a status (200), headers, and the language of `Content-Language`.
 *
 * @example
 * handle: ({ params }) => reply(store(params), { status: 201 }),
 */
export const reply = <T>(
  body: T,
  options: { status?: number; headers?: Record<string, string>; language?: Language; kept?: readonly string[] } = {},
): Reply<T> => {
  const made: Reply<T> = { status: 200, headers: {}, ...options, body };
  replies.add(made);
  return made;
};

/** Tells an answer of `reply` from a plain body, whatever members that has. */
export const isReply = (answer: unknown): answer is Reply => typeof answer === 'object' && answer !== null && replies.has(answer);
