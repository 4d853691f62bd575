import type { Language } from '../../language';
import { countable, plainText } from '../text/plain-text';
import { slugify } from '../text/slug';
import {
  type Amount,
  currencyNamed,
  FREE_OFFER_PHRASES,
  FREE_TEXT,
  isCurrencyCode,
  numbersIn,
  readAmounts,
  type SiteCurrency,
} from './money';

/** The form of a site's prices that are sent without a currency. */
interface PriceForm {
  readonly currencySymbol: string;
  readonly currencyPosition: 'prefix' | 'postfix';
}

export interface PresentedCost {
  readonly cost: string;
  readonly cost_details: {
    readonly currency_symbol: string;
    readonly currency_code: string;
    readonly currency_position: 'prefix' | 'postfix' | '';
    /** The numbers without grouping, ascending; or the slug of a text without numbers. Only the first 100 texts count. */
    readonly values: readonly string[];
  };
}

// More values are of no use to readers, and each text takes some µs whenever the record is shown.
const MOST_TEXTS = 100;

const isNought = (value: string): boolean => Number(value) === 0;
const ascending = (values: readonly string[]): string[] =>
  [...new Set(values)].sort((one, other) => (Number(one) || 0) - (Number(other) || 0));

type Marks = Pick<Amount, 'before' | 'after'>;

const NO_MARKS: Marks = { before: '', after: '' };
const isMarked = ({ before, after }: Marks): boolean => before !== '' || after !== '';

const show = ({ value, shown, before, after }: Amount, site: PriceForm, language: Language): string => {
  if (isNought(value)) return FREE_TEXT[language];
  if (before !== '' && after !== '') return `${before}${shown} ${after}`;
  if (isMarked({ before, after })) return `${before}${shown}${after}`;
  return site.currencyPosition === 'prefix' ? `${site.currencySymbol}${shown}` : `${shown}${site.currencySymbol}`;
};

const describe = ({ before, after }: Marks, values: readonly string[]): PresentedCost['cost_details'] => ({
  currency_symbol: `${before} ${after}`.trim(),
  currency_code: '',
  // A price between two marks has no single position.
  currency_position: before === '' ? after && 'postfix' : after === '' ? 'prefix' : '',
  values: ascending(values),
});

/**
 * Formats a stored cost. One price has its own currency or the site's, several prices are a range, and 0 is the word for free. A text that
 * is no price stays unchanged. A formatted cost stays equal when stored and formatted again.
 */
export const presentCost = (stored: readonly string[], site: PriceForm, language: Language): PresentedCost => {
  const read = stored.map(readAmounts);
  if (stored.length === 0 || read.includes(undefined)) {
    const values = stored.slice(0, MOST_TEXTS).flatMap((text) => {
      const numbers = numbersIn(text);
      return numbers.length > 0 ? numbers : [slugify(text)];
    });
    return { cost: stored.join(', '), cost_details: describe(NO_MARKS, values) };
  }
  const amounts = read.flatMap((prices) => prices ?? []);
  const { before, after } = amounts.find(isMarked) ?? NO_MARKS;
  const sorted = amounts
    .map((amount) => (isMarked(amount) ? amount : { ...amount, before, after }))
    .sort((one, other) => Number(one.value) - Number(other.value));
  const ends = [...new Set([sorted[0], sorted.at(-1)].flatMap((amount) => (amount ? [show(amount, site, language)] : [])))];
  const values = amounts.map(({ value }) => value);
  return { cost: ends.join(' – '), cost_details: describe({ before, after }, values) };
};

const partsOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);

const isPart = (value: unknown): boolean =>
  value === null || value === undefined || typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);

/** The maximum number of prices and texts in one cost. */
export const MOST_PRICES = 500;
/** The maximum length in characters of one text of a cost, and of all its texts together. */
export const LONGEST_PRICE = 1000;
export const LONGEST_COST = 10_000;

const lengthOf = (text: string): number => [...countable(text)].length;

/** True if a value can be a cost: a scalar or a flat list of scalars, within the limits above. */
export const isCost = (value: unknown): boolean => {
  const parts = partsOf(value);
  if (parts.length > MOST_PRICES || !parts.every(isPart)) return false;
  // A list of texts is shown as one text separated by commas.
  const lengths = parts.flatMap((part) => (typeof part === 'string' ? part.split(', ') : [])).map(lengthOf);
  return lengths.every((length) => length <= LONGEST_PRICE) && lengths.reduce((sum, length) => sum + length, 0) <= LONGEST_COST;
};

const oneText = (value: unknown): string => {
  if (typeof value === 'string') return plainText(value);
  if (typeof value === 'boolean') return value ? '1' : '';
  return value === null || value === undefined ? '' : String(value);
};

/** Converts a sent cost to its stored texts, without tags. `[]` for null, false and ''. */
export const readCost = (value: unknown): string[] => {
  const parts = partsOf(value);
  const texts = parts.map(oneText).filter((text) => text !== '');
  // Blanks are a text; only the empty text is no cost.
  return texts.length === 0 && parts.some((part) => typeof part === 'string' && /^\s+$/.test(part)) ? [''] : texts;
};

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
  FREE_OFFER_PHRASES.has(
    text
      .toLowerCase()
      .trim()
      .replace(/[\s!.]+$/, ''),
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
  return { low: plain(low), high: plain(rest.at(-1) ?? low), currency };
};

/** Formats a number for JSON-LD: any form of zero becomes `0`. */
const plain = (value: string): string => (isNought(value) ? '0' : value);
