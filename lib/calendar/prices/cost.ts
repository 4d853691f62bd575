import { slugify } from '../text/slug';
import { type Amount, numbersIn, readAmounts } from './money';
import { FREE_TEXT } from './price-words';

/** The settings of a site for prices without a currency. */
interface CurrencySettings {
  readonly symbol: string;
  readonly position: 'prefix' | 'postfix';
  /** The word for a price of 0. 'Free' by default. */
  readonly free?: string;
}

/** A cost in an API response: a text to show, and its details. */
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

const show = ({ value, shown, before, after }: Amount, { symbol, position, free = FREE_TEXT.en }: CurrencySettings): string => {
  if (isNought(value)) return free;
  const bare = before === '' && after === '';
  if (before !== '' && after !== '') return `${before}${shown} ${after}`;
  return bare && position === 'prefix' ? `${symbol}${shown}` : `${before}${shown}${bare ? symbol : after}`;
};

const describe = (amounts: readonly Amount[]): Omit<PresentedCost['cost_details'], 'values'> => {
  const marked = amounts.find(({ before, after }) => before !== '' || after !== '');
  const { before = '', after = '' } = marked ?? {};
  return {
    currency_symbol: `${before} ${after}`.trim(),
    currency_code: '',
    // A price between two marks has no single position.
    currency_position: before === '' ? after && 'postfix' : after === '' ? 'prefix' : '',
  };
};

/**
 * Formats a stored cost. One price has its own currency or the site's, several prices are a range, and 0 is 'Free'. A text that is no price
 * stays unchanged. A formatted cost stays equal when stored and formatted again.
 */
export const presentCost = (stored: readonly string[], settings: CurrencySettings): PresentedCost => {
  const read = stored.map(readAmounts);
  const amounts = read.flatMap((prices) => prices ?? []);
  if (stored.length === 0 || read.includes(undefined)) {
    const values = stored.slice(0, MOST_TEXTS).flatMap((text) => {
      const numbers = numbersIn(text);
      return numbers.length > 0 ? numbers : [slugify(text)];
    });
    return { cost: stored.join(', '), cost_details: { ...describe([]), values: ascending(values) } };
  }
  const marked = amounts.find(({ before, after }) => before !== '' || after !== '');
  const priced = amounts.map((amount) =>
    marked && amount.before === '' && amount.after === '' ? { ...amount, before: marked.before, after: marked.after } : amount,
  );
  const sorted = priced.toSorted((one, other) => Number(one.value) - Number(other.value));
  const ends = [...new Set([sorted[0], sorted.at(-1)].flatMap((amount) => (amount ? [show(amount, settings)] : [])))];
  return { cost: ends.join(' – '), cost_details: { ...describe(amounts), values: ascending(amounts.map(({ value }) => value)) } };
};
