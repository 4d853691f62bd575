import { autop } from '@wordpress/autop';
import { memoizeText } from './memoize-text';
import { sanitizeHtml } from './sanitize-html';
import { typography } from './typography';

// Beyond this many lines and tags a text is no prose, and autop too slow for it.
const MOST_MARKS = 20_000;
const PREFORMATTED = /<pre[\s>][\s\S]*?<\/pre>/g;
const PLACE = /<address pre=(\d+)><\/address>/g;

const paragraphed = (html: string): string => {
  const lines = html.replace(/\r\n?/g, '\n');
  if (lines.trim() === '' || (lines.match(/[<\n]/g)?.length ?? 0) > MOST_MARKS) return lines.trim();
  // What autop makes of a single line, at a hundredth of its price.
  if (!/[<\n]/.test(lines)) return `<p>${typography(lines)}</p>`;
  // autop takes time quadratic in the number of <pre>, so they wait aside; sanitised text never holds this place holder.
  const aside: string[] = [];
  const prose = typography(lines).replace(PREFORMATTED, (pre) => `<address pre=${aside.push(pre) - 1}></address>`);
  return autop(prose)
    .trim()
    .replace(PLACE, (_, index: string) => aside[Number(index)] ?? '');
};

const BLOCK_MARKS = /<!-- \/?wp:[^<>]*-->/g;
// Tags come first: what looks like a shortcode inside of an attribute is left there, or it would tear the tag apart.
const GALLERY = String.raw`\[(?:gallery|playlist)\b[^\][<>]*\]`;
const EMBED = String.raw`\[embed[^\][<>]*\](?:(https?)://)?([^\][<>\s"']+)\[/embed\]`;
// The CMS shows a shortcode in double brackets as it is, in single ones.
const TAG_OR_SHORTCODE = new RegExp(String.raw`<[^<>]*>|\[(${GALLERY}|${EMBED})\]|${GALLERY}|${EMBED}`, 'g');

const readShortcode = (found: string, ...groups: readonly (string | undefined)[]): string => {
  const [escaped, , , scheme, address] = groups;
  if (found.startsWith('<')) return found;
  if (escaped !== undefined) return escaped;
  if (address === undefined) return '';
  return `<a href="${scheme ?? 'http'}://${address}">${scheme === undefined ? '' : `${scheme}://`}${address}</a>`;
};

/** Takes the shortcodes out of HTML: embedded addresses become links, those in double brackets stay in single ones, others leave nothing. */
export const withoutShortcodes = (html: string): string => html.replace(TAG_OR_SHORTCODE, readShortcode);

/** Shows a description: sanitised, block marks taken off, signs set, lines and blank lines as HTML, embedded addresses as links. */
export const paragraphs: (text: string) => string = memoizeText((text) =>
  withoutShortcodes(paragraphed(sanitizeHtml(text).replace(BLOCK_MARKS, ''))),
);

/** Shows an excerpt: as a description, but block marks and shortcodes stay as they were typed. */
export const excerptHtml: (text: string) => string = memoizeText((text) => paragraphed(sanitizeHtml(text)));
