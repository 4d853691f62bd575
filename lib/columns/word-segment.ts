import { type Mask, maskBytes } from './mask';
import { addRows, createRowWriter, readRows } from './row-bytes';

/** Words in order, as JavaScript compares texts, with the rows that have each; it never changes. */
export interface WordSegment {
  /** How many words there are. */
  readonly count: number;
  /** How many rows all words have together. */
  readonly entries: number;
  /** Bytes that it takes. */
  readonly bytes: number;
  /** Rows are below. */
  readonly size: number;
  wordAt(place: number): string;
  /** The place of the first word that is not before another. */
  placeOf(word: string): number;
  /** The places of the words in which a text stands. */
  containing(text: string): number[];
  /** Reads the rows of a word; answers how many there are. */
  rowsAt(place: number, into: Int32Array): number;
  /** Adds to a mask the rows of some words that are in another one, too. */
  addTo(places: Iterable<number>, own: Mask, into: Mask): void;
}

/** Makes a segment of words, that are handed to it in order; rows are below `size`. */
export function createSegmentBuilder(size: number) {
  const writer = createRowWriter(size);
  const words: string[] = [];
  const ends: number[] = [0];
  let entries = 0;
  return {
    /** Adds the rows of a word, in ascending order. */
    add(word: string, rows: ArrayLike<number>, count: number): void {
      if (count === 0) return;
      words.push(word);
      ends.push(writer.write(rows, count));
      entries += count;
    },
    finish: (): WordSegment => createSegment({ words, ends, bytes: writer.bytes(), entries, size }),
  };
}

/** What a segment is made of. */
interface Parts {
  readonly words: readonly string[];
  /** Where the rows of each word begin, and where the last end. */
  readonly ends: readonly number[];
  readonly bytes: Uint8Array;
  readonly entries: number;
  readonly size: number;
}

function createSegment({ words, ends, bytes, entries, size }: Parts): WordSegment {
  const count = words.length;
  // One text takes less than many; what stands between is in no text that is looked for.
  const text = `${words.join('\n')}\n`;
  const starts = new Uint32Array(count + 1);
  for (const [place, word] of words.entries()) starts[place + 1] = (starts[place] as number) + word.length + 1;
  const rowStarts = Uint32Array.from(ends);
  const startAt = (place: number): number => starts[place] as number;
  const wordAt = (place: number): string => text.slice(startAt(place), startAt(place + 1) - 1);
  const rowsBetween = (place: number) => [rowStarts[place] as number, rowStarts[place + 1] as number] as const;
  /** The first place that passes, where all behind it do. */
  const firstPlace = (test: (place: number) => boolean): number => {
    let [from, to] = [0, count];
    while (from < to) {
      const middle = (from + to) >> 1;
      if (test(middle)) to = middle;
      else from = middle + 1;
    }
    return from;
  };
  // V8 holds a text in one byte a character where it can.
  const width = /[^\0-\xff]/.test(text) ? 2 : 1;
  return {
    count,
    entries,
    size,
    bytes: bytes.byteLength + starts.byteLength + rowStarts.byteLength + width * text.length,
    wordAt,
    placeOf: (word) => firstPlace((place) => wordAt(place) >= word),
    containing(part) {
      const places: number[] = [];
      for (let at = text.indexOf(part); at >= 0; ) {
        const found = at;
        const place = firstPlace((one) => startAt(one) > found) - 1;
        places.push(place);
        at = text.indexOf(part, startAt(place + 1));
      }
      return places;
    },
    rowsAt: (place, into) => readRows(bytes, rowsBetween(place), size, into),
    addTo(places, own, into) {
      const scratch = new Int32Array(maskBytes(size));
      for (const place of places) addRows(bytes, rowsBetween(place), size, own, into, scratch);
    },
  };
}
