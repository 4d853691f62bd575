import type { Language, Text } from '../../language';

/** How a sentence of a language is printed: in French no line parts signs of two parts, and the inside of guillemets, from their words. */
const RULES: Readonly<Record<Language, (sentence: string) => string>> = {
  en: (sentence) => sentence,
  fr: (sentence) => sentence.replace(/ (?=[:;!?»])|(?<=«) /g, '\u00a0'),
};

/** A sentence as it is printed. */
export const typeset = (text: Text, language: Language): string => RULES[language](text[language]);
