/** The parameters of a content line, by name. Undefined values are left out. */
export type Parameters = Readonly<Record<string, string | undefined>>;

const CONTROLS = /(?![\t\n])\p{Cc}/gu;
const LONE_SURROGATES = /\p{Surrogate}/gu;
const LONGEST = 75;

const clean = (text: string): string => text.replace(/\r\n?/g, '\n').replace(CONTROLS, '').replace(LONE_SURROGATES, '\ufffd');

/** Folds a content line after at most 75 bytes of UTF-8, never within a character (RFC 5545, 3.1). */
const folded = (line: string): string => {
  const bytes = Buffer.from(line);
  if (bytes.length <= LONGEST) return line;
  const pieces: string[] = [];
  let at = 0;
  while (at < bytes.length) {
    // The space that begins a continuation line counts.
    let end = Math.min(bytes.length, at + LONGEST - (at === 0 ? 0 : 1));
    while (end < bytes.length && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
    pieces.push(bytes.toString('utf8', at, end));
    at = end;
  }
  return pieces.join('\r\n ');
};

/** Escapes text as an iCalendar value and drops control characters (RFC 5545, 3.3.11). */
export const textValue = (text: string): string =>
  clean(text)
    .replace(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n');

/** Quotes a parameter value (RFC 6868). */
const quoted = (text: string): string => `"${clean(text).replaceAll('^', '^^').replaceAll('\n', '^n').replaceAll('"', "^'")}"`;

const parameter = (value: string): string => (/^[\w/+.-]+$/.test(value) ? value : quoted(value));

/** Makes one folded content line without CRLF. `value` is not escaped: escape texts with `textValue` first. */
export const contentLine = (name: string, value: string, parameters: Parameters = {}): string => {
  const given = Object.entries(parameters).flatMap(([key, one]) => (one === undefined ? [] : [`;${key}=${parameter(one)}`]));
  return folded(`${name}${given.join('')}:${value}`);
};

/** Formats a wall time 'YYYY-MM-DD HH:MM:SS' for iCalendar: `20300506T070809`. */
export const dateTimeValue = (wall: string): string => wall.replaceAll(/[-:]/g, '').replace(' ', 'T');
