import { DATE_FORMATS, type Format, type ParsedDate } from './date-grammar';

const parsed = (): ParsedDate => ({
  weekdayRule: 0,
  move: { year: 0, month: 0, day: 0, ms: 0 },
  dates: 0,
  times: 0,
  zones: 0,
});

const longestAt = (text: string, at: number): readonly [Format, RegExpExecArray] | undefined => {
  let longest: readonly [Format, RegExpExecArray] | undefined;
  for (const format of DATE_FORMATS) {
    format.pattern.lastIndex = at;
    const match = format.pattern.exec(text);
    if (match && match[0].length > (longest?.[1][0].length ?? 0)) longest = [format, match];
  }
  return longest;
};

// A match must not end within a number or a word.
const cuts = (text: string, at: number): boolean => /^(?:\d\d|[a-z][a-z])/i.test(text.slice(at - 1));

/** Parses the text of a date. Undefined if a part has no format or occurs twice, or if the text is only a zone. */
export const readWords = (text: string): ParsedDate | undefined => {
  const result = parsed();
  let words = 0;
  for (let at = 0; at < text.length; ) {
    if (/[ ,.\t\n\r]/.test(text.charAt(at))) {
      at += 1;
      continue;
    }
    const [format, match] = longestAt(text, at) ?? [];
    if (!format || !match || format.read(result, ...match.slice(1)) === false) return undefined;
    at += match[0].length;
    if (cuts(text, at)) return undefined;
    words += 1;
  }
  return words > result.zones - (text.includes('@') ? 1 : 0) ? result : undefined;
};
