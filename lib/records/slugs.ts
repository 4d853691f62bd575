import type { ClientSession, Collection } from 'mongodb';
import type { Language } from '../language';
import type { Stored } from './record';

const LONGEST = 200;

/**
 * The slug itself where it is free among the kind and language, else with the first free of `-2`, `-3`, … (REFERENCE 3.5).
 * `own` is the record that may keep it.
 */
export async function freeSlug<R extends Stored>(
  collection: Collection<R>,
  slug: string,
  language: Language,
  own: number | undefined,
  session: ClientSession,
): Promise<string> {
  if (slug === '') return slug;
  // A growing number of candidates is looked up at once: names that everybody gives have thousands of namesakes.
  for (let first = 1, many = 8; ; first += many, many *= 8) {
    const candidates = Array.from({ length: many }, (_, index) => withSuffix(slug, first + index));
    const filter = { language, slug: { $in: candidates } } as object;
    const taken = await collection.find(filter, { projection: { slug: 1 }, session }).toArray();
    const others = new Set(taken.filter((other) => Number(other._id) !== own).map((other) => other['slug'] as string));
    const free = candidates.find((candidate) => !others.has(candidate));
    if (free !== undefined) return free;
  }
}

const withSuffix = (slug: string, number: number): string => {
  if (number === 1) return slug;
  const suffix = `-${number}`;
  const letters = [...slug];
  return letters.length + suffix.length > LONGEST ? letters.slice(0, LONGEST - suffix.length).join('') + suffix : slug + suffix;
};
