import type { ClientSession } from 'mongodb';
import type { Language } from '../../language';
import type { Connection } from '../driver/connection';
import type { Counter } from '../sequences';
import type { Stored } from './record';

/** Characters of the longest slug. */
export const LONGEST_SLUG = 200;
/** How many candidates are looked up first: of slugs with more namesakes it is noted how far their numbers are taken. */
const FEW = 8;
/** Of many slugs at once few have namesakes. */
const FEWER = 2;
/** How many candidates are looked up at once. */
const MOST = 1024;
/** Characters of the longest number that is noted, with its dash. */
const LONGEST_SUFFIX = 8;

/** A slug that a record asks for; `own` is the one that it has, which it may keep. */
export interface RequestedSlug {
  readonly slug: string;
  readonly language: Language;
  readonly own?: string | undefined;
}

/** What the names of notes begin with. */
export const SLUG_NOTES = 'slugs ';

/** Takes the name of a note apart; undefined for what is none. */
export const slugNoteOf = (name: string): { readonly plural: string; readonly language: string; readonly slug: string } | undefined => {
  const [, plural, language, slug] = /^slugs (\S+) (\S+) (.+)$/su.exec(name) ?? [];
  return plural === undefined || language === undefined || slug === undefined ? undefined : { plural, language, slug };
};

/** The slugs of a kind. */
export interface Slugs {
  /**
   * Each slug itself where it is free among the kind and language, else with the first free of `-2`, `-3`, …: in their order and
   * all different; empty ones stay empty. What is found must be stored in the same transaction.
   */
  free(wanted: readonly RequestedSlug[], session: ClientSession): Promise<string[]>;
  /** Notes that a slug which was in use is so no more, in the transaction that changes it. */
  leave(language: Language, slug: string, session: ClientSession): Promise<void>;
}

/** How far the candidates of a slug are known: those below `next` are taken, up to `known` they are looked up. */
interface Search extends RequestedSlug {
  next: number;
  known: number;
  /** Whether it began where the note says, and the note is to be kept right. */
  noted: boolean;
}

/** Makes the slugs of the kind `plural`. */
export function createSlugs(connection: Connection, plural: string): Slugs {
  const notes = () => connection.collection<Counter>('counters');
  const nameOf = (language: Language, slug: string) => `${SLUG_NOTES}${plural} ${language} ${slug}`;

  /** Adds the names of those candidates that are taken, by one query a language. */
  const lookUp = async (searches: readonly Search[], many: number, taken: Set<string>, session: ClientSession): Promise<void> => {
    const candidates = new Map<Language, string[]>();
    for (const search of searches) {
      const some = candidates.get(search.language) ?? [];
      candidates.set(search.language, some);
      for (const last = search.known + many; search.known < last; ) some.push(withSuffix(search.slug, ++search.known));
    }
    for (const [language, slugs] of candidates) {
      const filter = { language, slug: { $in: slugs } };
      const found = connection.collection<Pick<Stored, '_id' | 'language' | 'slug'>>(plural).find(filter, { session });
      for (const { slug } of await found.project<{ slug: string }>({ _id: 0, slug: 1 }).toArray()) taken.add(nameOf(language, slug));
    }
  };

  /** Goes on where the note says that all numbers before are taken; the claim makes those who read it and those who leave a number take turns. */
  const skip = async (search: Search, session: ClientSession): Promise<void> => {
    const { slug, language, own } = search;
    const name = nameOf(language, slug);
    await connection.claim(name, session);
    const note = await notes().findOne({ _id: name }, { session });
    const kept = own === undefined ? undefined : numbered(own);
    const last = Math.min(note?.value ?? 0, kept?.stem === slug ? kept.number : Number.POSITIVE_INFINITY);
    search.noted = true;
    search.next = Math.max(search.next, last);
    search.known = search.next - 1;
  };

  const find = async (search: Search, taken: Set<string>, session: ClientSession): Promise<string> => {
    const { slug, language, own } = search;
    for (let many = FEW; ; many = Math.min(many * FEW, MOST)) {
      for (; search.next <= search.known; search.next++) {
        const candidate = withSuffix(slug, search.next);
        if (candidate === own || !taken.has(nameOf(language, candidate))) return candidate;
      }
      if (search.known < FEW) many = FEW - search.known;
      else if (!search.noted && !isCut(slug)) await skip(search, session);
      await lookUp([search], many, taken, session);
    }
  };

  return {
    async free(wanted, session) {
      const searches = new Map<string, Search>();
      for (const one of wanted) {
        const name = nameOf(one.language, one.slug);
        if (one.slug !== '' && !searches.has(name)) searches.set(name, { ...one, next: 1, known: 0, noted: false });
      }
      if (searches.size === 0) return wanted.map(() => '');
      connection.touch([...searches.keys()], session);
      const taken = new Set<string>();
      await lookUp([...searches.values()], wanted.length === 1 ? FEW : FEWER, taken, session);
      const slugs: string[] = [];
      for (const { language, slug } of wanted) {
        const search = searches.get(nameOf(language, slug));
        const found = search ? await find(search, taken, session) : '';
        taken.add(nameOf(language, found));
        slugs.push(found);
      }
      for (const [_id, { noted, next, slug, own }] of searches) {
        if (noted && withSuffix(slug, next) !== own)
          await notes().updateOne({ _id }, { $set: { value: next + 1 } }, { upsert: true, session });
      }
      return slugs;
    },
    async leave(language, slug, session) {
      const left = numbered(slug);
      // The first few are always looked up.
      if (left === undefined || left.number <= FEW || isCut(left.stem)) return;
      const { stem, number } = left;
      const _id = nameOf(language, stem);
      await connection.claim(_id, session);
      await notes().updateOne({ _id, value: { $gt: number } }, { $set: { value: number } }, { session });
    },
  };
}

/** Whether numbers are put in the place of letters: then one slug can be the number of several, and nothing is noted. */
const isCut = (slug: string): boolean => [...slug].length > LONGEST_SLUG - LONGEST_SUFFIX;

/** A slug that ends in a number as `withSuffix` writes it, taken apart. */
const numbered = (slug: string): { readonly stem: string; readonly number: number } | undefined => {
  const [, stem, number] = /^(.+)-([1-9]\d{0,6})$/su.exec(slug) ?? [];
  return stem === undefined ? undefined : { stem, number: Number(number) };
};

// What stays with the letter before it.
const ADDED = /^[\p{M}\p{Emoji_Modifier}]/u;

/** A slug with its number behind it, in 200 characters: none loses its marks to it, and no dash stands twice. */
export const withSuffix = (slug: string, number: number): string => {
  if (number === 1) return slug;
  const suffix = `-${number}`;
  const letters = [...slug];
  let end = LONGEST_SLUG - suffix.length;
  if (letters.length <= end) return slug + suffix;
  while (end > 0 && ADDED.test(letters[end] ?? '')) end -= 1;
  return letters.slice(0, end).join('').replace(/-$/, '') + suffix;
};
