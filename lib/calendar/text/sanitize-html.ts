import sanitize from 'sanitize-html';
import { SIGN_CODE_POINTS } from './typography';

const words = (text: string): string[] => text.split(/\s+/);

const TAGS = words(`a abbr acronym address area article aside audio b bdi bdo big blockquote br caption center cite code col colgroup dd del
  details dfn dir div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hgroup hr i img ins kbd li main map mark menu nav ol p
  pre q rb rp rt rtc ruby s samp section small span strike strong sub summary sup table tbody td tfoot th thead time tr track tt u ul var
  video wbr`);

const ATTRIBUTES: Readonly<Record<string, string[]>> = {
  '*': words('class dir hidden id lang role style title xml:lang data-* aria-*'),
  a: words('download href hreflang name rel rev target type'),
  area: words('alt coords href nohref shape target'),
  audio: words('autoplay controls loop muted preload src'),
  blockquote: words('cite'),
  caption: words('align'),
  col: words('align span valign width'),
  colgroup: words('align span valign width'),
  del: words('cite datetime'),
  details: words('open'),
  div: words('align'),
  font: words('color face size'),
  h1: words('align'),
  h2: words('align'),
  h3: words('align'),
  h4: words('align'),
  h5: words('align'),
  h6: words('align'),
  hr: words('align noshade size width'),
  img: words('align alt border decoding height hspace loading longdesc sizes src srcset usemap vspace width'),
  ins: words('cite datetime'),
  li: words('align value'),
  map: words('name'),
  ol: words('reversed start type'),
  p: words('align'),
  q: words('cite'),
  table: words('align bgcolor border cellpadding cellspacing rules summary width'),
  td: words('abbr align axis bgcolor colspan headers height nowrap rowspan scope valign width'),
  th: words('abbr align axis bgcolor colspan headers height nowrap rowspan scope valign width'),
  time: words('datetime'),
  tr: words('align bgcolor valign'),
  track: words('default kind label src srclang'),
  ul: words('type'),
  video: words('autoplay controls height loop muted playsinline poster preload src width'),
};

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
  allowedAttributes: ATTRIBUTES,
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

/**
 * Sanitises HTML for users of every role: keeps elements, attributes and styles that WordPress allows in posts, properly nested. Drops
 * other tags but not their text; drops comments and URLs with unsafe schemes. Idempotent. The references of `typography` stay, so that
 * clients may write back what they read.
 */
export const sanitizeHtml = (html: string): string => {
  const clean = html.replace(CONTROLS, '');
  if (!/[<>&]/.test(clean)) return clean;
  const aside = withUnclosedAsText(clean).replace(SIGN_REFERENCE, '\x01$1\x01');
  return sanitize(aside, OPTIONS).replace(SIGN_ASIDE, '&#$1;').replace(CONTROLS, '');
};
