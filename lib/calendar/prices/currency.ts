/** The ISO 4217 codes of currency symbols. Symbols of several currencies without a main one (`kr`) are left out. */
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

/** True if a text is an ISO 4217 code in use. */
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
