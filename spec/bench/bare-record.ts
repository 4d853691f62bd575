import type { Collection, Db } from 'mongodb';

export type BareLanguage = 'en' | 'fr';

interface Translation {
  readonly id: number;
  readonly slug: string;
}

interface BareRecord {
  readonly _id: number;
  readonly language: BareLanguage;
  readonly slug: string;
  readonly translations: Readonly<Partial<Record<BareLanguage, Translation>>>;
  readonly keys: Readonly<Record<string, unknown>>;
}

export interface BareTerm extends BareRecord {
  readonly name: string;
  readonly description: string;
  readonly parent: number;
  readonly count: number;
}

/** Fields that events, venues and organizers share. */
export interface BarePost extends BareRecord {
  readonly author: number;
  readonly status: string;
  readonly date: string;
  readonly dateUtc: string;
  readonly edited?: boolean;
  readonly modified: Date;
  readonly description: string;
  readonly excerpt: string;
  readonly image: number | null;
  readonly password: string;
  readonly website?: string;
}

export interface BareVenue extends BarePost {
  readonly name: string;
  readonly address: string;
  readonly city: string;
  readonly country: string;
  readonly province: string;
  readonly state: string;
  readonly stateprovince: string;
  readonly zip: string;
  readonly phone: string;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly showMap: boolean;
  readonly showMapLink: boolean;
}

export interface BareOrganizer extends BarePost {
  readonly name: string;
  readonly phone: string;
  readonly email: string;
}

export interface BareEvent extends BarePost {
  readonly title: string;
  readonly startDate: string;
  readonly endDate: string;
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly timezone: string;
  readonly allDay: boolean;
  readonly cost: readonly string[];
  readonly showMap: boolean;
  readonly showMapLink: boolean;
  readonly hidden: boolean;
  readonly sticky: boolean;
  readonly featured: boolean;
  readonly categories: readonly number[];
  readonly tags: readonly number[];
  readonly venues: readonly number[];
  readonly organizers: readonly number[];
}

export interface BareImage {
  readonly _id: number;
  readonly url: string;
}

export const collectionsOf = (db: Db) => ({
  events: db.collection<BareEvent>('events'),
  venues: db.collection<BareVenue>('venues'),
  organizers: db.collection<BareOrganizer>('organizers'),
  categories: db.collection<BareTerm>('categories'),
  tags: db.collection<BareTerm>('tags'),
  media: db.collection<BareImage>('media'),
  counters: db.collection<{ _id: string; value: number }>('counters'),
  users: db.collection<{ _id: number; login: string; role: string; passwordDigest: string }>('users'),
});

export type BareCollections = ReturnType<typeof collectionsOf>;

/** Finds records by their IDs. Without IDs it sends no query. */
export async function recordsOf<R extends { _id: number }>(
  records: Collection<R>,
  ids: readonly number[],
): Promise<ReadonlyMap<number, R>> {
  if (ids.length === 0) return new Map();
  const found = (await records.find({ _id: { $in: [...new Set(ids)] } } as object).toArray()) as unknown as R[];
  return new Map(found.map((record) => [record._id, record]));
}
