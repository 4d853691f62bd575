import type { RE2JS } from 're2js';

/** A compiled regular expression that matches any text in linear time. */
interface Pattern {
  test(text: string): boolean;
  toString(): string;
}

/** The maximum number of parts that counted repetitions expand to. RE2 tracks each part at every character. */
export const MOST_COPIES = 1000;
/** The maximum number of characters of a value that a pattern reads. With `MOST_COPIES`, reading takes two seconds at worst. */
export const MOST_READ = 65_536;

const TOO_MUCH = new Error(`a pattern would read more than ${MOST_READ} characters`);

interface Reading {
  /** The number of characters of the value that the pattern may still read. */
  left: number;
  readonly verdicts: Map<string, boolean>;
}

/** The reading states of the value under validation, by pattern source. A text that several rules check is read once. */
let readings: Map<string, Reading> | undefined;

/** Runs the validation `judge` of one value. Returns `otherwise()` if a pattern would read more than `MOST_READ` characters. */
export const judging = <T>(judge: () => T, otherwise: () => T): T => {
  readings = new Map();
  try {
    return judge();
  } catch (error) {
    if (error === TOO_MUCH) return otherwise();
    throw error;
  } finally {
    readings = undefined;
  }
};

const cache = new Map<string, Pattern>();

/** Returns the cached pattern of a source that `wrongPattern` accepts. The first test compiles the pattern. */
export const patternOf = (source: string): Pattern => {
  let engine: RE2JS | undefined;
  const pattern: Pattern = cache.get(source) ?? {
    test(text) {
      const reading = readings?.get(source) ?? { left: MOST_READ, verdicts: new Map<string, boolean>() };
      readings?.set(source, reading);
      const before = reading.verdicts.get(text);
      if (before !== undefined) return before;
      reading.left -= text.length <= reading.left ? text.length : [...text].length;
      if (reading.left < 0) throw TOO_MUCH;
      // The library is loaded at the first test, so that the service starts faster.
      engine ??= (require('re2js') as typeof import('re2js')).RE2JS.compile(translatePattern(source).source);
      const verdict = engine.test(text);
      reading.verdicts.set(text, verdict);
      return verdict;
    },
    toString: () => source,
  };
  cache.set(source, pattern);
  return pattern;
};

/** Explains in a sentence why a pattern cannot be used. Undefined for a valid pattern. */
export const wrongPattern = (source: string): string | undefined => {
  try {
    new RegExp(source, 'u');
  } catch {
    return `the pattern ${source} cannot be compiled: correct it (it is read with the u flag).`;
  }
  try {
    const { copies } = translatePattern(source);
    if (copies <= MOST_COPIES) return undefined;
    return `the counts in the pattern ${source} stand for ${copies} pieces, of at most ${MOST_COPIES}: count less, or use minLength and maxLength.`;
  } catch (error) {
    const lacked = error instanceof Error ? error.message : error;
    return `the pattern ${source} has ${lacked}, which the engine lacks (it takes linear time, without look-arounds and back references): write it without.`;
  }
};

interface Translation {
  readonly source: string;
  /** The number of characters, classes and assertions, with counted repetitions expanded. */
  readonly size: number;
  /** The part of `size` that results from counted repetitions: 24 in `^x(?:a[bc]){12}$`. */
  readonly copies: number;
}

const ESCAPE = String.raw`\\(?:[pP]\{[^}]*\}|u\{[0-9a-f]+\}|ud[89ab]..\\ud[c-f]..|u....|x..|c.|k<[^>]*>|[1-9]\d*|.)`;
const TOKEN = new RegExp(String.raw`\w|${ESCAPE}|\(\?(?:<?[=!]|<[^>]*>|[^:]*:)|(?:[*+?]|\{\d+(?:,\d*)?\})\??|\[\^?|.`, 'isuy');
const MEMBER = new RegExp(`${ESCAPE}|.`, 'isuy');
const CONTROLS: Readonly<Record<string, number>> = { '\\0': 0, '\\t': 9, '\\n': 10, '\\v': 11, '\\f': 12, '\\r': 13 };

/** Returns the code point of a character, which may be written as an escape such as `\u00e9`. */
const codeOf = (token: string): number => {
  const [, digits] = /^\\[ux]\{?([0-9a-f]+)\}?$/i.exec(token) ?? [];
  if (digits !== undefined) return Number.parseInt(digits, 16);
  const [, lead, trail] = /^\\u(....)\\u(....)$/.exec(token) ?? [];
  if (lead !== undefined && trail !== undefined) return codeOf(String.fromCharCode(Number.parseInt(lead, 16), Number.parseInt(trail, 16)));
  if (/^\\c.$/.test(token)) return token.charCodeAt(2) % 32;
  return CONTROLS[token] ?? token.codePointAt(token.startsWith('\\') ? 1 : 0) ?? 0;
};

/** The maximum nesting of groups. RE2 also counts the levels between groups, and allows 1000 levels. */
const MOST_DEEP = 200;

/** The expression for syntax that RE2 lacks: look-arounds, back references, and flags of a group. */
const LACKED = /^(?:\(\?<?[=!]|\(\?[^:<]|\\[1-9]|\\k<)/;

/** True for an escape that matches several characters, such as `\d` or `\p{L}`. */
const isClass = (token: string): boolean => /^\\(?:[dsw]$|p\{)/i.test(token);

/** The bracket members of the JavaScript classes that RE2 defines differently, by class. */
const CLASSES: Readonly<Record<string, string>> = {
  '\\s': String.raw`\x{9}-\x{d}\x{20}\x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}\x{feff}`,
  '\\S': String.raw`\x{0}-\x{8}\x{e}-\x{1f}\x{21}-\x{9f}\x{a1}-\x{167f}\x{1681}-\x{1fff}\x{200b}-\x{2027}\x{202a}-\x{202e}\x{2030}-\x{205e}\x{2060}-\x{2fff}\x{3001}-\x{fefe}\x{ff00}-\x{10ffff}`,
};

const written = (code: number): string => `\\x{${code.toString(16)}}`;
const range = (first: number, last: number): string => `${written(first)}-${written(last)}`;

const LAST_CODE = 0x10ffff;

/** Computes the bracket members of a property such as `\p{Script=Greek}` with the regular expressions of JavaScript. */
const rangesOf = (property: string): string => {
  const expression = new RegExp(property, 'u');
  let ranges = '';
  let first: number | undefined;
  for (let code = 0; code <= LAST_CODE + 1; code += 1) {
    if (code <= LAST_CODE && expression.test(String.fromCodePoint(code))) first ??= code;
    else if (first !== undefined) {
      ranges += range(first, code - 1);
      first = undefined;
    }
  }
  return ranges;
};

const properties = new Map<string, string>();

/** Returns the bracket members of a class such as `\s` or `\p{L}`. Members of a property are computed once. */
const membersOf = (token: string): string => {
  if (!/^\\p/i.test(token)) return CLASSES[token] ?? token;
  const members = properties.get(token) ?? rangesOf(token);
  properties.set(token, members);
  return members;
};

const bracket = (members: string, { isNegated = false }: { readonly isNegated?: boolean } = {}): string =>
  members === '' ? bracket(range(0, LAST_CODE), { isNegated: !isNegated }) : `[${isNegated ? '^' : ''}${members}]`;

const piece = (source: string): Translation => ({ source, size: 1, copies: 0 });

const joined = (parts: readonly Translation[]): Translation => ({
  source: parts.map(({ source }) => source).join(''),
  size: parts.reduce((sum, { size }) => sum + size, 0),
  copies: parts.reduce((sum, { copies }) => sum + copies, 0),
});

const grouped = ({ source, size, copies }: Translation): Translation => ({ source: `(?:${source})`, size: Math.max(1, size), copies });

const repeated = ({ source, size, copies }: Translation, quantifier: string): Translation => {
  const [, least, most] = /^\{(\d+)(?:,(\d*))?/.exec(quantifier) ?? [];
  const total = size * Math.max(1, Number(least ?? 1), Number(most ?? 1));
  return { source: source + quantifier, size: total, copies: least === undefined || total === size ? copies : total };
};

/** Translates a JavaScript pattern (with the `u` flag) to RE2 syntax. Throws an Error that names a feature that RE2 lacks. */
const translatePattern = (pattern: string): Translation => {
  let at = 0;
  const take = (token: RegExp): string => {
    token.lastIndex = at;
    const found = token.exec(pattern)?.[0] ?? '';
    at += found.length;
    return found;
  };
  const takeMembers = (): string => {
    let members = '';
    for (let member = take(MEMBER); member !== ']' && member !== ''; member = take(MEMBER)) {
      if (isClass(member)) {
        members += membersOf(member);
        continue;
      }
      const first = member === '\\b' ? 8 : codeOf(member);
      const isRange = pattern[at] === '-' && pattern[at + 1] !== ']';
      if (isRange) at += 1;
      const last = isRange ? take(MEMBER) : member;
      members += range(first, last === '\\b' ? 8 : codeOf(last));
    }
    return members;
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
        parts.push(piece(bracket(takeMembers(), { isNegated: token === '[^' })));
        break;
      case '\\':
        if (LACKED.test(token)) throw new Error(token);
        parts.push(piece(/^\\b$/i.test(token) ? token : isClass(token) ? bracket(membersOf(token)) : written(codeOf(token))));
        break;
      case '.':
        parts.push(piece(String.raw`[^\n\r\x{2028}\x{2029}]`));
        break;
      default:
        parts.push(piece(/^[\w|^$]$/.test(token) ? token : written(codeOf(token))));
    }
  }
  return joined(groups.flat());
};
