import removeAccents from 'remove-accents';
import { plainText } from './plain-text';

const LONGEST = 200;
// More of a text cannot end up in a slug.
const LONGEST_TEXT = 10_000;

// Letters that remove-accents lacks, or replaces otherwise than the slugs that clients know.
const LETTERS: Readonly<Record<string, string>> = { ß: 's', ẞ: 's', '€': 'e', '×': 'x', ə: 'a', Ə: 'a', ŋ: 'n', Ŋ: 'n', ĸ: 'k', Ƒ: 'f' };

// A sent slug may come from an address: '%e6%97%a5' is a letter. Invalid UTF-8 is dropped with all other signs below.
const OCTETS = /(?:%[0-9a-f]{2})+/gi;
const decodeOctets = (octets: string): string =>
  new TextDecoder().decode(Buffer.from(octets.replaceAll('%', ''), 'hex')).replaceAll('\ufffd', '');

const asciiLatin = (letter: string): string =>
  Array.from(letter.normalize('NFKD').replace(/[^\p{Script=Latin}€×]/gu, ''), (part) => LETTERS[part] ?? removeAccents(part)).join('');

// Line breaks and tabs separate words, but are no separators of Unicode.
const BREAKS = /[\t\n]/g;
// Invisible characters, which nobody types twice.
const INVISIBLE = /[\p{C}\p{Default_Ignorable_Code_Point}]/gu;
// A sign goes together with its marks, which would otherwise join the letter before.
const SIGNS = /[!-,:-@[-^`{-~¡¿«»‹›‘’‚‛“”„‟•©®°…™´ˊ£]\p{M}*/gu;
// Stress marks that are part of no letter.
const STRESS = /[\u0300\u0301\u0304\u030c]/g;
const SEPARATORS = /[./\p{Z}\p{Pd}]+/gu;
// Marks that stay with the letter before them.
const ADDED = /^[\p{M}\p{Emoji_Modifier}]/u;

/** Cuts a slug to 200 characters. Letters keep their marks, and a final dash is removed. */
export const cutSlug = (slug: string): string => {
  const letters = Array.from(slug.slice(0, LONGEST * 2));
  let end = LONGEST;
  while (end > 0 && ADDED.test(letters[end] ?? '')) end -= 1;
  return letters
    .slice(0, end === 0 ? LONGEST : end)
    .join('')
    .replace(/-$/, '');
};

/**
 * Converts a text to a slug of at most 200 characters. Letters become lower case (NFC); white space, dots, dashes and `/` become `-`.
 * Removes tags, punctuation and some symbols. Latin letters lose their accents; other letters and symbols stay. '' if nothing is left.
 */
export const slugify = (text: string): string => {
  const words = plainText(text.slice(0, LONGEST_TEXT))
    .replace(/&(?:[a-z][a-z0-9]{1,31}|#\d{1,7}|#x[0-9a-f]{1,6});/gi, '')
    .replace(OCTETS, decodeOctets)
    .replace(BREAKS, ' ')
    .replace(INVISIBLE, '')
    .normalize('NFC')
    .replace(SIGNS, '')
    .normalize('NFC')
    // Plain letters stay as they are.
    .replace(/(?![A-Za-z](?!\p{M}))[\p{Script=Latin}€×]\p{M}*/gu, asciiLatin)
    .replace(SEPARATORS, '-')
    .toLowerCase()
    .normalize('NFC')
    .replace(STRESS, '')
    .normalize('NFC')
    .replace(/-+/g, '-')
    .replace(/^-/, '');
  return cutSlug(words);
};

/** Normalises the slug in a path segment, in any case and normal form. Spaces, `+` and dots become dashes. '' without a slug. */
export const slugOfAddress = (segment: string): string =>
  segment
    .replace(INVISIBLE, '')
    .normalize('NFC')
    .replace(/[.+\p{Z}]/gu, '-')
    .toLowerCase()
    .normalize('NFC')
    .replace(/-+/g, '-')
    .replace(/^-|-$/g, '');

/** Returns the slug that a text is, in any case and encoding. '' if `slugify` would remove accents or characters. */
export const slugIn = (text: string): string => {
  const slug = slugOfAddress(text.replace(OCTETS, decodeOctets));
  return slug === slugify(text) ? slug : '';
};
