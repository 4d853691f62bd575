import { STOP_WORDS } from '../../lib/calendar/text/fold';
import { type Known, lineage, namedIn, PLACES } from './model';
import type { Word } from './vocabulary';

/** The filters of a list, before they are written as a query. */
export interface Asked {
  readonly language: 'en' | 'fr';
  readonly isEditor: boolean;
  /** True if the request sends the password of the protected events. */
  readonly hasPassword?: boolean;
  readonly from?: string;
  readonly to?: string;
  readonly overlaps?: boolean;
  readonly now?: boolean;
  readonly weekdays?: readonly string[];
  readonly timeFrom?: string;
  readonly timeTo?: string;
  readonly free?: boolean;
  readonly least?: number;
  readonly most?: number;
  readonly states?: readonly string[];
  readonly attendances?: readonly string[];
  readonly box?: readonly [west: number, south: number, east: number, north: number];
  readonly near?: { readonly place: readonly [number, number]; readonly kilometres: number };
  readonly category?: string;
  readonly tag?: string;
  readonly venue?: string;
  readonly featured?: boolean;
  readonly modifiedAfter?: string;
  readonly q?: {
    readonly typed: string;
    /** The plain form of each word, in the order of `typed`. */
    readonly words: readonly string[];
  };
  readonly sort?: readonly string[];
}

const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
export const weekdayOf = (wall: string): string => DAYS[new Date(`${wall.slice(0, 10)}T00:00:00Z`).getUTCDay()] ?? '';

/** The distance in kilometres, computed with vectors and thus in another way than in the service. */
const kilometres = ([a, b]: readonly [number, number], [c, d]: readonly [number, number]): number => {
  const vector = (latitude: number, longitude: number) => {
    const [lat, lng] = [(latitude * Math.PI) / 180, (longitude * Math.PI) / 180];
    return [Math.cos(lat) * Math.cos(lng), Math.cos(lat) * Math.sin(lng), Math.sin(lat)] as const;
  };
  const [one, other] = [vector(a, b), vector(c, d)];
  const cross = Math.hypot(
    one[1] * other[2] - one[2] * other[1],
    one[2] * other[0] - one[0] * other[2],
    one[0] * other[1] - one[1] * other[0],
  );
  const dot = one[0] * other[0] + one[1] * other[1] + one[2] * other[2];
  return 6371 * Math.atan2(cross, dot);
};

const placesOf = ({ venues }: Known): (readonly [number, number])[] => venues.flatMap((name) => (PLACES[name] ? [PLACES[name]] : []));

/** The distance of an event; infinite if it has no place. */
export const distanceOf = (event: Known, from: readonly [number, number]): number =>
  Math.min(Number.POSITIVE_INFINITY, ...placesOf(event).map((place) => kilometres(from, place)));

/** True if the list shows password-protected values. Only editors see them, even if a password is sent. */
export const isOpen = ({ isProtected }: Known, { isEditor }: Asked): boolean => !isProtected || isEditor;

/** The values that the filters for state and attendance compare. */
export const stateOf = (event: Known, query: Asked): string => (isOpen(event, query) ? (event.state ?? 'scheduled') : 'scheduled');
const attendanceOf = (event: Known, query: Asked): string => {
  if (!isOpen(event, query)) return 'offline';
  return event.state === 'moved_online' && event.attendance !== 'mixed' ? 'online' : (event.attendance ?? 'offline');
};
export const isFree = (event: Known, query: Asked): boolean =>
  isOpen(event, query) && event.prices.length > 0 && event.prices.every((price) => price === 0);

/** True if a list without filters contains the event. */
const isListed = (event: Known, { language, isEditor }: Asked): boolean =>
  event.language === language && !event.isHidden && (!event.isDraft || isEditor);

const minutes = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

/** True if an event ends after an instant. An event without length counts when it starts. */
const isOnFrom = ({ start, end }: Known, at: number): boolean => end > at || start >= at;

/** True if the event matches all filters except `but`. */
export function belongs(event: Known, query: Asked, now: number, but?: keyof Asked): boolean {
  const open = isOpen(event, query);
  const { from, to, overlaps, ...rest } = query;
  const begin = from === undefined ? Number.NEGATIVE_INFINITY : Date.parse(`${from}T00:00:00Z`);
  const end = to === undefined ? Number.POSITIVE_INFINITY : Date.parse(`${to}T23:59:59Z`);
  const checks: Partial<Record<keyof Asked, () => boolean>> = {
    now: () => event.start <= now && isOnFrom(event, now),
    weekdays: () => rest.weekdays?.includes(weekdayOf(event.startDate)) ?? true,
    timeFrom: () => open && isInTime(event, rest),
    timeTo: () => open && isInTime(event, rest),
    free: () => isFree(event, query) === rest.free,
    least: () => open && event.prices.some((price) => price >= (rest.least ?? 0) && price <= (rest.most ?? Number.POSITIVE_INFINITY)),
    most: () => open && event.prices.some((price) => price >= (rest.least ?? 0) && price <= (rest.most ?? Number.POSITIVE_INFINITY)),
    states: () => rest.states?.includes(stateOf(event, query)) ?? true,
    attendances: () => rest.attendances?.includes(attendanceOf(event, query)) ?? true,
    box: () => open && placesOf(event).some((place) => isInBox(place, rest.box ?? [0, 0, 0, 0])),
    near: () => open && rest.near !== undefined && distanceOf(event, rest.near.place) <= rest.near.kilometres,
    category: () => open && event.categories.some((name) => lineage(name).includes(rest.category ?? '')),
    tag: () => open && event.tags.includes(rest.tag ?? ''),
    venue: () => open && event.venues.includes(rest.venue ?? ''),
    featured: () => (open && event.isFeatured) === rest.featured,
    modifiedAfter: () => event.modified >= Date.parse(`${rest.modifiedAfter}Z`),
  };
  return (
    isListed(event, query) &&
    (overlaps ? begin <= end && isOnFrom(event, begin) && event.start <= end : event.start >= begin && event.end <= end) &&
    Object.entries(checks).every(([name, check]) => name === but || rest[name as keyof typeof rest] === undefined || check())
  );
}

const isInTime = ({ allDay, startDate }: Known, { timeFrom = '00:00', timeTo = '23:59' }: Pick<Asked, 'timeFrom' | 'timeTo'>): boolean => {
  const [at, from, to] = [minutes(startDate.slice(11)), minutes(timeFrom), minutes(timeTo)];
  return !allDay && (from <= to ? at >= from && at <= to : at >= from || at <= to);
};

const isInBox = ([latitude, longitude]: readonly [number, number], [west, south, east, north]: readonly number[]): boolean => {
  const [w = 0, s = 0, e = 0, n = 0] = [west, south, east, north];
  return latitude >= s && latitude <= n && (w <= e ? longitude >= w && longitude <= e : longitude >= w || longitude <= e);
};

/** The number of edits (insert, delete, replace, swap) between two words. */
function errorsBetween(one: string, other: string): number {
  const rows = Array.from({ length: one.length + 1 }, (_, row) => Array.from({ length: other.length + 1 }, (_, column) => row + column));
  const at = (row: number, column: number): number => rows[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let row = 1; row <= one.length; row += 1)
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      const all = [at(row - 1, column) + 1, at(row, column - 1) + 1, at(row - 1, column - 1) + (isSame ? 0 : 1)];
      (rows[row] as number[])[column] = Math.min(...all, isSwapped ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY);
    }
  return at(one.length, other.length);
}

/** The least length of a word that matches as a prefix, and of one that may contain an error. */
const [BEGINNING, MISTAKABLE] = [2, 5];

/** The rank of each event that has all words: 0 in the title, 1 with names, 2 with texts. */
export function placesByWords(events: readonly Known[], query: Asked): ReadonlyMap<Known, number> {
  const { q, language } = query;
  if (q === undefined) return new Map(events.map((event) => [event, 0]));
  const isSignificant = (word: string) => (word.length > 1 || /[^a-z]/.test(word) ? !STOP_WORDS[language].has(word) : false);
  const significant = q.words.filter(isSignificant);
  const isSearched = (word: string) => (significant.length > 0 ? significant : q.words).includes(word);
  const listed = events.filter((event) => isListed(event, query));
  const reaches = new Map(
    listed.map((event) => {
      const [names, texts] = isOpen(event, query) ? [namedIn(language, event), event.inTexts] : [[], []];
      return [event, [event.inTitle, [...event.inTitle, ...names], [...event.inTitle, ...names, ...texts]]] as const;
    }),
  );
  const all = new Set([...reaches.values()].flatMap(([, , words]) => words));
  const meanings = q.words.filter(isSearched).map((word): ReadonlySet<Word> => {
    const isBeginning = word === q.words.at(-1) && word.length >= BEGINNING;
    const which = (fits: (form: string) => boolean) => new Set([...all].filter(({ forms }) => forms.some(fits)));
    const exact = which((form) => (isBeginning ? form.startsWith(word) : form === word));
    return exact.size === 0 && word.length >= MISTAKABLE ? which((form) => errorsBetween(form, word) === 1) : exact;
  });
  const places = [...reaches].map(([event, reach]): [Known, number] => [
    event,
    reach.findIndex((words) => meanings.every((meaning) => words.some((word) => meaning.has(word)))),
  ]);
  return new Map(places.filter(([, place]) => place >= 0));
}

/** Compares two events in the order of the list. `places` are their ranks by words. */
export function compare(one: Known, other: Known, { sort = [], language, near, q }: Asked, places: ReadonlyMap<Known, number>): number {
  const { compare: collate } = new Intl.Collator(language);
  const text = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
  const by: Record<string, (a: Known, b: Known) => number> = {
    start: (a, b) => a.start - b.start,
    start_date: (a, b) => text(a.startDate, b.startDate),
    end_date: (a, b) => text(a.endDate, b.endDate),
    title: (a, b) => collate(a.title, b.title),
    date: (a, b) => text(a.date, b.date),
    modified: (a, b) => a.modified - b.modified,
    relevance: (a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0),
    distance: (a, b) => (near ? distanceOf(a, near.place) - distanceOf(b, near.place) : 0),
  };
  const first = sort.length === 0 && q ? ['relevance'] : sort;
  const isAlone = first.length === 0 || (first.length === 1 && /distance|relevance/.test(first[0] ?? ''));
  const usual = first[0]?.endsWith('relevance') ? ['start'] : ['start_date', 'date'];
  const names = isAlone ? [...first, ...usual] : first;
  for (const key of names) {
    const isDown = key.startsWith('-');
    const found = by[isDown ? key.slice(1) : key]?.(one, other) ?? 0;
    if (found !== 0) return isDown ? -found : found;
  }
  return names.at(-1)?.startsWith('-') ? other.id - one.id : one.id - other.id;
}
