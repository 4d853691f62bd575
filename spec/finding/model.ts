import type { PostLike } from '../../lib/content/types/content-types';
import type { PostRecord } from '../../lib/content/types/context';
import { draftRecord } from '../../lib/content/write/writing';
import type { Language } from '../../lib/language';
import { createRandom } from '../bench/data-set';
import { administratorOf } from '../support/administrator';
import type { Stage } from '../support/scenario';
import { ENDINGS, FILLERS, NAMES, RARE, TITLES, WORDS, type Word } from './vocabulary';

/** The facts about an event that lists are checked against. */
export interface Known {
  readonly id: number;
  readonly language: Language;
  readonly title: string;
  readonly inTitle: readonly Word[];
  readonly inTexts: readonly Word[];
  /** Wall times in the zone of the event, and the same instants in ms. */
  readonly startDate: string;
  readonly endDate: string;
  readonly start: number;
  readonly end: number;
  readonly date: string;
  readonly modified: number;
  readonly allDay: boolean;
  readonly prices: readonly number[];
  readonly venues: readonly string[];
  readonly categories: readonly string[];
  readonly tags: readonly string[];
  readonly state: string | undefined;
  readonly attendance: string | undefined;
  readonly isProtected: boolean;
  readonly isHidden: boolean;
  readonly isDraft: boolean;
  readonly isFeatured: boolean;
}

/** Coordinates of venues. One venue has none, and one lies beyond the date line. */
export const PLACES: Readonly<Record<string, readonly [latitude: number, longitude: number] | undefined>> = {
  hall: [48.85, 2.35],
  annex: [48.85, 2.35],
  park: [48.9, 2.6],
  lyon: [45.76, 4.84],
  apia: [-13.83, -171.76],
  suva: [-18.14, 178.44],
  nowhere: undefined,
};

/** Categories, each with its parent. */
export const CATEGORIES: Readonly<Record<string, string | undefined>> = {
  music: undefined,
  jazz: 'music',
  bebop: 'jazz',
  rock: 'music',
  talks: undefined,
};
export const TAGS = ['red', 'blue', 'green'] as const;

const COSTS: readonly (readonly [cost: string | readonly string[], prices: readonly number[]])[] = [
  ['', []],
  ['0', [0]],
  ['Free', [0]],
  ['12', [12]],
  ['5 – 20', [5, 20]],
  [
    ['10', '40'],
    [10, 40],
  ],
  ['7.50 €', [7.5]],
  ['ask us', []],
];
const STATES = [undefined, undefined, undefined, 'scheduled', 'postponed', 'cancelled', 'moved_online'] as const;
const ATTENDANCES = [undefined, undefined, 'offline', 'online', 'mixed'] as const;
const ZONES = ['UTC', 'Europe/Paris', 'America/New_York', 'Pacific/Auckland'] as const;

/** Creates a repeatable generator of random whole numbers below a limit. */
export const chanceOf = (seed: number) => {
  const random = createRandom(seed);
  return (below: number): number => Math.floor(random() * below);
};
export type Chance = ReturnType<typeof chanceOf>;

export const one = <T>(chance: Chance, list: readonly T[]): T => list[chance(list.length)] as T;
const some = <T>(chance: Chance, list: readonly T[]): T[] => list.filter(() => chance(4) === 0);

const DAY = 86_400_000;
export const lineage = (name: string | undefined): string[] => (name === undefined ? [] : [name, ...lineage(CATEGORIES[name])]);

/** The number of events per transaction. It is low because transactions time out on a slow machine. */
const BATCH = 5;
/** Words in the names of the linked records of an event, in one language. */
export const namedIn = (language: Language, { venues, categories, tags }: Pick<Known, 'venues' | 'categories' | 'tags'>): readonly Word[] =>
  [...venues, ...categories.flatMap(lineage), ...tags].flatMap(
    (name) => ((language === 'fr' && NAMES[name]?.fr) || NAMES[name]?.en)?.[1] ?? [],
  );

const wall = (ms: number): string => new Date(ms).toISOString().slice(0, 19).replace('T', ' ');

/** Stores random events that vary in everything that lists filter by. The clock is in the middle of their times. */
export async function storeEvents(stage: Stage, count: number, seed: number): Promise<readonly Known[]> {
  const chance = chanceOf(seed);
  for (const [name, place] of Object.entries(PLACES))
    await stage.give({
      [name]: { path: '/venues', json: { venue: NAMES[name]?.en[0], ...(place && { geo_lat: place[0], geo_lng: place[1] }) } },
    });
  for (const [name, parent] of Object.entries(CATEGORIES))
    await stage.give({ [name]: { path: '/categories', json: { name: NAMES[name]?.en[0], ...(parent && { parent: `{${parent}}` }) } } });
  for (const name of TAGS) await stage.give({ [name]: { path: '/tags', json: { name: NAMES[name]?.en[0] } } });
  for (const [path, called, names] of [
    ['/venues', 'venue', Object.keys(PLACES)],
    ['/categories', 'name', Object.keys(CATEGORIES)],
    ['/tags', 'name', TAGS],
  ] as const)
    for (const name of names) {
      const json = { [called]: NAMES[name]?.fr?.[0], translation_of: `{${name}}` };
      if (json[called] !== undefined) await stage.give({ [`${name}_fr`]: { path, language: 'fr', json } });
    }
  const { services } = stage.service;
  const kind = services.postLikes.get('events') as unknown as PostLike<PostRecord>;
  const user = await administratorOf(stage.service);
  const idsOf = (names: readonly string[]) => names.map((name) => stage.names[name]);
  const planned = Array.from({ length: count }, () => {
    const begin = services.clock.now().getTime() + (chance(160) - 60) * DAY + chance(96) * 900_000;
    const length = one(chance, [0, 3_600_000, 7_200_000, DAY, 3 * DAY, 12 * DAY, 60 * DAY]);
    const [cost, prices] = one(chance, COSTS);
    const language = one(chance, ['en', 'en', 'fr'] as const);
    const [[title, inTitle], [ending, atEnd]] = [one(chance, TITLES), one(chance, ENDINGS)];
    const also = chance(3) === 0 ? [one(chance, WORDS[language])] : [];
    const hides = { isProtected: chance(8) === 0, isHidden: chance(15) === 0, isDraft: chance(12) === 0 };
    const rare = Object.entries(RARE[language]).flatMap(([name, word]) =>
      hides[name as keyof typeof hides] && chance(2) === 0 ? [word] : [],
    );
    const inTexts = [...Array.from({ length: chance(5) }, () => one(chance, WORDS[language])), ...rare];
    const write = (words: readonly Word[]): string =>
      words.map(({ written }) => one(chance, written)[0]).join(one(chance, FILLERS[language]));
    const facts = {
      language,
      title: [`${title}${ending}`, ...also.map((word) => write([word]))].join(' '),
      inTitle: [...inTitle, ...atEnd, ...also],
      inTexts,
      allDay: chance(6) === 0,
      prices,
      venues: one(chance, [[], [one(chance, Object.keys(PLACES))], [one(chance, Object.keys(PLACES))], some(chance, Object.keys(PLACES))]),
      categories: some(chance, Object.keys(CATEGORIES)),
      tags: some(chance, TAGS),
      state: one(chance, STATES),
      attendance: one(chance, ATTENDANCES),
      ...hides,
      isFeatured: chance(3) === 0,
    };
    const sent = {
      title: facts.title,
      ...(inTexts.length > 1 && { description: `<p>${write(inTexts.slice(1))}</p>` }),
      ...(inTexts.length > 0 && { excerpt: write(inTexts.slice(0, 1)) }),
      start_date: wall(begin),
      end_date: wall(begin + length),
      timezone: one(chance, ZONES),
      all_day: facts.allDay,
      cost,
      venue: idsOf(facts.venues),
      categories: idsOf(facts.categories),
      tags: idsOf(facts.tags),
      ...(facts.state && { event_status: facts.state }),
      ...(facts.attendance && { attendance: facts.attendance }),
      ...(facts.isProtected && { password: 'sesame' }),
      hide_from_listings: facts.isHidden,
      featured: facts.isFeatured,
      status: facts.isDraft ? 'draft' : 'publish',
      date: wall(services.clock.now().getTime() - chance(400) * DAY),
    };
    return { facts, sent };
  });
  const stored: Known[] = [];
  for (let from = 0; from < planned.length; from += BATCH) {
    const batch = planned.slice(from, from + BATCH);
    const records = await services.connection.transact(async (session) => {
      const drafts: Awaited<ReturnType<typeof draftRecord>>[] = [];
      for (const { facts, sent } of batch) {
        const context = { user, language: facts.language, session, baseUrl: `http://localhost/${facts.language}` };
        const checked = await kind.validators.create({ query: {}, body: sent }, { path: {}, record: undefined, ...context });
        drafts.push(await draftRecord(services, kind, checked, context));
      }
      return kind.posts.createGroups(
        drafts.map((draft) => [draft]),
        session,
      );
    });
    for (const [place, record] of (records as unknown as readonly Stored[]).entries()) {
      const { _id: id, startDate, endDate, startsAt, endsAt, date, modified } = record;
      const facts = batch[place]?.facts;
      if (facts)
        stored.push({ id, ...facts, startDate, endDate, start: Number(startsAt), end: Number(endsAt), date, modified: Number(modified) });
    }
  }
  return stored;
}

/** The stored fields that the model copies. Other specs check how wall times become instants. */
interface Stored {
  readonly _id: number;
  readonly startDate: string;
  readonly endDate: string;
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly date: string;
  readonly modified: Date;
}
