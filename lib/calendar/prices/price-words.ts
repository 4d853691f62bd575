import type { Language, Text } from '../../language';

/** The word for a price of 0 in every content language. */
export const FREE_TEXT: Text = { en: 'Free', fr: 'Gratuit' };

/** Further words in prices, by language: for a price of 0, and between the ends of a range. */
const WRITTEN: Readonly<Record<Language, { readonly free: readonly string[]; readonly to: readonly string[] }>> = {
  en: { free: [], to: ['to'] },
  fr: { free: ['gratuite'], to: ['à'] },
};

/** The words of all languages for a price of 0, in lower case. */
export const FREE_WORDS: readonly string[] = [
  ...Object.values(FREE_TEXT).map((word) => word.toLowerCase()),
  ...Object.values(WRITTEN).flatMap(({ free }) => free),
];

/** Phrases of each language for a free offer. A cost with such a phrase is shown as typed. */
const FREE_OFFERS: Readonly<Record<Language, readonly string[]>> = {
  en: ['free entry', 'free admission', 'admission free', 'free of charge', 'no charge'],
  fr: ['entrée libre', 'entrée gratuite', 'accès libre', 'accès gratuit'],
};

/** The words and phrases of all languages for a free offer, in lower case. */
export const FREE_OFFER_PHRASES: ReadonlySet<string> = new Set([...FREE_WORDS, ...Object.values(FREE_OFFERS).flat()]);

/** The words of all languages between the ends of a range. */
export const RANGE_WORDS: readonly string[] = Object.values(WRITTEN).flatMap(({ to }) => to);
