import { DATE_FORMATS, type Format, type Said } from './date-grammar';

const said = (): Said => ({
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

// A number must not go on after a match, nor a word: what is said in two halves of them was not meant.
const cuts = (text: string, at: number): boolean => /^(?:\d\d|[a-z][a-z])/i.test(text.slice(at - 1));

/** Reads what a text says of a date; undefined where a part of it is none of the formats or is said twice, or where it names nothing but a zone. */
export const readWords = (text: string): Said | undefined => {
  const result = said();
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
