import type { ClientSession } from 'mongodb';
import type { Served } from '../../language';
import type { CountedLink } from '../counting';
import type { Connection } from '../driver/connection';
import { COMMON_INDEXES, type Indexes } from '../driver/indexes';
import { type FieldValues, type Link, type Post, type Stored, type Term, withValues } from './record';
import type { LinkedFrom } from './relinking';
import { createStore, type Store } from './store';
import type { StoredType } from './store-reads';
import { createTerms, type Terms } from './terms';
import { createSharing } from './translations';

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
  const postsOf = <R extends Post>(plural: string): Store<R> => {
    const found = posts.get(plural);
    if (!found) throw new Error(`There is no post-like content type named ${plural}.`);
    // The caller knows the records of the type.
    return found as unknown as Store<R>;
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
    links: allLinks.filter(({ collection }) => collection === type.plural),
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
