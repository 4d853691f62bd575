import { currencyNamed, isCurrencyCode, type SiteCurrency } from './currency';
import { type Amount, readAmounts, saysFree } from './money';
import { FREE_OFFER_PHRASES } from './price-words';

/** The price range of an event for search engines: numbers without grouping, in one ISO 4217 currency. */
export interface OfferedPrice {
  readonly low: string;
  readonly high: string;
  readonly currency: string;
}

/** The symbols of several currencies, which only a currency code makes clear. */
const AMBIGUOUS: ReadonlySet<string> = new Set(['$', '¥', '£']);

/** The pattern of a dash instead of decimals: `10.-`, `10,–`. */
const DASHED = /(?<=\d)[.,][-–—]{1,2}(?!\d)/g;

/** The pattern of an ambiguous point, as in `€1.000`: grouping or decimals. */
const AMBIGUOUS_POINT = /\d\.\d{3}(?![\d,.])/;

const isFree = (text: string): boolean =>
  saysFree(text) ||
  FREE_OFFER_PHRASES.has(
    text
      .toLowerCase()
      .replace(/[\s!.]+$/, '')
      .trim(),
  );

/** Finds the unambiguous amounts in a text. */
const amountsIn = (text: string): readonly Amount[] => {
  if (isFree(text)) return [{ value: '0', shown: '0', before: '', after: '' }];
  return AMBIGUOUS_POINT.test(text) ? [] : (readAmounts(text.replace(DASHED, '')) ?? []);
};

/** Finds the unambiguous prices in a stored cost, each once, in any currency. Free is 0. */
export const pricesIn = (stored: readonly string[]): number[] => [...new Set(stored.flatMap(amountsIn).map(({ value }) => Number(value)))];

/** Finds the currency of an amount: '' without symbol or code, undefined if ambiguous. */
const currencyOfAmount = ({ before, after }: Amount, site: SiteCurrency): string | undefined => {
  const marks = [before, after].filter((mark) => mark !== '');
  const code = marks.find(isCurrencyCode);
  const named = marks.filter((mark) => code === undefined || !AMBIGUOUS.has(mark)).map((mark) => currencyNamed(mark, site));
  const [currency = ''] = named;
  return named.every((one) => one !== undefined && one === currency) ? currency : undefined;
};

/**
 * Finds the unambiguous price range in a stored cost. Free is 0, in the site's currency unless another is named. Texts that are no prices
 * do not count. Undefined without prices, or without one certain currency for all.
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

/** Formats a number for JSON-LD: any form of zero becomes `0`. */
const plain = (value: string): string => (Number(value) === 0 ? '0' : value);
