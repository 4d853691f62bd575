/** The content languages of the service; each is the first segment of its own root (`/en`, `/fr`). */
export const LANGUAGES = ['en', 'fr'] as const;

/** A content language (DESIGN: "the effective language"). */
export type Language = (typeof LANGUAGES)[number];

/** A sentence in every content language: a missing one does not compile. */
export type Text = { readonly [L in Language]: string };

/** Tells whether a value from outside names a content language. */
export const isLanguage = (value: unknown): value is Language => LANGUAGES.includes(value as Language);
