import { readExactly } from '../../cache';
import type { Language } from '../../language';
import type { Records, RecordsWork } from '../driver/connection';
import type { RawRecord } from '../driver/driver';
import { FORMER_SLUGS_COLLECTION } from '../driver/indexes';
import type { Counter } from '../sequences';
import type { Stored } from './record';

export const LONGEST_SLUG = 200;
/** The number of candidates in the first query. For higher numbers a note stores the first unused one. */
const FIRST_CANDIDATES = 8;
/** The most candidates in a later query. */
const MOST_CANDIDATES = 1024;
/** The number of candidates in the first query for many slugs together, since few are in use. */
const CANDIDATES_OF_MANY = 2;
/** The most characters of a number in a note, with its dash. */
const LONGEST_SUFFIX = 8;

/** A slug that a record requests. `own` is the current slug of the record, which it may keep. */
interface RequestedSlug {
  readonly slug: string;
  readonly language: Language;
  readonly own?: string | undefined;
}

/** The prefix of the names of slug notes, which store the first free number of a slug. */
export const SLUG_NOTES = 'slugs ';

/** Parses the name of a slug note; undefined for other names. */
export const slugNoteOf = (name: string): { readonly plural: string; readonly language: string; readonly slug: string } | undefined => {
  const [, plural, language, slug] = /^slugs (\S+) (\S+) (.+)$/su.exec(name) ?? [];
  return plural === undefined || language === undefined || slug === undefined ? undefined : { plural, language, slug };
};

/** A search for a free number of a slug. Numbers below `next` are in use, those up to `last` are looked up. */
interface Search extends RequestedSlug {
  next: number;
  last: number;
  /** True if the search began at the slug's note, which must be updated afterwards. */
  isNoted: boolean;
}

/** A search for slugs in a transaction, with all slugs that proved to be in use. */
interface SlugWork extends RecordsWork {
  readonly taken: Set<string>;
}

const notesOf = ({ connection }: RecordsWork) => connection.collection<Counter>('counters');
const nameOf = ({ plural }: RecordsWork, language: Language, slug: string) => `${SLUG_NOTES}${plural} ${language} ${slug}`;

/**
 * Finds free slugs: each requested slug, with the first free suffix `-2`, `-3`, … if in use in its language. Results are distinct and in
 * order; empty slugs stay empty. Store them in the same transaction.
 */
export async function freeSlugs(records: RecordsWork, requested: readonly RequestedSlug[]): Promise<string[]> {
  const work: SlugWork = { ...records, taken: new Set() };
  const searches = new Map<string, Search>();
  for (const one of requested) {
    const name = nameOf(work, one.language, one.slug);
    if (one.slug !== '' && !searches.has(name)) searches.set(name, { ...one, next: 1, last: 0, isNoted: false });
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
  const { session } = work;
  for (const [_id, { isNoted, next, slug, own }] of searches)
    if (isNoted && withSuffix(slug, next) !== own)
      await notesOf(work).updateOne({ _id }, { $set: { value: next + 1 } }, { upsert: true, session });
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
  for (let count = FIRST_CANDIDATES; ; count = Math.min(count * FIRST_CANDIDATES, MOST_CANDIDATES)) {
    for (; search.next <= search.last; search.next++) {
      const candidate = withSuffix(slug, search.next);
      if (candidate === own || !work.taken.has(nameOf(work, language, candidate))) return candidate;
    }
    if (search.last < FIRST_CANDIDATES) count = FIRST_CANDIDATES - search.last;
    else if (!search.isNoted && !isCut(slug)) await skipToNote(work, search);
    await lookUp(work, [search], count);
  }
}

/**
 * Continues the search at the number in the slug's note. Locks the note, so that transactions which use or free a number run one after the
 * other.
 */
async function skipToNote(work: SlugWork, search: Search): Promise<void> {
  const { slug, language, own } = search;
  const _id = nameOf(work, language, slug);
  await work.connection.lockName(_id, work.session);
  const note = await notesOf(work).findOne({ _id }, { session: work.session });
  const current = own === undefined ? undefined : numbered(own);
  const last = Math.min(note?.value ?? 0, current?.stem === slug ? current.number : Number.POSITIVE_INFINITY);
  search.isNoted = true;
  search.next = Math.max(search.next, last);
  search.last = search.next - 1;
}

/** Updates the note of a slug that becomes free, in the same transaction. */
export async function releaseSlug(work: RecordsWork, language: Language, slug: string): Promise<void> {
  const { stem = '', number = 0 } = numbered(slug) ?? {};
  // The first numbers are always looked up.
  if (number <= FIRST_CANDIDATES || isCut(stem)) return;
  const { connection, session } = work;
  const _id = nameOf(work, language, stem);
  await connection.lockName(_id, session);
  await notesOf(work).updateOne({ _id, value: { $gt: number } }, { $set: { value: number } }, { session });
}

/** True if a suffix would replace letters. Then several slugs may share a candidate, and no note is stored. */
const isCut = (slug: string): boolean => [...slug].length > LONGEST_SLUG - LONGEST_SUFFIX;

/** Splits a slug as `withSuffix` joins it. */
const numbered = (slug: string): { readonly stem: string; readonly number: number } | undefined => {
  const [, stem, number] = /^(.+)-([1-9]\d{0,6})$/su.exec(slug) ?? [];
  return stem === undefined ? undefined : { stem, number: Number(number) };
};

// Combining marks belong to the letter before them.
const ADDED = /^[\p{M}\p{Emoji_Modifier}]/u;

/** Appends a number to a slug, within 200 characters. Never separates a combining mark from its letter or doubles the dash. */
export const withSuffix = (slug: string, number: number): string => {
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
