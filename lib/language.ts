/**
 * The content languages of the service; each is the first segment of its own root (`/en`, `/fr`).
 *
 * @example
 * const roots = LANGUAGES.map((language) => `https://example.org/${language}`);
 */
export const LANGUAGES = ['en', 'fr'] as const;

/**
 * A content language, such as the effective one of a request.
 *
 * @example
 * const language: Language = 'fr';
 */
export type Language = (typeof LANGUAGES)[number];

/**
 * A sentence in every content language: a missing one does not compile.
 *
 * @example
 * const description: Text = { en: 'The price', fr: 'Le prix' };
 */
export type Text = { readonly [L in Language]: string };

/** The languages that a service serves, and among them the one where nobody has named any. */
export interface Served {
  readonly languages: readonly Language[];
  readonly first: Language;
}

/** All languages, which are served where nobody says otherwise. */
export const ALL_LANGUAGES: Served = Object.freeze({ languages: LANGUAGES, first: LANGUAGES[0] });

/** Tells whether a value from outside names a language that is served. */
export const isServed = (value: unknown, { languages }: Served): value is Language => languages.includes(value as Language);

/** Tells whether there is nothing that is not served. */
export const servesAll = ({ languages }: Served): boolean => LANGUAGES.every((language) => languages.includes(language));

/** Makes the same for every language. */
export const inEach = <T>(make: (language: Language) => T): { readonly [L in Language]: T } =>
  Object.fromEntries(LANGUAGES.map((language) => [language, make(language)])) as { readonly [L in Language]: T };

/** A noun in every language: its singular, and its plural. */
export type Noun = { readonly [L in Language]: readonly [one: string, several: string] };

const PLURALS = inEach((language) => new Intl.PluralRules(language));

/** The form of a noun that a number of things has: the plural in English for all but 1, in French from 2 on. */
export const formOf = (noun: Noun, count: number, language: Language): string =>
  noun[language][PLURALS[language].select(count) === 'one' ? 0 : 1];

/** What each language is called by those who speak it. */
export const LANGUAGE_NAMES: Text = { en: 'English', fr: 'Français' };

/** What a language is called in each language, within a sentence. */
export const languageName = (language: Language): Text =>
  inEach((reader) => new Intl.DisplayNames(reader, { type: 'language' }).of(language) ?? language);

const IN: Text = { en: 'in', fr: 'en' };

/** The languages as what is said to be in all of them ends: “in English and in French”. */
export const inLanguages = ({ languages }: Served): Text => {
  const names = languages.map(languageName);
  return inEach((reader) => new Intl.ListFormat(reader).format(names.map((name) => `${IN[reader]} ${name[reader]}`)));
};

/** Tells whether a value from outside names a content language. */
export const isLanguage = (value: unknown): value is Language => LANGUAGES.includes(value as Language);

/** A text as the beginning of a sentence. */
export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** What the address of a language root begins with: that of the service. */
export const serviceRoot = (baseUrl: string): string => baseUrl.slice(0, baseUrl.lastIndexOf('/'));
