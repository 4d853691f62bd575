import type { Reply } from './reply';

/** How long an answer stays what it is while no record changes: for ever, or as long as the clock shows the same second. */
export type Lasting = 'always' | 'second';

const answers = new WeakMap<object, Lasting>();

/**
 * Says of an answer that it depends on nothing but the address that was asked for, the records and, at most, the second; and that the address of the
 * service stands in slots (`slotted`) in it. It may be kept for everybody who asks without credentials.
 */
export const lasting = <R extends Reply>(reply: R, how: Lasting): R => {
  answers.set(reply, how);
  return reply;
};

/** How long an answer lasts; undefined where nothing is known of that. */
export const lastingOf = (answer: object): Lasting | undefined => answers.get(answer);
