import { StartError } from '../service/start-error';

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
