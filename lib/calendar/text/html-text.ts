import { compile, type HtmlToTextOptions, type SelectorDefinition } from 'html-to-text';
import { memoizeText } from './memoize-text';

/** The maximum length of a partial word that a cut removes. Longer words are cut between two characters. */
const LONGEST_PART = 40;

const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Cuts a text at the end of a word, to at most `longest` UTF-16 units. An ellipsis replaces the rest. */
export const cutText = (text: string, longest: number): string => {
  if (text.length <= longest) return text;
  const start = Math.max(0, longest - 1 - LONGEST_PART);
  const head = text.slice(0, start);
  const tail = text.slice(start, longest - 1);
  // If a blank follows, the last word is whole.
  const isWhole = /\s/.test(text.charAt(longest - 1));
  const words = isWhole ? tail : /^([\s\S]*\S)\s+\S*$/.exec(tail)?.[1];
  return `${(head + (words ?? wholeCharacters(text, start, longest - 1))).replace(/[\s,;:–—-]+$/, '')}…`;
};

/** Slices a text, without a last character that the cut would split. */
const wholeCharacters = (text: string, start: number, end: number): string => {
  const cut = text.slice(start, end + LONGEST_PART);
  let last = 0;
  for (const { index } of characters.segment(cut)) if (index <= end - start) last = index;
  return cut.slice(0, last);
};

const select = (names: string, format: string, lineBreaks?: number): SelectorDefinition[] =>
  names.split(' ').map((selector) => ({
    selector,
    format,
    ...(lineBreaks && { options: { leadingLineBreaks: lineBreaks, trailingLineBreaks: lineBreaks } }),
  }));

const OPTIONS: HtmlToTextOptions = {
  wordwrap: false,
  // Stored texts are nested less deeply.
  limits: { maxDepth: 1000 },
  formatters: {
    cell(element, walk, builder) {
      walk(element.children, builder);
      builder.addInline(' ');
    },
  },
  selectors: [
    ...select('a', 'inline'),
    ...select('img', 'skip'),
    ...select('p h1 h2 h3 h4 h5 h6 blockquote table hr figure', 'block', 2),
    ...select('pre', 'pre', 2),
    ...select('ul ol dl menu dir li dt dd tr caption div section article header footer main nav aside address center', 'block', 1),
    ...select('figcaption details summary hgroup rt', 'block', 1),
    ...select('td th', 'cell'),
  ],
};

const toText = compile(OPTIONS);

/**
 * Converts HTML to plain text for JSON-LD, calendars, feeds, meta tags and search. Blocks become lines, a space separates table cells, and
 * character references are decoded. A `<` that could begin a tag gets a space after it, since some programs read text as HTML.
 */
export const textOf: (html: string) => string = memoizeText((html) =>
  /[<&]/.test(html)
    ? toText(html)
        .replace(/[ \t]+$/gm, '')
        .replace(/\n{3,}/g, '\n\n')
        .replace(/<(?=[\p{L}/!?])/gu, '< ')
        .trim()
    : html.replace(/\s+/g, ' ').trim(),
);

/** The number of characters of HTML that are read for each character of a summary, since markup is long. */
const READ_FOR_EACH = 20;
/** The pattern of an incomplete tag, character reference or shortcode at the end of cut HTML. */
const CUT_OFF = /(?:<[^<>]*|&[^\s;<>&]*|\[[^\][<>]*)$/;

/** Returns the beginning of the text that `read` makes of HTML, at most `longest` UTF-16 units. Reads only the beginning of long HTML. */
export const beginningOf = (html: string, longest: number, read: (html: string) => string): string => {
  const most = READ_FOR_EACH * longest;
  const beginning = html.length > most ? read(html.slice(0, most).replace(CUT_OFF, '')) : '';
  return cutText(beginning.length > longest ? beginning : read(html), longest);
};
