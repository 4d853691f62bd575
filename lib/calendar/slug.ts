import removeAccents from 'remove-accents';
import { plainText } from './text';

const LONGEST = 200;
// No more of a text than this can end up in a slug.
const LONGEST_TEXT = 10_000;

// As in the reference, where remove-accents has nothing or something else.
const LETTERS: Readonly<Record<string, string>> = { ß: 's', ẞ: 's', '€': 'e', '×': 'x', ə: 'a', Ə: 'a', ŋ: 'n', Ŋ: 'n', ĸ: 'k', Ƒ: 'f' };

// A sent slug may come from an address: '%e6%97%a5' is a letter. What is no UTF-8 is dropped with all other signs below.
const decodeOctets = (octets: string): string =>
  new TextDecoder().decode(Buffer.from(octets.replaceAll('%', ''), 'hex')).replaceAll('\ufffd', '');

const asciiLatin = (letter: string): string =>
  Array.from(letter.normalize('NFKD').replace(/\p{M}/gu, ''), (part) => LETTERS[part] ?? removeAccents(part)).join('');

/**
 * Makes a slug of a text (REFERENCE 3.5, DESIGN 3): tags and entities removed, Latin letters without accents, letters of other scripts
 * kept (NFC), lower case, blanks, dots and `/` as single '-', at most 200 characters. '' when nothing is left.
 */
export const slugify = (text: string): string => {
  const words = plainText(text.slice(0, LONGEST_TEXT))
    .replace(/&(?:[a-z][a-z0-9]{1,31}|#\d{1,7}|#x[0-9a-f]{1,6});/gi, '')
    .replace(/(?:%[0-9a-f]{2})+/gi, decodeOctets)
    // A sign that goes takes its marks with it, before they could join the letter before.
    .replace(/(?:[^\p{L}\p{M}\p{N}\p{So}\p{Zs}\p{Pd}_./€×]|[©®°])\p{M}*|[\ufe00-\ufe0f]/gu, '')
    .normalize('NFC')
    .replace(/[\p{Script=Latin}€×]\p{M}*/gu, asciiLatin)
    .toLowerCase()
    .normalize('NFC')
    .replace(/[./\p{Zs}\p{Pd}]/gu, '-')
    .replace(/[^\p{L}\p{M}\p{N}\p{So}_-]/gu, '')
    .replace(/-+/g, '-')
    .replace(/^-/, '');
  return Array.from(words.slice(0, LONGEST * 2))
    .slice(0, LONGEST)
    .join('')
    .replace(/-$/, '');
};
