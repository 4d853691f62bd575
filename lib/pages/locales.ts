import type { Language } from '../language';

/** How pages write dates, times and prices: days before months, the hours of the whole day, so that nobody takes a date for another one. */
export const LOCALES = { en: 'en-GB', fr: 'fr-FR' } as const satisfies Record<Language, string>;
