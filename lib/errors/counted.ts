import { formOf, inEach, type Noun, type Text } from '../language';
import { later } from './refusal';

/** Nouns that error messages count, with singular and plural in each language. */
export const NOUNS = {
  character: { en: ['character', 'characters'], fr: ['caractère', 'caractères'] },
  item: { en: ['item', 'items'], fr: ['élément', 'éléments'] },
  page: { en: ['page', 'pages'], fr: ['page', 'pages'] },
  property: { en: ['property', 'properties'], fr: ['propriété', 'propriétés'] },
  request: { en: ['request', 'requests'], fr: ['requête', 'requêtes'] },
  second: { en: ['second', 'seconds'], fr: ['seconde', 'secondes'] },
} as const satisfies Record<string, Noun>;

/** Returns a number with its noun in every language: “1 second”, « 2 secondes ». */
export const counted = (count: number, noun: keyof typeof NOUNS): Text =>
  inEach((language) => `${count} ${formOf(NOUNS[noun], count, language)}`);

/** Returns the message for a parameter that has too few items, characters or properties. */
export const tooFew = (name: string, least: number, noun: keyof typeof NOUNS): Text => ({
  en: `\`${name}\` must have ${least} or more ${NOUNS[noun].en[1]}.`,
  fr: `\`${name}\` doit compter au moins ${counted(least, noun).fr}.`,
});
export const tooMany = (name: string, most: number, noun: keyof typeof NOUNS): Text => ({
  en: `\`${name}\` must have ${most} or fewer ${NOUNS[noun].en[1]}.`,
  fr: `\`${name}\` doit compter au plus ${counted(most, noun).fr}.`,
});

const TRY_AGAIN: Text = { en: 'Try again in', fr: 'Réessayez dans' };

/** Returns text, data, reasons and `Retry-After` of an error that a retry after `seconds` may avoid. The text begins with `reason`. */
export const tryAgain = (seconds: number, reason: Text) => {
  const wait = counted(seconds, 'second');
  return [inEach((language) => `${reason[language]} ${TRY_AGAIN[language]} ${wait[language]}.`), ...later(seconds)] as const;
};
