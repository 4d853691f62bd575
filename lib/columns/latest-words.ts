import { createSegmentBuilder, type WordSegment } from './word-segment';

/** Bytes of a row, and of a word that it has, in either direction. */
const ROW_BYTES = 60;
const ENTRY_BYTES = 24;
/** Bytes of a word, and of a letter of it. */
const WORD_BYTES = 150;
const LETTER_BYTES = 2;

/** Rows with their words, as long as they are few. */
export interface LatestWords {
  entries(): number;
  bytes(): number;
  set(row: number, words: readonly string[]): void;
  remove(row: number): void;
  words(): Iterable<string>;
  rowsOf(word: string): readonly number[];
  rows(): Iterable<number>;
  /** The same as a segment. */
  frozen(): WordSegment;
}

/** Makes what holds the words of rows that were set last. */
export function createLatestWords(): LatestWords {
  const rowsOf = new Map<string, number[]>();
  const wordsOf = new Map<number, readonly string[]>();
  let entries = 0;
  /** Of all words together. */
  let letters = 0;
  const remove = (row: number): void => {
    for (const word of wordsOf.get(row) ?? []) {
      const rows = rowsOf.get(word) ?? [];
      rows.splice(rows.indexOf(row), 1);
      if (rows.length === 0) {
        rowsOf.delete(word);
        letters -= word.length;
      }
      entries -= 1;
    }
    wordsOf.delete(row);
  };
  return {
    entries: () => entries,
    bytes: () => wordsOf.size * ROW_BYTES + entries * ENTRY_BYTES + rowsOf.size * WORD_BYTES + letters * LETTER_BYTES,
    set(row, all) {
      remove(row);
      const words: string[] = [];
      for (const word of all) {
        const rows = rowsOf.get(word);
        // It stands there a second time.
        if (rows?.at(-1) === row) continue;
        if (rows) rows.push(row);
        else {
          rowsOf.set(word, [row]);
          letters += word.length;
        }
        words.push(word);
      }
      wordsOf.set(row, words);
      entries += words.length;
    },
    remove,
    words: () => rowsOf.keys(),
    rowsOf: (word) => rowsOf.get(word) ?? [],
    rows: () => wordsOf.keys(),
    frozen() {
      let size = 0;
      for (const row of wordsOf.keys()) size = Math.max(size, row + 1);
      const builder = createSegmentBuilder(size);
      for (const word of [...rowsOf.keys()].sort()) {
        const rows = Int32Array.from(rowsOf.get(word) ?? []).sort();
        builder.add(word, rows, rows.length);
      }
      return builder.finish();
    },
  };
}
