import { decodeHTMLStrict } from 'entities/decode';
import { isVisible, withoutNeedless } from './invisible';

const CONTROLS = /[^\P{Cc}\t\n]/gu;
const LONE_SURROGATES = /\p{Surrogate}/gu;
const STARTS_TAG = /^[a-z/!?]/i;
// Beside what begins a tag of HTML, letters of all scripts: careless readers take these for names of tags.
const LIKE_TAG = /<(?=[\p{L}/!?])/gu;
const REFERENCE = /&(?:#\d+|#x[\da-f]+|[a-z][a-z\d]*);/gi;

// Within Braille a blank, and elsewhere what only looks like one.
const BRAILLE_BLANKS = /(?<![\u2800-\u28ff])\u2800+(?![\u2800-\u28ff])/g;

const clean = (text: string): string =>
  withoutNeedless(
    text
      .replace(/\r\n?|[\v\f\u0085]/g, '\n')
      .replace(CONTROLS, '')
      .replace(LONE_SURROGATES, '\ufffd')
      .replace(BRAILLE_BLANKS, ' '),
  );

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

const BLOCKS =
  `address article aside blockquote body br center dd details dialog dir div dl dt fieldset figcaption figure footer form h[1-6] head
  header hgroup hr html legend li main menu nav ol optgroup option p pre section summary table tbody td tfoot th thead title tr ul caption`
    .split(/\s+/)
    .join('|');
/**
 * The inside of a tag that parts words: that of a block, of a part of a table or list, or of a line break. The CMS joins what stands before the
 * first `<p>` of a title to it, and clients know its slugs.
 */
const PARTS_WORDS = new RegExp(`^(?!p(?![^\\s/]))/?(?:${BLOCKS})(?![^\\s/])`, 'i');
/** Stands for a blank where a tag parted words. `clean` leaves none in what was sent. */
const GAP = '\f';

const closeGaps = (text: string): string =>
  text.includes(GAP)
    ? text
        .split(GAP)
        .map((part) => part.trim())
        .filter((part) => part !== '')
        .join(' ')
    : text;

/** Takes the tags out of a text, also those that its pieces would make together. Tags that part words leave a gap, others nothing. */
const cutTags = (text: string): string => {
  if (!text.includes('<')) return text;
  const kept: string[] = [];
  // Where in `kept` a '<' stands that begins a tag, once a '>' comes.
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

/** Takes the tags out of a text. A blank takes the place of those that part words, and of a `<` that is like one of a tag. */
const withoutTags = (text: string): string => closeGaps(withoutNeedless(cutTags(text)).replace(LIKE_TAG, GAP));

const decodedPart = (text: string): string =>
  clean(decodeHTMLStrict(text))
    .replace(REFERENCE, (reference) => (decodeHTMLStrict(reference) === reference ? reference : `&amp;${reference.slice(1)}`))
    .replace(/<([\p{L}/!?][^<>]*)>/gu, '&lt;$1&gt;')
    .replace(LIKE_TAG, '&lt;');

/**
 * Decodes character references, once. Those of signs that would begin a tag or another reference stay, so that `&lt;b&gt;` remains that text
 * however often it is cleaned. A `>` that was typed stays as it is: the text does not grow.
 */
const decoded = (text: string): string => (text.includes('&') ? text.split('>').map(decodedPart).join('>') : text);

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

/**
 * Makes plain text of what may hold HTML: without tags and control characters, character references decoded, trimmed. A text that is nothing
 * but tags keeps their words, unless they are elements of HTML. No `<` before a letter, `/`, `!` or `?` is left. Idempotent, linear; what it
 * makes has no more characters than what it is made of.
 */
export const plainText = (html: string): string => {
  const source = withoutComments(clean(html));
  const text = decoded(withoutTags(source)).trim();
  return isVisible(text) || !source.includes('<') ? text : decoded(withoutTags(wordsOfTags(source))).trim();
};

/** A text of one line, as the CMS stores these: plain text, each run of white space one blank. */
export const oneLine = (html: string): string => plainText(html).replace(/\s+/g, ' ');
