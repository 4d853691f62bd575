import type { Step } from '../support/scenario';
import type { Login } from '../support/service';

/** A content type, as the shared suite needs to know it. */
export interface PostLikeSample {
  readonly kind: string;
  readonly plural: string;
  /** The field that holds the name. */
  readonly name: string;
  /** The folder of the records' pages. */
  readonly segment: string;
  /** The fields that a creation requires beside the name. */
  readonly required: Readonly<Record<string, unknown>>;
  /** Another text field, and two values as answers show them. */
  readonly field: string;
  readonly values: readonly [string, string];
  /** True if creations and updates take a `slug`. */
  readonly sluggable: boolean;
}

export type Target = Readonly<Record<string, unknown>>;

export const ANYBODY = [undefined, 'subscriber', 'contributor', 'author', 'editor', 'admin'] as const;
/** The name of a user in a title. */
export const named = (login: Login | undefined) => login ?? 'an anonymous client';

/** A sample, with functions that make records of its type. */
export interface PostLikeSuite extends PostLikeSample {
  /** The path of the collection. */
  readonly at: string;
  /** The body of a creation. */
  called(title: string, more?: Target): Target;
  /** The slug of a creation, if creations take one. */
  slugged(slug: string): Target;
  /** A creation. */
  made(title: string, more?: Target, asked?: Partial<Step>): Step;
}

/** Makes the suite of a sample. */
export function suiteOf(sample: PostLikeSample): PostLikeSuite {
  const at = `/${sample.plural}`;
  const called = (title: string, more: Target = {}) => ({ [sample.name]: title, ...sample.required, ...more });
  return {
    ...sample,
    at,
    called,
    // A draft of an event has a slug only when it is given one.
    slugged: (slug) => (sample.sluggable ? { slug } : {}),
    made: (title, more = {}, asked = {}) => ({ path: at, json: called(title, more), ...asked }),
  };
}
