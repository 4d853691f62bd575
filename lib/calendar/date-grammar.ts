/** Amounts to move by, once the date is known. */
export interface Move {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
  /** Monday to Friday only. */
  workday: number;
}

/** What the words of a date say. A field that no word sets is undefined. */
export interface Said {
  year?: number;
  month?: number;
  day?: number;
  hour?: number;
  minute?: number;
  second?: number;
  /** A zone or offset, as written. */
  zone?: string;
  /** 0 is Sunday. */
  weekday?: number;
  /** 0: a later day than this one; 1: this day will do; 2: within this week. */
  weekdayRule: 0 | 1 | 2;
  move: Move;
  /** 'first day of', 'last day of'. */
  edge?: 'first' | 'last';
  /** 'first monday of', 'last monday of'. */
  weekdayOf?: 'first' | 'last';
  /** How often a date, a time and a zone were given; more than once is refused. */
  dates: number;
  times: number;
  zones: number;
}

/** One way to write a part of a date: what it looks like, and how what it says is noted; false when that is impossible. */
export interface Format {
  readonly pattern: RegExp;
  read(said: Said, ...parts: (string | undefined)[]): unknown;
}

const HOUR = '(2[0-4]|[01]?\\d)';
const HOUR12 = '(1[0-2]|0?[1-9])';
const MINUTE = '([0-5]?\\d)';
const SECOND = '(60|[0-5]?\\d)';
const MERIDIAN = '([ap])\\.?m\\.?';
const MONTH = '(1[0-2]|0?\\d)';
const DAY = '(3[01]|[0-2]?\\d)';
const NTH_DAY = `${DAY}(?:st|nd|rd|th)?`;
const MONTH_NAME =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';
const DAY_NAME = '(sun(?:day)?|mon(?:day)?|tue(?:s(?:day)?)?|wed(?:nesday)?|thu(?:r(?:s(?:day)?)?)?|fri(?:day)?|sat(?:urday)?)';
const SEPARATOR = '[ .\\t-]{0,4}';
// Two or four digits that are not the hour of a time: '6 May 19:00', '6 May 7pm'.
const YEAR = `(\\d{4}|\\d{2})(?![ \\t]*(?:[:.]\\d|${MERIDIAN.replace('(', '(?:')}))`;
const COUNT_NAME = '(first|second|third|fourth|fifth|sixth|seventh|eighth?|ninth|tenth|eleventh|twelfth|next|last|previous|this)';
const UNIT = `(${DAY_NAME.replace('(', '(?:')}|weekdays?|(?:sec(?:ond)?|min(?:ute)?|hour|day|week|fortnight|month|year)s?)`;

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const DAYS = 'sun mon tue wed thu fri sat'.split(' ');
const COUNTS = 'this first second third fourth fifth sixth seventh eight ninth tenth eleventh twelfth'.split(' ');

const find = (names: readonly string[], text: string): number => names.indexOf(text.toLowerCase().slice(0, 3));
const count = (text: string): number => {
  const word = text.toLowerCase();
  if (word === 'next') return 1;
  return word === 'last' || word === 'previous' ? -1 : COUNTS.indexOf(word.replace('eighth', 'eight'));
};

const setTime = (said: Said, hour: number, minute = 0, second = 0): void => void Object.assign(said, { hour, minute, second });
const dropTime = (said: Said): void => {
  said.times = 0;
  setTime(said, 0);
};
const time = (said: Said, hour: string | undefined, minute: string | undefined, second: string | undefined): void => {
  said.times += 1;
  setTime(said, Number(hour), Number(minute ?? 0), Number(second ?? 0));
};
const fullYear = (year: string): number => (year.length > 2 ? Number(year) : Number(year) + (Number(year) < 70 ? 2000 : 1900));
const date = (said: Said, year: string | undefined, month: number, day: string | undefined): void => {
  said.dates += 1;
  if (year !== undefined) said.year = fullYear(year);
  said.month = month;
  if (day !== undefined) said.day = Number(day);
};

const UNITS: readonly (readonly [RegExp, keyof Move, number])[] = [
  [/^sec/, 'second', 1],
  [/^min/, 'minute', 1],
  [/^hour/, 'hour', 1],
  [/^weekday/, 'workday', 1],
  [/^week/, 'day', 7],
  [/^fortnight/, 'day', 14],
  [/^day/, 'day', 1],
  [/^month/, 'month', 1],
  [/^year/, 'year', 1],
];

const moveBy = (said: Said, amount: number, unit: string, rule: 0 | 1): void => {
  const name = unit.toLowerCase();
  const [, field, times] = UNITS.find(([pattern]) => pattern.test(name)) ?? [];
  if (field !== undefined && times !== undefined) {
    said.move[field] += amount * times;
    return;
  }
  dropTime(said);
  said.move.day += (amount > 0 ? amount - 1 : amount) * 7;
  said.weekday = find(DAYS, name);
  said.weekdayRule = rule;
};

// A number must not go on after a match, nor a word: no format may take the first half of either.
const WHOLE = '(?:(?<=\\d)(?!\\d)|(?<=[a-z])(?![a-z])|(?<![a-z\\d]))';
const format = (pattern: string, read: Format['read']): Format => ({ pattern: new RegExp(`${pattern}${WHOLE}`, 'iy'), read });

/**
 * Everything that a date can be made of: the reference's formats (PHP `strtotime`, REFERENCE 3.1). At each place the longest match
 * counts, the first of equals. Words that the reference reads in a surprising way ('20300506' as seconds) are read by `readDate` before.
 */
export const DATE_FORMATS: readonly Format[] = [
  format('now', () => undefined),
  format('(?:today|midnight)', dropTime),
  format('noon', (said) => {
    said.times = 1;
    setTime(said, 12);
  }),
  format('(yesterday|tomorrow)', (said, word) => {
    dropTime(said);
    said.move.day = word?.toLowerCase() === 'tomorrow' ? 1 : -1;
  }),
  format('@(-?\\d{1,14})(?:\\.\\d+)?', (said, seconds) => {
    date(said, '1970', 1, '1');
    time(said, '0', '0', '0');
    said.zone = 'UTC';
    said.zones += 1;
    said.move.second += Number(seconds);
  }),
  format('(first|last) day of', (said, which) => {
    said.edge = which?.toLowerCase() === 'last' ? 'last' : 'first';
  }),
  format(`${COUNT_NAME}[ \\t]+${DAY_NAME}[ \\t]+of`, (said, words = '', day = '') => {
    said.weekdayOf = count(words) > 0 ? 'first' : 'last';
    moveBy(said, count(words), day, count(words) > 0 ? 1 : 0);
  }),
  format(`${HOUR12}(?:[:.]${MINUTE}(?:[:.]${SECOND})?)?[ \\t]*${MERIDIAN}`, (said, hour, minute, second, half) =>
    time(said, String((Number(hour) % 12) + (half?.toLowerCase() === 'p' ? 12 : 0)), minute, second),
  ),
  format(`t?${HOUR}[:.]${MINUTE}(?:[:.]${SECOND}(?:[.,]\\d+)?)?`, time),
  format(`t${HOUR}`, time),
  format('t?(2[0-4]|[01]\\d)([0-5]\\d)(60|[0-5]\\d)', time),
  format('t?(2[0-4]|[01]\\d)([0-5]\\d)', (said, hour, minute) => {
    if (said.times === 0) time(said, hour, minute, '0');
    else said.year = Number(`${hour}${minute}`);
  }),
  format(`${MONTH}/${DAY}(?:/(\\d{4}|\\d{2}))?`, (said, month, day, year) => date(said, year, Number(month), day)),
  format(`(\\d{4}|\\d{2})-${MONTH}-${DAY}`, (said, year, month, day) => date(said, year, Number(month), day)),
  format(`(\\d{4})/${MONTH}/${DAY}/?`, (said, year, month, day) => date(said, year, Number(month), day)),
  format(`(\\d{4})-${MONTH}`, (said, year, month) => date(said, year, Number(month), '1')),
  format('(\\d{4})(1[0-2]|0\\d)(3[01]|[0-2]\\d)', (said, year, month, day) => date(said, year, Number(month), day)),
  format(`${DAY}[.\\t-]${MONTH}[.-](\\d{4})`, (said, day, month, year) => date(said, year, Number(month), day)),
  format(`${DAY}[.\\t]${MONTH}\\.(\\d{2})`, (said, day, month, year) => date(said, year, Number(month), day)),
  format(`${NTH_DAY}${SEPARATOR}${MONTH_NAME}${SEPARATOR}${YEAR}`, (said, day, month = '', year) =>
    date(said, year, find(MONTHS, month) + 1, day),
  ),
  format(`${MONTH_NAME}${SEPARATOR}${NTH_DAY}[,. \\t-]{1,4}${YEAR}`, (said, month = '', day, year) =>
    date(said, year, find(MONTHS, month) + 1, day),
  ),
  format(`(\\d{4})-${MONTH_NAME}-${DAY}`, (said, year, month = '', day) => date(said, year, find(MONTHS, month) + 1, day)),
  format(`${MONTH_NAME}${SEPARATOR}(\\d{4})`, (said, month = '', year) => date(said, year, find(MONTHS, month) + 1, '1')),
  format(`(\\d{4})${SEPARATOR}${MONTH_NAME}`, (said, year, month = '') => date(said, year, find(MONTHS, month) + 1, '1')),
  format(`${NTH_DAY}${SEPARATOR}${MONTH_NAME}`, (said, day, month = '') => date(said, undefined, find(MONTHS, month) + 1, day)),
  format(`${MONTH_NAME}${SEPARATOR}${NTH_DAY}`, (said, month = '', day) => date(said, undefined, find(MONTHS, month) + 1, day)),
  format(MONTH_NAME, (said, month = '') => date(said, undefined, find(MONTHS, month) + 1, undefined)),
  format(`${DAY}/${MONTH_NAME}/(\\d{4}):${HOUR}:${MINUTE}:${SECOND}`, (said, day, month = '', year, hour, minute, second) => {
    date(said, year, find(MONTHS, month) + 1, day);
    time(said, hour, minute, second);
  }),
  format('(\\d{4})-?W(0[1-9]|[1-4]\\d|5[0-3])(?:-?([0-7]))?', (said, year = '', week, day = '1') => {
    date(said, year, 1, '1');
    // ISO weeks begin on Monday; week 1 is the one with 4 January.
    const weekday = new Date(Date.UTC(2000, 0, 4)).setUTCFullYear(Number(year)) / 86_400_000;
    said.move.day += (Number(week) - 1) * 7 + Number(day) + 2 - ((((weekday + 3) % 7) + 7) % 7);
  }),
  format('(\\d{4})[.-](36[0-6]|3[0-5]\\d|[0-2]\\d{2})', (said, year, day) => {
    date(said, year, 1, '1');
    said.move.day += Number(day) - 1;
    return Number(day) > 0;
  }),
  // A week begins on Monday; 'next week' alone is its Monday.
  format('(next|last|previous|this)[ \\t]+week', (said, words = '') => {
    said.move.day += count(words) * 7;
    said.weekdayRule = 2;
    said.weekday ??= 1;
  }),
  format(`([+-]*)[ \\t]*(\\d{1,9})[ \\t]*${UNIT}`, (said, signs = '', amount, unit = '') =>
    moveBy(said, Number(amount) * (signs.replaceAll('+', '').length % 2 ? -1 : 1), unit, 1),
  ),
  format(`${COUNT_NAME}[ \\t]+${UNIT}`, (said, words = '', unit = '') =>
    moveBy(said, count(words), unit, words.toLowerCase() === 'this' ? 1 : 0),
  ),
  format(DAY_NAME, (said, day = '') => {
    dropTime(said);
    said.weekday = find(DAYS, day);
    if (said.weekdayRule !== 2) said.weekdayRule = 1;
  }),
  format('ago', (said) => {
    for (const unit of Object.keys(said.move) as (keyof Move)[]) said.move[unit] = -said.move[unit];
  }),
  format('((?:GMT|UTC)?[+-](?:2[0-4]|[01]?\\d)(?::?[0-5]\\d)?)', (said, zone) => {
    said.zones += 1;
    said.zone = zone?.replace(/^UTC/i, '') ?? '';
  }),
  format('(\\([a-z]{1,6}\\)|[a-z]+(?:[/_-][a-z]+)*)', (said, zone) => {
    said.zones += 1;
    said.zone = zone?.replace(/[()]/g, '') ?? '';
  }),
];
