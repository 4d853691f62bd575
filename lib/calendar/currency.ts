/** ISO 4217 codes of the symbols that sites write prices with. */
const CODES: Readonly<Record<string, string>> = {
  $: 'USD',
  '€': 'EUR',
  '£': 'GBP',
  '¥': 'JPY',
  '₹': 'INR',
  CA$: 'CAD',
  CHF: 'CHF',
  CFA: 'XOF',
};

/** The ISO 4217 code of a symbol or of several marks, e.g. `$ USD`; undefined where it is not known. */
export const currencyOf = (symbol: string): string | undefined => CODES[symbol] ?? /(?:^| )([A-Z]{3})$/.exec(symbol)?.[1];
