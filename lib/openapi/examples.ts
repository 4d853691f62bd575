/** Recorded successful responses of the service, in one language. */
export interface RecordedAnswers {
  /** The bodies of responses by name. Operations with equal responses share a name. */
  readonly answers: Readonly<Record<string, unknown>>;
  /** The names in `answers`, by OpenAPI operation ID. */
  readonly operations: Readonly<Record<string, string>>;
}

export interface Examples extends RecordedAnswers {
  /** Bodies of errors by code and status, such as `rest_no_route 404`. `problem` has the form of RFC 9457. */
  readonly refusals: Readonly<Record<string, { readonly json: unknown; readonly problem?: unknown }>>;
}

export const NO_EXAMPLES: Examples = { answers: {}, operations: {}, refusals: {} };
