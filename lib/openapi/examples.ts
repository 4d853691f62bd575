/** An error as a service answers it: as the CMS has it, and as RFC 9457 has it where it was asked for so too. */
export interface RefusalExample {
  readonly json: unknown;
  readonly problem?: unknown;
}

/** Answers that a service really gave, in one language. */
export interface RecordedAnswers {
  /** By their names, which stand for several operations where these answer alike. */
  readonly answers: Readonly<Record<string, unknown>>;
  /** The names of answers by operation ID. */
  readonly operations: Readonly<Record<string, string>>;
}

/** The same, and the errors that a service answers. */
export interface Examples extends RecordedAnswers {
  /** By code and status: `rest_no_route 404`. */
  readonly refusals: Readonly<Record<string, RefusalExample>>;
}

/** What there is where nothing was recorded. */
export const NO_EXAMPLES: Examples = { answers: {}, operations: {}, refusals: {} };
