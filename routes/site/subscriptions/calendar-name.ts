import { cutText, dayOf, isAbsolute, RELATIVE_DATES, type RequestedDate, toWall } from '../../../lib/calendar';
import { type Sent, type Services, shownNames } from '../../../lib/content';
import { firstWeekDay, type InLocale } from '../../../lib/html';
import { inEach, type Language, type Text } from '../../../lib/language';
import { dayText, timeText, weekdayNames } from '../../../lib/site';
import { WEEKDAYS } from '../../events/keys';
import { EVENT_LINKS } from '../../shared/about';
import { beginOf, LAST_DAY } from '../../shared/days';
import { DAY_NAMES, NAMED_DAYS } from '../choice/choice';
import { ATTENDANCE_WORDS, stateMark } from '../events/facts';
import { WORDS } from '../words';

/** The maximum length of a calendar's name, in UTF-16 units. Calendar programs show names in a narrow column. */
const LONGEST = 250;

/** Filters that are not named: those that only change how events are listed, and those that `calendarName` combines. */
const UNNAMED: ReadonlySet<string> = new Set([
  ...['strict_dates', 'overlaps', 'own_days', 'ml_fallback', 'ml_all', 'status', 'sort', 'orderby', 'order', 'password'],
  ...['start_date', 'end_date', 'geoloc_lat', 'geoloc_lng', 'geoloc_radius'],
]);

const INACTIVE_IF_FALSE: ReadonlySet<string> = new Set(['now', 'ticketed']);

const same = (text: string): Text => inEach(() => text);

const weekdayText = (day: string, written: InLocale): Text => {
  const index = (WEEKDAYS.indexOf(day as (typeof WEEKDAYS)[number]) - firstWeekDay(written.locale) + 8) % 7;
  return same(weekdayNames(written)[index]?.long ?? day);
};

const timeOfDay = (time: string, written: InLocale): string => timeText(`2000-01-01 ${time}:00`, written);

/** The functions that write a filter with its value, by the name of the filter. A date is given in words. */
const FILTERS: Readonly<Record<string, (value: string, written: InLocale) => Text>> = {
  q: WORDS.quoted,
  search: WORDS.quoted,
  starts_before: (day) => ({ en: `Starting before ${day}`, fr: `Débutant avant\u00a0: ${day}` }),
  starts_after: (day) => ({ en: `Starting after ${day}`, fr: `Débutant après\u00a0: ${day}` }),
  ends_before: (day) => ({ en: `Ending before ${day}`, fr: `Finissant avant\u00a0: ${day}` }),
  ends_after: (day) => ({ en: `Ending after ${day}`, fr: `Finissant après\u00a0: ${day}` }),
  modified_after: (day) => ({ en: `Changed after ${day}`, fr: `Modifiés après\u00a0: ${day}` }),
  created_after: (day) => ({ en: `Added after ${day}`, fr: `Ajoutés après\u00a0: ${day}` }),
  cost_min: (price) => ({ en: `From a price of ${price}`, fr: `À partir d’un prix de ${price}` }),
  cost_max: (price) => ({ en: `Up to a price of ${price}`, fr: `Jusqu’à un prix de ${price}` }),
  time_from: (time, written) => ({ en: `From ${timeOfDay(time, written)}`, fr: `À partir de ${timeOfDay(time, written)}` }),
  time_to: (time, written) => ({ en: `Until ${timeOfDay(time, written)}`, fr: `Jusqu’à ${timeOfDay(time, written)}` }),
  bbox: () => ({ en: 'In an area', fr: 'Dans une zone' }),
  include: () => ({ en: 'Selected events', fr: 'Évènements choisis' }),
  post_parent: () => ({ en: 'Parts of an event', fr: 'Parties d’un évènement' }),
  ticketed: () => ({ en: 'With tickets', fr: 'Avec billetterie' }),
  now: () => WORDS.onNow,
  free: (flag) => WORDS.free[flag === 'true' ? 'yes' : 'no'],
  featured: (flag) => (flag === 'true' ? WORDS.featured : { en: 'Not featured', fr: 'Sans ceux à la une' }),
  geoloc: (flag) => (flag === 'true' ? { en: 'On the map', fr: 'Sur la carte' } : { en: 'Not on the map', fr: 'Hors de la carte' }),
  attendance: (way) => ATTENDANCE_WORDS[way] ?? same(way),
  event_status: (state) => stateMark(state) ?? { en: 'As planned', fr: 'Comme prévu' },
  weekdays: weekdayText,
};

/** Filters whose values are named one by one. */
const ONE_BY_ONE: ReadonlySet<string> = new Set(['attendance', 'event_status', 'weekdays']);

interface Writing extends InLocale {
  readonly services: Services;
}

/** Returns a value if it is a date from the request. Undefined for the calendar's default date and for other values. */
const dated = (value: unknown): RequestedDate | undefined =>
  typeof value === 'object' && value !== null && 'text' in value && value.text !== '' && !('isDefault' in value)
    ? (value as RequestedDate)
    : undefined;

/** Writes a date in words if it is absolute, else returns the text in the request. */
const dateText = (date: RequestedDate, { services, ...written }: Writing): string => {
  if (date.instant === undefined || !isAbsolute(date)) return date.text;
  return dayText(beginOf(dayOf(toWall(date.instant, services.site.timezone))), written);
};

const datesText = ({ start_date, end_date }: Sent, writing: Writing): readonly Text[] => {
  const [start, end] = [dated(start_date), dated(end_date)];
  const named = DAY_NAMES.find((name) => NAMED_DAYS[name][0] === start?.text && NAMED_DAYS[name][1] === end?.text);
  if (named !== undefined) return [WORDS.named[named]];
  const [from, to] = [start, end?.text.startsWith(LAST_DAY) ? undefined : end].map((date) => date && dateText(date, writing));
  if (from !== undefined && from === to) return [same(from)];
  return [...(from === undefined ? [] : [WORDS.fromDay(from)]), ...(to === undefined ? [] : [WORDS.toDay(to)])];
};

/** Writes a filter in words. An unknown filter, which a plugin adds, appears by its name. */
const filterTexts = (name: string, value: unknown, writing: Writing): readonly Text[] => {
  const text = FILTERS[name] ?? ((one) => same(`${name}: ${one}`));
  const date = dated(value);
  const values = date ? [dateText(date, writing)] : [value].flat().map(String);
  return (ONE_BY_ONE.has(name) ? values : [values.join(' / ')]).map((one) => text(one, writing));
};

const isInactive = (name: string, value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (value === false && INACTIVE_IF_FALSE.has(name)) ||
  (typeof value === 'object' && 'isDefault' in value);

/** Reads the names of the terms, venues and organizers in the filters. Records that are not public appear by ID. */
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

/** Returns the name of a calendar or feed: the name of the site, followed by the filters in words. */
export const calendarName = async (params: Sent, language: Language, services: Services): Promise<string> => {
  const { name, locales } = services.site;
  const writing: Writing = { language, locale: locales[language], services };
  // If `include` lists events by ID, dates exclude none.
  const withDates = isInactive('include', params['include']);
  const isElsewhere = (filter: string) =>
    UNNAMED.has(filter) || Object.hasOwn(EVENT_LINKS, filter) || (!withDates && RELATIVE_DATES.some((date) => date === filter));
  const others = Object.entries(params).filter(([filter, value]) => !isElsewhere(filter) && !isInactive(filter, value));
  const texts = [
    ...(withDates ? datesText(params, writing) : []),
    ...(params['geoloc_lat'] === undefined ? [] : [WORDS.near(params['geoloc_radius'] as number | undefined)]),
    ...others.flatMap(([filter, value]) => filterTexts(filter, value, writing)),
  ].map((text) => text[language]);
  return cutText([name[language], ...(await linkTexts(params, language, services)), ...texts].join(' · '), LONGEST);
};
