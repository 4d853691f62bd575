/** Recorded answers of the service, in one language. */
export interface RecordedAnswers {
  /** Answers by name. Operations with equal answers share a name. */
  readonly answers: Readonly<Record<string, unknown>>;
  /** The names of answers by operation ID. */
  readonly operations: Readonly<Record<string, string>>;
}

/** Recorded answers and errors. */
export interface Examples extends RecordedAnswers {
  /** Errors by code and status, such as `rest_no_route 404`. `problem` is the form of RFC 9457. */
  readonly refusals: Readonly<Record<string, { readonly json: unknown; readonly problem?: unknown }>>;
}

/** No examples. */
export const NO_EXAMPLES: Examples = { answers: {}, operations: {}, refusals: {} };
