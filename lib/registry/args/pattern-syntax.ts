import { type CharacterRange, charactersOf } from './characters';

/** A pattern, or a part of one, in the syntax of the engine. */
export interface Translation {
  readonly source: string;
  /** Number of its characters, classes and assertions, with counted repetitions written out. */
  readonly size: number;
  /** The part of them that counted repetitions produce: 24 in `^x(?:a[bc]){12}$`. */
  readonly copies: number;
}

const ESCAPE = String.raw`\\(?:[pP]\{[^}]*\}|u\{[0-9a-f]+\}|ud[89ab]..\\ud[c-f]..|u....|x..|c.|k<[^>]*>|[1-9]\d*|.)`;
const TOKEN = new RegExp(String.raw`\w|${ESCAPE}|\(\?(?:<?[=!]|<[^>]*>|[^:]*:)|(?:[*+?]|\{\d+(?:,\d*)?\})\??|\[\^?|.`, 'isuy');
const MEMBER = new RegExp(`${ESCAPE}|.`, 'isuy');
const CONTROLS: Readonly<Record<string, number>> = { '\\0': 0, '\\t': 9, '\\n': 10, '\\v': 11, '\\f': 12, '\\r': 13 };

/** The code point of a single written character. */
const codeOf = (written: string): number => {
  const [, digits] = /^\\[ux]\{?([0-9a-f]+)\}?$/i.exec(written) ?? [];
  if (digits !== undefined) return Number.parseInt(digits, 16);
  const [, lead, trail] = /^\\u(....)\\u(....)$/.exec(written) ?? [];
  if (lead !== undefined && trail !== undefined) return codeOf(String.fromCharCode(Number.parseInt(lead, 16), Number.parseInt(trail, 16)));
  if (/^\\c.$/.test(written)) return written.charCodeAt(2) % 32;
  return CONTROLS[written] ?? written.codePointAt(written.startsWith('\\') ? 1 : 0) ?? 0;
};

/** The maximum nesting of groups. The engine also counts the levels between them, and allows 1000. */
const MOST_DEEP = 200;

/** Look-arounds, back references, and flags of a group. */
const LACKED = /^(?:\(\?<?[=!]|\(\?[^:<]|\\[1-9]|\\k<)/;

/** True for an escape of several characters, false for one of a single character. */
const isClass = (written: string): boolean => /^\\(?:[dsw]$|p\{)/i.test(written);

const spelt = (code: number): string => `\\x{${code.toString(16)}}`;
const classOf = (ranges: readonly CharacterRange[], { isNegated = false }: { readonly isNegated?: boolean } = {}): string =>
  ranges.length === 0
    ? classOf([[0, 0x10ffff]], { isNegated: !isNegated })
    : `[${isNegated ? '^' : ''}${ranges.map(([first, last]) => `${spelt(first)}-${spelt(last)}`).join('')}]`;

const piece = (source: string): Translation => ({ source, size: 1, copies: 0 });

const joined = (parts: readonly Translation[]): Translation => ({
  source: parts.map(({ source }) => source).join(''),
  size: parts.reduce((sum, { size }) => sum + size, 0),
  copies: parts.reduce((sum, { copies }) => sum + copies, 0),
});

/** A group without its name or number, which nothing needs. */
const grouped = ({ source, size, copies }: Translation): Translation => ({ source: `(?:${source})`, size: Math.max(1, size), copies });

const repeated = ({ source, size, copies }: Translation, quantifier: string): Translation => {
  const [, least, most] = /^\{(\d+)(?:,(\d*))?/.exec(quantifier) ?? [];
  const written = size * Math.max(1, Number(least ?? 1), Number(most ?? 1));
  return { source: source + quantifier, size: written, copies: least === undefined || written === size ? copies : written };
};

/**
 * Translates a JavaScript pattern (with the `u` flag) into the syntax of RE2, so that it matches the same texts.
 * Throws an Error that names a missing feature: a look-around, a back reference or flags of a group.
 */
export const translatePattern = (pattern: string): Translation => {
  let at = 0;
  const take = (token: RegExp): string => {
    token.lastIndex = at;
    const found = token.exec(pattern)?.[0] ?? '';
    at += found.length;
    return found;
  };
  /** Reads the members of a bracket expression, and the closing bracket. */
  const takeRanges = (): CharacterRange[] => {
    const ranges: CharacterRange[] = [];
    for (let member = take(MEMBER); member !== ']' && member !== ''; member = take(MEMBER)) {
      if (isClass(member)) {
        ranges.push(...charactersOf(member));
        continue;
      }
      const first = member === '\\b' ? 8 : codeOf(member);
      const isRange = pattern[at] === '-' && pattern[at + 1] !== ']';
      if (isRange) at += 1;
      const last = isRange ? take(MEMBER) : member;
      ranges.push([first, last === '\\b' ? 8 : codeOf(last)]);
    }
    return ranges;
  };

  const groups: Translation[][] = [[]];
  while (at < pattern.length) {
    const token = take(TOKEN);
    const parts = groups.at(-1) ?? [];
    const last = parts.at(-1);
    switch (token.charAt(0)) {
      case '(':
        if (groups.push([]) > MOST_DEEP) throw new Error(`more than ${MOST_DEEP} groups inside of one another`);
        if (LACKED.test(token)) throw new Error(token);
        break;
      case ')':
        groups.pop();
        groups.at(-1)?.push(grouped(joined(parts)));
        break;
      case '*':
      case '+':
      case '?':
      case '{':
        if (last !== undefined) parts.splice(-1, 1, repeated(last, token));
        break;
      case '[':
        parts.push(piece(classOf(takeRanges(), { isNegated: token === '[^' })));
        break;
      case '\\':
        if (LACKED.test(token)) throw new Error(token);
        parts.push(piece(/^\\b$/i.test(token) ? token : isClass(token) ? classOf(charactersOf(token)) : spelt(codeOf(token))));
        break;
      case '.':
        parts.push(piece(classOf(charactersOf(token))));
        break;
      default:
        parts.push(piece(/^[\w|^$]$/.test(token) ? token : spelt(codeOf(token))));
    }
  }
  return joined(groups.flat());
};
