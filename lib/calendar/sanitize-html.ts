import { isAllowedAttribute, isAllowedStyle, isAllowedTag, URL_ATTRIBUTES, VOID_TAGS } from './allowed-html';
import { safeAddress } from './safe-address';

// A bare '&', not one of an entity.
const BARE_AMPERSAND = /&(?!(?:[a-z][a-z0-9]{1,31}|#\d{1,7}|#x[0-9a-f]{1,6});)/gi;
const CONTROLS = /[^\P{Cc}\t\n\r]|\p{Surrogate}/gu;
const MARKUP = /<(?:!--|(\/?)([a-z][a-z0-9]*)(?=[\s/>]))/gi;
const ATTRIBUTE = /([a-z_:][a-z0-9_:.-]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>`=]+)))?/gi;
// An element that ends where the next of its kind begins.
const NOT_IN_ITSELF = new Set(['p', 'li', 'dt', 'dd', 'tr', 'td', 'th']);
const DEEPEST = 256;
const LONGEST_TAG = 65_536;

const escapeText = (text: string): string =>
  !/[&<>]/.test(text) ? text : text.replace(BARE_AMPERSAND, '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const escapeValue = (value: string): string => escapeText(value).replaceAll('"', '&quot;');

const writeAttribute = (tag: string, name: string, value: string | undefined): string => {
  if (!isAllowedAttribute(tag, name)) return '';
  if (value === undefined) return ` ${name}`;
  const safe = URL_ATTRIBUTES.has(name) ? safeAddress(value) : value;
  return name === 'style' && !isAllowedStyle(safe) ? '' : ` ${name}="${escapeValue(safe)}"`;
};

const writeTag = (name: string, attributes: string): string => {
  const written = new Map<string, string>();
  if (attributes.length <= LONGEST_TAG && /[a-z]/i.test(attributes)) {
    for (const [, attribute = '', double, single, bare] of attributes.matchAll(ATTRIBUTE)) {
      const key = attribute.toLowerCase();
      if (!written.has(key)) written.set(key, writeAttribute(name, key, double ?? single ?? bare));
    }
  }
  return `<${name}${[...written.values()].join('')}${VOID_TAGS.has(name) ? ' />' : '>'}`;
};

// Editors keep their block marks in comments. One that could be read in two ways is dropped.
const writeComment = (comment: string): string => (/[<>]|--|^-|-$/.test(comment) ? '' : `<!--${comment}-->`);

/** The elements that are open, so that each is closed once, inside the one that it began in. */
const createNesting = () => {
  const open: string[] = [];
  const counts = new Map<string, number>();
  const pop = (): string => {
    const name = open.pop() ?? '';
    counts.set(name, (counts.get(name) ?? 1) - 1);
    return `</${name}>`;
  };
  const closeTo = (depth: number): string => {
    let closed = '';
    while (open.length > depth) closed += pop();
    return closed;
  };
  return {
    start(name: string, attributes: string): string {
      const before = NOT_IN_ITSELF.has(name) && open.at(-1) === name ? pop() : '';
      if (VOID_TAGS.has(name)) return before + writeTag(name, attributes);
      if (open.length >= DEEPEST) return before;
      open.push(name);
      counts.set(name, (counts.get(name) ?? 0) + 1);
      return before + writeTag(name, attributes);
    },
    end: (name: string): string => ((counts.get(name) ?? 0) > 0 ? closeTo(open.lastIndexOf(name)) : ''),
    close: (): string => closeTo(0),
  };
};

/** Finds where tags end. A quote that is never closed must not cost a walk to the end for every tag: after some of them, quotes do not count. */
const createTagEnd = (html: string) => {
  let patience = 2 * html.length + 1024;
  return (from: number): number => {
    let quote = '';
    for (let at = from; at < html.length; at += 1) {
      const sign = html.charAt(at);
      if (quote !== '') quote = sign === quote ? '' : quote;
      else if (sign === '>') return at;
      else if (sign === '<') break;
      else if ((sign === '"' || sign === "'") && patience > 0) quote = sign;
      patience -= 1;
    }
    return -1;
  };
};

/**
 * Makes HTML safe to show, for every role, as the CMS does for authors: only the elements and attributes that posts
 * may have are written, anew and properly nested; other tags are dropped and their text kept; addresses lose schemes that are not safe.
 * What is no tag becomes text. Idempotent; time and output are linear in the input.
 */
export const sanitizeHtml = (html: string): string => {
  const source = html.replace(CONTROLS, '');
  const nesting = createNesting();
  const tagEnd = createTagEnd(source);
  const lastComment = source.lastIndexOf('-->');
  const written: string[] = [];
  let at = 0;
  MARKUP.lastIndex = 0;
  for (let match = MARKUP.exec(source); match; match = MARKUP.exec(source)) {
    const [start, slash, tag] = match;
    const inside = match.index + start.length;
    const end = tag === undefined ? source.indexOf('-->', inside <= lastComment ? inside : source.length) : tagEnd(inside);
    if (end === -1) continue;
    written.push(escapeText(source.slice(at, match.index)));
    if (tag === undefined) written.push(writeComment(source.slice(inside, end)));
    else if (isAllowedTag(tag.toLowerCase()))
      written.push(slash === '/' ? nesting.end(tag.toLowerCase()) : nesting.start(tag.toLowerCase(), source.slice(inside, end)));
    at = end + (tag === undefined ? 3 : 1);
    MARKUP.lastIndex = at;
  }
  written.push(escapeText(source.slice(at)), nesting.close());
  return written.join('');
};
