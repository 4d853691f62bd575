// Characters that show nothing by themselves (UAX #44, UTS #39).

const SHAPELESS = /[\p{Cc}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb]/gu;

/** True if a text shows anything. Spaces, invisible characters such as U+200B, and marks without a letter do not count. */
export const isVisible = (text: string): boolean => text.replace(SHAPELESS, '') !== '';

const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/u;
// Soft hyphens, spaces without width, word joiners, byte order marks, fillers, marks of annotations.
const NEVER_NEEDED =
  /[\u00ad\u115f\u1160\u17b4\u17b5\u200b\u2060-\u2065\u206a-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb\u{e0080}-\u{e00ff}\u{e01f0}-\u{e0fff}]/gu;
// Tag characters behind a black flag spell flags of regions, such as that of Wales.
const TAG_CHARACTERS = /(\u{1f3f4}?)([\u{e0000}-\u{e007f}]+)/gu;

// Scripts whose letters have one form in every position.
const UNJOINED = 'Latin Greek Cyrillic Armenian Hebrew Georgian Han Hiragana Katakana Hangul Bopomofo Thai Lao Ethiopic Common Inherited';
const JOINED_LETTER = new RegExp(
  `^(?![${UNJOINED.split(' ')
    .map((script) => `\\p{Script_Extensions=${script}}`)
    .join('')}])[\\p{L}\\p{M}]`,
  'u',
);
const JOINERS = /([^\u200c\u200d]?)([\u200c\u200d]+)(?=(.?))/gsu;
const JOINED_SIGN = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f|\u{e007f}/u;

/** Keeps a joiner or non-joiner where needed: after letters of some scripts, and within emoji. */
const keepNeededJoiner = (_: string, before: string, [joiner = '']: string, after: string): string => {
  const partsOfSign = joiner === '\u200d' && JOINED_SIGN.test(before) && /\p{Extended_Pictographic}/u.test(after);
  return JOINED_LETTER.test(before) || partsOfSign ? before + joiner : before;
};

const DIRECTION = /[\u202a-\u202e\u2066-\u2069]/;
/** Returns the control character that closes an opening one of text direction. Undefined for other characters. */
const closerOf = (sign: string): string | undefined => {
  if (/[\u202a\u202b\u202d\u202e]/.test(sign)) return '\u202c';
  return /[\u2066-\u2068]/.test(sign) ? '\u2069' : undefined;
};

const withoutUnpairedDirections = (text: string): string => {
  if (!DIRECTION.test(text)) return text;
  const signs = text.split('');
  const open: number[] = [];
  const paired = new Set<number>();
  for (const [index, sign] of signs.entries()) {
    const last = open.at(-1);
    if (closerOf(sign) !== undefined) open.push(index);
    else if (last !== undefined && closerOf(signs[last] ?? '') === sign) {
      open.pop();
      paired.add(last).add(index);
    }
  }
  return signs.filter((sign, index) => !DIRECTION.test(sign) || paired.has(index)).join('');
};

/** Removes invisible characters except joiners that a script or an emoji needs, and paired controls of text direction. */
export const withoutNeedless = (text: string): string =>
  INVISIBLE.test(text)
    ? withoutUnpairedDirections(
        text.replace(NEVER_NEEDED, '').replace(TAG_CHARACTERS, (_, flag: string, tags: string) => (flag === '' ? '' : flag + tags)),
      ).replace(JOINERS, keepNeededJoiner)
    : text;

// Tag characters are left out: flags of regions differ only in these.
const UNCOUNTED = /(?![\u{e0020}-\u{e007f}])[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu;

/** Removes all invisible characters, so that texts that look equal are equal. */
export const withoutInvisible = (text: string): string => text.replace(UNCOUNTED, '');
