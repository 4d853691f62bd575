import { setImmediate as others } from 'node:timers/promises';
import { hasRow, type Mask } from './mask';
import { createSegmentBuilder, type WordSegment } from './word-segment';

/** For how long (ms) segments are put together before others have their turn. */
const TURN = 4;

/** A segment, and the rows of which it still tells the words. */
export interface OwnSegment {
  readonly segment: WordSegment;
  readonly own: Mask;
}

/** Puts segments together, a few words at a time. */
export async function mergeSegments(merged: readonly OwnSegment[]): Promise<WordSegment> {
  const size = Math.max(0, ...merged.map(({ segment }) => segment.size));
  const builder = createSegmentBuilder(size);
  const scratch = new Int32Array(size);
  /** The rows of a word: each is of one segment at most. */
  const rows = new Int32Array(size);
  const readers = merged.map((one) => ({ ...one, place: 0, word: one.segment.count > 0 ? one.segment.wordAt(0) : undefined }));
  let turn = performance.now();
  for (;;) {
    let first: string | undefined;
    for (const { word } of readers) if (word !== undefined && (first === undefined || word < first)) first = word;
    if (first === undefined) return builder.finish();
    let found = 0;
    let isInOrder = true;
    for (const reader of readers) {
      if (reader.word !== first) continue;
      const { segment, own, place } = reader;
      const count = segment.rowsAt(place, scratch);
      for (let at = 0; at < count; at += 1) {
        const row = scratch[at] as number;
        if (!hasRow(own, row)) continue;
        isInOrder &&= found === 0 || (rows[found - 1] as number) < row;
        rows[found] = row;
        found += 1;
      }
      reader.place = place + 1;
      reader.word = reader.place < segment.count ? segment.wordAt(reader.place) : undefined;
    }
    if (!isInOrder) rows.subarray(0, found).sort();
    builder.add(first, rows, found);
    if (performance.now() - turn > TURN) {
      await others();
      turn = performance.now();
    }
  }
}
