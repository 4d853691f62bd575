import { currencyNamed, isCurrencyCode, type SiteCurrency } from './currency';
import { type Amount, readAmounts, saysFree } from './money';
import { FREE_OFFER_PHRASES } from './price-words';

/** The prices of an event for machines: numbers without grouping, in one currency (ISO 4217). */
export interface OfferedPrice {
  readonly low: string;
  readonly high: string;
  readonly currency: string;
}

/** Symbols of several currencies. A code beside one of them decides. */
const AMBIGUOUS: ReadonlySet<string> = new Set(['$', '¥', '£']);

/** A dash in the place of decimals, as in `10.-` and `10,–`. */
const DASHED = /(?<=\d)[.,][-–—]{1,2}(?!\d)/g;

/** An ambiguous point before three digits, as in `€1.000`: thousands to some readers, decimals to others. */
const AMBIGUOUS_POINT = /\d\.\d{3}(?![\d,.])/;

const isFree = (text: string): boolean =>
  saysFree(text) ||
  FREE_OFFER_PHRASES.has(
    text
      .toLowerCase()
      .replace(/[\s!.]+$/, '')
      .trim(),
  );

/** The amounts that a text surely names. */
const amountsIn = (text: string): readonly Amount[] => {
  if (isFree(text)) return [{ value: '0', shown: '0', before: '', after: '' }];
  return AMBIGUOUS_POINT.test(text) ? [] : (readAmounts(text.replace(DASHED, '')) ?? []);
};

/** The prices that the stored texts of a cost surely name, each once, whatever the currency. Free is 0. */
export const pricesIn = (stored: readonly string[]): number[] => [...new Set(stored.flatMap(amountsIn).map(({ value }) => Number(value)))];

/** The currency of an amount by its marks: '' without marks, undefined if it is not sure. */
const currencyOfAmount = ({ before, after }: Amount, site: SiteCurrency): string | undefined => {
  const marks = [before, after].filter((mark) => mark !== '');
  const code = marks.find(isCurrencyCode);
  const named = marks.filter((mark) => code === undefined || !AMBIGUOUS.has(mark)).map((mark) => currencyNamed(mark, site));
  const [currency = ''] = named;
  return named.every((one) => one !== undefined && one === currency) ? currency : undefined;
};

/**
 * The price range that the stored texts of a cost surely name. Free is 0, in the site's currency unless the texts name another.
 * Texts that are no prices do not count. Undefined without prices, or if the currency is unknown or not the same for all.
 *
 * @example offeredPrice(['10 – 25 CHF'], site) // { low: '10', high: '25', currency: 'CHF' }
 */
export const offeredPrice = (stored: readonly string[], site: SiteCurrency): OfferedPrice | undefined => {
  const amounts = stored.flatMap(amountsIn);
  const paid = amounts.map((amount) => currencyOfAmount(amount, site));
  // In “10 – 20 €” the first amount has the currency of the second.
  const [currency = site.currencyCode, ...others] = new Set(paid.filter((one) => one !== ''));
  const [low, ...rest] = amounts.map(({ value }) => value).sort((one, other) => Number(one) - Number(other));
  if (low === undefined || others.length > 0 || paid.includes(undefined)) return undefined;
  const high = rest.at(-1) ?? low;
  return { low: plain(low), high: plain(high), currency };
};

/** A number for JSON-LD: `0` for nought, however it was typed. */
const plain = (value: string): string => (Number(value) === 0 ? '0' : value);
