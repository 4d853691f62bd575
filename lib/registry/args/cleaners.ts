const PROTOCOLS = 'http https ftp ftps mailto news irc irc6 ircs gopher nntp feed telnet mms rtsp sms svn tel fax xmpp webcal urn'.split(
  ' ',
);

/** Removes each substring of `length` characters that `isUnwanted`, also those that form by removal, in one pass. */
const without = (text: string, length: number, isUnwanted: (piece: string) => boolean): string => {
  if (!text.includes('%')) return text;
  const left: string[] = [];
  for (const character of text) {
    left.push(character);
    if (left.length >= length && isUnwanted(left.slice(-length).join(''))) left.length -= length;
  }
  return left.join('');
};

const BLANKS = ' \t\n\r\v\0';

/** Removes surrounding blanks as `trim` of PHP does. Other Unicode blanks stay. */
const trimmed = (text: string): string => {
  let start = 0;
  let end = text.length;
  while (start < end && BLANKS.includes(text.charAt(start))) start += 1;
  while (end > start && BLANKS.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
};

/**
 * Converts the scheme of a URL to lower case. Undefined for an unsafe scheme. A colon as an HTML entity also ends a scheme, as in
 * browsers.
 */
const withSafeScheme = (url: string, feeds = 0): string | undefined => {
  if (/&#0*58(?![;0-9])|&#x0*3a(?![;a-f0-9])/i.test(url)) return undefined;
  const scheme = url.split(/:|&#0*58;|&#x0*3a;|&colon;/i, 1)[0] ?? '';
  if (scheme === url || scheme.includes('/?')) return url;
  const lower = scheme.toLowerCase();
  if (url.charAt(scheme.length) !== ':' || !PROTOCOLS.includes(lower)) return undefined;
  const rest = url.slice(scheme.length + 1);
  const isEmptyFeed = rest === '' || feeds > 1;
  const safe = lower !== 'feed' ? rest : isEmptyFeed ? undefined : withSafeScheme(rest, feeds + 1);
  return safe === undefined ? undefined : `${lower}:${safe}`;
};

/** Cleans a URL: removes illegal characters, and adds `http://` if the URL has no scheme. Returns '' for an unsafe scheme. */
export const cleanUrl = (text: string): string => {
  const legal = text
    .replace(/^[ \t\n\r\v\0]+/, '')
    .replaceAll(' ', '%20')
    .replace(/[^a-z0-9\-~+_.?#=!&;,/:%@$|*'()[\]\u0080-\u{10ffff}]/giu, '');
  if (legal === '') return '';
  const stripped = /^mailto:/i.test(legal) ? legal : without(legal, 3, (piece) => /^%0[ad]$/i.test(piece));
  const spelt = stripped.replaceAll(';//', '://');
  const isWhole = spelt.includes(':') || /^[/#?]/.test(spelt) || /^[a-z0-9-]+\.php/i.test(spelt);
  const url = isWhole ? spelt : `http://${spelt}`;
  const safe = url.startsWith('/') ? url : (withSafeScheme(url) ?? '');
  const host = /^(?:[a-z][a-z0-9+.-]*:)?\/\/[^/?#]*/i.exec(safe)?.[0] ?? '';
  return host + safe.slice(host.length).replaceAll('[', '%5B').replaceAll(']', '%5D');
};

/**
 * Removes `<script>` and `<style>` with content. A loop searches by index, since a regular expression takes quadratic time on hostile
 * text.
 */
const withoutScripts = (text: string): string => {
  const lower = text.toLowerCase();
  let cleaned = '';
  let from = 0;
  const unclosed = new Set<string>();
  for (const open of text.matchAll(/<(script|style)[^<>]*>/gi)) {
    const close = `</${open[1]?.toLowerCase()}>`;
    if (open.index < from || unclosed.has(close)) continue;
    const end = lower.indexOf(close, open.index);
    if (end === -1) {
      unclosed.add(close);
      continue;
    }
    cleaned += text.slice(from, open.index);
    from = end + close.length;
  }
  return cleaned + text.slice(from);
};

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#039;' };
const escaped = (text: string): string => text.replace(/&(?![a-z0-9#]+;)|[<>"']/gi, (character) => ENTITIES[character] ?? character);

/** The expression for an HTML comment, processing instruction or tag, up to the end of the text if unclosed. */
const TAG = /<!(?=--)[\s\S]*?(?:-->|$)|<(?=\?)[\s\S]*?(?:\?>|$)|<(?![ \t\n\v\f\r])(?:[^>"']|"[^"]*(?:"|$)|'[^']*(?:'|$))*(?:>|$)/g;

const withoutTags = (text: string): string =>
  withoutScripts(text.replace(/<[^<>]*(?:>|(?=<)|$)/g, (tag) => (tag.endsWith('>') ? tag : escaped(tag)))).replace(TAG, '');

/** Removes tags, percent-encoded characters, surrounding blanks and, without `lines`, line breaks from a text. */
export const cleanText = (text: string, { lines = false }: { readonly lines?: boolean } = {}): string => {
  const untagged = text.includes('<') ? trimmed(withoutTags(text).replaceAll('\0', '')).replaceAll('<\n', '&lt;\n') : text;
  const folded = trimmed(lines ? untagged : untagged.replace(/[\r\n\t ]+/g, ' '));
  const decoded = without(folded, 3, (piece) => /^%[a-f0-9]{2}$/i.test(piece));
  return decoded === folded ? folded : trimmed(decoded.replace(/ +/g, ' '));
};

/** The functions that clean the texts of some formats, by format. */
export const CLEANERS: ReadonlyMap<string | undefined, (text: string) => string> = new Map([
  ['uri', cleanUrl],
  ['email', (text: string) => cleanText(text)],
  ['text-field', (text: string) => cleanText(text)],
  ['textarea-field', (text: string) => cleanText(text, { lines: true })],
]);
