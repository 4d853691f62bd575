import type { Collection, Filter } from 'mongodb';
import { readExactly } from '../../cache';
import { contentKey, type Store, type Stored, type Term, WORDS_INDEX } from '../../database';
import type { Language } from '../../language';
import { groupOf, shownMembers, type Visibility } from '../records';
import type { PostRecord, Services, User } from '../types';
import { namesIn, READERS, readableTo, termsVisibleTo, visibleTo } from '../visibility';

/** The collection with the names, the language of the linking records, and the reader. */
interface NameSearch {
  readonly collection: string;
  readonly language: Language;
  readonly user: User | undefined;
}

/** Finds records by the names that a reader sees in links to them. */
export interface LinkedNames {
  /** The translation groups of records whose words meet a condition. */
  groupsOf(condition: object): Promise<readonly (readonly number[])[]>;
  /** The clause for the records that may be found. */
  readonly filter: object;
}

/** Makes the search by names for one collection and reader. */
export function linkedNames(services: Services, { collection, language, user }: NameSearch): LinkedNames {
  const { kinds, site, termLikes } = services;
  const { languages } = site.served;
  const isTerm = termLikes.has(collection);
  const filter = { $and: [isTerm ? {} : visibleTo(user, collection), { language: { $in: languages } }] };
  const shown = (found: readonly Stored[]): Promise<readonly Stored[]> =>
    isTerm
      ? shownOf(services, kinds.terms(collection), found as readonly Term[], termsVisibleTo(services, collection, user), language)
      : shownOf(services, kinds.posts<PostRecord>(collection), found as readonly PostRecord[], readableTo(user, collection), language);
  const stored = (isTerm ? kinds.terms(collection) : kinds.posts<PostRecord>(collection)).collection() as unknown as Collection<Stored>;
  return {
    filter,
    // Changed counts do not change the names.
    groupsOf: (condition) =>
      readExactly([contentKey(collection)], async () => {
        const projection = Object.fromEntries(READERS.map((name) => [name, 1]));
        const named = { $and: [filter, condition] } as Filter<Stored>;
        const found = (await stored.find(named, { projection, hint: WORDS_INDEX }).toArray()) as unknown as readonly Stored[];
        return (await shown(found)).map(groupOf);
      }),
  };
}

/** Keeps the records that the reader sees in a link to their group. */
async function shownOf<R extends Stored>(
  services: Services,
  records: Pick<Store<R>, 'collection'>,
  found: readonly R[],
  visibility: Visibility<NoInfer<R>>,
  language: Language,
): Promise<R[]> {
  const byId = new Map(found.map((record) => [record._id, record]));
  const others = namesIn(records);
  const shown = await shownMembers(
    { many: async (ids) => ([...ids].every((id) => byId.has(id)) ? byId : others.many(ids)) },
    found.map(({ _id }) => ({ ids: [_id], language })),
    visibility,
    services.site.served,
  );
  return found.filter(({ _id }, index) => shown[index]?.[0]?._id === _id);
}
