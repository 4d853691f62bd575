import type { Plugin } from '../../lib/program/plugins/plugin';
import { openStage, type Stage } from '../support/scenario';
import type { Login } from '../support/service';

/** Users of the requests, `undefined` for anonymous. */
export const ASKING: readonly (Login | undefined)[] = [undefined, 'subscriber', 'contributor', 'author', 'editor'];

const TITLES = ['Jazz night', 'Fête de la musique', 'Night market', 'Opéra jazz', 'Chess open', 'Écoles en fête', '東京 night'] as const;
const STATUSES = ['publish', 'draft', 'publish', 'private', 'publish', 'pending', 'publish', 'publish', 'future'] as const;
const ZONES = ['UTC', 'America/New_York', 'Asia/Tokyo', 'UTC+5.5'] as const;
const AUTHORS = ['admin', 'author', 'contributor', 'author2'] as const;
const EVENTS = 45;

/** Picks zero, one or two members of a list, depending on `number`. */
const some = <T>(list: readonly T[], number: number): readonly T[] => {
  const [one, two] = [list[number % list.length], list[(number * 3 + 1) % list.length]];
  if (one === undefined || two === undefined || number % 4 === 0) return [];
  return number % 4 === 1 && one !== two ? [one, two] : [one];
};

const day = (number: number) => new Date(Date.UTC(2030, 0, 3 + number)).toISOString().slice(0, 10);

/** Starts a service with linked records, and events that differ in all filters. All events fit on one page. */
export async function openWorld(environment: Readonly<Record<string, string>> = {}, plugins: readonly Plugin[] = []): Promise<Stage> {
  const stage = await openStage(environment, plugins);
  await stage.give({
    near: { path: '/venues', json: { venue: 'Near hall', geo_lat: 48.85, geo_lng: 2.35, city: 'Paris' } },
    far: { path: '/venues', json: { venue: 'Far hall', geo_lat: -33.86, geo_lng: 151.2, city: 'Sydney' }, as: 'author' },
    nowhere: { path: '/venues', json: { venue: 'Nowhere' } },
    closed: { path: '/venues', json: { venue: 'Closed hall', status: 'private' } },
    unused: { path: '/venues', json: { venue: 'Unused hall' } },
    ann: { path: '/organizers', json: { organizer: 'Ann' } },
    bob: { path: '/organizers', json: { organizer: 'Bob' }, as: 'author' },
    eve: { path: '/organizers', json: { organizer: 'Eve', status: 'draft' } },
    idle: { path: '/organizers', json: { organizer: 'Idle' } },
    music: { path: '/categories', json: { name: 'Music' } },
    jazz: { path: '/categories', json: { name: 'Jazz', parent: '{music}' } },
    trade: { path: '/categories', json: { name: 'Trade' } },
    void: { path: '/categories', json: { name: 'Void' } },
    red: { path: '/tags', json: { name: 'Red' } },
    blue: { path: '/tags', json: { name: 'Bleu' } },
    pale: { path: '/tags', json: { name: 'Pâle' } },
    bare: { path: '/tags', json: { name: 'Bare' } },
    root: { path: '/events', json: { title: 'Series', start_date: '2030-01-01', end_date: '2030-12-31' } },
  });
  for (let number = 0; number < EVENTS; number++) {
    const start = day((number * 7) % 50);
    const status = STATUSES[number % STATUSES.length];
    await stage.give({
      [`event${number}`]: {
        path: '/events',
        language: number % 6 === 5 ? 'fr' : 'en',
        json: {
          title: `${TITLES[number % TITLES.length]}`,
          ...(number % 5 === 2 && { description: 'Free chess and wine' }),
          start_date: `${start} ${String((number * 5) % 24).padStart(2, '0')}:00:00`,
          end_date: `${day(((number * 7) % 50) + (number % 4))} 23:30:00`,
          timezone: ZONES[number % ZONES.length],
          status,
          author: `{${AUTHORS[number % AUTHORS.length]}}`,
          featured: number % 3 === 0,
          cost: ['', 'Free', '8', '0', '5 – 30'][number % 5],
          ...(number % 7 === 3 && { event_status: number % 2 === 0 ? 'cancelled' : 'postponed' }),
          ...(number % 5 === 4 && { attendance: number % 2 === 0 ? 'online' : 'mixed' }),
          hide_from_listings: number % 11 === 5,
          venue: some(['{near}', '{far}', '{nowhere}', '{closed}'], number),
          organizer: some(['{ann}', '{bob}', '{eve}'], number + 1),
          categories: some(['{music}', '{jazz}', '{trade}'], number + 2),
          tags: some(['{red}', '{blue}', '{pale}'], number + 3),
          ...(status === 'future' && { date: '2031-01-01 00:00:00' }),
          ...(number % 9 === 1 && { post_parent: '{root}' }),
        },
      },
    });
    if (number % 13 === 4)
      await stage.step({ as: 'admin', method: 'PATCH', path: `/events/{event${number}}`, json: { password: 'sesame' } });
  }
  return stage;
}

export interface List {
  readonly ids: readonly number[];
  // biome-ignore lint/suspicious/noExplicitAny: specs look into records of every shape.
  readonly records: readonly any[];
  readonly total: number;
  readonly pages: number;
  readonly next: string | undefined;
  readonly previous: string | undefined;
  readonly text: string;
}

/** Reads a list, by a path below the namespace or by a link of another list. */
export async function listOf(stage: Stage, path: string, as: Login | undefined): Promise<List> {
  const link = path.startsWith('http') ? `/${path.slice(stage.address.length)}` : path;
  const { body, headers, text } = await stage.step({ ...(as && { as }), path: link, status: 200 });
  const records = Object.entries(body as object).find(([, value]) => Array.isArray(value))?.[1] as { id: number }[];
  const totals = { total: Number(headers['x-wp-total']), pages: Number(headers['x-tec-totalpages']) };
  return { ids: records.map(({ id }) => id), records, ...totals, next: body.next_rest_url, previous: body.previous_rest_url, text };
}
