import type { ClientSession, Collection } from 'mongodb';
import type { Language } from '../language';
import type { Stored } from './record';

const LONGEST = 200;
/** How many times more candidates are looked up where all were taken: names that everybody gives have thousands of namesakes. */
const GROWTH = 8;

/** A slug that a record asks for; `own` is the ID of a stored record, which may keep its slug. */
export interface WantedSlug {
  readonly slug: string;
  readonly language: Language;
  readonly own?: number | undefined;
}

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
  const [free = slug] = await freeSlugs(collection, [{ slug, language, own }], session);
  return free;
}

/** Free slugs for several records at once, in their order and all different; empty ones stay empty. */
export async function freeSlugs<R extends Stored>(
  collection: Collection<R>,
  wanted: readonly WantedSlug[],
  session: ClientSession,
): Promise<string[]> {
  // Alone, a slug's first namesakes cost no second look; of many at once few have any.
  for (let many = wanted.length === 1 ? GROWTH : 2; ; many *= GROWTH) {
    const chosen = choose(wanted, many, await holders(collection, wanted, many, session));
    if (chosen) return chosen;
  }
}

const key = (language: Language, slug: string): string => `${language} ${slug}`;

/** The IDs of the records that have one of the first `many` candidates of the slugs wanted. */
async function holders<R extends Stored>(
  collection: Collection<R>,
  wanted: readonly WantedSlug[],
  many: number,
  session: ClientSession,
): Promise<Map<string, number>> {
  const candidates = new Map<Language, Set<string>>();
  for (const { slug, language } of wanted) {
    const some = candidates.get(language) ?? new Set();
    candidates.set(language, some);
    if (slug !== '') for (let number = 1; number <= many; number++) some.add(withSuffix(slug, number));
  }
  const found = new Map<string, number>();
  for (const [language, slugs] of candidates) {
    if (slugs.size === 0) continue;
    const filter = { language, slug: { $in: [...slugs] } } as object;
    const taken = await collection.find(filter, { projection: { slug: 1 }, session }).toArray();
    for (const { _id, slug } of taken as unknown as Pick<Stored, '_id' | 'slug'>[]) found.set(key(language, slug), _id);
  }
  return found;
}

/** Gives each its first candidate that is free and not given away before; undefined where `many` candidates are too few. */
function choose(wanted: readonly WantedSlug[], many: number, taken: ReadonlyMap<string, number>): string[] | undefined {
  const given = new Set<string>();
  const chosen: string[] = [];
  for (const { slug, language, own } of wanted) {
    const free = Array.from({ length: slug === '' ? 0 : many }, (_, index) => withSuffix(slug, index + 1)).find((candidate) => {
      const holder = taken.get(key(language, candidate));
      return (holder === undefined || holder === own) && !given.has(key(language, candidate));
    });
    if (slug !== '' && free === undefined) return undefined;
    if (free !== undefined) given.add(key(language, free));
    chosen.push(free ?? '');
  }
  return chosen;
}

// What stays with the letter before it.
const ADDED = /^[\p{M}\p{Emoji_Modifier}]/u;

/** A slug with its number behind it, in 200 characters: none loses its marks to it, and no dash stands twice. */
const withSuffix = (slug: string, number: number): string => {
  if (number === 1) return slug;
  const suffix = `-${number}`;
  const letters = [...slug];
  let end = LONGEST - suffix.length;
  if (letters.length <= end) return slug + suffix;
  while (end > 0 && ADDED.test(letters[end] ?? '')) end -= 1;
  return letters.slice(0, end).join('').replace(/-$/, '') + suffix;
};
