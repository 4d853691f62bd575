import type { Language, Text } from '../../language';

/** The ISO 4217 codes of currency symbols. Symbols of several currencies without a main one (`kr`) are left out. */
// biome-ignore format: a table
const CODES: Readonly<Record<string, string>> = {
  $: 'USD', US$: 'USD', CA$: 'CAD', C$: 'CAD', A$: 'AUD', AU$: 'AUD', NZ$: 'NZD', HK$: 'HKD', S$: 'SGD', R$: 'BRL', '€': 'EUR', '£': 'GBP',
  '¥': 'JPY', '₹': 'INR', '₽': 'RUB', '₩': 'KRW', '₺': 'TRY', '₴': 'UAH', '₪': 'ILS', '₫': 'VND', '₱': 'PHP', '₦': 'NGN', '฿': 'THB',
  '₾': 'GEL', '₸': 'KZT', CFA: 'XOF', fr: 'CHF', zł: 'PLN', kč: 'CZK', ft: 'HUF', lei: 'RON', лв: 'BGN', руб: 'RUB', rm: 'MYR', rp: 'IDR',
};

const CODES_IN_USE: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

export const isCurrencyCode = (text: string): boolean => CODES_IN_USE.has(text);

/** The currency of a site for prices without one: its symbol, and the ISO 4217 code of that symbol. */
export interface SiteCurrency {
  readonly currencySymbol: string;
  readonly currencyCode: string;
}

/** Finds the ISO 4217 code of a price's symbol or code. No mark and the site's symbol mean the site's currency. */
export const currencyNamed = (mark: string, { currencySymbol, currencyCode }: SiteCurrency): string | undefined =>
  mark === '' || mark === currencySymbol ? currencyCode : currencyOf(mark);

/** Finds the ISO 4217 code of a symbol or of several marks, e.g. `$ USD`. Undefined if unknown. */
export const currencyOf = (symbol: string): string | undefined =>
  CODES[symbol] ?? CODES[symbol.toLowerCase()] ?? /(?:^| )([A-Z]{3})$/.exec(symbol)?.[1];

/** The word for a price of 0 in every content language. */
export const FREE_TEXT: Text = { en: 'Free', fr: 'Gratuit' };

/** Further words in prices, by language. They mean a price of 0 or a free offer (shown as typed), or join the ends of a range. */
const WRITTEN: Readonly<Record<Language, Readonly<Record<'free' | 'offers' | 'to', readonly string[]>>>> = {
  en: { free: [], offers: ['free entry', 'free admission', 'admission free', 'free of charge', 'no charge'], to: ['to'] },
  fr: { free: ['gratuite'], offers: ['entrée libre', 'entrée gratuite', 'accès libre', 'accès gratuit'], to: ['à'] },
};
const written = (use: 'free' | 'offers' | 'to'): readonly string[] => Object.values(WRITTEN).flatMap((words) => words[use]);

const FREE_WORDS: readonly string[] = [...Object.values(FREE_TEXT).map((word) => word.toLowerCase()), ...written('free')];

/** The words and phrases of all languages for a free offer, in lower case. */
export const FREE_OFFER_PHRASES: ReadonlySet<string> = new Set([...FREE_WORDS, ...written('offers')]);

/** An amount of a price: its number, and the currency symbols or codes before and after. */
export interface Amount {
  /** The number without grouping, with the decimals as typed: '10.50'. */
  readonly value: string;
  /** The number to show: as typed ('10,50', '1,000'), or without grouping if several signs group it. */
  readonly shown: string;
  readonly before: string;
  readonly after: string;
}

// Words for a currency, besides symbols (\p{Sc}) and ISO 4217 codes.
const WORDS = 'kr kč zł ft lei лв руб р. rs rs. rp rm fr fr. dh kn din bs s/ r'.split(' ');
const isMark = (text: string): boolean => /^[A-Z]{0,3}\p{Sc}$/u.test(text) || isCurrencyCode(text) || WORDS.includes(text.toLowerCase());

const FREE = new RegExp(`^(?:${FREE_WORDS.join('|')})$`, 'i');
export const saysFree = (text: string): boolean => FREE.test(text.trim());

const AMOUNT = /^([^\d\s.,'-]{0,4}) ?(\d[\d.,'’  \u00a0\u202f]*\d|\d|\.\d+) ?([^\d\s.,'-]{0,4})$/u;
// A number that at most one sign divides is shown as typed.
const DIVIDED_ONCE = /^\d*[.,]?\d+$/;
const GROUPED = /^\d{1,3}(?:([ ,.'’\u00a0\u202f])\d{3})(?:\1\d{3})*$/;

/** The pattern of Indian grouping, by two digits before the last three: '1,00,000', '12,34,567.50'. */
const INDIAN = /^\d{1,2}(?:,\d{2})+,\d{3}(?:\.\d*)?$/;

/** Parses a number: '1.000,50', '1,000.50', '1 000', '1,00,000', '10,50'. Undefined for other text. */
const readNumber = (text: string): string | undefined => {
  const bare = text.replace(/[ '’\u00a0\u202f](?=\d{3}(?!\d))/g, '');
  const plain = (grouping: '.' | ',', decimal: '.' | ','): string | undefined => {
    const [whole = '', fraction, ...more] = bare.split(decimal);
    const digits = whole.includes(grouping) ? (GROUPED.test(whole) ? whole.replaceAll(grouping, '') : undefined) : whole;
    const valid = digits !== undefined && more.length === 0 && /^\d*$/.test(digits) && /^\d*$/.test(fraction ?? '');
    return valid ? `${digits || '0'}${fraction === undefined ? '' : `.${fraction}`}` : undefined;
  };
  if (INDIAN.test(bare)) return bare.replaceAll(',', '');
  // One comma before three digits groups ('1,000'). One dot is always decimal, as programs write it.
  if (/^\d{1,3}(?:,\d{3})+$/.test(bare) || /^\d{1,3}(?:\.\d{3}){2,}$/.test(bare)) return bare.replace(/[.,]/g, '');
  return bare.lastIndexOf(',') > bare.lastIndexOf('.') ? plain('.', ',') : plain(',', '.');
};

const readAmount = (text: string): Amount | undefined => {
  if (FREE.test(text)) return { value: '0', shown: '0', before: '', after: '' };
  const [, before = '', digits, after = ''] = AMOUNT.exec(text) ?? [];
  const value = digits === undefined ? undefined : readNumber(digits);
  const marked = (before === '' || isMark(before)) && (after === '' || isMark(after));
  if (digits === undefined || value === undefined || !marked) return undefined;
  return { value, shown: DIVIDED_ONCE.test(digits) ? digits : value, before, after };
};

// Between two amounts. A hyphen needs no blanks; ',' only separates texts that are no decimals or groups ('10,20,30').
const BETWEEN = new RegExp(String.raw`\s*[–—;]\s*|\s+(?:${written('to').join('|')})\s+|\s*-\s*`);

/** Parses a price or a range of prices. Undefined for other text. 'Free' counts as 0 in a range, but not alone. */
export const readAmounts = (text: string): readonly Amount[] | undefined => {
  if (text.length > 100) return undefined;
  const single = FREE.test(text) ? undefined : readAmount(text);
  if (single) return [single];
  for (const separator of [BETWEEN, /\s*,\s*/]) {
    const parts = text.split(separator);
    // 'Free-10' is a name, 'Free – $10' a range as it is shown.
    const spelt = parts.some((part) => FREE.test(part)) && !text.includes(' – ');
    const amounts = parts.length > 1 && !spelt ? parts.map(readAmount) : [];
    if (amounts.length > 0 && amounts.every((amount) => amount !== undefined)) return amounts;
  }
  return undefined;
};

/** Finds the numbers in any text, without grouping. None in a text of over 1000 characters. */
export const numbersIn = (text: string): string[] =>
  text.length > 1000
    ? []
    : (text.match(/\d{1,2}(?:,\d{2})+,\d{3}(?:\.\d+)?(?![,\d])|\d+(?:[.,]\d+)?/g) ?? []).map((digits) => readNumber(digits) ?? digits);
