/** An example of an error: in the CMS' form, and as RFC 9457 if that was recorded. */
export interface RefusalExample {
  readonly json: unknown;
  readonly problem?: unknown;
}

/** Recorded answers of the service, in one language. */
export interface RecordedAnswers {
  /** Answers by name. Operations with equal answers share a name. */
  readonly answers: Readonly<Record<string, unknown>>;
  /** The names of answers by operation ID. */
  readonly operations: Readonly<Record<string, string>>;
}

/** Recorded answers and errors. */
export interface Examples extends RecordedAnswers {
  /** Errors by code and status: `rest_no_route 404`. */
  readonly refusals: Readonly<Record<string, RefusalExample>>;
}

/** No examples. */
export const NO_EXAMPLES: Examples = { answers: {}, operations: {}, refusals: {} };
