const PROTOCOLS = 'http https ftp ftps mailto news irc irc6 ircs gopher nntp feed telnet mms rtsp sms svn tel fax xmpp webcal urn'.split(
  ' ',
);

/** Takes every piece of `length` characters that `isUnwanted` out, and those that come to be thereby, in one pass. */
const without = (text: string, length: number, isUnwanted: (piece: string) => boolean): string => {
  if (!text.includes('%')) return text;
  const kept: string[] = [];
  for (const character of text) {
    kept.push(character);
    if (kept.length >= length && isUnwanted(kept.slice(-length).join(''))) kept.length -= length;
  }
  return kept.join('');
};

/** The address that a text means: illegal characters are dropped, `http://` is put before what has no scheme, an unsafe scheme gives ''. */
export const cleanUrl = (text: string): string => {
  const legal = text
    .replace(/^[ \t\n\r\v\0]+/, '')
    .replaceAll(' ', '%20')
    .replace(/[^a-z0-9\-~+_.?#=!&;,/:%@$|*'()[\]\u0080-\u{10ffff}]/giu, '');
  if (legal === '') return '';
  const stripped = /^mailto:/i.test(legal) ? legal : without(legal, 3, (piece) => /^%0[ad]$/i.test(piece));
  const spelt = stripped.replaceAll(';//', '://');
  if (spelt === '' || spelt.startsWith('/')) return spelt;
  if (!spelt.includes(':')) return /^[#?]/.test(spelt) || /^[a-z0-9-]+\.php/i.test(spelt) ? spelt : `http://${spelt}`;
  const scheme = spelt.split(/:|&#0*58;?|&#x0*3a;?|&colon;/i, 1)[0] ?? '';
  if (!PROTOCOLS.includes(scheme.toLowerCase())) return '';
  const authority = /^[a-z0-9]+:(?:\/\/[^/?#]*)?/i.exec(spelt)?.[0] ?? '';
  return authority + spelt.slice(authority.length).replaceAll('[', '%5B').replaceAll(']', '%5D');
};

/** Cuts `<script>` and `<style>` with what they hold; an index walk, since a regular expression takes quadratic time on hostile text. */
const withoutScripts = (text: string): string => {
  const lower = text.toLowerCase();
  let kept = '';
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
    kept += text.slice(from, open.index);
    from = end + close.length;
  }
  return kept + text.slice(from);
};

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#039;' };
const escaped = (text: string): string => text.replace(/&(?![a-z0-9#]+;)|[<>"']/gi, (character) => ENTITIES[character] ?? character);

const withoutTags = (text: string): string =>
  withoutScripts(text.replace(/<[^<>]*(?:>|(?=<)|$)/g, (tag) => (tag.endsWith('>') ? tag : escaped(tag)))).replace(/<(?!\s)[^<>]*>/g, '');

/** Plain text on one line, or with `lines` on several: no tags, no percent-encoded characters, no blanks around. */
export const cleanText = (text: string, lines = false): string => {
  const untagged = text.includes('<') ? withoutTags(text).trim().replaceAll('<\n', '&lt;\n') : text;
  const folded = (lines ? untagged : untagged.replace(/[\r\n\t ]+/g, ' ')).trim();
  const decoded = without(folded, 3, (piece) => /^%[a-f0-9]{2}$/i.test(piece));
  return decoded === folded ? folded : decoded.replace(/ +/g, ' ').trim();
};

/** What each format makes of a text that it accepts; other formats leave it as it is. */
export const CLEANERS: ReadonlyMap<string | undefined, (text: string) => string> = new Map([
  ['uri', cleanUrl],
  ['email', (text: string) => cleanText(text)],
  ['text-field', (text: string) => cleanText(text)],
  ['textarea-field', (text: string) => cleanText(text, true)],
]);
