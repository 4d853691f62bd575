import { autop } from '@wordpress/autop';
import sanitize from 'sanitize-html';
import { memoizeText } from './memoize-text';

// Inside these tags, signs mean themselves.
const VERBATIM = /^<(\/?)(pre|code|kbd|samp|tt)\b/i;
const OPENS = '(^|[\\s([{"-]|&#82(?:11|12|16|20);)';

const RULES: readonly (readonly [RegExp, string])[] = [
  [/\.\.\./g, '&#8230;'],
  [/``/g, '&#8220;'],
  [/''/g, '&#8221;'],
  [/---/g, '&#8212;'],
  [/(^|\s)--(?=\s|$)/g, '$1&#8212;'],
  [/(?<!xn|<!)--(?!>)/g, '&#8211;'],
  [/(^|\s)-(?=\s|$)/g, '$1&#8211;'],
  [/\s\(tm\)/gi, ' &#8482;'],
  [/'(?=\d\d(?:s|\b)(?!'))/g, '&#8217;'],
  [new RegExp(`${OPENS}'`, 'g'), '$1&#8216;'],
  [/'/g, '&#8217;'],
  [new RegExp(`${OPENS}"(?!\\s|$)`, 'g'), '$1&#8220;'],
  [/"/g, '&#8221;'],
  [/\b(\d+)x(?=\d)/g, '$1&#215;'],
];

/** Finds texts that a rule may change. Most texts have none of these signs. */
const MAY_CHANGE = /\.{3}|[`'"-]|\dx\d|\(tm\)/i;

const dress = (text: string): string =>
  MAY_CHANGE.test(text) ? RULES.reduce((dressed, [sign, entity]) => dressed.replace(sign, entity), text) : text;

/** Replaces quotes, dashes and ellipses in sanitised HTML by numeric entities of typographic characters. Skips tags, comments and code. */
const typography = (html: string): string => {
  let verbatim = 0;
  return html
    .split(/(<[^<>]*>)/)
    .map((part) => {
      if (!part.startsWith('<')) return verbatim > 0 ? part : dress(part);
      const [, slash] = VERBATIM.exec(part) ?? [];
      if (slash !== undefined) verbatim = Math.max(0, verbatim + (slash === '/' ? -1 : 1));
      return part;
    })
    .join('');
};

/** The code points that `typography` inserts, as the source of a pattern. */
const SIGN_CODE_POINTS = '215|821[12]|821[67]|822[01]|8230|8482';

const words = (text: string): string[] => text.split(/\s+/);

const TAGS = words(`a abbr acronym address area article aside audio b bdi bdo big blockquote br caption center cite code col colgroup dd del
  details dfn dir div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hgroup hr i img ins kbd li main map mark menu nav ol p
  pre q rb rp rt rtc ruby s samp section small span strike strong sub summary sup table tbody td tfoot th thead time tr track tt u ul var
  video wbr`);

/** The allowed attributes: the names of elements, then those of their attributes. */
const ATTRIBUTES = [
  ['*', 'class dir hidden id lang role style title xml:lang data-* aria-*'],
  ['a', 'download href hreflang name rel rev target type'],
  ['area', 'alt coords href nohref shape target'],
  ['audio', 'autoplay controls loop muted preload src'],
  ['blockquote q', 'cite'],
  ['caption div h1 h2 h3 h4 h5 h6 p', 'align'],
  ['col colgroup', 'align span valign width'],
  ['del ins', 'cite datetime'],
  ['details', 'open'],
  ['font', 'color face size'],
  ['hr', 'align noshade size width'],
  ['img', 'align alt border decoding height hspace loading longdesc sizes src srcset usemap vspace width'],
  ['li', 'align value'],
  ['map', 'name'],
  ['ol', 'reversed start type'],
  ['table', 'align bgcolor border cellpadding cellspacing rules summary width'],
  ['td th', 'abbr align axis bgcolor colspan headers height nowrap rowspan scope valign width'],
  ['time', 'datetime'],
  ['tr', 'align bgcolor valign'],
  ['track', 'default kind label src srclang'],
  ['ul', 'type'],
  ['video', 'autoplay controls height loop muted playsinline poster preload src width'],
] as const;

const STYLES =
  words(`background-color border border-bottom border-collapse border-color border-left border-radius border-right border-spacing
  border-style border-top border-width clear color direction float font-family font-size font-style font-variant font-weight height
  letter-spacing line-height list-style-type margin margin-bottom margin-left margin-right margin-top max-height max-width min-height
  min-width padding padding-bottom padding-left padding-right padding-top text-align text-decoration text-indent text-transform
  vertical-align white-space width word-spacing`);
/** The pattern of a safe CSS value, without URLs, functions and escapes. */
const PLAIN_VALUE = /^[a-z0-9 .,%#'+-]+$/i;

const OPTIONS: sanitize.IOptions = {
  allowedTags: TAGS,
  allowedAttributes: Object.fromEntries(ATTRIBUTES.flatMap(([tags, names]) => words(tags).map((tag) => [tag, words(names)]))),
  allowedStyles: { '*': Object.fromEntries(STYLES.map((property) => [property, [PLAIN_VALUE]])) },
  allowedSchemes: words('http https ftp ftps mailto news tel sms fax xmpp webcal feed irc ircs urn'),
  allowedSchemesAppliedToAttributes: words('cite href longdesc poster src usemap'),
  selfClosing: words('area br col hr img track wbr'),
  // The text within dropped elements is kept.
  nonTextTags: [],
  nestingLimit: 256,
};

const CONTROLS = /[^\P{Cc}\t\n\r]|\p{Surrogate}/gu;

/** The pattern of a `<` before another `<`, whose tag is unclosed. */
const BEFORE_ANOTHER = /<(?!!--)(?=[^<>"']*<)/g;

/** Escapes each `<` of an unclosed tag or comment. The parser would drop the text after it. */
const withUnclosedAsText = (source: string): string => {
  const html = source.replace(BEFORE_ANOTHER, '&lt;');
  const lastComment = html.lastIndexOf('-->');
  const lastTag = html.lastIndexOf('>');
  return html.replace(/<(!--)?/g, (begun, comment: string | undefined, at: number) =>
    at > (comment === undefined ? lastTag : lastComment) ? begun.replace('<', '&lt;') : begun,
  );
};

const SIGN_REFERENCE = new RegExp(`&#(${SIGN_CODE_POINTS});`, 'g');
/** The placeholder for the references of `typography` while the parser decodes others. Cleaned HTML has no such character. */
const SIGN_ASIDE = new RegExp(`\\x01(${SIGN_CODE_POINTS})\\x01`, 'g');

/** Renames an element and changes its attributes. */
type Transform = (name: string, attributes: Record<string, string>) => { tagName: string; attribs: Record<string, string> };

/**
 * Sanitises HTML for users of every role: keeps elements, attributes and styles that WordPress allows in posts, properly nested. Drops
 * other tags but not their text; drops comments and URLs with unsafe schemes. Idempotent. The references of `typography` stay, so that
 * clients may write back what they read. The elements pass through `transform` before they are judged.
 */
export const sanitizeHtml = (html: string, transform?: Transform): string => {
  const clean = html.replace(CONTROLS, '');
  if (!/[<>&]/.test(clean)) return clean;
  const aside = withUnclosedAsText(clean).replace(SIGN_REFERENCE, '\x01$1\x01');
  const options = transform ? { ...OPTIONS, transformTags: { '*': transform } } : OPTIONS;
  return sanitize(aside, options).replace(SIGN_ASIDE, '&#$1;').replace(CONTROLS, '');
};

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
export const withoutShortcodes = (html: string): string => (html.includes('[') ? html.replace(TAG_OR_SHORTCODE, readShortcode) : html);

/** Converts a description to HTML: sanitised, without block comments, with typographic characters, paragraphs and embeds as links. */
export const paragraphs: (text: string) => string = memoizeText((text) =>
  withoutShortcodes(paragraphed(sanitizeHtml(text).replace(BLOCK_MARKS, ''))),
);

/** Converts an excerpt to HTML like a description, but with block comments and shortcodes as typed. */
export const excerptHtml: (text: string) => string = memoizeText((text) => paragraphed(sanitizeHtml(text)));
