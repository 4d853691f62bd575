import type { WordForms } from './asked-words';

/** A key, or what keys begin with. */
export type KeyValue = string | RegExp;

/** The keys of a place that words and beginnings come to: these are letters and digits, and mean themselves in patterns. */
export const keysBeginning = (place: string, { words, beginnings }: WordForms): KeyValue[] => [
  ...words.map((word) => `${place}${word}`),
  ...beginnings.map((beginning) => new RegExp(`^${place}${beginning}`)),
];
