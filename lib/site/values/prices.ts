import { currencyNamed, FREE_TEXT, readAmounts, type SiteCurrency, saysFree } from '../../calendar';
import { type InLocale, memoize } from '../../html';

const priceFormat = memoize(
  (locale: string, currency: string, currencyDisplay: 'narrowSymbol' | 'symbol') =>
    new Intl.NumberFormat(locale, {
      style: 'currency',
      currency,
      currencyDisplay,
      ...({ trailingZeroDisplay: 'stripIfInteger' } as object),
    }),
);

/**
 * A stored cost with the price format of the locale: “€15 – €30”, « 15 – 30 € ». Undefined unless it consists of prices in one currency
 * with an ISO 4217 code.
 */
export const priceText = (stored: readonly string[], site: SiteCurrency, { language, locale }: InLocale): string | undefined => {
  if (stored.length > 0 && stored.every(saysFree)) return FREE_TEXT[language];
  const read = stored.map(readAmounts);
  const amounts = read.flatMap((some) => some ?? []);
  if (amounts.length === 0 || read.includes(undefined)) return undefined;
  const marks = amounts.flatMap(({ before, after }) => [before, after].filter((mark) => mark !== ''));
  const currencies = new Set(marks.length === 0 ? [site.currencyCode] : marks.map((mark) => currencyNamed(mark, site)));
  const [currency] = currencies;
  if (currency === undefined || currencies.size > 1) return undefined;
  // A foreign dollar names its country.
  const format = priceFormat(locale, currency, currency === site.currencyCode ? 'narrowSymbol' : 'symbol');
  const values = amounts.map(({ value }) => Number(value)).sort((one, other) => one - other);
  const [low = 0] = values;
  const high = values.at(-1) ?? low;
  if (high === 0) return FREE_TEXT[language];
  if (low === high) return format.format(low);
  return low === 0 ? `${FREE_TEXT[language]} – ${format.format(high)}` : format.formatRange(low, high);
};
