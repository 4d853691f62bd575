import { cutText, isAbsolute, type RequestedDate, toWall } from '../../../lib/calendar';
import { type Sent, type Services, shownNames } from '../../../lib/content';
import { firstWeekDay, type InLocale } from '../../../lib/html';
import type { Language, Text } from '../../../lib/language';
import { dayText, timeText, weekdayNames } from '../../../lib/site';
import { WEEKDAYS } from '../../events/query-keys';
import { EVENT_LINKS } from '../../shared/about';
import { NAMED_DAYS, type NamedDays } from '../choice/choice';
import { beginOf, dayOf, LAST_DAY } from '../choice/days';
import { ATTENDANCE_WORDS, stateMark } from '../events/facts';
import { WORDS } from '../words';

/** The longest name, in UTF-16 units. Calendar programs show it in a narrow column. */
const LONGEST = 250;

/** A date filter: the date as it was sent, or the calendar's default. */
interface Dated extends RequestedDate {
  readonly isDefault?: true;
}

/** Filters that only change how events are listed. They are not named. */
const UNNAMED: ReadonlySet<string> = new Set([
  'strict_dates',
  'overlaps',
  'own_days',
  'ml_fallback',
  'ml_all',
  'status',
  'sort',
  'orderby',
  'order',
  'password',
]);

/** The other filters by dates of events. */
const DATES: ReadonlySet<string> = new Set(['starts_before', 'starts_after', 'ends_before', 'ends_after']);

/** The filters that `datesText` and `nearText` name together. */
const TOGETHER: ReadonlySet<string> = new Set(['start_date', 'end_date', 'geoloc_lat', 'geoloc_lng', 'geoloc_radius']);

const FEATURED: Text = { en: 'Not featured', fr: 'Sans ceux à la une' };
const SCHEDULED: Text = { en: 'As planned', fr: 'Comme prévu' };
const LOCATED = { yes: { en: 'On the map', fr: 'Sur la carte' }, no: { en: 'Not on the map', fr: 'Hors de la carte' } } as const;

const BOUNDS: Readonly<Record<string, (day: string) => Text>> = {
  starts_before: (day) => ({ en: `Starting before ${day}`, fr: `Débutant avant\u00a0: ${day}` }),
  starts_after: (day) => ({ en: `Starting after ${day}`, fr: `Débutant après\u00a0: ${day}` }),
  ends_before: (day) => ({ en: `Ending before ${day}`, fr: `Finissant avant\u00a0: ${day}` }),
  ends_after: (day) => ({ en: `Ending after ${day}`, fr: `Finissant après\u00a0: ${day}` }),
  modified_after: (day) => ({ en: `Changed after ${day}`, fr: `Modifiés après\u00a0: ${day}` }),
  created_after: (day) => ({ en: `Added after ${day}`, fr: `Ajoutés après\u00a0: ${day}` }),
};

/** Filters that are named without their value. */
const WITHOUT_VALUE: Readonly<Record<string, Text>> = {
  bbox: { en: 'In an area', fr: 'Dans une zone' },
  include: { en: 'Selected events', fr: 'Évènements choisis' },
  post_parent: { en: 'Parts of an event', fr: 'Parties d’un évènement' },
  ticketed: { en: 'With tickets', fr: 'Avec billetterie' },
};

const PRICES: Readonly<Record<string, (price: number) => Text>> = {
  cost_min: (price) => ({ en: `From a price of ${price}`, fr: `À partir d’un prix de ${price}` }),
  cost_max: (price) => ({ en: `Up to a price of ${price}`, fr: `Jusqu’à un prix de ${price}` }),
};

const TIMES: Readonly<Record<string, (time: string) => Text>> = {
  time_from: (time) => ({ en: `From ${time}`, fr: `À partir de ${time}` }),
  time_to: (time) => ({ en: `Until ${time}`, fr: `Jusqu’à ${time}` }),
};

/** The language and services for naming filters. */
interface Writing extends InLocale {
  readonly services: Services;
}

const dated = (value: unknown): Dated | undefined =>
  typeof value === 'object' && value !== null && 'text' in value && value.text !== '' && !('isDefault' in value)
    ? (value as Dated)
    : undefined;

/** A date in words if it is absolute, else the text that was sent. */
const dateText = (date: Dated, { services, ...written }: Writing): string => {
  if (date.instant === undefined || !isAbsolute(date)) return date.text;
  return dayText(beginOf(dayOf(toWall(date.instant, services.site.timezone))), written);
};

const datesText = ({ start_date, end_date }: Sent, writing: Writing): readonly Text[] => {
  const [start, end] = [dated(start_date), dated(end_date)];
  const named = (Object.keys(NAMED_DAYS) as NamedDays[]).find(
    (name) => NAMED_DAYS[name][0] === start?.text && NAMED_DAYS[name][1] === end?.text,
  );
  if (named !== undefined) return [WORDS.named[named]];
  const [from, to] = [start, end?.text.startsWith(LAST_DAY) ? undefined : end].map((date) => date && dateText(date, writing));
  if (from !== undefined && from === to) return [{ en: from, fr: from }];
  return [...(from === undefined ? [] : [WORDS.fromDay(from)]), ...(to === undefined ? [] : [WORDS.toDay(to)])];
};

const nearText = ({ geoloc_lat: latitude, geoloc_radius: radius }: Sent): readonly Text[] =>
  latitude === undefined ? [] : [WORDS.near(radius as number | undefined)];

const weekdayText = (day: string, written: InLocale): Text => {
  const place = (WEEKDAYS.indexOf(day as (typeof WEEKDAYS)[number]) - firstWeekDay(written.locale) + 8) % 7;
  const { long } = weekdayNames(written)[place] ?? { long: day };
  return { en: long, fr: long };
};

/** The words for a value of a filter with a fixed set of values. */
const valueText = (name: string, value: string, written: InLocale): Text | undefined => {
  if (name === 'attendance') return ATTENDANCE_WORDS[value];
  if (name === 'event_status') return stateMark(value) ?? SCHEDULED;
  return name === 'weekdays' ? weekdayText(value, written) : undefined;
};

const flagText = (name: string, isSet: boolean): Text | undefined => {
  if (name === 'free') return WORDS.free[isSet ? 'yes' : 'no'];
  if (name === 'featured') return isSet ? WORDS.featured : FEATURED;
  if (name === 'geoloc') return LOCATED[isSet ? 'yes' : 'no'];
  return name === 'now' ? WORDS.onNow : undefined;
};

const same = (text: string): Text => ({ en: text, fr: text });

/** A filter in words. An unknown filter, which a plugin adds, is shown by its name. */
const filterTexts = (name: string, value: unknown, writing: Writing): readonly Text[] => {
  const words = WITHOUT_VALUE[name];
  if (words !== undefined) return [words];
  if (name === 'q' || name === 'search') return [WORDS.quoted(String(value))];
  const date = dated(value);
  if (date) return [(BOUNDS[name] ?? ((day: string) => same(`${name}: ${day}`)))(dateText(date, writing))];
  if (typeof value === 'number' && PRICES[name]) return [PRICES[name](value)];
  if (typeof value === 'string' && TIMES[name]) return [TIMES[name](timeText(`2000-01-01 ${value}:00`, writing))];
  if (typeof value === 'boolean') return [flagText(name, value) ?? same(`${name}: ${value}`)];
  const values = [value].flat().map(String);
  const texts = values.map((one) => valueText(name, one, writing));
  return texts.every((text) => text !== undefined) ? texts : [same(`${name}: ${values.join(' / ')}`)];
};

/** Flags that exclude no event if they are false. */
const INACTIVE_IF_FALSE: ReadonlySet<string> = new Set(['now', 'ticketed']);

const isInactive = (name: string, value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (value === false && INACTIVE_IF_FALSE.has(name)) ||
  (typeof value === 'object' && 'isDefault' in value);

/** The names of the terms, venues and organizers in the filters. Records that are not public are named by their IDs. */
const linkTexts = async (params: Sent, language: Language, services: Services): Promise<readonly string[]> => {
  const names = await Promise.all(
    Object.entries(EVENT_LINKS).map(async ([name, plural]) => {
      const ids = (params[name] ?? []) as readonly number[];
      const shown = await shownNames(services, plural, { ids, language }, undefined);
      return ids.map((id) => shown.get(id)?.name ?? String(id));
    }),
  );
  return names.flat();
};

/** The name of a calendar or feed: the name of the site, followed by the filters in words. */
export const calendarName = async (params: Sent, language: Language, services: Services): Promise<string> => {
  const { name, locales } = services.site;
  const writing: Writing = { language, locale: locales[language], services };
  // If `include` lists events by ID, dates exclude none.
  const withDates = isInactive('include', params['include']);
  const others = Object.entries(params).flatMap(([filter, value]) => {
    const isElsewhere =
      UNNAMED.has(filter) || TOGETHER.has(filter) || Object.hasOwn(EVENT_LINKS, filter) || (!withDates && DATES.has(filter));
    return isElsewhere || isInactive(filter, value) ? [] : filterTexts(filter, value, writing);
  });
  const texts = [...(withDates ? datesText(params, writing) : []), ...nearText(params), ...others].map((text) => text[language]);
  return cutText([name[language], ...(await linkTexts(params, language, services)), ...texts].join(' · '), LONGEST);
};
