import type { Column } from './column';
import { createLatestWords, type LatestWords } from './latest-words';
import { addRow, addThose, emptyMask, keepThose, leaveOutThose, type Mask, removeRow } from './mask';
import { mergeSegments, type OwnSegment } from './merge-segments';
import type { WordSegment } from './word-segment';
import type { AskedWords, ByWords } from './words-asked';

/** Rows of all words that are held as they came, before they are put in order. */
const MOST_LATEST = 25_000;
/** So many segments of about the same size become one. */
const MERGED = 8;

/** Of about how many that were put together a segment is, as a power. */
const levelOf = ({ segment }: OwnSegment): number => Math.max(0, Math.round(Math.log(segment.entries / MOST_LATEST) / Math.log(MERGED)));

/** The places of the words that are asked for. */
function placesIn(segment: WordSegment, { words, beginnings, parts }: AskedWords): Iterable<number> {
  const places: number[] = [];
  for (const word of words) {
    const place = segment.placeOf(word);
    if (place < segment.count && segment.wordAt(place) === word) places.push(place);
  }
  for (const beginning of beginnings)
    for (let place = segment.placeOf(beginning); place < segment.count && segment.wordAt(place).startsWith(beginning); place += 1)
      places.push(place);
  // One by one: a call takes no hundred thousand arguments.
  for (const part of parts) for (const place of segment.containing(part)) places.push(place);
  return new Set(places);
}

/** The same of those that were set last. */
function* latestOf(latest: LatestWords, { words, beginnings, parts }: AskedWords): Generator<string> {
  yield* words;
  if (beginnings.length === 0 && parts.length === 0) return;
  for (const word of latest.words())
    if (beginnings.some((beginning) => word.startsWith(beginning)) || parts.some((part) => word.includes(part))) yield word;
}

/**
 * Makes a column of words, which holds for each the rows that have it: in segments that never change, each row being of one of them, so that what others
 * say of it counts no longer. Those of about the same size are put together, as in a log-structured merge-tree.
 */
export function createWordColumn({ split, asked }: ByWords): Column {
  let latest = createLatestWords();
  let held: readonly OwnSegment[] = [];
  let merging: Promise<void> | undefined;

  /** Takes a row from the segment that tells its words. */
  const disown = (row: number): void => {
    for (const { own } of held) removeRow(own, row);
  };
  const mergeable = (): readonly OwnSegment[] => {
    const levels = new Map<number, OwnSegment[]>();
    for (const one of held) {
      const level = levels.get(levelOf(one)) ?? [];
      levels.set(levelOf(one), level);
      level.push(one);
    }
    return [...levels.values()].find(({ length }) => length >= MERGED) ?? [];
  };
  const merge = async (next: () => readonly OwnSegment[]): Promise<void> => {
    for (let some = next(); some.length > 0; some = next()) {
      const segment = await mergeSegments(some);
      // Rows that were set meanwhile are nobody's of these any more.
      const own = emptyMask(segment.size);
      for (const one of some) addThose(own, one.own);
      held = [...held.filter((one) => !some.includes(one)), { segment, own }];
    }
  };
  /** Puts segments together behind what goes on; where that fails they are as right as they were. */
  const mergeBehind = (): void => {
    merging ??= merge(mergeable)
      .catch(() => undefined)
      .finally(() => {
        merging = undefined;
      });
  };
  const freeze = (): void => {
    const segment = latest.frozen();
    const own = emptyMask(segment.size);
    for (const row of latest.rows()) addRow(own, row);
    held = [...held, { segment, own }];
    latest = createLatestWords();
    mergeBehind();
  };
  const rowsHaving = (wanted: AskedWords, length: number): Mask => {
    const found = new Uint8Array(Math.max(length, ...held.map(({ own }) => own.length)));
    for (const { segment, own } of held) segment.addTo(placesIn(segment, wanted), own, found);
    for (const word of latestOf(latest, wanted)) for (const row of latest.rowsOf(word)) addRow(found, row);
    return found;
  };

  return {
    as: { type: 'words' },
    bytes: () => latest.bytes() + held.reduce((sum, { segment, own }) => sum + segment.bytes + own.byteLength, 0),
    valueAt: () => undefined,
    set(row, value) {
      const words = value === null ? [] : split(value);
      if (words === undefined) return false;
      disown(row);
      latest.set(row, words);
      if (latest.entries() > MOST_LATEST) freeze();
      return true;
    },
    async settle() {
      freeze();
      await merging;
      await merge(() => (held.length > 1 ? held : []));
    },
    clear(row) {
      disown(row);
      latest.remove(row);
    },
    narrow(operand) {
      const wanted = asked(operand);
      if (wanted === undefined) return undefined;
      const narrow = wanted.isIn ? keepThose : leaveOutThose;
      return (mask) => narrow(mask, rowsHaving(wanted, mask.length));
    },
  };
}
