import type { Language, Text } from '../../language';

/** What nought is called in every content language. */
export const FREE_TEXT: Text = { en: 'Free', fr: 'Gratuit' };

/** What else people write of prices in each language: that nothing is to be paid, and between the ends of a range. */
const WRITTEN: Readonly<Record<Language, { readonly free: readonly string[]; readonly to: readonly string[] }>> = {
  en: { free: [], to: ['to'] },
  fr: { free: ['gratuite'], to: ['à'] },
};

/** The words of all languages, in small letters, that say that nothing is to be paid. */
export const FREE_WORDS: readonly string[] = [
  ...Object.values(FREE_TEXT).map((word) => word.toLowerCase()),
  ...Object.values(WRITTEN).flatMap(({ free }) => free),
];

/** Phrases of each language by which an offer is free. A cost that holds one is shown as it was typed. */
const FREE_OFFERS: Readonly<Record<Language, readonly string[]>> = {
  en: ['free entry', 'free admission', 'admission free', 'free of charge', 'no charge'],
  fr: ['entrée libre', 'entrée gratuite', 'accès libre', 'accès gratuit'],
};

/** Words and phrases of all languages, in small letters, that make an offer free. */
export const FREE_OFFER_PHRASES: ReadonlySet<string> = new Set([...FREE_WORDS, ...Object.values(FREE_OFFERS).flat()]);

/** The words of all languages that stand between the ends of a range. */
export const RANGE_WORDS: readonly string[] = Object.values(WRITTEN).flatMap(({ to }) => to);
