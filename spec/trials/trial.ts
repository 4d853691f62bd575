/** What one run of a trial is told. */
export interface Terms {
  /** How many times; what one time is, the trial says. */
  readonly rounds: number;
  /** Where chance decides, it decides the same with the same number. */
  readonly seed: number;
  /** Whether it fails for what takes too long: not among the specs, which share their machine. */
  readonly timed: boolean;
  /** Says how far it is, in a line. */
  note(line: string): void;
}

/** What a run came to. */
export interface Outcome {
  /** What was counted and measured; a name tells its unit, e.g. `slowest ms`. */
  readonly figures: Readonly<Record<string, number | string>>;
  /** What must not be, a sentence each; none is a pass. */
  readonly failures: readonly string[];
}

/**
 * A bad day that is made on purpose, and what must hold on it. The service is a program of its own, and is asked over HTTP; its database is that
 * of `MONGODB_URI`, else embedded.
 */
export interface Trial {
  /** What is done, and what must hold, in a sentence. */
  readonly about: string;
  /** The rounds of a long run, and of the short one among the specs, which takes seconds; without `short` it stands outside. */
  readonly rounds: { readonly long: number; readonly short?: number };
  /** Where it makes sense; without, on both. */
  readonly only?: 'embedded' | 'mongodb';
  run(terms: Terms): Promise<Outcome>;
}
