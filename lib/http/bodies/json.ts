import { isUtf8 } from 'node:buffer';
import { errors } from '../../errors';

const LONE_SURROGATE = /\p{Surrogate}/u;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it looks for.
const CONTROL_CHARACTERS = /[\u0000-\u001f]/g;

/**
 * Parses a JSON body (one character a byte) as strictly as WordPress, with at most `depth` levels. It allows no BOM, invalid UTF-8 or
 * lone surrogate. Undefined for an empty body. Throws `rest_invalid_json` with the number and message of PHP's error.
 */
export const readJson = (bytes: string, depth: number): unknown => {
  if (bytes === '') return undefined;
  const buffer = Buffer.from(bytes, 'latin1');
  if (!isUtf8(buffer)) throw errors.invalidJson(5, 'Malformed UTF-8 characters, possibly incorrectly encoded');
  const text = buffer.toString('utf8');
  if (text.length > depth && isDeeper(text, depth)) throw errors.invalidJson(1, 'Maximum stack depth exceeded');
  const parsed = parse(text);
  if (parsed === undefined) {
    const hasControl = parse(text.replaceAll(CONTROL_CHARACTERS, ' ')) !== undefined;
    if (hasControl) throw errors.invalidJson(3, 'Control character error, possibly incorrectly encoded');
    throw errors.invalidJson(4, 'Syntax error');
  }
  // Valid UTF-8 has no surrogates: only an escape can write one.
  if (/\\u[dD][89a-fA-F]/.test(text) && hasLoneSurrogate(parsed.value))
    throw errors.invalidJson(10, 'Single unpaired high surrogate in Unicode escape');
  return parsed.value;
};

const parse = (text: string): { readonly value: unknown } | undefined => {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
};

const isDeeper = (text: string, limit: number): boolean => {
  let depth = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (quoted) {
      if (character === '\\') at += 1;
      else if (character === '"') quoted = false;
    } else if (character === '"') quoted = true;
    else if (character === '[' || character === '{') {
      depth += 1;
      if (depth > limit) return true;
    } else if (character === ']' || character === '}') depth -= 1;
  }
  return false;
};

const hasLoneSurrogate = (value: unknown): boolean => {
  if (typeof value === 'string') return LONE_SURROGATE.test(value);
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, member]) => LONE_SURROGATE.test(key) || hasLoneSurrogate(member));
};
