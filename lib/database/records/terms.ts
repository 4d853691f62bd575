import type { ClientSession, Filter } from 'mongodb';
import { readExactly } from '../../cache';
import { LANGUAGES, type Language } from '../../language';
import { contentKey } from '../changes/change-log';
import type { Connection } from '../driver/connection';
import { stateOf } from '../driver/transactions';
import type { Term } from './record';
import type { LinkedFrom } from './relinking';
import { createStore, type Store } from './store';
import { createFinder, type StoredType } from './store-reads';

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
  const levelsFrom = async (ids: readonly number[], session?: ClientSession): Promise<number[][]> => {
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
    withDescendants: async (ids: readonly number[]): Promise<number[]> => (await levelsFrom(ids)).flat(),
    /** Returns the number of levels of a term and its descendants: 1 without children. */
    height: async (id: number, session: ClientSession): Promise<number> => (await levelsFrom([id], session)).length,
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
