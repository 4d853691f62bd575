import { LANGUAGES, MANY, reading, rootOf, type Scenario } from './questions';
import { WORDS } from './words';

const queries = (make: (place: number) => string): string[] => Array.from({ length: MANY / 2 }, (_, place) => make(place));

const wordOf = (language: (typeof LANGUAGES)[number], place: number): string => WORDS[language][place % WORDS[language].length] ?? '';
const day = (place: number): string => new Date(Date.now() + place * 86_400_000).toISOString().slice(0, 10);

/** An end date for each place, so that no two queries are equal. The first page of ten records stays full. */
const until = (place: number): string => `end_date=${day(700 - place)}`;

const mistyped = (word: string): string => `${word.slice(0, 2)}${word.slice(3)}`;

export const EIGHT_FACETS = 'categories,tags,venue,organizer,month,weekday,free,event_status';

/** Queries for events that the bare application does not support, by the name of the scenario. */
const EVENTS: Readonly<Record<string, (place: number, language: (typeof LANGUAGES)[number]) => string>> = {
  sort: (place) => `sort=title&${until(place)}`,
  sort2: (place) => `sort=-modified,title&${until(place)}`,
  distance: (place) => `geoloc_lat=${45.7 + place / 1000}&geoloc_lng=4.83&sort=distance`,
  bbox: (place) => `bbox=${-5 + place / 100},40,10,60`,
  now: (place) => `now=true&${until(place)}`,
  overlaps: (place) => `overlaps=true&start_date=${day(place)}&end_date=${day(place + 2)}`,
  weekdays: (place) => `weekdays=sat,sun&${until(place)}`,
  times: (place) => `time_from=18:00&time_to=02:00&${until(place)}`,
  free: (place) => `free=true&${until(place)}`,
  prices: (place) => `cost_min=${place}&cost_max=${place + 10}`,
  changed: (place) => `modified_after=${day(-place)}`,
  facet: (place) => `facets=month&per_page=0&${until(place)}`,
  facets: (place) => `facets=${EIGHT_FACETS}&per_page=0&${until(place)}`,
  word: (place, language) => `q=${wordOf(language, place)}`,
  rare: (place) => `q=${place * 70 + 1}`,
  words: (place, language) => `q=${wordOf(language, place)}+${wordOf(language, place + 7)}`,
  beginning: (place, language) => `q=${wordOf(language, place).slice(0, 3)}`,
  mistyped: (place, language) => `q=${mistyped(wordOf(language, place))}`,
};

/** Creates the scenarios for search, filters, sorting and facets. Only the service takes part in them. */
export function findingScenarios(): Scenario[] {
  const alone = (name: string, paths: readonly string[]): Scenario => ({ ...reading(name, paths), isAlone: true });
  const inBoth = (make: (place: number, language: (typeof LANGUAGES)[number]) => string, route = 'events'): string[] =>
    LANGUAGES.flatMap((language) => queries((place) => `${rootOf(language)}/${route}?${encodeURI(make(place, language))}`));
  return [
    ...Object.entries(EVENTS).map(([name, make]) => alone(name, inBoth(make))),
    alone(
      'suggest',
      inBoth((place, language) => `q=${wordOf(language, place).slice(0, 2 + (place % 3))}&per_kind=${1 + (place % 7)}`, 'suggest'),
    ),
  ];
}
