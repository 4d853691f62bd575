import { readExactly } from '../../cache';
import type { Language } from '../../language';
import type { Records, RecordsWork } from '../driver/connection';
import type { RawRecord } from '../driver/driver';
import { FORMER_SLUGS_COLLECTION } from '../driver/indexes';
import type { Counter } from '../sequences';
import type { Stored } from './record';

/** The most characters of a slug. */
export const LONGEST_SLUG = 200;
/** The number of candidates in the first query. Above it, a note stores how far the numbers are used. Later queries take up to `MOST`. */
const FEW = 8;
const MOST = 1024;
/** The number of candidates in the first query for many slugs at once, since few of them are taken. */
const FEWER = 2;
/** The most characters of a noted number with its dash. */
const LONGEST_SUFFIX = 8;

/** A slug that a record requests. `own` is its current slug, which it may keep. */
interface RequestedSlug {
  readonly slug: string;
  readonly language: Language;
  readonly own?: string | undefined;
}

/** The prefix of the names of notes. */
export const SLUG_NOTES = 'slugs ';

/** Parses the name of a note; undefined for other names. */
export const slugNoteOf = (name: string): { readonly plural: string; readonly language: string; readonly slug: string } | undefined => {
  const [, plural, language, slug] = /^slugs (\S+) (\S+) (.+)$/su.exec(name) ?? [];
  return plural === undefined || language === undefined || slug === undefined ? undefined : { plural, language, slug };
};

/** The search for a free number of a slug. Numbers below `next` are taken, those up to `last` are looked up. */
interface Search extends RequestedSlug {
  next: number;
  last: number;
  /** True if the search began at the note, which must be updated afterwards. */
  noted: boolean;
}

/** The work on slugs, with the names of all that are found to be taken. */
interface SlugWork extends RecordsWork {
  readonly taken: Set<string>;
}

const notesOf = ({ connection }: RecordsWork) => connection.collection<Counter>('counters');
const nameOf = ({ plural }: RecordsWork, language: Language, slug: string) => `${SLUG_NOTES}${plural} ${language} ${slug}`;

/**
 * The requested slugs, each with the first free suffix `-2`, `-3`, … if it is taken in its language. All are different
 * and in order; empty ones stay empty. They must be stored in the same transaction.
 */
export async function freeSlugs(records: RecordsWork, requested: readonly RequestedSlug[]): Promise<string[]> {
  const work: SlugWork = { ...records, taken: new Set() };
  const searches = new Map<string, Search>();
  for (const one of requested) {
    const name = nameOf(work, one.language, one.slug);
    if (one.slug !== '' && !searches.has(name)) searches.set(name, { ...one, next: 1, last: 0, noted: false });
  }
  if (searches.size === 0) return requested.map(() => '');
  work.connection.lock([...searches.keys()], work.session);
  await lookUp(work, [...searches.values()], requested.length === 1 ? FEW : FEWER);
  const slugs: string[] = [];
  for (const { language, slug } of requested) {
    const search = searches.get(nameOf(work, language, slug));
    const found = search ? await findFree(work, search) : '';
    work.taken.add(nameOf(work, language, found));
    slugs.push(found);
  }
  const { session } = work;
  for (const [_id, { noted, next, slug, own }] of searches)
    if (noted && withSuffix(slug, next) !== own)
      await notesOf(work).updateOne({ _id }, { $set: { value: next + 1 } }, { upsert: true, session });
  return slugs;
}

/** Looks up the next `count` candidates of each search. Uses one query per language. */
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

/** Finds the first free candidate of a search. */
async function findFree(work: SlugWork, search: Search): Promise<string> {
  const { slug, language, own } = search;
  for (let count = FEW; ; count = Math.min(count * FEW, MOST)) {
    for (; search.next <= search.last; search.next++) {
      const candidate = withSuffix(slug, search.next);
      if (candidate === own || !work.taken.has(nameOf(work, language, candidate))) return candidate;
    }
    if (search.last < FEW) count = FEW - search.last;
    else if (!search.noted && !isCut(slug)) await skip(work, search);
    await lookUp(work, [search], count);
  }
}

/**
 * Continues the search at the number that the note of the slug stores, below which all are taken. The lock of the name
 * makes transactions that read or free a number run one after the other.
 */
async function skip(work: SlugWork, search: Search): Promise<void> {
  const { slug, language, own } = search;
  const _id = nameOf(work, language, slug);
  await work.connection.lockName(_id, work.session);
  const note = await notesOf(work).findOne({ _id }, { session: work.session });
  const current = own === undefined ? undefined : numbered(own);
  const last = Math.min(note?.value ?? 0, current?.stem === slug ? current.number : Number.POSITIVE_INFINITY);
  search.noted = true;
  search.next = Math.max(search.next, last);
  search.last = search.next - 1;
}

/** Notes that a slug is free again, in the transaction that changes it. */
export async function leaveSlug(work: RecordsWork, language: Language, slug: string): Promise<void> {
  const { stem = '', number = 0 } = numbered(slug) ?? {};
  // The first few are always looked up.
  if (number <= FEW || isCut(stem)) return;
  const { connection, session } = work;
  const _id = nameOf(work, language, stem);
  await connection.lockName(_id, session);
  await notesOf(work).updateOne({ _id, value: { $gt: number } }, { $set: { value: number } }, { session });
}

/** True if a suffix replaces letters. Then several slugs may share a candidate, and nothing is noted. */
const isCut = (slug: string): boolean => [...slug].length > LONGEST_SLUG - LONGEST_SUFFIX;

/** A slug that ends in a number, split as `withSuffix` joins it. */
const numbered = (slug: string): { readonly stem: string; readonly number: number } | undefined => {
  const [, stem, number] = /^(.+)-([1-9]\d{0,6})$/su.exec(slug) ?? [];
  return stem === undefined ? undefined : { stem, number: Number(number) };
};

// Characters that belong to the letter before them.
const ADDED = /^[\p{M}\p{Emoji_Modifier}]/u;

/** A slug with its number, within 200 characters. It never cuts a mark from its letter and never doubles the dash. */
export const withSuffix = (slug: string, number: number): string => {
  if (number === 1) return slug;
  const suffix = `-${number}`;
  const letters = [...slug];
  let end = LONGEST_SLUG - suffix.length;
  if (letters.length <= end) return slug + suffix;
  while (end > 0 && ADDED.test(letters[end] ?? '')) end -= 1;
  return letters.slice(0, end).join('').replace(/-$/, '') + suffix;
};

/** A slug that a record had before it was renamed. It keeps old addresses working. If several records had it, the last one counts. */
interface FormerSlug {
  /** The plural of the content type, the language and the slug. */
  readonly _id: string;
  readonly plural: string;
  readonly id: number;
}

const formerSlugs = ({ connection }: Records) => connection.collection<FormerSlug>(FORMER_SLUGS_COLLECTION);

/** Notes the old slug of a record, in the transaction that renames the record. */
export async function noteFormerSlug(work: RecordsWork, { _id: id, language, slug }: Stored): Promise<void> {
  const { plural, session } = work;
  const _id = `${plural} ${language} ${slug}`;
  await formerSlugs(work).updateOne({ _id }, { $set: { plural, id } }, { upsert: true, session });
}

/** Drops the former slugs of a record, in the transaction that deletes the record for good. */
export async function forgetFormerSlugs(work: RecordsWork, id: number): Promise<void> {
  await formerSlugs(work).deleteMany({ plural: work.plural, id }, { session: work.session });
}

/** The ID of the record that had a slug last. */
export const formerOwner = (records: Records, language: Language, slug: string): Promise<number | undefined> =>
  // Former slugs change only in transactions that write records of the type.
  readExactly([records.plural], async () => (await formerSlugs(records).findOne({ _id: `${records.plural} ${language} ${slug}` }))?.id);
