/** ISO 4217 codes of the symbols that sites write prices with. Symbols of several currencies that none is known by first (`kr`) are left out. */
const CODES: Readonly<Record<string, string>> = {
  $: 'USD',
  US$: 'USD',
  CA$: 'CAD',
  C$: 'CAD',
  A$: 'AUD',
  AU$: 'AUD',
  NZ$: 'NZD',
  HK$: 'HKD',
  S$: 'SGD',
  R$: 'BRL',
  '€': 'EUR',
  '£': 'GBP',
  '¥': 'JPY',
  '₹': 'INR',
  '₽': 'RUB',
  '₩': 'KRW',
  '₺': 'TRY',
  '₴': 'UAH',
  '₪': 'ILS',
  '₫': 'VND',
  '₱': 'PHP',
  '₦': 'NGN',
  '฿': 'THB',
  '₾': 'GEL',
  '₸': 'KZT',
  CFA: 'XOF',
  fr: 'CHF',
  zł: 'PLN',
  kč: 'CZK',
  ft: 'HUF',
  lei: 'RON',
  лв: 'BGN',
  руб: 'RUB',
  rm: 'MYR',
  rp: 'IDR',
};

const CODES_IN_USE: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/** Tells whether a text is the code of a currency (ISO 4217). */
export const isCurrencyCode = (text: string): boolean => CODES_IN_USE.has(text);

/** How a site writes prices without a currency: the symbol, and the ISO 4217 code of what it stands for there. */
export interface SiteCurrency {
  readonly currencySymbol: string;
  readonly currencyCode: string;
}

/** The ISO 4217 code of what a price names, at a site where its own symbol stands for its own currency; undefined where it is not known. */
export const currencyNamed = (mark: string, { currencySymbol, currencyCode }: SiteCurrency): string | undefined =>
  mark === '' || mark === currencySymbol ? currencyCode : currencyOf(mark);

/** The ISO 4217 code of a symbol or of several marks, e.g. `$ USD`; undefined where it is not known. */
export const currencyOf = (symbol: string): string | undefined =>
  CODES[symbol] ?? CODES[symbol.toLowerCase()] ?? /(?:^| )([A-Z]{3})$/.exec(symbol)?.[1];
