import { formOf, inEach, type Noun, type Text } from '../language';

const NOUNS = {
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
