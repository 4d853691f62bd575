import type { ClientSession, Filter } from 'mongodb';
import { readExactly } from '../../cache';
import type { Language } from '../../language';
import { contentKey } from '../changes/change-log';
import type { Connection } from '../driver/connection';
import type { Groups } from './groups';
import type { Link } from './links';
import type { Term } from './record';
import type { NamedBy, Relinked } from './relinking';
import { createStore, type Draft, type Store, type StoredType } from './store';

/** A term-like type as the database layer knows it. */
export type StoredTermType = StoredType<Term>;

/** The key of a term's name (`keys.name`) in a language. */
export interface TermName {
  readonly language: Language;
  readonly key: string;
}

export interface Terms
  extends Pick<Store<Term>, 'collection' | 'byId' | 'bySlug' | 'byFormerSlug' | 'many' | 'hold' | 'page' | 'find'>,
    Groups {
  /** The terms of a language whose names have one of these keys. */
  named(language: Language, keys: readonly string[], session: ClientSession): Promise<readonly Term[]>;
  /**
   * Reads terms ahead, so that `named` returns them for the rest of a session. Use it only in transactions that store
   * no terms, such as those of `Connection.unclaimed`.
   */
  holdNamed(names: readonly TermName[], session: ClientSession): Promise<void>;
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

/** Creates the terms of a type. Term-like types share one sequence of IDs. */
export function createTerms(connection: Connection, kind: StoredTermType, namedBy: NamedBy): Terms {
  const { complete, insert, insertGroups, replace, remove, ...reads } = createStore<Term>(connection, kind, { sequence: 'terms', namedBy });
  /** Terms that transactions read ahead, by language and key. */
  const held = new WeakMap<ClientSession, ReadonlyMap<string, readonly Term[]>>();

  return {
    ...reads,
    async named(language, keys, session) {
      const known = keys.map((key) => held.get(session)?.get(placeOf({ language, key })));
      if (known.every((terms) => terms !== undefined)) return known.flat();
      return reads.find({ language, 'keys.name': { $in: [...keys] } }, session);
    },
    async holdNamed(names, session) {
      // The driver may run a transaction again in the same session.
      held.delete(session);
      const found = new Map<string, Term[]>(names.map((name) => [placeOf(name), []]));
      for (const language of new Set(names.map((name) => name.language))) {
        const keys = names.flatMap((name) => (name.language === language ? name.key : []));
        const terms = await reads.find({ language, 'keys.name': { $in: [...new Set(keys)] } }, session);
        for (const term of terms) found.get(placeOf({ language, key: String(term.keys['name']) }))?.push(term);
      }
      held.set(session, found);
    },
    async create(draft, session) {
      const record = await complete(draft, session);
      await insert(record, session);
      return record;
    },
    createGroups: insertGroups,
    update: replace,
    remove,
    async withDescendants(ids) {
      const all = new Set(ids);
      for (let level = [...all]; level.length > 0; ) {
        const filter: Filter<Term> = { parent: { $in: level } };
        const find = () =>
          reads
            .collection()
            .find(filter, { projection: { _id: 1 } })
            .toArray();
        const children = await readExactly([contentKey(kind.plural)], find);
        level = children.map((child) => child._id).filter((id) => !all.has(id));
        for (const id of level) all.add(id);
      }
      return [...all];
    },
    async emptyAboveUsed(language, used) {
      // Most terms are used, so the search begins with the few that are not.
      const empty = await reads
        .collection()
        .find({ language, count: 0 }, { projection: { parent: 1 } })
        .toArray();
      if (empty.length === 0) return [];
      const parents = new Map(empty.map(({ _id, parent }) => [_id, parent]));
      const filter: Filter<Term> = { language, ...used, parent: { $in: [...parents.keys()] } };
      const found = new Set<number>();
      for (const above of await reads.collection().distinct('parent', filter)) {
        for (let id: number | undefined = above; id !== undefined && parents.has(id) && !found.has(id); id = parents.get(id)) found.add(id);
      }
      return [...found];
    },
    async height(id, session) {
      const seen = new Set([id]);
      let height = 0;
      for (let level = [id]; level.length > 0; height += 1) {
        const filter: Filter<Term> = { parent: { $in: level } };
        const found = reads.collection().find(filter, { projection: { _id: 1 }, ...(session && { session }) });
        level = (await found.toArray()).map((child) => child._id).filter((child) => !seen.has(child));
        for (const child of level) seen.add(child);
      }
      return height;
    },
    async lineage(id, session) {
      const line: number[] = [];
      for (let next = id; next > 0 && !line.includes(next); ) {
        line.push(next);
        next = (await reads.byId(next, session))?.parent ?? 0;
      }
      return line;
    },
  };
}

const placeOf = ({ language, key }: TermName): string => `${language} ${key}`;
