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
export const typography = (html: string): string => {
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
export const SIGN_CODE_POINTS = '215|821[12]|821[67]|822[01]|8230|8482';
