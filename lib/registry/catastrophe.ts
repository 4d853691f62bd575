/** A piece of a pattern that matches at one place: a character (`test`), an alternation (`branches`) or a place itself (neither). */
interface Piece {
  readonly test?: RegExp;
  readonly branches?: readonly (readonly Piece[])[];
  readonly min: number;
  readonly max: number;
}

const TOKEN =
  /\\[pP]\{[^}]*\}|\\u\{[^}]*\}|\\u[0-9a-f]{4}|\\x[0-9a-f]{2}|\\k<[^>]*>|\\.|\[(?:\\.|[^\]\\])*\]|\(\?(?:[:=!]|<[=!]|<\w+>)|[\s\S]/giu;
const QUANTIFIER = /^(?:[*+?]|\{\d+(?:,\d*)?\})/;
/** The characters by which two pieces are compared: the Latin ones and one of each of some other scripts. */
const SAMPLE = [...Array.from({ length: 0x250 }, (_, code) => String.fromCodePoint(code)), 'я', 'ש', 'ع', '日', '한', '\u2028', '😀'];

const countsOf = (quantifier: string): { min: number; max: number } => {
  if (quantifier === '*') return { min: 0, max: Number.POSITIVE_INFINITY };
  if (quantifier === '+') return { min: 1, max: Number.POSITIVE_INFINITY };
  if (quantifier === '?') return { min: 0, max: 1 };
  const [least = '1', most = least] = quantifier.slice(1, -1).split(',');
  return { min: Number(least), max: most === '' ? Number.POSITIVE_INFINITY : Number(most) };
};

/** Reads a pattern that compiles into pieces. */
const parse = (source: string): readonly (readonly Piece[])[] => {
  let rest = source;
  const take = (pattern: RegExp): string => {
    pattern.lastIndex = 0;
    const token = pattern.exec(rest)?.[0] ?? '';
    rest = rest.slice(token.length);
    return token;
  };
  const counts = (): { min: number; max: number } => {
    const quantifier = take(QUANTIFIER);
    if (quantifier === '') return { min: 1, max: 1 };
    take(/^\?/);
    return countsOf(quantifier);
  };
  const branches = (): Piece[][] => {
    const found: Piece[][] = [[]];
    while (rest !== '' && !rest.startsWith(')')) {
      const token = take(TOKEN);
      if (token === '|') {
        found.push([]);
        continue;
      }
      if (token.startsWith('(')) {
        const inner = branches();
        take(/^\)/);
        const isPlace = /^\(\?<?[=!]/.test(token);
        found.at(-1)?.push({ branches: inner, ...counts(), ...(isPlace && { min: 0 }) });
      } else if (/^(?:[$^]|\\[bB])$/.test(token)) found.at(-1)?.push({ min: 1, max: 1 });
      // A reference to a group may match anything.
      else found.at(-1)?.push({ test: new RegExp(`^${/^\\[1-9k]/.test(token) ? '[^]' : token}$`, 'u'), ...counts() });
    }
    return found;
  };
  return branches();
};

type Chars = ReadonlySet<string>;

const meet = (one: Chars, other: Chars): boolean => [...one].some((character) => other.has(character));
const isSkippable = (piece: Piece): boolean =>
  piece.min === 0 || (piece.test === undefined && (piece.branches ?? [[]]).some((branch) => branch.every(isSkippable)));

/** The characters with which a sequence can begin. */
const firstOf = (pieces: readonly Piece[]): Chars => {
  const found = new Set<string>();
  for (const piece of pieces) {
    if (piece.test !== undefined) for (const character of SAMPLE) if (piece.test.test(character)) found.add(character);
    for (const branch of piece.branches ?? []) for (const character of firstOf(branch)) found.add(character);
    if (!isSkippable(piece)) break;
  }
  return found;
};

/** Tells whether one text can begin both sequences up to the end of the shorter: `publish` and `private` part at the second letter. */
const areAlike = (one: readonly Piece[], other: readonly Piece[]): boolean => {
  for (const [index, piece] of one.entries()) {
    const opposite = other[index];
    if (opposite === undefined || !meet(firstOf([piece]), firstOf([opposite]))) return opposite === undefined;
    if ([piece, opposite].some(({ test, min, max }) => test === undefined || min !== 1 || max !== 1)) return true;
  }
  return true;
};

/** Looks for a loop in which a text can be parted in several ways: `after` is what can follow the sequence inside of a loop. */
const findAmbiguity = (pieces: readonly Piece[], after: readonly Piece[] | undefined): string | undefined => {
  for (const [index, piece] of pieces.entries()) {
    const rest = pieces.slice(index + 1);
    const next = after === undefined ? undefined : [...rest, ...after];
    const isLoop = piece.max > 9;
    if (isLoop && next !== undefined && meet(firstOf([piece]), firstOf(next)))
      return 'a repetition inside of another can stop at several places';
    for (const [number, branch] of (piece.branches ?? []).entries()) {
      const others = (piece.branches ?? []).slice(number + 1);
      if ((isLoop || after !== undefined) && others.some((other) => areAlike(branch, other))) {
        return 'alternatives inside of a repetition begin alike';
      }
      if (isLoop && branch.every(isSkippable) && branch.length > 0) return 'what is repeated can be empty';
      const follows = isLoop ? [...branch, { ...piece, min: 0 }, ...(next ?? [])] : next;
      const inside = findAmbiguity(branch, follows);
      if (inside !== undefined) return inside;
    }
  }
  return undefined;
};

/**
 * Says why a pattern can take exponential time on hostile text, or undefined. It errs on the side of refusing: of alternatives
 * inside of a repetition none may be how another begins, even where what follows tells them apart.
 */
export const catastrophe = (pattern: string): string | undefined => {
  for (const branch of parse(pattern)) {
    const found = findAmbiguity(branch, undefined);
    if (found !== undefined) return found;
  }
  return undefined;
};
