import type { ClientSession, Filter } from 'mongodb';
import { readExactly } from '../../cache';
import type { Language } from '../../language';
import { contentKey } from '../changes/change-log';
import type { Connection } from '../driver/connection';
import { stateOf } from '../driver/transaction-state';
import type { Groups } from './groups';
import type { Link } from './links';
import type { Term } from './record';
import type { LinkedFrom, Relinked } from './relinking';
import { createStore, type Store } from './store';
import type { Draft, StoredType } from './store-types';

/** A term-like type as the database layer knows it. */
export type StoredTermType = StoredType<Term>;

/** The key of a term's name (`keys.name`) in a language. */
export interface TermName {
  readonly language: Language;
  readonly key: string;
}

export interface Terms
  extends Pick<Store<Term>, 'collection' | 'byId' | 'bySlug' | 'byFormerSlug' | 'many' | 'preload' | 'page' | 'find'>,
    Groups {
  /** The terms of a language whose names have one of these keys. */
  named(language: Language, keys: readonly string[], session: ClientSession): Promise<readonly Term[]>;
  /**
   * Reads terms ahead, so that `named` returns them for the rest of a session. Use it only in transactions that store
   * no terms, such as those of `Connection.unclaimed`.
   */
  preloadNamed(names: readonly TermName[], session: ClientSession): Promise<void>;
  create(draft: Draft<Term>, session: ClientSession): Promise<Term>;
  /** Stores many new terms; see `Store.insertGroups`. */
  createGroups(groups: readonly (readonly Draft<Term>[])[], session: ClientSession): Promise<Term[]>;
  /** Changes a term that was read in the same session. */
  update(current: Term, changes: Partial<Term>, session: ClientSession): Promise<Term>;
  /** Replaces parents in terms. The edition of the terms stays. */
  relink(link: Link, relinked: Relinked, session: ClientSession): Promise<unknown>;
  /** Deletes a term for good. Records that have it get a translation; without one they lose it and its children move up. */
  remove(current: Term, at: Date, session: ClientSession): Promise<void>;
  /** The IDs of some terms and of all their descendants. */
  withDescendants(ids: readonly number[]): Promise<number[]>;
  /** The IDs of the terms without public records that have a used descendant. `used` is the filter for used terms. */
  emptyAboveUsed(language: Language, used: object): Promise<number[]>;
  /** The IDs from a term up to its root, the term first. */
  lineage(id: number, session?: ClientSession): Promise<number[]>;
  /** The number of levels of a term and its descendants: 1 without children. */
  height(id: number, session?: ClientSession): Promise<number>;
}

/** The reads that the functions of terms use. */
type TermReads = Pick<Store<Term>, 'collection' | 'byId' | 'find'>;

/** Creates the terms of a type. Term-like types share one sequence of IDs. */
export function createTerms(connection: Connection, type: StoredTermType, linkedFrom: LinkedFrom): Terms {
  const store = createStore<Term>(connection, type, { sequence: 'terms', linkedFrom });
  const { complete, insert, insertGroups, replace, remove, ...reads } = store;
  const { plural } = type;
  return {
    ...reads,
    named: (language, keys, session) => named(reads, plural, language, keys, session),
    preloadNamed: (names, session) => preloadNamed(reads, plural, names, session),
    async create(draft, session) {
      const record = await complete(draft, session);
      await insert(record, session);
      return record;
    },
    createGroups: insertGroups,
    update: replace,
    remove,
    withDescendants: (ids) => withDescendants(reads, plural, ids),
    emptyAboveUsed: (language, used) => emptyAboveUsed(reads, language, used),
    height: (id, session) => height(reads, id, session),
    lineage: (id, session) => lineage(reads, id, session),
  };
}

/** The place of terms that a transaction has read ahead by their names. */
const namesOf = (plural: string): string => `${plural} by name`;
const keyOfName = ({ language, key }: TermName): string => `${language} ${key}`;

async function named(
  reads: TermReads,
  plural: string,
  language: Language,
  keys: readonly string[],
  session: ClientSession,
): Promise<readonly Term[]> {
  const preloaded = stateOf(session).preloaded.get(namesOf(plural)) as ReadonlyMap<string, readonly Term[]> | undefined;
  const terms = keys.map((key) => preloaded?.get(keyOfName({ language, key })));
  if (terms.every((one) => one !== undefined)) return terms.flat();
  return reads.find({ language, 'keys.name': { $in: [...keys] } }, session);
}

async function preloadNamed(reads: TermReads, plural: string, names: readonly TermName[], session: ClientSession): Promise<void> {
  const found = new Map<string, Term[]>(names.map((name) => [keyOfName(name), []]));
  for (const language of new Set(names.map((name) => name.language))) {
    const keys = names.flatMap((name) => (name.language === language ? name.key : []));
    const terms = await reads.find({ language, 'keys.name': { $in: [...new Set(keys)] } }, session);
    for (const term of terms) found.get(keyOfName({ language, key: String(term.keys['name']) }))?.push(term);
  }
  stateOf(session).preloaded.set(namesOf(plural), found);
}

async function withDescendants(reads: TermReads, plural: string, ids: readonly number[]): Promise<number[]> {
  const all = new Set(ids);
  for (let level = [...all]; level.length > 0; ) {
    const children = await readExactly([contentKey(plural)], () => childIds(reads, level));
    level = children.filter((id) => !all.has(id));
    for (const id of level) all.add(id);
  }
  return [...all];
}

async function height(reads: TermReads, id: number, session: ClientSession | undefined): Promise<number> {
  const visited = new Set([id]);
  let levels = 0;
  for (let level = [id]; level.length > 0; levels += 1) {
    level = (await childIds(reads, level, session)).filter((child) => !visited.has(child));
    for (const child of level) visited.add(child);
  }
  return levels;
}

async function childIds({ collection }: TermReads, parents: readonly number[], session?: ClientSession): Promise<number[]> {
  const filter: Filter<Term> = { parent: { $in: [...parents] } };
  const found = collection().find(filter, { projection: { _id: 1 }, ...(session && { session }) });
  return (await found.toArray()).map(({ _id }) => _id);
}

async function emptyAboveUsed({ collection }: TermReads, language: Language, used: object): Promise<number[]> {
  // Most terms are used, so the search begins with the few that are not.
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
}

async function lineage(reads: TermReads, id: number, session: ClientSession | undefined): Promise<number[]> {
  const line: number[] = [];
  for (let next = id; next > 0 && !line.includes(next); ) {
    line.push(next);
    next = (await reads.byId(next, session))?.parent ?? 0;
  }
  return line;
}
