import type { Step } from '../support/scenario';
import type { Login } from '../support/service';

/** What the shared suite must know of a kind. */
export interface PostLikeSample {
  readonly kind: string;
  readonly plural: string;
  /** The field that holds the name. */
  readonly name: string;
  /** The folder of the records' own pages. */
  readonly segment: string;
  /** What a creation must carry beside the name. */
  readonly required: Readonly<Record<string, unknown>>;
  /** Another text field, and two values as answers show them. */
  readonly field: string;
  readonly values: readonly [string, string];
  /** Whether creations and updates take a `slug`. */
  readonly sluggable: boolean;
}

export type Target = Readonly<Record<string, unknown>>;

export const ANYBODY = [undefined, 'subscriber', 'contributor', 'author', 'editor', 'admin'] as const;
/** Who asks, in a title. */
export const named = (login: Login | undefined) => login ?? 'an anonymous client';

/** A sample with what makes records of its kind. */
export interface PostLikeSuite extends PostLikeSample {
  /** The path of the collection. */
  readonly at: string;
  /** What a creation sends. */
  called(title: string, more?: Target): Target;
  /** The slug of a creation, where creations take one. */
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
