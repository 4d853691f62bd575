import { inEach, isLanguage, type Language } from '../../language';
import { memoize } from './memoize';

/** How dates, times and prices are written in each language: a locale of it (BCP 47). */
export type Locales = { readonly [L in Language]: string };

/** Days before months and the hours of the whole day where nobody says otherwise, so that no date is taken for another one. */
const LOCALES: Locales = { en: 'en-GB', fr: 'fr-FR' };

/** A language, and the locale in which dates, times and prices are written in it. */
export interface InLocale {
  readonly language: Language;
  readonly locale: string;
}

/** Reads a locale of a content language; undefined for anything else. */
export const readLocale = (text: string): InLocale | undefined => {
  try {
    const locale = new Intl.Locale(text);
    const isPlain = locale.toString() === locale.baseName;
    const { region } = locale;
    const isKnown = Intl.DateTimeFormat.supportedLocalesOf(locale.baseName).length === 1;
    const isSomewhere =
      region === undefined || new Intl.DisplayNames(locale.language, { type: 'region', fallback: 'none' }).of(region) !== undefined;
    return isLanguage(locale.language) && isPlain && isKnown && isSomewhere
      ? { language: locale.language, locale: locale.baseName }
      : undefined;
  } catch {
    return undefined;
  }
};

/** The locales of all languages, those that are given before ours. */
export const localesOf = (given: readonly string[]): Locales => {
  const read = given.flatMap((text) => readLocale(text) ?? []);
  return inEach((language) => read.find((one) => one.language === language)?.locale ?? LOCALES[language]);
};

/** What the Open Graph protocol calls a locale (https://ogp.me): its language and the territory, that where most speak it unless it names one. */
export const openGraphLocale = (locale: string): string => {
  const { language, region } = new Intl.Locale(locale).maximize();
  return `${language}_${region}`;
};

/** The days of a week from 1, Monday, to 7. */
export type WeekDay = 1 | 2 | 3 | 4 | 5 | 6 | 7;

/** Newer engines have a function in the place of the member. */
interface WithWeeks {
  readonly weekInfo?: { readonly firstDay: WeekDay };
  getWeekInfo?(): { readonly firstDay: WeekDay };
}

/** The day that weeks begin on where a locale is at home; Monday where nothing is known of it. */
export const firstWeekDay = memoize((locale: string): WeekDay => {
  const known = new Intl.Locale(locale) as WithWeeks;
  return (known.getWeekInfo?.() ?? known.weekInfo)?.firstDay ?? 1;
});

const zoneFormat = memoize((locale: string, zone: string) => new Intl.DateTimeFormat(locale, { timeZone: zone, timeZoneName: 'short' }));

/**
 * What a time zone is called at a moment where a locale is at home, in few letters: HNE in Québec for what is EST in Ontario; undefined where
 * people there know it by its distance from UTC alone. The zone is a name of IANA: throws a RangeError for others.
 */
export const localZoneName = (zone: string, at: Date, { locale }: InLocale): string | undefined => {
  const parts = zoneFormat(locale, zone).formatToParts(at);
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value;
  return name === undefined || /^(?:GMT|UTC)[+\-−]/.test(name) ? undefined : name;
};
