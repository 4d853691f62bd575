import type { Reply } from './reply';

/** How long an answer stays what it is while no record changes: for ever, or as long as it is the same day in the site's zone, or the same second. */
export type Lasting = 'always' | 'day' | 'second';

/** What something was made of: a collection or a record, by name, or what tells itself whether it has changed since a change of this number. */
export type Ingredient = string | { hasChangedSince(state: number): boolean };

/** What is known of an answer that lasts. */
export interface Lasts {
  readonly how: Lasting;
  /** How it is made once more, at little cost, while nothing of this changes: of what has been changed that it shows. */
  readonly remade?: Remade | undefined;
}

/** How an answer is made once more; undefined where that cannot be. */
interface Remade {
  readonly from: readonly Ingredient[];
  /** What this takes in memory, in bytes. */
  readonly bytes: number;
  remake(): Promise<Reply | undefined>;
}

const answers = new WeakMap<object, Lasts>();

/**
 * Says of an answer that it depends on nothing but the address that was asked for, the records and, at most, the clock; and that the address of the
 * service stands in slots (`slotted`) in it. It may be kept for everybody who asks without credentials, until any record changes.
 */
export const lasting = <R extends Reply>(reply: R, lasts: Lasts): R => {
  answers.set(reply, lasts);
  return reply;
};

/** How long an answer lasts, and how it is made once more; undefined where nothing is known of that. */
export const lastingOf = (answer: object): Lasts | undefined => answers.get(answer);
