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

/** The language where nobody has named one. */
export const FIRST_LANGUAGE: Language = LANGUAGES[0];

/** Makes the same for every language. */
export const inEach = <T>(make: (language: Language) => T): { readonly [L in Language]: T } =>
  Object.fromEntries(LANGUAGES.map((language) => [language, make(language)])) as { readonly [L in Language]: T };

/** What each language is called by those who speak it. */
export const LANGUAGE_NAMES: Text = { en: 'English', fr: 'Français' };

/** Tells whether a value from outside names a content language. */
export const isLanguage = (value: unknown): value is Language => LANGUAGES.includes(value as Language);

/** A text as the beginning of a sentence. */
export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
