import { wallMs } from './wall-time';

/** The relative parts of a date, such as `+2 days`, by unit. */
interface Move {
  year: number;
  month: number;
  day: number;
  /** The hours and smaller units in ms of elapsed time. Daylight saving time has no effect. */
  ms: number;
}

type WeekdayRule = 'after' | 'from' | 'week';

/** The parsed parts of a date. A part that the text does not set is undefined. */
export interface ParsedDate {
  year?: number;
  month?: number;
  day?: number;
  hour?: number;
  minute?: number;
  second?: number;
  /** The first time zone or offset in the text, as typed. */
  zone?: string;
  /** The weekday, where 0 is Sunday. Negative if counted back. */
  weekday?: number;
  /** The rule for the weekday. `after`: after the date; `from`: on the date or later; `week`: in the same week. */
  weekdayRule: WeekdayRule;
  move: Move;
  /** The first or last day of the month, from 'first day of' or 'last day of'. */
  edge?: 'first' | 'last';
  /** The first or last weekday of a month ('first monday of'), or a number of weekdays to move by. */
  special?: 'first' | 'last' | number;
  /** The number of dates, times and zones in the text. */
  dates: number;
  times: number;
  zones: number;
}

/** A pattern of a part of a date, and the function that stores the part in `parsed`. It returns false for an impossible part. */
export interface Format {
  readonly pattern: RegExp;
  read(parsed: ParsedDate, ...parts: (string | undefined)[]): unknown;
}

const GAP = '[ \\t]*';
const SPACE = '[ \\t]+';
const HOUR = '(2[0-4]|[01]?\\d)';
const HOUR_TWO = '(2[0-4]|[01]\\d)';
const HOUR12 = '(1[0-2]|0?[1-9])';
const MINUTE = '([0-5]?\\d)';
const MINUTE_TWO = '([0-5]\\d)';
const SECOND = '(60|[0-5]?\\d)';
const SECOND_TWO = '(60|[0-5]\\d)';
const MERIDIAN = '([ap])\\.?m\\.?(?=[ \\t]|$)';
const MONTH = '(1[0-2]|0?\\d)';
const MONTH_TWO = '(1[0-2]|0\\d)';
const DAY = '(3[01]|[0-2]?\\d)';
const DAY_TWO = '(3[01]|[0-2]\\d)';
const NTH_DAY = `${DAY}(?:st|nd|rd|th)?`;
const YEAR = '(\\d{1,4})';
const MONTH_SHORT = '(jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)';
const MONTH_WORD =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?';
const MONTH_NAME = `(${MONTH_WORD}|viii|vii|vi|xii|xi|iii|ii|iv|ix|i|v|x)`;
const DAY_NAME = '(?:sun|mon|tues|wednes|thurs|fri|satur)days?|sun|mon|tue|wed|thu|fri|sat';
const SEPARATOR = '[ .\\t-]*';
const DATE_END = '(?:(?:st|nd|rd|th)[,. \\t]*|[,. \\t]+)';
const COUNT_NAME = '(first|second|third|fourth|fifth|sixth|seventh|eighth?|ninth|tenth|eleventh|twelfth|next|last|previous|this)';
const UNIT = `months?|weekdays?|${DAY_NAME}|ms|µs|(?:millisecond|msec|microsecond|µsec|usec|second|sec|minute|min|hour|day|fortnight|forthnight|year)s?|weeks`;
// PHP reads more offsets within dates than `zones.ts` reads as zones; `isZone` checks these offsets too.
const OFFSET = '(?:GMT|UTC)?([+-])(\\d{1,6}(?::[0-5]?\\d(?::[0-5]\\d)?)?)';
const ZONE_NAME = '\\(?(etc/gmt[+-]\\d{1,2}|[a-z]+(?:[/_-][a-z]+)*)\\)?';

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const ROMAN = 'I II III IV V VI VII VIII IX X XI XII'.split(' ');
const DAYS = 'sun mon tue wed thu fri sat'.split(' ');
const COUNTS = 'this first second third fourth fifth sixth seventh eight ninth tenth eleventh twelfth'.split(' ');

const find = (names: readonly string[], text: string): number => names.indexOf(text.toLowerCase().slice(0, 3));
/** Returns the number of a month (1 to 12): by digits, by name or in Roman capitals. Returns 0 for other text. */
const monthOf = (text: string): number => Number(text) || find(MONTHS, text) + 1 || ROMAN.indexOf(text) + 1;
const count = (text: string): number => {
  const word = text.toLowerCase();
  if (word === 'next') return 1;
  return word === 'last' || word === 'previous' ? -1 : COUNTS.indexOf(word.replace('eighth', 'eight'));
};

const setTime = (parsed: ParsedDate, hour: number, minute = 0, second = 0): void => void Object.assign(parsed, { hour, minute, second });
const dropTime = (parsed: ParsedDate): void => {
  parsed.times = 0;
  setTime(parsed, 0);
};
const time = (parsed: ParsedDate, hour: string | undefined, minute?: string, second?: string): boolean => {
  parsed.times += 1;
  setTime(parsed, Number(hour), Number(minute ?? 0), Number(second ?? 0));
  return parsed.times === 1;
};
const halfDay = (hour: string | undefined, half: string | undefined): string =>
  half === undefined ? (hour ?? '') : String((Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0));
const fullYear = (year: string): number =>
  year.length > 3 || Number(year) > 99 ? Number(year) : Number(year) + (Number(year) < 70 ? 2000 : 1900);
const date = (parsed: ParsedDate, year: string | undefined, month: string, day: string | undefined): boolean => {
  parsed.dates += 1;
  if (year !== undefined) parsed.year = fullYear(year);
  parsed.month = monthOf(month);
  if (day !== undefined) parsed.day = Number(day);
  return parsed.dates === 1 && parsed.month > 0;
};
const zone = (parsed: ParsedDate, name: string): boolean => {
  parsed.zones += 1;
  parsed.zone ??= name;
  return parsed.zones <= 2;
};

/** Normalises '2', '02', '230', '0230' and '2:30' to '02:30'. */
const hoursAndMinutes = (distance: string): string => {
  const [hours = '', minutes] = distance.split(':');
  const digits = hours.length > 2 ? hours.padStart(4, '0') : `${hours.padStart(2, '0')}00`;
  return `${digits.slice(0, 2)}:${minutes?.padStart(2, '0') ?? digits.slice(2, 4)}`;
};

const SECONDS = 1000;
const UNITS: readonly (readonly [RegExp, keyof Move, number])[] = [
  [/^(?:ms|milli)/, 'ms', 1],
  [/^(?:µ|us|micro)/, 'ms', 0.001],
  [/^sec/, 'ms', SECONDS],
  [/^min/, 'ms', 60 * SECONDS],
  [/^hour/, 'ms', 3600 * SECONDS],
  [/^week/, 'day', 7],
  [/^fort/, 'day', 14],
  [/^day/, 'day', 1],
  [/^month/, 'month', 1],
  [/^year/, 'year', 1],
];

/** Stores a relative part of a date. A counted weekday such as 'second monday' sets the time to midnight. */
const moveBy = (parsed: ParsedDate, amount: number, unit: string, rule: WeekdayRule, { keepsTime = false } = {}): void => {
  const name = unit.toLowerCase();
  const [, field, times] = UNITS.find(([pattern]) => pattern.test(name.replace('weekday', ''))) ?? [];
  if (field !== undefined && times !== undefined) {
    parsed.move[field] += amount * times;
    return;
  }
  if (!keepsTime) dropTime(parsed);
  if (name.startsWith('weekday')) {
    parsed.special = amount;
    return;
  }
  parsed.move.day += (amount > 0 ? amount - 1 : amount) * 7;
  parsed.weekday = find(DAYS, name);
  parsed.weekdayRule = rule;
};

const format = (pattern: string, read: Format['read']): Format => ({ pattern: new RegExp(pattern, 'iy'), read });

/**
 * Makes the format of a date and time. `order` has a letter for each group of the pattern: y(ear), m(onth), d(ay), h(our), i for the
 * minute, s(econd). A date without a day is the first of its month.
 */
const dated = (pattern: string, order: string): Format =>
  format(pattern, (parsed, ...groups) => {
    const part = (letter: string): string | undefined => groups[order.indexOf(letter)];
    const isDate = date(parsed, part('y'), part('m') ?? '', order.includes('d') ? part('d') : '1');
    return order.includes('h') ? isDate && time(parsed, part('h'), part('i'), part('s')) : isDate;
  });

const TIME = `t?${HOUR}[:.]${MINUTE}(?:[:.]${SECOND}(?:\\.\\d+)?)?`;
const TIME12 = `${HOUR12}(?:[:.]${MINUTE_TWO}|[:.]${MINUTE}[:.]${SECOND_TWO})?${GAP}${MERIDIAN}`;
const time12 = (parsed: ParsedDate, hour?: string, minute?: string, longMinute?: string, second?: string, half?: string): boolean =>
  time(parsed, halfDay(hour, half), minute ?? longMinute, second);

/** The formats of PHP's `strtotime`. At each position the longest match wins, then the first in this list. */
export const DATE_FORMATS: readonly Format[] = [
  format('now', () => undefined),
  format('(?:today|midnight)', dropTime),
  format('noon', (parsed) => {
    parsed.times = 1;
    setTime(parsed, 12);
  }),
  format('(yesterday|tomorrow)', (parsed, word) => {
    dropTime(parsed);
    parsed.move.day = word?.toLowerCase() === 'tomorrow' ? 1 : -1;
  }),
  format('@(-?\\d{1,14})(?:\\.\\d{0,6})?', (parsed, seconds) => {
    Object.assign(parsed, { year: 1970, month: 1, day: 1, dates: 0 });
    dropTime(parsed);
    parsed.move.ms += Number(seconds) * SECONDS;
    return zone(parsed, 'UTC');
  }),
  format('(first|last) day of', (parsed, which) => {
    parsed.edge = which?.toLowerCase() === 'last' ? 'last' : 'first';
  }),
  // A quarter past the hour, a quarter to it.
  format(`(back|front) of ${HOUR}(?:${GAP}${MERIDIAN})?`, (parsed, which, hour, half) => {
    dropTime(parsed);
    time(parsed, halfDay(hour, half), '15');
    if (which?.toLowerCase() === 'front') setTime(parsed, (parsed.hour ?? 0) - 1, 45);
  }),
  format(`${COUNT_NAME}${SPACE}(${DAY_NAME})${SPACE}of`, (parsed, words = '', day = '') => {
    moveBy(parsed, count(words), day, count(words) < 0 ? 'after' : 'from');
    parsed.special = count(words) > 0 ? 'first' : 'last';
  }),
  format(TIME12, time12),
  format(TIME, time),
  format(`t${HOUR}`, time),
  format(`t?${HOUR_TWO}${MINUTE_TWO}`, (parsed, hour, minute) => {
    if (parsed.times === 0) return time(parsed, hour, minute);
    // After a time, four digits are a year.
    parsed.times += 1;
    parsed.year = Number(`${hour}${minute}`);
    return parsed.times === 2;
  }),
  format(`t?${HOUR_TWO}${MINUTE_TWO}${SECOND_TWO}`, time),
  dated(`${MONTH}/${DAY}(?:/${YEAR})?`, 'mdy'),
  dated(`\\+?(\\d{4})-${MONTH_TWO}-${DAY_TWO}`, 'ymd'),
  dated(`(\\d{4})/${MONTH}/${NTH_DAY}/?`, 'ymd'),
  dated(`(\\d{4})-${MONTH}`, 'ym'),
  dated(`${YEAR}-${MONTH}-${NTH_DAY}`, 'ymd'),
  dated(`${NTH_DAY}${SEPARATOR}${MONTH_NAME}${SEPARATOR}${YEAR}`, 'dmy'),
  dated(`${NTH_DAY}[.\\t-]${MONTH}[.-](\\d{4})`, 'dmy'),
  dated(`${NTH_DAY}[.\\t]${MONTH}\\.(\\d{2})`, 'dmy'),
  dated(`${MONTH_NAME}${SEPARATOR}(\\d{4})`, 'my'),
  dated(`(\\d{4})${SEPARATOR}${MONTH_NAME}`, 'ym'),
  dated(`${MONTH_NAME}${SEPARATOR}${DAY}(?:${DATE_END}${YEAR}|${DATE_END}|$)`, 'mdy'),
  dated(`${NTH_DAY}${SEPARATOR}${MONTH_NAME}`, 'dm'),
  dated(`(\\d{4})${MONTH_TWO}${DAY_TWO}`, 'ymd'),
  dated(`(\\d{4}):${MONTH_TWO}:${DAY_TWO} ${HOUR_TWO}:${MINUTE_TWO}:${SECOND_TWO}`, 'ymdhis'),
  format('(\\d{4})[.-]?(36[0-6]|3[0-5]\\d|[12]\\d\\d|0[1-9]\\d|00[1-9])', (parsed, year, day) => {
    const at = new Date(wallMs(Number(year), 1, Number(day)));
    return date(parsed, year, String(at.getUTCMonth() + 1), String(at.getUTCDate())) && at.getUTCFullYear() === Number(year);
  }),
  format('(\\d{4})-?W(0[1-9]|[1-4]\\d|5[0-3])(?:-?([0-7]))?', (parsed, year, week, day = '1') => {
    // ISO weeks begin on Monday; week 1 is the one with 4 January, and the last one that with 28 December.
    const weekday = (month: number, dayOfMonth: number): number => (new Date(wallMs(Number(year), month, dayOfMonth)).getUTCDay() + 6) % 7;
    parsed.move.day = Number(week) * 7 + Number(day) - weekday(1, 4) - 5;
    return date(parsed, year, '1', '1') && (week !== '53' || weekday(12, 31) === 3 || weekday(1, 1) === 3);
  }),
  dated(`${MONTH_SHORT}-${DAY_TWO}-${YEAR}`, 'mdy'),
  dated(`${YEAR}-${MONTH_SHORT}-${DAY_TWO}`, 'ymd'),
  dated(`${DAY}/${MONTH_SHORT}/(\\d{4}):${HOUR_TWO}:${MINUTE_TWO}:${SECOND_TWO}`, 'dmyhis'),
  format('(\\d{4})', (parsed, year) => {
    parsed.year = Number(year);
  }),
  format('ago', (parsed) => {
    const { move } = parsed;
    parsed.move = { year: -move.year, month: -move.month, day: -move.day, ms: -move.ms };
    if (parsed.weekday !== undefined) parsed.weekday = -parsed.weekday || -7;
    if (typeof parsed.special === 'number') parsed.special = -parsed.special;
  }),
  format(`(weekdays?|${DAY_NAME})`, (parsed, day = '') => {
    dropTime(parsed);
    // Alone, the word for any weekday is Monday.
    parsed.weekday = /^week/i.test(day) ? 1 : find(DAYS, day);
    if (parsed.weekdayRule !== 'week') parsed.weekdayRule = 'from';
  }),
  // A week begins on Monday; 'next week' alone is its Monday.
  format(`(next|last|previous|this)${SPACE}week`, (parsed, words = '') => {
    parsed.move.day += count(words) * 7;
    parsed.weekdayRule = 'week';
    parsed.weekday ??= 1;
  }),
  format(`${COUNT_NAME}${SPACE}(${UNIT})`, (parsed, words = '', unit = '') =>
    moveBy(parsed, count(words), unit, words.toLowerCase() === 'this' ? 'from' : 'after'),
  ),
  format(`(${MONTH_WORD})`, (parsed, month = '') => date(parsed, undefined, month, undefined)),
  format(OFFSET, (parsed, sign, distance = '') => zone(parsed, `${sign}${hoursAndMinutes(distance)}`)),
  format(ZONE_NAME, (parsed, name = '') => zone(parsed, name)),
  // A date without a year matches together with the time after it, which is no year.
  format(
    `${MONTH_NAME}${SEPARATOR}${DAY}${DATE_END}${TIME12}`,
    (parsed, month = '', day, ...parts) => date(parsed, undefined, month, day) && time12(parsed, ...parts),
  ),
  dated(`${MONTH_NAME}${SEPARATOR}${DAY}${DATE_END}${TIME}`, 'mdhis'),
  format(`([+-]*)${GAP}(\\d{1,13})${GAP}(${UNIT}|week)`, (parsed, signs = '', amount, unit = '') =>
    moveBy(parsed, Number(amount) * (signs.replaceAll('+', '').length % 2 ? -1 : 1), unit, 'from', { keepsTime: true }),
  ),
];
