import { ApiError } from '../../errors';
import { StartError } from '../service/start-error';

/** The error for a fixture that the API would reject. The message is a sentence with the fixture's key. */
export class FixtureRefusal extends StartError {
  constructor(
    readonly list: string,
    readonly key: string,
    why: string,
  ) {
    super(`The fixture "${key}" ${why}`);
  }
}

/** Returns the English messages of an `ApiError`, by invalid parameter, else without a name. Throws other errors. */
export const refusedParams = (error: unknown): readonly (readonly [name: string | undefined, sentence: string])[] => {
  if (!(error instanceof ApiError) || error.status >= 500) throw error;
  const named = Object.entries(error.reasons).map(([name, { text }]) => [name, text.en] as const);
  return named.length > 0 ? named : [[undefined, error.text.en]];
};

/** Throws a `FixtureRefusal` in place of an `ApiError` of status 4xx. Throws other errors unchanged. */
export const refuseFixture = (list: string, key: string, error: unknown): never => {
  const sentences = refusedParams(error).map(([name, why]) => (name === undefined ? why : `${name}: ${why}`));
  throw new FixtureRefusal(list, key, `is refused. ${sentences.join(' ')}`);
};

const MOST_SHOWN = 100;

export interface SeedFaults {
  add(line: number, sentence: string): void;
  readonly count: number;
  /** Throws a `StartError` with a line for each fault, if any, and then `end`. */
  assertNone(end?: string): void;
}

/** Makes a collector of the faults of a file. Faults after the first hundred are only counted. */
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
