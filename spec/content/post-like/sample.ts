import type { Step } from '../../support/scenario';
import type { Login } from '../../support/service';

/** A content type, described for the shared specs. */
export interface PostLikeSample {
  readonly kind: string;
  readonly plural: string;
  readonly name: string;
  /** The folder of the records' pages. */
  readonly segment: string;
  /** The required fields besides the name. */
  readonly required: Readonly<Record<string, unknown>>;
  /** Another text field, with two values as answers show them. */
  readonly field: string;
  readonly values: readonly [string, string];
  /** True if the `slug` can be sent. */
  readonly sluggable: boolean;
}

export type Target = Readonly<Record<string, unknown>>;

export const named = (login: Login | undefined) => login ?? 'an anonymous client';

/** A content type with functions that make requests for it. */
export interface PostLikeSuite extends PostLikeSample {
  readonly at: string;
  called(title: string, more?: Target): Target;
  /** The member with a slug; empty if the type has no `slug`. */
  slugged(slug: string): Target;
  made(title: string, more?: Target, overrides?: Partial<Step>): Step;
}

export function suiteOf(sample: PostLikeSample): PostLikeSuite {
  const at = `/${sample.plural}`;
  const called = (title: string, more: Target = {}) => ({ [sample.name]: title, ...sample.required, ...more });
  return {
    ...sample,
    at,
    called,
    // A draft of an event has no slug unless the request sends one.
    slugged: (slug) => (sample.sluggable ? { slug } : {}),
    made: (title, more = {}, overrides = {}) => ({ path: at, json: called(title, more), ...overrides }),
  };
}
