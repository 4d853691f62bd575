import type { ClientSession, Filter, IndexDescription } from 'mongodb';
import { readExactly } from '../../cache';
import { LANGUAGES, type Language, type Served } from '../../language';
import { contentKey } from '../changes/change-log';
import type { CountedLink } from '../counting';
import type { Connection } from '../driver/connection';
import { COMMON_INDEXES, type Indexes } from '../driver/indexes';
import { stateOf } from '../driver/transactions';
import { type FieldValues, type Link, type Post, type Stored, type Term, withValues } from './record';
import type { LinkedFrom } from './relinking';
import { createStore, type Store } from './store';
import { createFinder, type StoredType } from './store-reads';
import { createSharing } from './translations';

/** The storage needs of one field: indexes, counted links and search keys. */
export interface Extension {
  readonly indexes?: readonly IndexDescription[];
  readonly counted?: readonly CountedLink[];
  /** Extends the `keys` that the type has computed for a record. */
  keys?(record: Omit<Stored, 'keys'>, keys: Stored['keys']): Stored['keys'];
}

/** A content type with its links to other types. */
export interface RecordType {
  readonly plural: string;
  /** The name of the type's sequence of IDs. */
  readonly sequence: 'posts' | 'terms';
  readonly counted: readonly CountedLink[];
  readonly links: readonly Link[];
  /** The paths of the fields that all translations of a record share. */
  readonly shared: readonly string[];
  /** Writes values into a record by their paths. It raises the editing revision, but not `modified`. */
  write(id: number, values: FieldValues, session: ClientSession): Promise<void>;
  /** Returns the slug of a record that requests none; empty if it needs none. */
  fallbackSlug(record: Pick<Stored, '_id'>): string;
}

export type Posts<R extends Post> = Store<R>;

/** The declarations of all stored types and of their links. */
interface Declarations {
  readonly posts: readonly StoredType<Post>[];
  readonly terms: readonly StoredType<Term>[];
  readonly links: readonly Link[];
}

export type RecordTypes = ReturnType<typeof createRecordTypes>;

/** Creates the stores of declared types. The connection may not be open yet. `served` are the service's languages. */
export function createRecordTypes(connection: Connection, served: Served, declared: Declarations) {
  const { links } = declared;
  const linksTo = (plural: string): readonly Link[] => links.filter(({ to }) => to === plural);
  const parents = declared.terms.map(({ plural }): Link => {
    return { collection: plural, to: plural, field: 'parent', none: 0, translated: true, shared: true, isTree: true };
  });
  const allLinks = [...parents, ...links];
  const storeOf = (plural: string) => terms.get(plural) ?? postsOf(plural);
  const linkedFrom = (plural: string): LinkedFrom => ({
    served,
    links: () => allLinks.flatMap((link) => (link.to === plural ? { link, records: storeOf(link.collection) } : [])),
  });
  const createPosts = (type: StoredType<Post>) => createStore(connection, type, { sequence: 'posts', linkedFrom: linkedFrom(type.plural) });
  const posts = new Map(declared.posts.map((type) => [type.plural, createPosts(type)]));
  const terms = new Map(declared.terms.map((type) => [type.plural, createTerms(connection, type, linkedFrom(type.plural))]));
  const postsOf = <R extends Post>(plural: string): Posts<R> => {
    const found = posts.get(plural);
    if (!found) throw new Error(`There is no post-like content type named ${plural}.`);
    // The caller knows the records of the type.
    return found as unknown as Posts<R>;
  };
  const termsOf = (plural: string): Terms => {
    const found = terms.get(plural);
    if (!found) throw new Error(`There is no term-like content type named ${plural}.`);
    return found;
  };
  const recordType = <R extends Stored>(type: StoredType<R>, sequence: RecordType['sequence'], store: Store<R>): RecordType => ({
    plural: type.plural,
    sequence,
    counted: type.counted ?? [],
    shared: type.shared ?? [],
    links: links.filter(({ collection }) => collection === type.plural),
    async write(id, values, session) {
      const current = await store.byId(id, session);
      if (current === undefined) return;
      await store.update(current, { ...withValues<R>(current, values), edition: current.edition + 1 }, session);
    },
    fallbackSlug: (record) => type.fallbackSlug?.(record as R) ?? String(record._id),
  });
  return {
    /** Returns the links to a type. Permanently deleting one of its records removes these links to it. */
    linksTo,
    /** Returns the store of a post-like type. Throws an Error if there is none. */
    posts: postsOf,
    terms: termsOf,
    plurals: [...posts.keys(), ...terms.keys()] as readonly string[],
    /** All types with their links and counts. */
    all: [
      ...declared.terms.map((type) => recordType(type, 'terms', termsOf(type.plural))),
      ...declared.posts.map((type) => recordType(type, 'posts', postsOf(type.plural))),
    ] as readonly RecordType[],
    sharing: createSharing({ links: allLinks, isTermLike: (plural) => terms.has(plural), recordsOf: storeOf }),
    indexes: {
      ...COMMON_INDEXES,
      ...Object.fromEntries([...declared.terms, ...declared.posts].map((type) => [type.plural, type.indexes])),
    } as Indexes,
  };
}

/** The key of a term's name (`keys.name`), and its language. */
export interface TermName {
  readonly language: Language;
  readonly key: string;
}

/** The store of a term-like type, with searches by name and in the tree. */
export type Terms = ReturnType<typeof createTerms>;

/** Creates the store of a term-like type. All term-like types share one sequence of IDs. */
export function createTerms(connection: Connection, type: StoredType<Term>, linkedFrom: LinkedFrom) {
  const store = createStore<Term>(connection, type, { sequence: 'terms', linkedFrom });
  return { ...store, ...searchesByName(store, type.plural), ...searchesInTree(store, type.plural) };
}

const searchesByName = (store: Store<Term>, plural: string) => {
  /** The session's key of terms that were read ahead. */
  const preloadedNames = `${plural} by name`;
  const keyOfName = ({ language, key }: TermName): string => `${language} ${key}`;
  // The indexes begin with the language.
  const filter = { language: { $in: LANGUAGES } };
  const findNames = createFinder(store.collection, 'keys.name', { filter });
  const findSlugs = createFinder(store.collection, 'slug', { filter });
  return {
    /** Finds the terms of all languages whose names have one of these keys. */
    withNames: (keys: readonly string[]): Promise<Term[]> => readExactly([contentKey(plural)], () => findNames(keys)),
    /** Finds the terms of all languages with one of these slugs. */
    withSlugs: (slugs: readonly string[]): Promise<Term[]> => readExactly([contentKey(plural)], () => findSlugs(slugs)),
    /** Finds the terms of a language whose names have one of these keys. */
    async named(language: Language, keys: readonly string[], session: ClientSession): Promise<readonly Term[]> {
      const preloaded = stateOf(session).preloaded.get(preloadedNames) as ReadonlyMap<string, readonly Term[]> | undefined;
      const terms = keys.map((key) => preloaded?.get(keyOfName({ language, key })));
      if (terms.every((one) => one !== undefined)) return terms.flat();
      return store.find({ language, 'keys.name': { $in: [...keys] } }, session);
    },
    /** Reads terms ahead for `named` in this session. Use it only in transactions that store no terms. */
    async preloadNamed(names: readonly TermName[], session: ClientSession): Promise<void> {
      const found = new Map<string, Term[]>(names.map((name) => [keyOfName(name), []]));
      for (const language of new Set(names.map((name) => name.language))) {
        const keys = names.flatMap((name) => (name.language === language ? name.key : []));
        const terms = await store.find({ language, 'keys.name': { $in: [...new Set(keys)] } }, session);
        for (const term of terms) found.get(keyOfName({ language, key: String(term.keys['name']) }))?.push(term);
      }
      stateOf(session).preloaded.set(preloadedNames, found);
    },
  };
};

const searchesInTree = ({ collection, byId }: Store<Term>, plural: string) => {
  const findChildren = createFinder(collection, 'parent', { projection: { parent: 1 } });
  /** Reads the IDs of some terms, then of their children, and so on, by level. */
  const levelsBelow = async (ids: readonly number[], session?: ClientSession): Promise<number[][]> => {
    const all = new Set(ids);
    const levels: number[][] = [];
    for (let level = [...all]; level.length > 0; ) {
      levels.push(level);
      const children = await readExactly([contentKey(plural)], () => findChildren(level, session));
      level = children.map(({ _id }) => _id).filter((id) => !all.has(id));
      for (const id of level) all.add(id);
    }
    return levels;
  };
  return {
    /** Returns the IDs of some terms and of all their descendants. */
    withDescendants: async (ids: readonly number[]): Promise<number[]> => (await levelsBelow(ids)).flat(),
    /** Returns the number of levels of a term and its descendants: 1 without children. */
    height: async (id: number, session: ClientSession): Promise<number> => (await levelsBelow([id], session)).length,
    /** Returns the IDs from a term up to its root, the term first. */
    async lineage(id: number, session?: ClientSession): Promise<number[]> {
      const line: number[] = [];
      for (let next = id; next > 0 && !line.includes(next); ) {
        line.push(next);
        next = (await byId(next, session))?.parent ?? 0;
      }
      return line;
    },
    /** Finds the IDs of terms without public records that have a used descendant. `used` is the filter for used terms. */
    async emptyAboveUsed(language: Language, used: object): Promise<number[]> {
      // Most terms are used, so the search begins with the few unused terms.
      const empty = await collection()
        .find({ language, count: 0 }, { projection: { parent: 1 } })
        .toArray();
      if (empty.length === 0) return [];
      const parents = new Map(empty.map(({ _id, parent }) => [_id, parent]));
      const filter: Filter<Term> = { language, ...used, parent: { $in: [...parents.keys()] } };
      const found = new Set<number>();
      for (const above of await collection().distinct('parent', filter)) {
        for (let id: number | undefined = above; id !== undefined && parents.has(id) && !found.has(id); id = parents.get(id)) found.add(id);
      }
      return [...found];
    },
  };
};
