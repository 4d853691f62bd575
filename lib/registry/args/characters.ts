/** Code points from the first to the second, both included. */
export type CharacterRange = readonly [number, number];

const LAST = 0x10ffff;
const DIGITS: readonly CharacterRange[] = [[0x30, 0x39]];
const WORD: readonly CharacterRange[] = [...DIGITS, [0x41, 0x5a], [0x5f, 0x5f], [0x61, 0x7a]];
const LINE_ENDS: readonly CharacterRange[] = [
  [0xa, 0xa],
  [0xd, 0xd],
  [0x2028, 0x2029],
];
const BLANKS: readonly CharacterRange[] = [
  [0x9, 0xd],
  [0x20, 0x20],
  [0xa0, 0xa0],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
  [0xfeff, 0xfeff],
];

/** All characters outside some ordered ranges. */
const others = (ranges: readonly CharacterRange[]): readonly CharacterRange[] => {
  const found: CharacterRange[] = [];
  let from = 0;
  for (const [first, last] of ranges) {
    if (from < first) found.push([from, first - 1]);
    from = last + 1;
  }
  if (from <= LAST) found.push([from, LAST]);
  return found;
};

/** The characters of short classes, by their source. */
const CLASSES: Readonly<Record<string, readonly CharacterRange[]>> = {
  '.': others(LINE_ENDS),
  '\\d': DIGITS,
  '\\D': others(DIGITS),
  '\\s': BLANKS,
  '\\S': others(BLANKS),
  '\\w': WORD,
  '\\W': others(WORD),
};

/** All characters in order, in parts whose texts never join two halves of a surrogate pair. */
const PARTS: readonly CharacterRange[] = [
  [0, 0xdbff],
  [0xdc00, 0xffff],
  [0x10000, LAST],
];

const textOf = ([first, last]: CharacterRange): string => {
  const units = new Uint16Array((last - first + 1) * (last > 0xffff ? 2 : 1));
  let at = 0;
  for (let code = first; code <= last; code += 1) {
    if (code > 0xffff) {
      units[at++] = 0xd7c0 + (code >> 10);
      units[at++] = 0xdc00 | (code & 0x3ff);
    } else units[at++] = code;
  }
  return Buffer.from(units.buffer).toString('utf16le');
};

/** Finds the characters of a class such as `\p{Script=Greek}` with JavaScript's own engine. */
const heldBy = (written: string): readonly CharacterRange[] => {
  const runs = new RegExp(`${written}+`, 'gu');
  return PARTS.flatMap((part) => {
    const [first, last] = part;
    const width = last > 0xffff ? 2 : 1;
    return [...textOf(part).matchAll(runs)].map(({ 0: run, index }): CharacterRange => {
      const from = first + index / width;
      return [from, from + run.length / width - 1];
    });
  });
};

const properties = new Map<string, readonly CharacterRange[]>();

/** The characters of a class in the syntax outside brackets: `.`, `\s`, `\p{L}`. Each class is computed once. */
export const charactersOf = (written: string): readonly CharacterRange[] => {
  const held = CLASSES[written] ?? properties.get(written) ?? heldBy(written);
  if (!Object.hasOwn(CLASSES, written)) properties.set(written, held);
  return held;
};
