import { readExactly } from '../../cache';
import type { Language } from '../../language';
import type { Records, RecordsWork } from '../driver/connection';
import type { RawRecord } from '../driver/driver';
import { FORMER_SLUGS_COLLECTION } from '../driver/indexes';
import type { Stored } from './record';

export const LONGEST_SLUG = 200;
/**
 * The number of candidates in the first query. Each further query has this many times those before it, at most `MOST_CANDIDATES`.
 */
const FIRST_CANDIDATES = 8;
const MOST_CANDIDATES = 1024;
/** The number of candidates in the first query for many slugs together, since few are in use. */
const CANDIDATES_OF_MANY = 2;

/** A slug that a record requests. `own` is the current slug of the record, which it may keep. */
interface RequestedSlug {
  readonly slug: string;
  readonly language: Language;
  readonly own?: string | undefined;
}

/** A search for a free number of a slug. Numbers below `next` are in use, those up to `last` are looked up. */
interface Search extends RequestedSlug {
  next: number;
  last: number;
}

/** A search for slugs in a transaction, with all slugs that proved to be in use. */
interface SlugWork extends RecordsWork {
  readonly taken: Set<string>;
}

const nameOf = ({ plural }: RecordsWork, language: Language, slug: string) => `slugs ${plural} ${language} ${slug}`;

/**
 * Finds free slugs: each requested slug, with the first free suffix `-2`, `-3`, … if in use in its language. Results are distinct and in
 * order; empty slugs stay empty. Store them in the same transaction. If another process takes a slug first, the unique index makes the
 * transaction run again.
 */
export async function freeSlugs(records: RecordsWork, requested: readonly RequestedSlug[]): Promise<string[]> {
  const work: SlugWork = { ...records, taken: new Set() };
  const searches = new Map<string, Search>();
  for (const one of requested) {
    const name = nameOf(work, one.language, one.slug);
    if (one.slug !== '' && !searches.has(name)) searches.set(name, { ...one, next: 1, last: 0 });
  }
  if (searches.size === 0) return requested.map(() => '');
  work.connection.lock([...searches.keys()], work.session);
  await lookUp(work, [...searches.values()], requested.length === 1 ? FIRST_CANDIDATES : CANDIDATES_OF_MANY);
  const slugs: string[] = [];
  for (const { language, slug } of requested) {
    const search = searches.get(nameOf(work, language, slug));
    const found = search ? await findFree(work, search) : '';
    work.taken.add(nameOf(work, language, found));
    slugs.push(found);
  }
  return slugs;
}

/** Looks up the next `count` candidates of each search in the database, with one query per language. */
async function lookUp(work: SlugWork, searches: readonly Search[], count: number): Promise<void> {
  const { connection, plural, session, taken } = work;
  const candidates = new Map<Language, string[]>();
  for (const search of searches) {
    const some = candidates.get(search.language) ?? [];
    candidates.set(search.language, some);
    for (const end = search.last + count; search.last < end; ) some.push(withSuffix(search.slug, ++search.last));
  }
  for (const [language, slugs] of candidates) {
    const found = connection.collection<RawRecord>(plural).find({ language, slug: { $in: slugs } }, { session });
    for (const { slug } of await found.project<{ slug: string }>({ _id: 0, slug: 1 }).toArray()) taken.add(nameOf(work, language, slug));
  }
}

async function findFree(work: SlugWork, search: Search): Promise<string> {
  const { slug, language, own } = search;
  for (;;) {
    for (; search.next <= search.last; search.next++) {
      const candidate = withSuffix(slug, search.next);
      if (candidate === own || !work.taken.has(nameOf(work, language, candidate))) return candidate;
    }
    await lookUp(work, [search], Math.min(FIRST_CANDIDATES * search.last, MOST_CANDIDATES));
  }
}

// Combining marks belong to the letter before them.
const ADDED = /^[\p{M}\p{Emoji_Modifier}]/u;

/** Appends a number to a slug, within 200 characters. Never separates a combining mark from its letter or doubles the dash. */
const withSuffix = (slug: string, number: number): string => {
  if (number === 1) return slug;
  const suffix = `-${number}`;
  const letters = [...slug];
  let end = LONGEST_SLUG - suffix.length;
  if (letters.length <= end) return slug + suffix;
  while (end > 0 && ADDED.test(letters[end] ?? '')) end -= 1;
  return letters.slice(0, end).join('').replace(/-$/, '') + suffix;
};

/** A record's slug before it was renamed, so that old addresses work. If several records had the slug, the last one counts. */
interface FormerSlug {
  /** The plural of the content type, the language and the slug. */
  readonly _id: string;
  readonly plural: string;
  readonly id: number;
}

const formerSlugs = ({ connection }: Records) => connection.collection<FormerSlug>(FORMER_SLUGS_COLLECTION);

/** Stores the old slug of a record, in the transaction that renames the record. */
export async function noteFormerSlug(work: RecordsWork, { _id: id, language, slug }: Stored): Promise<void> {
  const { plural, session } = work;
  const _id = `${plural} ${language} ${slug}`;
  await formerSlugs(work).updateOne({ _id }, { $set: { plural, id } }, { upsert: true, session });
}

/** Deletes the former slugs of a record, in the transaction that permanently deletes the record. */
export async function deleteFormerSlugs(work: RecordsWork, id: number): Promise<void> {
  await formerSlugs(work).deleteMany({ plural: work.plural, id }, { session: work.session });
}

/** Finds the ID of the record that last had a slug. */
export const formerOwner = (records: Records, language: Language, slug: string): Promise<number | undefined> =>
  // Former slugs change only in transactions that write records of the type.
  readExactly([records.plural], async () => (await formerSlugs(records).findOne({ _id: `${records.plural} ${language} ${slug}` }))?.id);
