/**
 * The content languages of the service; each is the first segment of its own root (`/en`, `/fr`).
 *
 * @example
 * const roots = LANGUAGES.map((language) => `https://example.org/${language}`);
 */
export const LANGUAGES = ['en', 'fr'] as const;

/**
 * A content language, such as the effective one of a request (DESIGN 3).
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

/** What each content language calls itself. */
export const LANGUAGE_NAMES: Text = { en: 'English', fr: 'Français' };

/** Tells whether a value from outside names a content language. */
export const isLanguage = (value: unknown): value is Language => LANGUAGES.includes(value as Language);
