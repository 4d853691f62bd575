import { ApiError } from '../../errors';
import { StartError } from '../service/start-error';

/** The error for a fixture that the API refuses. Its message is a sentence with the fixture's key. */
export class FixtureRefusal extends StartError {
  constructor(
    readonly list: string,
    readonly key: string,
    why: string,
  ) {
    super(`The fixture "${key}" ${why}`);
  }
}

/** The English sentences of a refusal: one for each refused parameter, with its name, or one without a name. Other errors are thrown. */
export const refusedParams = (error: unknown): readonly (readonly [name: string | undefined, sentence: string])[] => {
  if (!(error instanceof ApiError) || error.status >= 500) throw error;
  const named = Object.entries(error.reasons).map(([name, { text }]) => [name, text.en] as const);
  return named.length > 0 ? named : [[undefined, error.text.en]];
};

/** Throws a refusal of the API as a `FixtureRefusal`. Other errors are thrown unchanged. */
export const refuseFixture = (list: string, key: string, error: unknown): never => {
  const sentences = refusedParams(error).map(([name, why]) => (name === undefined ? why : `${name}: ${why}`));
  throw new FixtureRefusal(list, key, `is refused. ${sentences.join(' ')}`);
};

/** The maximum number of printed faults of a file. */
const MOST_SHOWN = 100;

/** The faults of a file, with their lines. */
export interface SeedFaults {
  add(line: number, sentence: string): void;
  readonly count: number;
  /** Throws a `StartError` with a line for each fault, if there is any. `end` follows the last one. */
  assertNone(end?: string): void;
}

/** Collects the faults of a file. Those after the first hundred are only counted. */
export const createSeedFaults = (file: string): SeedFaults => {
  const shown: { readonly line: number; readonly text: string }[] = [];
  let count = 0;
  return {
    add(line, sentence) {
      count += 1;
      if (shown.length < MOST_SHOWN) shown.push({ line, text: `${file}, line ${line}: ${sentence}` });
    },
    get count() {
      return count;
    },
    assertNone(end = '') {
      if (count === 0) return;
      const lines = shown.toSorted((one, other) => one.line - other.line).map(({ text }) => text);
      const more = count > shown.length ? [`${file}: ${count - shown.length} more faults.`] : [];
      throw new StartError(`${[...lines, ...more].join('\n')}${end}`);
    },
  };
};
