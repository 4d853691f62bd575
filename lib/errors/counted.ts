import { formOf, inEach, type Noun, type Text } from '../language';
import { later } from './refusal';

/** The nouns that sentences count. */
export const NOUNS = {
  character: { en: ['character', 'characters'], fr: ['caractère', 'caractères'] },
  item: { en: ['item', 'items'], fr: ['élément', 'éléments'] },
  page: { en: ['page', 'pages'], fr: ['page', 'pages'] },
  property: { en: ['property', 'properties'], fr: ['propriété', 'propriétés'] },
  request: { en: ['request', 'requests'], fr: ['requête', 'requêtes'] },
  second: { en: ['second', 'seconds'], fr: ['seconde', 'secondes'] },
} as const satisfies Record<string, Noun>;

/** A number with its noun in every language: “1 second”, « 2 secondes ». */
export const counted = (count: number, noun: keyof typeof NOUNS): Text =>
  inEach((language) => `${count} ${formOf(NOUNS[noun], count, language)}`);

/** Sentences for a parameter with too few and with too many items of a noun. */
export const tooFew = (name: string, least: number, noun: keyof typeof NOUNS): Text => ({
  en: `\`${name}\` must have ${least} or more ${NOUNS[noun].en[1]}.`,
  fr: `\`${name}\` doit compter au moins ${counted(least, noun).fr}.`,
});
export const tooMany = (name: string, most: number, noun: keyof typeof NOUNS): Text => ({
  en: `\`${name}\` must have ${most} or fewer ${NOUNS[noun].en[1]}.`,
  fr: `\`${name}\` doit compter au plus ${counted(most, noun).fr}.`,
});

const TRY_AGAIN: Text = { en: 'Try again in', fr: 'Réessayez dans' };

/** The text, data and headers of a refusal that may be tried again in some seconds. The text is the reason, then the time. */
export const tryAgain = (seconds: number, reason: Text) => {
  const wait = counted(seconds, 'second');
  return [inEach((language) => `${reason[language]} ${TRY_AGAIN[language]} ${wait[language]}.`), ...later(seconds)] as const;
};
