import type { Filter } from 'mongodb';
import { fold } from '../../calendar/fold';
import type { Language } from '../../language';
import { WORDS_FIELD, WORDS_INDEX } from '../../records/link-keys';
import type { Term } from '../../records/record';
import { postUrl, restUrl, siteUrl } from '../addresses';
import { listingOf } from '../listing/listing';
import type { PostLike } from '../post-like';
import type { PostRecord } from '../post-record';
import type { Services } from '../services';
import { askedWords, formsOf } from './asked-words';
import { keysBeginning } from './key-conditions';
import { PLACES } from './word-keys';

/** What a search box asks for. */
interface Asked {
  readonly q: string;
  /** The plurals of the kinds. */
  readonly kinds: readonly string[];
  /** How many of each kind at most. */
  readonly most: number;
  readonly language: Language;
  readonly baseUrl: string;
}

/** A record whose name has what was typed. */
interface Suggestion {
  readonly kind: string;
  readonly id: number;
  readonly name: string;
  readonly rest_url: string;
  readonly url: string;
}

type Named = Pick<PostRecord, '_id' | 'language' | 'slug'> & { readonly name: string };

/** How many records are looked at before names that only have what was typed are enough, and at most: many events have the same title. */
const ENOUGH = 200;
const MOST_LOOKED_AT = 400;
/** How many come at a time. */
const BATCH = 50;

/** The conditions that a title has all words; undefined: there are none. The longest word is looked for, as the rarest. */
function inTitle(q: string, language: Language): object[] | undefined {
  const words = [...askedWords(q, [language])].sort((one, other) => other.word.length - one.word.length);
  if (words.length === 0) return undefined;
  return words.map((word, place) => {
    const keys = keysBeginning(PLACES.title, formsOf(word, language));
    return place === 0 ? { [WORDS_FIELD]: { $in: keys } } : { $nor: [{ [WORDS_FIELD]: { $nin: keys } }] };
  });
}

/** Each name once, those first that begin with what was typed: no more records are looked at than are needed. */
async function best(records: AsyncIterable<Named>, q: string, most: number): Promise<Named[]> {
  const typed = fold(q);
  const beginning = new Map<string, Named>();
  const others = new Map<string, Named>();
  let count = 0;
  for await (const record of records) {
    const name = fold(record.name);
    const known = name.startsWith(typed) ? beginning : others;
    if (!known.has(name)) known.set(name, record);
    count += 1;
    if (beginning.size === most || (count >= ENOUGH && beginning.size + others.size >= most)) break;
  }
  return [...beginning.values(), ...others.values()].slice(0, most);
}

/** Of the posts that a list shows everybody unless it is asked for others. */
async function* suggestedPosts(kind: PostLike, conditions: readonly object[], { language, baseUrl }: Asked): AsyncGenerator<Named> {
  const view = { user: undefined, baseUrl, language, single: false };
  const { filter } = await listingOf(kind, { filters: {}, view, status: ['publish'], conditions });
  const projection = { language: 1, slug: 1, [kind.titled]: 1 };
  const found = kind.posts.collection().find(filter, { hint: WORDS_INDEX, projection, batchSize: BATCH }).limit(MOST_LOOKED_AT);
  for await (const record of found) {
    const { _id, language: own, slug, [kind.titled as 'title']: name } = record as PostRecord & { readonly title?: string };
    yield { _id, language: own, slug, name: String(name) };
  }
}

/** Makes what suggests records to whoever types a search: what everybody may see, in the language that is asked in. */
export const createSuggestions = (services: Services) => {
  const suggested = (plural: string, conditions: readonly object[], asked: Asked): AsyncIterable<Named> => {
    const posts = services.postLikes.get(plural);
    if (posts) return suggestedPosts(posts, conditions, asked);
    const filter = { $and: [{ language: asked.language }, ...conditions] } as Filter<Term>;
    return services.kinds.terms(plural).collection().find(filter, { hint: WORDS_INDEX, batchSize: BATCH }).limit(MOST_LOOKED_AT);
  };
  return async (asked: Asked): Promise<readonly Suggestion[]> => {
    const conditions = inTitle(asked.q, asked.language);
    if (conditions === undefined) return [];
    const origin = siteUrl(asked.baseUrl, services.site);
    const found = await Promise.all(
      asked.kinds.map(async (plural) => {
        const kind = services.postLikes.get(plural) ?? services.termLikes.get(plural);
        if (kind === undefined) return [];
        const named = await best(suggested(plural, conditions, asked), asked.q, asked.most);
        return named.map(({ _id: id, name, language, slug }) => ({
          kind: plural,
          id,
          name,
          rest_url: restUrl(asked.baseUrl, kind, id),
          url: postUrl({ id, language, slug }, kind.segment, origin),
        }));
      }),
    );
    return found.flat();
  };
};
