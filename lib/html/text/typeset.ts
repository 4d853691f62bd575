import type { Language, Text } from '../../language';

/** The typography of each language. French has no-break spaces before double punctuation and inside guillemets. */
const RULES: Readonly<Record<Language, (sentence: string) => string>> = {
  en: (sentence) => sentence,
  fr: (sentence) => sentence.replace(/ (?=[:;!?»])|(?<=«) /g, '\u00a0'),
};

/** A sentence with the typography of its language. */
export const typeset = (text: Text, language: Language): string => RULES[language](text[language]);
