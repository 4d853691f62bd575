import type { Reply } from './reply';

/** How long an answer stays what it is while no record changes: for ever, or as long as it is the same day in the site's zone, or the same second. */
export type Lasting = 'always' | 'day' | 'second';

/** What is known of an answer that lasts. */
interface Known {
  readonly how: Lasting;
  readonly madeOf: readonly string[] | undefined;
}

const answers = new WeakMap<object, Known>();

/**
 * Says of an answer that it depends on nothing but the address that was asked for, the records and, at most, the clock; and that the address of the
 * service stands in slots (`slotted`) in it. It may be kept for everybody who asks without credentials, until one of the records and collections changes that it is made of; without `madeOf` any.
 */
export const lasting = <R extends Reply>(reply: R, how: Lasting, madeOf?: readonly string[]): R => {
  answers.set(reply, { how, madeOf });
  return reply;
};

/** How long an answer lasts, and what it is made of; undefined where nothing is known of that. */
export const lastingOf = (answer: object): Known | undefined => answers.get(answer);
