import { LRUCache } from 'lru-cache';
import { inEach, isLanguage, type Language, type Text } from '../language';

/** The maximum number of cached results of a function. Some arguments come from records. */
const MOST = 500;

/** Caches in memory the results of a function of texts, such as one that makes a slow `Intl` format. */
export const memoize = <K extends readonly string[], T extends object | boolean | number | string>(
  make: (...of: K) => T,
): ((...of: K) => T) => {
  const cache = new LRUCache<string, T, { readonly of: K }>({ max: MOST, memoMethod: (_key, _old, { context }) => make(...context.of) });
  return (...of) => cache.memo(of.join(' '), { context: { of } });
};

/** The locale of dates, times and prices in each language (BCP 47). */
export type Locales = { readonly [L in Language]: string };

/** The default locales. They write days before months and 24 hours, so that no date is ambiguous. */
const LOCALES: Locales = { en: 'en-GB', fr: 'fr-FR' };

export interface InLocale {
  readonly language: Language;
  readonly locale: string;
}

/** Reads a locale (BCP 47) of a content language, such as `fr-CA`. Undefined for any other text. */
export const readLocale = (text: string): InLocale | undefined => {
  try {
    const locale = new Intl.Locale(text);
    const { language, region, baseName } = locale;
    const isPlain = locale.toString() === baseName;
    const isSupported = Intl.DateTimeFormat.supportedLocalesOf(baseName).length === 1;
    const isRegion = region === undefined || new Intl.DisplayNames(language, { type: 'region', fallback: 'none' }).of(region) !== undefined;
    return isLanguage(language) && isPlain && isSupported && isRegion ? { language, locale: baseName } : undefined;
  } catch {
    return undefined;
  }
};

/** Returns the locales of all languages: those given, else the defaults. */
export const localesOf = (given: readonly string[]): Locales => {
  const read = given.flatMap((text) => readLocale(text) ?? []);
  return inEach((language) => read.find((one) => one.language === language)?.locale ?? LOCALES[language]);
};

/** Returns the Open Graph name of a locale (https://ogp.me), e.g. `en_GB`. A missing territory becomes the most common one. */
export const openGraphLocale = (locale: string): string => {
  const { language, region } = new Intl.Locale(locale).maximize();
  return `${language}_${region}`;
};

interface WeekInfo {
  readonly firstDay: number;
}

/** Returns the first day of the week in a locale, from 1 (Monday) to 7; 1 if unknown. */
export const firstWeekDay = memoize((locale: string): number => {
  // Newer engines have a function instead of the property.
  const weeks = new Intl.Locale(locale) as { readonly weekInfo?: WeekInfo; getWeekInfo?(): WeekInfo };
  return (weeks.getWeekInfo?.() ?? weeks.weekInfo)?.firstDay ?? 1;
});

const zoneFormat = memoize((locale: string, zone: string) => new Intl.DateTimeFormat(locale, { timeZone: zone, timeZoneName: 'short' }));

/** Returns the short name of a time zone in a locale, e.g. HNE. Undefined if the name is only an offset. Throws for no IANA name. */
export const localZoneName = (zone: string, at: Date, { locale }: InLocale): string | undefined => {
  const parts = zoneFormat(locale, zone).formatToParts(at);
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value;
  return name === undefined || /^(?:GMT|UTC)[+\-−]/.test(name) ? undefined : name;
};

/** Functions that apply the typography of a language. French has no-break spaces before double punctuation and inside guillemets. */
const RULES: Readonly<Record<Language, (sentence: string) => string>> = {
  en: (sentence) => sentence,
  fr: (sentence) => sentence.replace(/ (?=[:;!?»])|(?<=«) /g, '\u00a0'),
};

export const typeset = (text: Text, language: Language): string => RULES[language](text[language]);
