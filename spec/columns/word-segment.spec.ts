import { expect } from 'chai';
import fc from 'fast-check';
import { addRow, emptyMask, type Mask, removeRow, rowsIn } from '../../lib/columns/mask';
import { mergeSegments, type OwnSegment } from '../../lib/columns/merge-segments';
import { createSegmentBuilder, type WordSegment } from '../../lib/columns/word-segment';
import { runs } from '../support/runs';

/** Words that are the beginning of one another, stand in one another, or are of signs beyond the first plane, which no order of numbers puts last. */
const WORDS = ['', 'a', 'ab', 'aba', 'b', 'ba', 'e\u0301', 'é', 'ꭰ', '市', '市場', '\uffee', '𐐷', '𐐷𐐲', '😀', 'a b', 'a\nb'];
/** Texts that are looked for; those of a segment stand between ends of lines. */
const PARTS = ['a', 'b', 'ab', 'ba', 'é', '\u0301', '場', '𐐲', '𐐷', '\uffee', 'zz'];

/** Rows of each word: few, all, or with gaps that take one, two or three bytes. */
const rowsArbitrary = fc.oneof(
  fc.uniqueArray(fc.nat({ max: 40 }), { maxLength: 41 }),
  fc.uniqueArray(fc.nat({ max: 70_000 }), { maxLength: 6 }),
  fc.constantFrom(
    [0],
    [127],
    [128],
    [129],
    [16_384, 16_513],
    [0, 70_000],
    Array.from({ length: 900 }, (_, row) => row),
    [...Array(300).keys()].map((row) => 3 * row),
  ),
);
const tables = fc.dictionary(fc.constantFrom(...WORDS), rowsArbitrary, { maxKeys: 8 }).map((said) => new Map(Object.entries(said)));
type Table = ReadonlyMap<string, readonly number[]>;

const inOrder = (numbers: Iterable<number>): number[] => [...numbers].sort((one, other) => one - other);
const inTextOrder = (texts: Iterable<string>): string[] => [...texts].sort();

const sizeOf = (table: Table): number => Math.max(0, ...[...table.values()].flat().map((row) => row + 1));
const segmentOf = (table: Table, size = sizeOf(table)): WordSegment => {
  const builder = createSegmentBuilder(size);
  for (const word of inTextOrder(table.keys())) {
    const rows = inOrder(table.get(word) ?? []);
    builder.add(word, rows, rows.length);
  }
  return builder.finish();
};
const maskOf = (rows: Iterable<number>, size: number): Mask => {
  const mask = emptyMask(size);
  for (const row of rows) addRow(mask, row);
  return mask;
};
const wordsIn = (segment: WordSegment): string[] => Array.from({ length: segment.count }, (_, place) => segment.wordAt(place));
const read = (segment: WordSegment, place: number): number[] => {
  const into = new Int32Array(segment.size);
  return [...into.subarray(0, segment.rowsAt(place, into))];
};
const tableOf = (segment: WordSegment): [string, number[]][] => wordsIn(segment).map((word, place) => [word, read(segment, place)]);

describe('columns: segments of words', () => {
  it('tell the rows of each word, and find words, those that begin so and those in which a text stands', () => {
    fc.assert(
      fc.property(tables, (table) => {
        const segment = segmentOf(table);
        const words = inTextOrder([...table.keys()].filter((word) => (table.get(word) ?? []).length > 0));
        expect(tableOf(segment)).to.deep.equal(words.map((word) => [word, inOrder(table.get(word) ?? [])]));
        expect(segment.entries).to.equal([...table.values()].flat().length);
        for (const word of [...WORDS, ...PARTS]) expect(segment.placeOf(word)).to.equal(words.filter((one) => one < word).length);
        for (const part of PARTS)
          expect(segment.containing(part).map((place) => words[place])).to.deep.equal(words.filter((word) => word.includes(part)));
      }),
      { numRuns: runs(400) },
    );
  });

  it('add the rows of some words to others, but those that are no more their own', () => {
    const cases = fc.tuple(tables, fc.func(fc.boolean()), fc.func(fc.boolean()), fc.nat({ max: 30 }));
    fc.assert(
      fc.property(cases, ([table, isAsked, isOwn, more]) => {
        const segment = segmentOf(table);
        const asked = wordsIn(segment).flatMap((word, place) => (isAsked(word) ? [[word, place] as const] : []));
        const own = [...new Set([...table.values()].flat())].filter((row) => isOwn(row));
        const into = maskOf([0], segment.size + more + 1);
        segment.addTo(
          asked.map(([, place]) => place),
          maskOf(own, segment.size),
          into,
        );
        const wanted = asked.flatMap(([word]) => (table.get(word) ?? []).filter((row) => own.includes(row)));
        expect([...rowsIn(into)]).to.deep.equal(inOrder(new Set([0, ...wanted])));
      }),
      { numRuns: runs(400) },
    );
  });

  it('become one that says of each row what the segment said of which it was', async () => {
    const cases = fc.tuple(fc.array(tables, { maxLength: 5 }), fc.func(fc.integer({ min: -1, max: 4 })));
    await fc.assert(
      fc.asyncProperty(cases, async ([each, ownerOf]) => {
        const merged = each.map((table, place): OwnSegment => {
          const segment = segmentOf(table);
          const own = maskOf([...table.values()].flat(), segment.size);
          for (const row of rowsIn(own)) if (ownerOf(row) !== place) removeRow(own, row);
          return { segment, own };
        });
        const wanted = new Map<string, number[]>();
        for (const [place, table] of each.entries())
          for (const [word, rows] of table)
            wanted.set(word, [...(wanted.get(word) ?? []), ...rows.filter((row) => ownerOf(row) === place)]);
        const segment = await mergeSegments(merged);
        const found = inTextOrder(wanted.keys()).map((word): [string, number[]] => [word, inOrder(wanted.get(word) ?? [])]);
        expect(tableOf(segment)).to.deep.equal(found.filter(([, rows]) => rows.length > 0));
        expect(segment.size).to.equal(Math.max(0, ...each.map(sizeOf)));
      }),
      { numRuns: runs(400) },
    );
  });
});
