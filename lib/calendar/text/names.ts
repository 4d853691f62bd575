import { withoutInvisible } from './invisible';

// Names are compared as written: accents and signs count; surrounding white space and the normal form do not.
const written = (name: string): string => name.normalize('NFC').trim();
const visible = (name: string): string => written(withoutInvisible(name));

// By capitals, letter by letter, since ı and i share one. A letter without a single capital, such as ß, equals no sequence of letters.
const caselessLetter = (letter: string): string => {
  const capital = letter.toUpperCase();
  return ([...capital].length === 1 ? capital : letter).toLowerCase();
};
const caseless = (name: string): string => Array.from(visible(name), caselessLetter).join('');

/** True if two names are equal, except for case and invisible characters. */
export const isSameName = (one: string, other: string): boolean => caseless(one) === caseless(other);

/** Finds the first record with a name: by the exact name, else without invisible characters, else without case. */
export const namesake = <R extends { readonly name: string }>(name: string, records: readonly R[]): R | undefined => {
  for (const form of [written, visible, caseless]) {
    const text = form(name);
    const found = records.find((record) => form(record.name) === text);
    if (found) return found;
  }
  return undefined;
};
