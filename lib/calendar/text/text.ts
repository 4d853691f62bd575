import { autop } from '@wordpress/autop';
import { memoizeText } from './memoize-text';
import { sanitizeHtml } from './sanitize-html';
import { typography } from './typography';

// A text with more lines and tags is no prose, and autop would be too slow.
const MOST_MARKS = 20_000;
const PREFORMATTED = /<pre[\s>][\s\S]*?<\/pre>/g;
const PLACE = /<address pre=(\d+)><\/address>/g;

const paragraphed = (html: string): string => {
  const lines = html.replace(/\r\n?/g, '\n');
  if (lines.trim() === '' || (lines.match(/[<\n]/g)?.length ?? 0) > MOST_MARKS) return lines.trim();
  // The result of autop for a single line, at a hundredth of its cost.
  if (!/[<\n]/.test(lines)) return `<p>${typography(lines)}</p>`;
  // autop takes time quadratic in the number of <pre>, so they wait aside. Sanitised text never holds this placeholder.
  const aside: string[] = [];
  const prose = typography(lines).replace(PREFORMATTED, (pre) => `<address pre=${aside.push(pre) - 1}></address>`);
  return autop(prose)
    .trim()
    .replace(PLACE, (_, index: string) => aside[Number(index)] ?? '');
};

const BLOCK_MARKS = /<!-- \/?wp:[^<>]*-->/g;
// Tags come first: a shortcode inside an attribute stays, since its removal would break the tag.
const GALLERY = String.raw`\[(?:gallery|playlist)\b[^\][<>]*\]`;
const EMBED = String.raw`\[embed[^\][<>]*\](?:(https?)://)?([^\][<>\s"']+)\[/embed\]`;
// The CMS shows a shortcode in double brackets as text in single brackets.
const TAG_OR_SHORTCODE = new RegExp(String.raw`<[^<>]*>|\[(${GALLERY}|${EMBED})\]|${GALLERY}|${EMBED}`, 'g');

const readShortcode = (found: string, ...groups: readonly (string | undefined)[]): string => {
  const [escaped, , , scheme, address] = groups;
  if (found.startsWith('<')) return found;
  if (escaped !== undefined) return escaped;
  if (address === undefined) return '';
  return `<a href="${scheme ?? 'http'}://${address}">${scheme === undefined ? '' : `${scheme}://`}${address}</a>`;
};

/** Removes shortcodes from HTML. `[embed]` becomes a link; `[[gallery]]` becomes the text `[gallery]`. */
export const withoutShortcodes = (html: string): string => html.replace(TAG_OR_SHORTCODE, readShortcode);

/** Converts a description to HTML: sanitised, without block comments, with typographic characters, paragraphs and embeds as links. */
export const paragraphs: (text: string) => string = memoizeText((text) =>
  withoutShortcodes(paragraphed(sanitizeHtml(text).replace(BLOCK_MARKS, ''))),
);

/** Converts an excerpt to HTML like a description, but with block comments and shortcodes as typed. */
export const excerptHtml: (text: string) => string = memoizeText((text) => paragraphed(sanitizeHtml(text)));
