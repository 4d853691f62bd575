import type { Owned } from '../../access';
import { type Cache, isRecording, noteDependencies } from '../../cache';
import { countsKey, idsOfTranslations, keyOf, type Sibling, type Store, type Stored } from '../../database';
import { ALL_LANGUAGES, isServed, type Language, type Served } from '../../language';
import { type PostLike, type PostRecord, recordLanguage, type Services, type TermLike, type WriteContext } from '../types';

/** Returns the part of an entity tag that identifies the version of a record. Each write by a client changes the version. */
export const revisionOf = (plural: string, record: Stored): string => `${plural}.${record._id}.${record.edition}`;

/** Returns the changes that every write by a client makes: a new `modified` date and edition number. */
export const editOf = (record: Stored, { clock }: Pick<Services, 'clock'>) => ({ modified: clock.now(), edition: record.edition + 1 });

/** Returns the collection of a content type, post-like or term-like. */
export const recordsOfType = ({ stores, postLikes }: Pick<Services, 'stores' | 'postLikes'>, plural: string) =>
  postLikes.has(plural) ? stores.posts<PostRecord>(plural) : stores.terms(plural);

/** Makes a function that caches its result in memory for each object, until the object is garbage-collected. */
export const oncePer = <K extends object, V>(work: (of: K) => V): ((of: K) => V) => {
  const cached = new WeakMap<K, { readonly made: V }>();
  return (of) => {
    const found = cached.get(of) ?? { made: work(of) };
    cached.set(of, found);
    return found.made;
  };
};

type Reads<R extends Stored> = Pick<Store<R>, 'many'>;

/** Makes read functions that use the cache while making a cacheable answer. Cached counts and revisions may be outdated. */
export const cachedReads = <R extends Stored>(cache: Cache, collection: string, records: Reads<R>): Reads<R> => ({
  async many(ids) {
    if (!isRecording()) return records.many(ids);
    const state = cache.state();
    const found = new Map<number, R>();
    const missing: number[] = [];
    for (const id of new Set(ids)) {
      const cached = cache.find<R>(`read ${keyOf(collection, id)}`);
      if (cached === undefined) missing.push(id);
      else found.set(id, cached);
    }
    for (const [id, record] of await records.many(missing)) {
      const key = keyOf(collection, id);
      cache.keep(`read ${key}`, { value: record, state, dependencies: [key] }, Buffer.byteLength(JSON.stringify(record)));
      found.set(id, record);
    }
    return found;
  },
});

/** Makes read functions for records whose counts an answer shows. The cached answer then depends on these counts. */
export const countedReads = <R extends Stored>(collection: string, records: Reads<R>): Reads<R> => ({
  many(ids) {
    const requested = [...ids];
    noteDependencies(requested.map((id) => countsKey(keyOf(collection, id))));
    return records.many(requested);
  },
});

/** Makes read functions for records that answers embed in others. If plugin functions read the records, counts are current. */
export const shownReads = <R extends Stored>(
  cache: Cache,
  { plural, pluginFields }: Pick<PostLike | TermLike, 'plural' | 'pluginFields'>,
  records: Reads<R>,
): Reads<R> =>
  pluginFields.some(({ showing }) => showing !== undefined) ? countedReads(plural, records) : cachedReads(cache, plural, records);

/**
 * Functions that decide if a reader may see a record. `siblingVisible` makes a first guess from an entry in another record's
 * `translations`; `recordVisible` decides from the record itself.
 */
export interface Visibility<R extends Stored> {
  siblingVisible(sibling: Sibling): boolean;
  recordVisible(record: R): boolean;
  /** True if a link shows the linked record itself when no translation is visible. By default the link shows nothing. */
  fallbackVisible?(record: R): boolean;
}

export const ALL_VISIBLE: Visibility<Stored> = { siblingVisible: () => true, recordVisible: () => true };

/** IDs in a link, and the language of the linking record. Without a language, the linked record itself precedes its translations. */
export interface LinkedIds {
  readonly ids: readonly number[];
  readonly language?: Language;
}

/**
 * Returns the visible records for each link, in the order of the link, without duplicates. For each translation group, returns the visible
 * record in the link's language. Without one, returns the linked record, or else the first visible translation in the order of served
 * languages. Needs one query, or two if some translations are not linked themselves.
 */
export async function shownMembers<R extends Stored>(
  records: Pick<Store<R>, 'many'>,
  links: readonly LinkedIds[],
  visibility: Visibility<NoInfer<R>>,
  served: Served,
): Promise<R[][]> {
  const named = await records.many(links.flatMap(({ ids }) => ids));
  const missing = new Set<number>();
  for (const { ids, language } of links) {
    for (const record of ids.flatMap((id) => named.get(id) ?? [])) {
      for (const member of inOrder(record, language, served)) {
        const found = named.get(member.id);
        if (found && visibility.recordVisible(found)) break;
        if (!found && visibility.siblingVisible(member)) missing.add(member.id);
      }
    }
  }
  const others = await records.many(missing);
  const memberOf = (record: R, language: Language | undefined): R | undefined => {
    for (const { id } of inOrder(record, language, served)) {
      const member = named.get(id) ?? others.get(id);
      if (member && visibility.recordVisible(member)) return member;
    }
    return visibility.fallbackVisible?.(record) ? record : undefined;
  };
  return links.map(({ ids, language }) => {
    const shown = ids.flatMap((id) => named.get(id) ?? []).flatMap((record) => memberOf(record, language) ?? []);
    return [...new Map(shown.map((record) => [record._id, record])).values()];
  });
}

/** Iterates over a record's translation group: the translation in `language`, the record, then other translations. */
function* inOrder(record: Stored, language: Language | undefined, served: Served): Generator<Sibling> {
  const { _id: id, slug, translations } = record;
  const first = language === undefined || language === record.language ? undefined : translations[language];
  if (first) yield first;
  if (isServed(record.language, served)) yield { id, slug };
  for (const other of served.languages) {
    const sibling = translations[other];
    if (sibling && other !== language) yield sibling;
  }
}

/** Returns the author and status of a translation from its entry in another record's `translations`. */
export const ownedAs = ({ author = 0, status, was }: Sibling): Owned => ({ author, status, was }) as Owned;

/** Returns the IDs of a record's translation group, starting with the record itself. */
export const groupOf = (record: Pick<Stored, '_id' | 'translations'>): number[] => [record._id, ...idsOfTranslations(record)];

/**
 * Returns the IDs in the translation groups of some records, since stored links may name any member. Omits groups without a visible member.
 * Needs one query, or two if a given record is hidden.
 */
export async function groupMembers<R extends Stored>(
  records: Pick<Store<R>, 'many'>,
  ids: readonly number[],
  visibility: Visibility<NoInfer<R>>,
): Promise<number[]> {
  const links = ids.map((id) => ({ ids: [id] }));
  const shown = await shownMembers(records, links, visibility, ALL_LANGUAGES);
  return [...new Set(shown.flat().flatMap(groupOf))];
}

interface LinkTarget<R extends Stored> {
  readonly records: Pick<Store<R>, 'many'>;
  readonly visibility: Visibility<NoInfer<R>>;
  readonly served: Served;
}

/** Returns the linked records of each record that are visible in the record's language (see `shownMembers`). */
export const linkedMembers = <R extends Stored>(
  shown: readonly PostRecord[],
  { records, visibility, served, idsOf }: LinkTarget<R> & { idsOf(record: PostRecord): readonly number[] },
): Promise<R[][]> => {
  const links = shown.map((record) => ({ ids: idsOf(record), language: record.language }));
  return shownMembers<R>(records, links, visibility, served);
};

/** The links of a record, divided by visibility to the writing user. */
interface VisibleLinks {
  /** The stored IDs for each visible record. */
  readonly visible: ReadonlyMap<number, readonly number[]>;
  /** Stored IDs without a visible record. Updates preserve these links, since the writing user cannot see them. */
  readonly hidden: readonly number[];
}

/**
 * Splits the links of a record by visibility to the writing user. Sending back an unchanged answer must change no link. Omits IDs of
 * removed records.
 */
export async function visibleToWriter<R extends Stored>(
  { records, visibility, served }: LinkTarget<R>,
  ids: readonly number[],
  context: WriteContext<PostRecord>,
): Promise<VisibleLinks> {
  const links = ids.map((id) => ({ ids: [id], language: recordLanguage(context) }));
  const reads = { many: (some: Iterable<number>) => records.many(some, context.session) };
  const shown = await shownMembers<R>(reads, links, { ...visibility, fallbackVisible: () => true }, served);
  const visible = new Map<number, number[]>();
  const hidden: number[] = [];
  for (const [index, id] of ids.entries()) {
    const [record] = shown[index] ?? [];
    if (record === undefined) continue;
    if (isServed(record.language, served) && visibility.recordVisible(record))
      visible.set(record._id, [...(visible.get(record._id) ?? []), id]);
    else hidden.push(id);
  }
  return { visible, hidden };
}
