import type { Document } from 'mongodb';
import { indexedWords } from '../../lib/content/search/words';
import type { Services } from '../../lib/content/types/services';
import { usedBy } from '../../lib/database/counting';

/** The numbers of records. A quarter of the events is French, and one in ten is not public. */
export interface Crowd {
  readonly events: number;
  readonly places: number;
  readonly terms: number;
}

const FIRST_ID = 100_000;
/** A batch size that a busy server can store in time. */
const BATCH = 250;
const HOUR = 3_600_000;
const STATUSES = ['draft', 'private', 'pending', 'future', 'trash'];
/** The start of the first event. Four events start every hour. */
const BEGIN = Date.UTC(2030, 0, 1);

const wall = (at: Date) => at.toISOString().slice(0, 19).replace('T', ' ');

export const crowdId = (place: number): number => FIRST_ID + place;

/**
 * Stores many copies of the first record of each content type, directly in the database.
 * The authors take turns. All events start within months of 1 January 2030.
 */
export async function storeCrowd({ connection }: Services, { events, places, terms }: Crowd, authors: readonly number[]): Promise<void> {
  const counts = new Map<string, number>();
  const ends = new Map<string, Date>();
  const counted = (name: string) => {
    const count = counts.get(name) ?? 0;
    return { count, ...usedBy(count) };
  };
  const fill = async (plural: string, many: number, differ: (place: number) => Document & { readonly keys: Document }) => {
    const collection = connection.collection(plural);
    const prototype: Document = (await collection.findOne({}, { sort: { _id: 1 } })) ?? {};
    const records = Array.from({ length: many }, (_, place) => {
      const different = differ(place);
      const keys = { ...prototype['keys'], ...different.keys };
      return { ...prototype, _id: crowdId(place), group: crowdId(place), slug: `crowd-${place}`, ...different, keys };
    });
    for (let start = 0; start < many; start += BATCH) {
      const some = records.slice(start, start + BATCH);
      await collection.insertMany(some as never);
    }
  };
  const linked = (place: number, among: number) => [crowdId(place % among), crowdId((place * 7 + 1) % among)];
  await fill('events', events, (place) => {
    const startsAt = new Date(BEGIN + (place * HOUR) / 4);
    const endsAt = new Date(startsAt.getTime() + 3 * HOUR);
    const status = place % 10 === 0 ? STATUSES[(place / 10) % STATUSES.length] : 'publish';
    const language = place % 4 === 3 ? 'fr' : 'en';
    const title = `event ${place}`;
    const text = `${title}${place % 100 === 5 ? ' serenade' : ''}`;
    const isClosed = place % 50 === 1;
    const record = {
      language,
      status,
      password: isClosed ? 'secret' : '',
      author: authors[place % authors.length],
      featured: place % 20 === 2,
      venues: [crowdId(place % places)],
      organizers: linked(place, places),
      categories: linked(place, terms),
      tags: linked(place, terms),
      startsAt,
      endsAt,
      startDate: wall(startsAt),
      endDate: wall(endsAt),
      keys: {
        title,
        featured: place % 20 === 2 && !isClosed,
        text,
        words: indexedWords({ language, title, text, links: [], isProtected: isClosed }),
      },
    };
    if (status === 'publish' && record.password === '') {
      for (const field of ['venues', 'organizers', 'categories', 'tags'] as const) {
        for (const id of new Set(record[field])) {
          counts.set(`${field} ${id}`, (counts.get(`${field} ${id}`) ?? 0) + 1);
          ends.set(`${field} ${id}`, endsAt);
        }
      }
    }
    return record;
  });
  for (const plural of ['venues', 'organizers']) {
    await fill(plural, places, (place) => ({
      name: `Place ${place}`,
      date: wall(new Date(BEGIN - place * HOUR)),
      status: place % 20 === 3 ? 'draft' : 'publish',
      ...counted(`${plural} ${crowdId(place)}`),
      until: ends.get(`${plural} ${crowdId(place)}`) ?? null,
      keys: { name: `place ${place}`, text: `place ${place}` },
    }));
  }
  for (const plural of ['categories', 'tags']) {
    await fill(plural, terms, (place) => ({
      name: `Term ${place}`,
      parent: plural === 'categories' && place >= terms / 10 ? crowdId(place % 10) : 0,
      ...counted(`${plural} ${crowdId(place)}`),
      keys: { name: `term ${place}` },
    }));
  }
}
