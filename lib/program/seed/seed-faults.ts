import { StartError } from '../service/start-error';

/** The most faults of a file that are printed. */
const MOST_SHOWN = 100;

/** The faults of a file, with their lines. */
export interface SeedFaults {
  add(line: number, sentence: string): void;
  readonly count: number;
  /** Throws a `StartError` with a line for each fault, where there is one; `end` stands behind the last one. */
  assertNone(end?: string): void;
}

/** Collects the faults of a file. Beyond a hundred they are only counted. */
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
