/** The options of a run. */
export interface Terms {
  /** The number of rounds. Each trial defines its round. */
  readonly rounds: number;
  /** The seed of all random decisions. */
  readonly seed: number;
  /** Checks time limits. The specs do not, because other processes share the machine. */
  readonly timed: boolean;
  note(line: string): void;
}

/** The results of a run. */
export interface Outcome {
  /** Counts and measurements. A name contains its unit, such as `slowest ms`. */
  readonly figures: Readonly<Record<string, number | string>>;
  /** Messages of failed checks. An empty list is a pass. */
  readonly failures: readonly string[];
}

/**
 * A simulated failure or overload, with the promises that must hold.
 * The service runs as a separate program on `MONGODB_URI` or the embedded database.
 */
export interface Trial {
  /** One sentence about the situation and the promise. */
  readonly about: string;
  /** The rounds of a long run, and of a short run among the specs. Without `short`, the specs omit the trial. */
  readonly rounds: { readonly long: number; readonly short?: number };
  /** The only database that supports the trial. By default both do. */
  readonly only?: 'embedded' | 'mongodb';
  run(terms: Terms): Promise<Outcome>;
}
