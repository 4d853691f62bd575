import { compile, type HtmlToTextOptions, type SelectorDefinition } from 'html-to-text';
import { cutText } from './cut-text';
import { memoizeText } from './memoize-text';

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
