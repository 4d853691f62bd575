import type { Language, Text } from '../language';

/** A sentence as it is printed: in French no line parts signs of two parts, and the inside of guillemets, from their words. */
export const typeset = (text: Text, language: Language): string =>
  language === 'fr' ? text.fr.replace(/ (?=[:;!?»])|(?<=«) /g, '\u00a0') : text[language];
