import { ZONE_ABBREVIATIONS } from './zone-abbreviations';
import { ABBREVIATION_NAMES } from './zones';

const oneOf = (...parts: readonly string[]): string => `(?:${parts.join('|')})`;
const word = (text: string): string => `[${text.charAt(0).toUpperCase()}${text.charAt(0)}]${text.slice(1)}`;
const words = (text: string): string => oneOf(...text.split(' ').map(word));

// The first and the last year are years in some zones only.
const YEAR = '(?:000[2-9]|00[1-9]\\d|0[1-9]\\d\\d|[1-8]\\d{3}|9[0-8]\\d\\d|99[0-8]\\d|999[0-8])';
const LEAP_YEAR = '(?:(?:[02468][48]|[13579][26]|[2468]0)00|\\d\\d(?:0[48]|[2468][048]|[13579][26]))';
const LONG = { month: '(?:0[13578]|1[02])', name: words('january jan march mar may july jul august aug october oct december dec') };
const SHORT = { month: '(?:0[469]|11)', name: words('april apr june jun september sept sep november nov') };
const FEBRUARY = { month: '02', name: words('february feb') };

/** Makes a pattern of all existing dates. `write` joins year, month (digits or name) and day. */
const day = (of: 'month' | 'name', write: (year: string, month: string, day: string) => string, zero: '0' | '0?' = '0'): string =>
  oneOf(
    write(YEAR, LONG[of], `(?:${zero}[1-9]|[12]\\d|3[01])`),
    write(YEAR, SHORT[of], `(?:${zero}[1-9]|[12]\\d|30)`),
    write(YEAR, FEBRUARY[of], `(?:${zero}[1-9]|1\\d|2[0-8])`),
    write(LEAP_YEAR, FEBRUARY[of], '29'),
  );

const HOUR_AND_MINUTE = '(?:[01]\\d|2[0-3]):[0-5]\\d';
const HALF_DAY = '(?:0?[1-9]|1[0-2])(?::[0-5]\\d)? ?[ap]m';
// Offsets as in ISO 8601: fewer than `parseDate` reads, and fewer than `ZONE_PATTERN` accepts.
const ZONE = '(?:Z| ?UTC| ?[+-](?:0\\d|1[0-4]):?[0-5]\\d)';
const TIME = `(?:[T ]${HOUR_AND_MINUTE}(?::[0-5]\\d(?:\\.\\d{1,9})?)?${ZONE}?| ${HALF_DAY})`;

const DAY_NAME = words('monday tuesday wednesday thursday friday saturday sunday');
const UNIT = `${oneOf('second', 'minute', 'hour', 'day', 'week', 'fortnight', 'month', 'year')}s?`;

/** The patterns of Unix seconds, without numbers of eight digits, which are dates. */
const SECONDS = [
  '\\s*[+-]?(?:\\d{1,7}|\\d{9,10})(?:\\.\\d*)?\\s*',
  '\\s*[+-]\\d{8}(?:\\.\\d*)?\\s*',
  '\\s*\\d{8}\\.\\d*\\s*',
  '\\s*\\+?\\d{11}(?:\\.\\d*)?\\s*',
  '\\s*[+-]?\\d{0,9}\\.\\d+\\s*',
  '\\s*[+-]?\\d(?:\\.\\d*)?[eE]\\+?0*\\d\\s*',
  '\\s*[+-]?\\d{1,9}(?:\\.\\d*)?[eE]-\\d+\\s*',
  '@-?\\d{1,10}',
];

/** The JSON Schema pattern of dates: the common forms that `parseDate` reads. A reasonably short pattern cannot include rarer forms. */
export const DATE_PATTERN = `^${oneOf(
  `${day('month', (year, month, date) => `${year}-${month}-${date}`)}${TIME}?`,
  day('month', (year, month, date) => `${year}${month}${date}`),
  `${day('month', (year, month, date) => `${month}/${date}/${year}`)}${TIME}?`,
  `${day('month', (year, month, date) => `${date}\\.${month}\\.${year}`)}${TIME}?`,
  `${day('name', (year, month, date) => `${date} ${month} ${year}`, '0?')}${TIME}?`,
  `${day('name', (year, month, date) => `${month} ${date}, ${year}`, '0?')}${TIME}?`,
  `${words('now today midnight noon')}`,
  `${words('today tomorrow yesterday')}(?: ${HOUR_AND_MINUTE}| ${HALF_DAY}| noon)?`,
  `(?:${words('next last this')} )?${DAY_NAME}(?: ${HOUR_AND_MINUTE}| ${HALF_DAY})?`,
  `${words('next last')} ${oneOf('day', 'week', 'month', 'year')}`,
  `[+-]\\d{1,3} ${UNIT}(?: ago)?`,
  `${words('first last')} day of ${oneOf('next month', 'last month', 'this month')}`,
  `${words('first second third fourth last')} ${DAY_NAME} of ${oneOf(LONG.name, SHORT.name, FEBRUARY.name)} ${YEAR}`,
  ...SECONDS,
)}$`;

/** Further zone names: newer and older names of zones without letter abbreviations, and offsets. `Intl` lists other names. */
const OTHERS =
  'America/Argentina/Buenos_Aires America/Argentina/Catamarca America/Argentina/ComodRivadavia America/Argentina/Cordoba America/Argentina/Jujuy America/Argentina/Mendoza America/Nuuk America/Porto_Acre America/Rosario Asia/Ashkhabad Asia/Choibalsan Asia/Dacca Asia/Ho_Chi_Minh Asia/Istanbul Asia/Kashgar Asia/Kathmandu Asia/Thimbu Asia/Ulan_Bator Asia/Yangon Australia/LHI Brazil/Acre Brazil/DeNoronha Brazil/East Brazil/West Chile/Continental Chile/EasterIsland Etc/GMT+1 Etc/GMT+2 Etc/GMT+3 Etc/GMT+4 Etc/GMT+5 Etc/GMT+6 Etc/GMT+7 Etc/GMT+8 Etc/GMT+9 Etc/GMT+10 Etc/GMT+11 Etc/GMT+12 Etc/GMT-1 Etc/GMT-2 Etc/GMT-3 Etc/GMT-4 Etc/GMT-5 Etc/GMT-6 Etc/GMT-7 Etc/GMT-8 Etc/GMT-9 Etc/GMT-10 Etc/GMT-11 Etc/GMT-12 Etc/GMT-13 Etc/GMT-14 Iran Kwajalein NZ-CHAT Pacific/Chuuk Pacific/Kanton Pacific/Pohnpei Pacific/Yap Singapore Turkey';

/** The names of time zones that `isZone` accepts, in their usual spelling, sorted. */
export const ZONE_NAMES: readonly string[] = [
  ...new Set([
    ...Intl.supportedValuesOf('timeZone'),
    ...ZONE_ABBREVIATIONS.flatMap(([, names]) => names.split(' ')),
    ...ABBREVIATION_NAMES,
    ...OTHERS.split(' '),
  ]),
].sort();

// 15 hours are read too, but not with every minute.
const HOURS = '[+-](?:0?[0-9]|1[0-4])';

const areas = new Map<string, string[]>();
for (const name of ZONE_NAMES) {
  const area = name.split('/', 1)[0] ?? '';
  const places = areas.get(area) ?? [];
  places.push(name.slice(area.length));
  areas.set(area, places);
}
/** The zone names as patterns by area: `Europe(?:/Paris|/Rome)`. */
const names = Array.from(areas, ([area, places]) => `${area}(?:${places.join('|')})`.replaceAll('+', '\\+').replace('(?:)', ''));

/** The JSON Schema pattern of a time zone: a name, an offset (`UTC+2`, `UTC+5.5`, `UTC+5:30`, `+02:00`, `-0500`, `GMT+2`), or ''. */
export const ZONE_PATTERN = `^(?:|${names.join('|')}|[Uu][Tt][Cc]${HOURS}(?:\\.[0-9]{1,2}|:[0-5][0-9])?|(?:[Gg][Mm][Tt])?${HOURS}(?::?[0-5][0-9])?)$`;
