import { decodeHTMLStrict } from 'entities/decode';

const CONTROLS = /[^\P{Cc}\t\n]/gu;
const LONE_SURROGATES = /\p{Surrogate}/gu;
const STARTS_TAG = /^[a-z/!?]/i;
const TAG_START = /<(?=[a-z/!?])/gi;
const REFERENCE = /&(?:#\d+|#x[\da-f]+|[a-z][a-z\d]*);/gi;

const clean = (text: string): string =>
  text
    .replace(/\r\n?|[\v\f\u0085]/g, '\n')
    .replace(CONTROLS, '')
    .replace(LONE_SURROGATES, '\ufffd');

/** Takes comments out; one that does not end is left to the rule for tags. */
const withoutComments = (text: string): string => {
  const kept: string[] = [];
  let at = 0;
  for (let start = text.indexOf('<!--'); start !== -1; start = text.indexOf('<!--', at)) {
    const end = text.indexOf('-->', start + 4);
    if (end === -1) break;
    kept.push(text.slice(at, start));
    at = end + 3;
  }
  return kept.join('') + text.slice(at);
};

/** Takes the tags out of a text, also those that its pieces would make together. A `<` that begins an unclosed tag gets a blank behind it. */
const withoutTags = (text: string): string => {
  if (!text.includes('<')) return text;
  const kept: string[] = [];
  // Where in `kept` a '<' stands that begins a tag, once a '>' comes.
  const starts: number[] = [];
  for (const part of text.split(/([<>])/)) {
    if (part === '>' && starts.length > 0) kept.length = starts.pop() ?? 0;
    else if (part !== '') {
      if (kept.at(-1) === '<' && STARTS_TAG.test(part) && starts.at(-1) !== kept.length - 1) starts.push(kept.length - 1);
      kept.push(part);
    }
  }
  return kept.join('').replace(TAG_START, '< ');
};

/**
 * Decodes character references, once. Those of signs that would begin a tag or another reference stay, so that `&lt;b&gt;` remains that text
 * however often it is cleaned.
 */
const decoded = (text: string): string => {
  if (!text.includes('&')) return text;
  return clean(decodeHTMLStrict(text))
    .replace(REFERENCE, (reference) => (decodeHTMLStrict(reference) === reference ? reference : `&amp;${reference.slice(1)}`))
    .replace(/<([a-z/!?][^<>]*)>/gi, '&lt;$1&gt;')
    .replace(TAG_START, '&lt;');
};

/** Decodes the character references of a text, tags of which stay, without control characters. */
export const withoutReferences = (text: string): string => decoded(clean(text));

// Leftovers of editors for an empty text, and attempts to run scripts.
const ELEMENTS =
  `a audio b big blockquote body br button center del div em embed font form h[1-6] hr i iframe img input ins li link math meta ol
  p pre s script small span strike strong style sub sup svg table tbody td textarea tfoot th thead tr tt u ul video`
    .split(/\s+/)
    .join('|');
const ELEMENT = new RegExp(`<[/]?(?:${ELEMENTS})(?:\\s[^<>]*|/)?>`, 'gi');

/** The words of tags that are no elements of HTML, such as `<CODE/CRAFTS>`. */
const wordsOfTags = (text: string): string => text.replace(ELEMENT, '').replace(/[<>]/g, ' ').replace(/ +/g, ' ');

// Beside what is invisible by definition: a blank pattern of Braille and the marks of annotations.
const INVISIBLE = /[\p{Cc}\p{Z}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb]/gu;

/** Tells whether a text shows anything: it holds more than blanks and characters without a shape, such as U+200B. */
export const isVisible = (text: string): boolean => text.replace(INVISIBLE, '') !== '';

/**
 * Makes plain text of what may hold HTML: without tags and control characters, character references decoded, trimmed. A text that is nothing
 * but tags keeps their words, unless they are elements of HTML. No `<` before a letter, `/`, `!` or `?` is left. Idempotent, linear.
 */
export const plainText = (html: string): string => {
  const source = withoutComments(clean(html));
  const text = decoded(withoutTags(source)).trim();
  return isVisible(text) || !source.includes('<') ? text : decoded(withoutTags(wordsOfTags(source))).trim();
};

/** A text of one line, as the CMS stores these: plain text, each run of white space one blank. */
export const oneLine = (html: string): string => plainText(html).replace(/\s+/g, ' ');
