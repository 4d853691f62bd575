/**
 * The content languages of the service; each is the first path segment of its own language root (`/en`, `/fr`).
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
 * A sentence in every content language. The compiler reports a missing language.
 *
 * @example
 * const description: Text = { en: 'The price', fr: 'Le prix' };
 */
export type Text = { readonly [L in Language]: string };

/** The languages of a service, and its default language. */
export interface Served {
  readonly languages: readonly Language[];
  readonly first: Language;
}

/** The default of `Served`: all languages are served. */
export const ALL_LANGUAGES: Served = Object.freeze({ languages: LANGUAGES, first: LANGUAGES[0] });

/** True if a value is the code of a language that is served. */
export const isServed = (value: unknown, { languages }: Served): value is Language => languages.includes(value as Language);

export const servesAll = ({ languages }: Served): boolean => LANGUAGES.every((language) => languages.includes(language));

/** Makes an object with a value for each content language. */
export const inEach = <T>(make: (language: Language) => T): { readonly [L in Language]: T } =>
  Object.fromEntries(LANGUAGES.map((language) => [language, make(language)])) as { readonly [L in Language]: T };

/** A noun in each content language: its singular and its plural. */
export type Noun = { readonly [L in Language]: readonly [one: string, several: string] };

const PLURALS = inEach((language) => new Intl.PluralRules(language));

/** Returns the singular or plural of a noun for a number. English uses the plural for all but 1, French from 2 on. */
export const formOf = (noun: Noun, count: number, language: Language): string =>
  noun[language][PLURALS[language].select(count) === 'one' ? 0 : 1];

/** The name of each language in that language. */
export const LANGUAGE_NAMES: Text = { en: 'English', fr: 'Français' };

/** Returns the name of a language in each content language, for the middle of a sentence. */
export const languageName = (language: Language): Text =>
  inEach((reader) => new Intl.DisplayNames(reader, { type: 'language' }).of(language) ?? language);

const IN: Text = { en: 'in', fr: 'en' };

/** Makes the end of a sentence that lists the served languages: “in English and in French”. */
export const inLanguages = ({ languages }: Served): Text => {
  const names = languages.map(languageName);
  return inEach((reader) => new Intl.ListFormat(reader).format(names.map((name) => `${IN[reader]} ${name[reader]}`)));
};

export const isLanguage = (value: unknown): value is Language => LANGUAGES.includes(value as Language);

export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Returns the address of the service, which is a language root's address without the last path segment. */
export const serviceRoot = (baseUrl: string): string => baseUrl.slice(0, baseUrl.lastIndexOf('/'));
