import { withoutInvisible } from './invisible';

// Names are compared as they are written: accents and signs count, white space around them and the normal form do not.
const written = (name: string): string => name.normalize('NFC').trim();
const seen = (name: string): string => written(withoutInvisible(name));

// Letter by letter, by way of capitals: ı and i have the same one. What has no single capital, such as ß, is no other spelling of several letters.
const caselessLetter = (letter: string): string => {
  const capital = letter.toUpperCase();
  return ([...capital].length === 1 ? capital : letter).toLowerCase();
};
const caseless = (name: string): string => Array.from(seen(name), caselessLetter).join('');

/** True for two names that are equal but for case and for characters that nobody sees. */
export const isSameName = (one: string, other: string): boolean => caseless(one) === caseless(other);

/**
 * Finds the record that a name means: one of exactly this name, else one whose name looks like it, else one whose name differs in case alone.
 * The first of several counts.
 */
export const namesake = <R extends { readonly name: string }>(name: string, records: readonly R[]): R | undefined => {
  for (const form of [written, seen, caseless]) {
    const wanted = form(name);
    const found = records.find((record) => form(record.name) === wanted);
    if (found) return found;
  }
  return undefined;
};
