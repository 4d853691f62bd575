import type { Filter } from 'mongodb';
import type { Language } from '../../language';
import { idsOfEach, inAll, tellsOf } from '../../records/ids-in-all';
import type { NamedIndex } from '../../records/indexes';
import type { Posts } from '../../records/posts';
import type { BetterQuery, PageQuery } from '../../records/store';
import { joinedWords } from '../../words/split-words';
import type { SoughtTexts } from '../post-like';
import type { PostRecord } from '../post-record';
import { hidesNothing, hidesProtected } from '../posts/visibility';
import { havingKey } from '../word-keys/having-key';
import { isNoted, keysOfWord, LONGEST_PART } from '../word-keys/noted-words';

/** Records that are read one by one to find those of a list: to look for so few in the order of the list takes longer. */
const MOST_READ = 500;

/** Letters that a text has at least by which records are found: fewer stand in most words. */
const SHORTEST_PART = 2;

/** What a search for texts asks the database. */
interface TextQuery<R extends PostRecord> {
  readonly texts: SoughtTexts;
  readonly languages: readonly Language[];
  /** What keeps hidden parts to those who may see them. */
  readonly open: Filter<PostRecord>;
  readonly query: Pick<PageQuery<R>, 'filter' | 'parts'>;
  /** The filter of the list with another condition in the place of the search, for the index of words. */
  filterBy(inTexts: object): Filter<R>;
}

/** A text that is looked for, as the index of words finds it. */
interface Found {
  readonly keys: readonly string[];
  /** Whether what has one of the keys has the text. */
  readonly isExact: boolean;
}

/** The same with how many records have one of the keys, as far as they are counted. */
interface Weighed<R extends PostRecord> extends Pick<Found, 'keys'> {
  readonly filter: Filter<R>;
  readonly count: number;
  /** Whether the index tells by itself which records of the list have the text. */
  readonly isTold: boolean;
}

/** The longest word, or part of a word, of a text that can be looked up. */
const partOf = (text: string): string | undefined =>
  joinedWords(text)
    .filter((word) => isNoted(word) && word.length >= SHORTEST_PART && word.length <= LONGEST_PART)
    .toSorted((one, other) => other.length - one.length)[0];

/** Works out how the index of words finds what a search looks for; undefined where the order of the list finds it no later. */
export async function textQuery<R extends PostRecord>(
  { collection, vocabulary }: Pick<Posts<R>, 'collection' | 'vocabulary'>,
  index: NamedIndex,
  { texts, languages, open, query, filterBy }: TextQuery<R>,
): Promise<BetterQuery<R> | undefined> {
  const parts = [...new Set([...texts.all, ...texts.none].flatMap((text) => partOf(text) ?? []))];
  const known = new Map((await vocabulary.containing(parts, languages)).map((found, place) => [parts[place], found]));
  const find = (text: string): Found | undefined => {
    const part = partOf(text);
    const found = known.get(part);
    if (found === undefined) return undefined;
    const isOpen = texts.isTitleApart && hidesProtected(open);
    return {
      keys: found.keys.flatMap((word) => keysOfWord(word, isOpen)),
      isExact: found.isExact && part === text && (isOpen || !texts.isTitleApart || hidesNothing(open)),
    };
  };
  const weigh = async ({ keys, isExact }: Found): Promise<Weighed<R>> => {
    const filter = filterBy(havingKey(keys));
    const isTold = tellsOf(index, filter);
    const counted = isTold ? filter : ({ language: { $in: languages }, ...havingKey(keys) } as object as Filter<R>);
    const count = await collection().countDocuments(counted, { hint: index.name, limit: MOST_READ });
    return { keys, filter, count, isTold: isTold && isExact };
  };
  const among = (condition: object, hint: string, total?: number): BetterQuery<R> => {
    const both = (filter: Filter<R>) => ({ $and: [filter, condition] }) as Filter<R>;
    const { filter, parts = [filter] } = query;
    return { filter: both(filter), parts: parts.map(both), each: undefined, hint, countHint: hint, leadingHint: undefined, total };
  };

  const [sought, out] = [texts.all.map(find), texts.none.map(find)];
  const found = sought.flatMap((one) => one ?? []);
  if (found.some(({ keys }) => keys.length === 0)) return among({ _id: { $in: [] } }, '_id_', 0);
  const weighed = await Promise.all(found.map(weigh));
  const [rarest] = weighed.toSorted((one, other) => one.count - other.count);
  if (rarest === undefined) return undefined;
  const isTold = weighed.length === sought.length && weighed.every((one) => one.isTold) && out.every((one) => one?.isExact);
  const outKeys = out.flatMap((one) => one?.keys ?? []);
  const isAlone = isTold && weighed.length === 1 && outKeys.length === 0;
  if (rarest.count < MOST_READ) return among(havingKey(rarest.keys), index.name, isAlone ? rarest.count : undefined);
  if (!isTold) return undefined;
  const filters = weighed.map(({ filter }) => filter);
  if (isAlone) return { parts: filters, each: undefined, countHint: index.name };
  const [leftOut = [], ...lists] = await idsOfEach(collection(), { filters: [filterBy(havingKey(outKeys)), ...filters], hint: index.name });
  const without = new Set(leftOut);
  const ids = inAll(lists).filter((id) => !without.has(id));
  return ids.length < MOST_READ ? among({ _id: { $in: ids } }, '_id_', ids.length) : { total: ids.length };
}
