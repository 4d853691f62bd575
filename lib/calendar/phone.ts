/** A part of a phone text: a number with its dialled form (`tel:`, RFC 3966), or other text. */
interface PhonePart {
  readonly text: string;
  readonly dialled?: string;
}

/** The number of digits of the shortest number with an area code, and of the longest (ITU-T E.164). */
const FEWEST = 7;
const MOST = 15;

/** Separators of phone numbers in a text. `BETWEEN` only separates two numbers; the others may also be within a number. */
const BETWEEN = /[,;|\n]|\s+(?:&|\+(?=\s)|or|and|ou|et)\s+|\s+(?=\+\d)/i;
const EITHER = /\s*\/\s*|\s+[-–—]\s+/;

/** The pattern of a typed number with its extension: `+33 (0)1 23 45 67 89`, `555-1234 ext. 12`. */
const NUMBER = /^\s*(\(?\s*\+?[\d\s()[\]./\u2010-\u2015\u00a0\u202f-]{3,60}?)\s*(?:(?:ext\.?|extension|poste|x|#)\s*(\d{1,7}))?\s*$/i;

/** The trunk zero, dialled only within a country, as typed after the country code. */
const TRUNK_ZERO = /[([]\s*0\s*[)\]]/;

/** The country codes whose numbers keep their first zero abroad: Italy, San Marino, the Vatican. */
const KEEPS_ZERO = /^(?:39|378|379)/;

/** The country codes after which a typed zero is not part of the number. */
const DROPS_ZERO =
  /^(20|27|31|32|33|40|41|43|44|46|49|60|61|62|63|64|66|81|82|84|86|90|91|92|93|94|95|98|212|213|234|254|261|262|263|353|355|358|380|381|385|386|387|389|421|590|594|596|972)0(?=[1-9])/;

const digitsIn = (text: string): string => text.replace(/\D/g, '');

/** Formats a number with its country code for `tel:`, without the trunk zero. */
const international = (written: string): string => {
  const digits = digitsIn(KEEPS_ZERO.test(digitsIn(written)) ? written : written.replace(TRUNK_ZERO, ''));
  return `+${digits.replace(DROPS_ZERO, '$1')}`;
};

/** Converts a text with one phone number to its dialled form. Undefined for other text. */
const dialledFor = (text: string): string | undefined => {
  const [, written = '', extension] = NUMBER.exec(text) ?? [];
  const digits = digitsIn(written);
  // A second plus sign begins another number.
  if (digits.length < 3 || written.lastIndexOf('+') > written.search(/[+\d]/)) return undefined;
  const isAbroad = /^[\s(]*(?:\+|00)/.test(written) && digits.length > FEWEST;
  const dialled = isAbroad ? international(written.replace(/^[\s(]*00/, '')) : `${written.trim().startsWith('+') ? '+' : ''}${digits}`;
  if (digitsIn(dialled).length > MOST) return undefined;
  return extension === undefined ? dialled : `${dialled};ext=${extension}`;
};

const withDialled = (text: string): PhonePart => {
  const dialled = dialledFor(text);
  return dialled === undefined ? { text } : { text, dialled };
};

const isWhole = (text: string): boolean => dialledFor(text) !== undefined && digitsIn(text).length >= FEWEST;

/** Splits a text at each separator. The separators are parts too. */
const pieces = (text: string, separator: RegExp): readonly string[] => text.split(new RegExp(`(${separator.source})`, separator.flags));

/** Splits a text at slashes and dashes if the first part is a whole number. In “01 23 45 67 89/90” only the first is whole. */
const partsOf = (text: string): readonly PhonePart[] => {
  const parts = pieces(text, EITHER);
  const isList = parts.length > 1 && isWhole(parts[0] ?? '');
  return isList ? parts.map((part) => (isWhole(part) ? withDialled(part) : { text: part })) : [withDialled(text)];
};

/**
 * Splits a text about phones into numbers with their dialled forms, and other texts. A text without a sure number stays one part.
 *
 * @example phoneParts('+33 (0)1 23 45 67 89') // [{ text: '+33 (0)1 23 45 67 89', dialled: '+33123456789' }]
 */
export const phoneParts = (text: string): readonly PhonePart[] =>
  pieces(text, BETWEEN)
    .flatMap((piece, index) => (index % 2 === 1 ? [{ text: piece }] : partsOf(piece)))
    .filter((part) => part.text !== '');
