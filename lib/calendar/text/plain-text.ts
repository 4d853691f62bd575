import { decodeHTMLStrict } from 'entities/decode';
import { isVisible, withoutNeedless } from './invisible';

const CONTROLS = /[^\P{Cc}\t\n]/gu;
const LONE_SURROGATES = /\p{Surrogate}/gu;
const STARTS_TAG = /^[a-z/!?]/i;
// Letters of all scripts beside those that begin a tag of HTML, since careless readers take them for tags.
const LIKE_TAG = /<(?=[\p{L}/!?])/gu;
const REFERENCE = /&(?:#\d+|#x[\da-f]+|[a-z][a-z\d]*);/gi;

// Blanks within Braille texts; elsewhere they only look like blanks.
const BRAILLE_BLANKS = /(?<![\u2800-\u28ff])\u2800+(?![\u2800-\u28ff])/g;

const clean = (text: string): string =>
  withoutNeedless(
    text
      .replace(/\r\n?|[\v\f\u0085]/g, '\n')
      .replace(CONTROLS, '')
      .replace(LONE_SURROGATES, '\ufffd')
      .replace(BRAILLE_BLANKS, ' '),
  );

/** Removes HTML comments. Unclosed comments remain for `cutTags`. */
const withoutComments = (text: string): string => {
  // A comment that begins before the last end is closed, so no search goes through the text in vain.
  const end = text.lastIndexOf('-->') + 3;
  return text.slice(0, end).replace(/<!--[\s\S]*?-->/g, '') + text.slice(end);
};

const BLOCKS =
  `address article aside blockquote body br center dd details dialog dir div dl dt fieldset figcaption figure footer form h[1-6] head
  header hgroup hr html legend li main menu nav ol optgroup option p pre section summary table tbody td tfoot th thead title tr ul caption`
    .split(/\s+/)
    .join('|');
/** The inside of a tag that separates words. Text before the first `<p>` joins that paragraph, as in WordPress. */
const PARTS_WORDS = new RegExp(`^(?!p(?![^\\s/]))/?(?:${BLOCKS})(?![^\\s/])`, 'i');
/** The placeholder for a tag that separated words. `clean` removes this character from sent texts. */
const GAP = '\f';

const closeGaps = (text: string): string =>
  text.includes(GAP)
    ? text
        .split(GAP)
        .map((part) => part.trim())
        .filter((part) => part !== '')
        .join(' ')
    : text;

/** Removes tags, and tags that form when others are removed. Tags that separate words become a placeholder. */
const cutTags = (text: string): string => {
  if (!text.includes('<')) return text;
  const kept: string[] = [];
  // Positions in `kept` of each '<' that begins a tag if a '>' follows.
  const starts: number[] = [];
  for (const part of text.split(/([<>])/)) {
    const start = part === '>' ? starts.pop() : undefined;
    if (start !== undefined) {
      const [inside = ''] = kept.splice(start).slice(1);
      if (PARTS_WORDS.test(inside)) kept.push(GAP);
    } else if (part !== '') {
      if (kept.at(-1) === '<' && STARTS_TAG.test(part) && starts.at(-1) !== kept.length - 1) starts.push(kept.length - 1);
      kept.push(part);
    }
  }
  return kept.join('');
};

/** Removes tags. Tags that separate words become a space, as does each `<` that looks like the start of a tag. */
const withoutTags = (text: string): string => closeGaps(withoutNeedless(cutTags(text)).replace(LIKE_TAG, GAP));

const decodedPart = (text: string): string =>
  clean(decodeHTMLStrict(text))
    .replace(REFERENCE, (reference) => (decodeHTMLStrict(reference) === reference ? reference : `&amp;${reference.slice(1)}`))
    .replace(/<([\p{L}/!?][^<>]*)>/gu, '&lt;$1&gt;')
    .replace(LIKE_TAG, '&lt;');

/**
 * Decodes character references once, except those of characters that would begin a tag or a reference. So `&lt;b&gt;` never changes when
 * cleaned again. A typed `>` stays, so the text does not grow.
 */
const decoded = (text: string): string => (text.includes('&') ? text.split('>').map(decodedPart).join('>') : text);

/** Decodes character references and drops control characters. Tags stay. */
export const withoutReferences = (text: string): string => decoded(clean(text));

// Leftovers of editors for an empty text, and attempts to run scripts.
const ELEMENTS =
  `a audio b big blockquote body br button center del div em embed font form h[1-6] hr i iframe img input ins li link math meta ol
  p pre s script small span strike strong style sub sup svg table tbody td textarea tfoot th thead tr tt u ul video`
    .split(/\s+/)
    .join('|');
const ELEMENT = new RegExp(`<[/]?(?:${ELEMENTS})(?:\\s[^<>]*|/)?>`, 'gi');

/** Extracts the words of tags that are no HTML elements, such as `<CODE/CRAFTS>`. */
const wordsOfTags = (text: string): string => text.replace(ELEMENT, '').replace(/[<>]/g, ' ').replace(/ +/g, ' ');

/**
 * Converts possible HTML to plain text: no tags or control characters, character references decoded, trimmed. If a text is only tags, their
 * words remain, unless they are HTML elements. No `<` before a letter, `/`, `!` or `?` remains. Idempotent, in linear time. The result is
 * never longer.
 */
export const plainText = (html: string): string => {
  const source = withoutComments(clean(html));
  const text = decoded(withoutTags(source)).trim();
  return isVisible(text) || !source.includes('<') ? text : decoded(withoutTags(wordsOfTags(source))).trim();
};

/** Converts possible HTML to one line of plain text, as WordPress stores titles. White space becomes single spaces. */
export const oneLine = (html: string): string => plainText(html).replace(/\s+/g, ' ');

const ESCAPES = /(?:%[\da-f]{2})+/gi;

/**
 * Converts HTML to the text whose characters a length limit counts. A response never counts more than its request. A character reference is
 * one character, and paragraphs and line breaks are line feeds.
 */
export const countable = (text: string): string =>
  /[<&]/.test(text)
    ? text
        .replace(/^<p>|<\/p>\s*$/g, '')
        .replace(/<\/p>\s*<p>/g, '\n\n')
        .replace(/<br ?\/?>\n?|<\/?p>\n?/g, '\n')
        .replace(REFERENCE, 'x')
        .replace(/< (?=[a-z/!?])/gi, '<')
    : text;

/** Decodes a URL for a length limit. A percent-encoded character counts as one. */
export const countableAddress = (address: string): string =>
  countable(address).replace(ESCAPES, (escaped) => {
    try {
      return decodeURIComponent(escaped);
    } catch {
      return escaped;
    }
  });
