import { utf8 } from './utf8';

const ESCAPE = /%([0-9a-f]{2})/gi;

/** Decodes one name or value of a query string or form: `+` is a blank, a `%` that begins no byte stays as it is, invalid UTF-8 becomes `?`. */
export const percentDecoded = (text: string): string => {
  if (!/[%+]/.test(text)) return text;
  const spaced = text.replaceAll('+', ' ');
  if (!spaced.includes('%')) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    const bytes = Buffer.from(spaced, 'utf8').toString('latin1');
    return utf8(bytes.replaceAll(ESCAPE, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))));
  }
};

/** The pairs of `a=1&b=2` (one character a byte), decoded, one at a time; a name without `=` has an empty value. */
export function* percentPairs(bytes: string): Generator<readonly [string, string]> {
  const text = utf8(bytes);
  for (let start = 0; start < text.length; ) {
    const found = text.indexOf('&', start);
    const end = found === -1 ? text.length : found;
    const pair = text.slice(start, end);
    start = end + 1;
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    yield equals === -1 ? [percentDecoded(pair), ''] : [percentDecoded(pair.slice(0, equals)), percentDecoded(pair.slice(equals + 1))];
  }
}
