import type { ClientSession } from 'mongodb';
import { readExactly } from '../../cache';
import type { Language } from '../../language';
import { FORMER_SLUGS_COLLECTION } from '../driver/indexes';
import type { Counter } from '../sequences';
import type { Stored } from './record';
import type { Records } from './store-types';

/** The most characters of a slug. */
export const LONGEST_SLUG = 200;
/** The number of candidates in the first query. Above it, a note stores how far the numbers are used. */
const FEW = 8;
/** The number of candidates in the first query for many slugs at once, of which few are taken. */
const FEWER = 2;
/** The most candidates in one query. */
const MOST = 1024;
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

/** The search for a free number of a slug. Numbers below `next` are taken, those up to `known` are looked up. */
interface Search extends RequestedSlug {
  next: number;
  known: number;
  /** True if the search began at the note, which must be updated afterwards. */
  noted: boolean;
}

const notesOf = ({ connection }: Records) => connection.collection<Counter>('counters');
const nameOf = ({ plural }: Records, language: Language, slug: string) => `${SLUG_NOTES}${plural} ${language} ${slug}`;

/**
 * The requested slugs, each with the first free suffix `-2`, `-3`, … if it is taken in its language. All are different
 * and in order; empty ones stay empty. They must be stored in the same transaction.
 */
export async function freeSlugs(records: Records, requested: readonly RequestedSlug[], session: ClientSession): Promise<string[]> {
  const searches = new Map<string, Search>();
  for (const one of requested) {
    const name = nameOf(records, one.language, one.slug);
    if (one.slug !== '' && !searches.has(name)) searches.set(name, { ...one, next: 1, known: 0, noted: false });
  }
  if (searches.size === 0) return requested.map(() => '');
  records.connection.lock([...searches.keys()], session);
  const taken = new Set<string>();
  await lookUp(records, [...searches.values()], { count: requested.length === 1 ? FEW : FEWER, taken }, session);
  const slugs: string[] = [];
  for (const { language, slug } of requested) {
    const search = searches.get(nameOf(records, language, slug));
    const found = search ? await find(records, search, taken, session) : '';
    taken.add(nameOf(records, language, found));
    slugs.push(found);
  }
  for (const [_id, { noted, next, slug, own }] of searches) {
    if (noted && withSuffix(slug, next) !== own)
      await notesOf(records).updateOne({ _id }, { $set: { value: next + 1 } }, { upsert: true, session });
  }
  return slugs;
}

/** Looks up the next candidates of each search and adds the taken ones to `taken`. Uses one query per language. */
async function lookUp(
  records: Records,
  searches: readonly Search[],
  { count, taken }: { readonly count: number; readonly taken: Set<string> },
  session: ClientSession,
): Promise<void> {
  const { connection, plural } = records;
  const candidates = new Map<Language, string[]>();
  for (const search of searches) {
    const some = candidates.get(search.language) ?? [];
    candidates.set(search.language, some);
    for (const last = search.known + count; search.known < last; ) some.push(withSuffix(search.slug, ++search.known));
  }
  for (const [language, slugs] of candidates) {
    const filter = { language, slug: { $in: slugs } };
    const found = connection.collection<Pick<Stored, '_id' | 'language' | 'slug'>>(plural).find(filter, { session });
    for (const { slug } of await found.project<{ slug: string }>({ _id: 0, slug: 1 }).toArray()) taken.add(nameOf(records, language, slug));
  }
}

/** Finds the first free candidate of a search. */
async function find(records: Records, search: Search, taken: Set<string>, session: ClientSession): Promise<string> {
  const { slug, language, own } = search;
  for (let count = FEW; ; count = Math.min(count * FEW, MOST)) {
    for (; search.next <= search.known; search.next++) {
      const candidate = withSuffix(slug, search.next);
      if (candidate === own || !taken.has(nameOf(records, language, candidate))) return candidate;
    }
    if (search.known < FEW) count = FEW - search.known;
    else if (!search.noted && !isCut(slug)) await skip(records, search, session);
    await lookUp(records, [search], { count, taken }, session);
  }
}

/**
 * Continues the search at the number that the note of the slug stores, below which all are taken. The lock of the
 * name makes transactions that read or free a number run one after the other.
 */
async function skip(records: Records, search: Search, session: ClientSession): Promise<void> {
  const { slug, language, own } = search;
  const name = nameOf(records, language, slug);
  await records.connection.lockName(name, session);
  const note = await notesOf(records).findOne({ _id: name }, { session });
  const current = own === undefined ? undefined : numbered(own);
  const last = Math.min(note?.value ?? 0, current?.stem === slug ? current.number : Number.POSITIVE_INFINITY);
  search.noted = true;
  search.next = Math.max(search.next, last);
  search.known = search.next - 1;
}

/** Notes that a slug is free again, in the transaction that changes it. */
export async function leaveSlug(records: Records, language: Language, slug: string, session: ClientSession): Promise<void> {
  const left = numbered(slug);
  // The first few are always looked up.
  if (left === undefined || left.number <= FEW || isCut(left.stem)) return;
  const { stem, number } = left;
  const _id = nameOf(records, language, stem);
  await records.connection.lockName(_id, session);
  await notesOf(records).updateOne({ _id, value: { $gt: number } }, { $set: { value: number } }, { session });
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
export async function noteFormerSlug(records: Records, { _id: id, language, slug }: Stored, session: ClientSession): Promise<void> {
  const { plural } = records;
  const _id = `${plural} ${language} ${slug}`;
  await formerSlugs(records).updateOne({ _id }, { $set: { plural, id } }, { upsert: true, session });
}

/** Drops the former slugs of a record, in the transaction that deletes the record for good. */
export async function forgetFormerSlugs(records: Records, id: number, session: ClientSession): Promise<void> {
  await formerSlugs(records).deleteMany({ plural: records.plural, id }, { session });
}

/** The ID of the record that had a slug last. */
export const formerOwner = (records: Records, language: Language, slug: string): Promise<number | undefined> =>
  // Former slugs change only in transactions that write records of the type.
  readExactly([records.plural], async () => (await formerSlugs(records).findOne({ _id: `${records.plural} ${language} ${slug}` }))?.id);
