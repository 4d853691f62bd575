import type { Account } from './loading';
import { WORDS } from './words';

export const LANGUAGES = ['en', 'fr'] as const;
const DAY = 86_400_000;
/** The maximum number of different requests in a scenario. */
export const MANY = 240;

export interface Question {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/**
 * A group of requests that are measured together.
 * `next` makes the request of a turn. `reads` are paths whose answers do not change.
 */
export interface Scenario {
  readonly name: string;
  readonly reads: readonly string[];
  next(turn: number): Question;
  /** Only the service is measured, because the other servers lack the feature. */
  readonly isAlone?: true;
  /** Paths that warm the cache before each slice. */
  readonly warm?: readonly string[];
}

export type Ask = (path: string) => Promise<unknown>;

interface ListedEvent {
  readonly id: number;
  readonly slug: string;
  readonly venue: { readonly id?: number };
  readonly organizer: readonly { readonly id: number }[];
  readonly categories: readonly { readonly id: number; readonly slug: string }[];
}

const get = (path: string): Question => ({ method: 'GET', path });
/** A scenario that reads paths in turn. */
export const reading = (name: string, paths: readonly string[]): Scenario => {
  const reads = spread(paths);
  return { name, reads, next: (turn) => get(reads[turn % reads.length] ?? '') };
};

/** Picks at most `MANY` paths, evenly distributed. */
const spread = (paths: readonly string[]): string[] =>
  paths.length <= MANY ? [...paths] : Array.from({ length: MANY }, (_, place) => paths[Math.floor((place * paths.length) / MANY)] ?? '');

export const rootOf = (language: string) => `/${language}/cal/events/v1`;
const day = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** The page URLs of a list in both languages. Smaller page sizes follow until there are enough. */
async function pagesOf(ask: Ask, plural: string, sizes: readonly number[]): Promise<string[]> {
  const paths: string[] = [];
  for (const size of sizes) {
    if (paths.length >= MANY) break;
    for (const language of LANGUAGES) {
      const list = `${rootOf(language)}/${plural}?per_page=${size}`;
      const { total_pages: pages } = (await ask(list)) as { total_pages: number };
      for (let page = 1; page <= pages; page++) paths.push(page === 1 ? list : `${list}&page=${page}`);
    }
  }
  return paths;
}

/** Up to 150 events of each language, from the whole calendar. */
async function someEvents(ask: Ask): Promise<Record<(typeof LANGUAGES)[number], ListedEvent[]>> {
  const found = { en: [] as ListedEvent[], fr: [] as ListedEvent[] };
  for (const language of LANGUAGES) {
    for (let page = 1; page <= 3; page++) {
      const path = `${rootOf(language)}/events?start_date=1970-01-01&end_date=9999-12-31&per_page=50&page=${page}`;
      const { events, total_pages: pages } = (await ask(path)) as { events: ListedEvent[]; total_pages: number };
      found[language].push(...events);
      if (page >= pages) break;
    }
  }
  return found;
}

/** Creates requests that create events. Each has a new title, and the links of an existing event. */
function creating(events: readonly ListedEvent[], { login, password }: Account, today: number): (turn: number) => Question {
  const linked = events.flatMap(({ venue, organizer: [organizer], categories }) => {
    const [one, other] = categories;
    return venue.id && organizer && one && other ? [{ venue: venue.id, organizer: organizer.id, categories: [one.id, other.id] }] : [];
  });
  const headers = { 'content-type': 'application/json', authorization: `Basic ${btoa(`${login}:${password}`)}` };
  // Lists do not include this date, so that their length does not change.
  const date = day(today + 900 * DAY);
  return (turn) => ({
    method: 'POST',
    path: `${rootOf('en')}/events`,
    headers,
    body: JSON.stringify({
      title: `A new event of the benchmark ${turn}`,
      description: `${WORDS.en.join(' ')}.`,
      start_date: `${date} 19:00:00`,
      end_date: `${date} 22:00:00`,
      timezone: 'Europe/Paris',
      ...linked[turn % linked.length],
    }),
  });
}

/** Mixes 95 % reads and 5 % creations. */
function mixed(parts: readonly Scenario[], post: Scenario): Scenario {
  return {
    name: 'mixed',
    reads: [],
    warm: parts.flatMap(({ reads }) => reads),
    next(turn) {
      if (turn % 20 === 19) return post.next(turn);
      return (parts[turn % parts.length] as Scenario).next(Math.floor(turn / parts.length));
    },
  };
}

const searches = (language: 'en' | 'fr'): string[] => {
  const words = WORDS[language];
  return words.flatMap((word, place) => [word, `${word} ${words[(place + 7) % words.length]}`]);
};

/** Creates the scenarios for the data of a service. Equal data gives equal scenarios. */
export async function scenariosOf(ask: Ask, account: Account): Promise<Scenario[]> {
  const today = new Date().setUTCHours(0, 0, 0, 0);
  const events = await someEvents(ask);
  const inBoth = (make: (language: (typeof LANGUAGES)[number]) => readonly string[]): string[] => LANGUAGES.flatMap(make);
  const slugs = (language: (typeof LANGUAGES)[number]) => [
    ...new Set(events[language].flatMap(({ categories }) => categories.map(({ slug }) => slug))),
  ];
  const list10 = reading('list10', await pagesOf(ask, 'events', [10]));
  const category = inBoth((language) =>
    [10, 20].flatMap((size) => slugs(language).map((slug) => `${rootOf(language)}/events?categories=${slug}&per_page=${size}`)),
  );
  const days = Array.from({ length: MANY / 2 }, (_, place) => today + (place - 50) * 10 * DAY);
  const range = inBoth((language) => days.map((at) => `${rootOf(language)}/events?start_date=${day(at)}&end_date=${day(at + 30 * DAY)}`));
  const search = inBoth((language) =>
    searches(language).map((words) => `${rootOf(language)}/events?search=${encodeURIComponent(words).replaceAll('%20', '+')}`),
  );
  const id = inBoth((language) => events[language].map((event) => `${rootOf(language)}/events/${event.id}`));
  const slug = inBoth((language) => events[language].map((event) => `${rootOf(language)}/events/by-slug/${event.slug}`));
  const [byCategory, byRange, byId] = [reading('category', category), reading('range', range), reading('id', id)];
  const post: Scenario = { name: 'post', reads: [], next: creating(events.en, account, today) };
  return [
    list10,
    reading('list50', await pagesOf(ask, 'events', [50, 49, 48, 47, 46, 45])),
    byCategory,
    byRange,
    reading('search', search),
    byId,
    reading('slug', slug),
    reading('venues', await pagesOf(ask, 'venues', [10, 9, 8, 7, 6, 5])),
    post,
    mixed([list10, byCategory, byRange, byId], post),
  ];
}
