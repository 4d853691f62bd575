import type { ClientSession, IndexDescription } from 'mongodb';
import type { Served } from '../../language';
import type { Counted } from '../counting';
import type { Connection } from '../driver/connection';
import { COMMON_INDEXES } from '../driver/indexes';
import { type FieldValues, withValues } from '../driver/paths';
import type { Link } from './links';
import { createPosts, type Posts, type StoredPostType } from './posts';
import type { Post, Stored, Term } from './record';
import type { LinkedFrom } from './relinking';
import { createSharing, type Sharing } from './sharing';
import type { Store } from './store';
import { createTerms, type StoredTermType, type Terms } from './terms';

/** The storage needs of one field: indexes, counted links and search keys. */
export interface Extension {
  readonly indexes?: readonly IndexDescription[];
  readonly counted?: readonly Counted[];
  /** Extends the `keys` of a record that the type has computed. */
  keys?(record: Omit<Stored, 'keys'>, keys: Stored['keys']): Stored['keys'];
}

/** A link from the records of a type to those of the type `to`. */
export interface NamingLink extends Omit<Link, 'collection'> {
  readonly to: string;
}

/** A content type with its links to other types. */
export interface RecordType {
  readonly plural: string;
  /** The sequence of its IDs. */
  readonly sequence: 'posts' | 'terms';
  readonly counted: readonly Counted[];
  readonly links: readonly NamingLink[];
  /** The paths of the fields that all translations of a record share. */
  readonly shared: readonly string[];
  /** Writes values into a record by their paths. It raises the edition, but `modified` stays. */
  write(id: number, values: FieldValues, session: ClientSession): Promise<void>;
  /** The slug of a record without a requested one; empty if it needs none. */
  fallbackSlug(record: Pick<Stored, '_id'>): string;
  /** Computes the sub-document `keys` from the rest of a record. */
  keys(record: object): Stored['keys'];
}

/** A declared link from its collection to the type `to`. */
export interface DeclaredLink extends Link {
  readonly to: string;
}

/** The declarations of all stored types and of their links. */
export interface StoredTypes {
  readonly posts: readonly StoredPostType<Post>[];
  readonly terms: readonly StoredTermType[];
  readonly links: readonly DeclaredLink[];
}

/** The stores of all content types. */
export interface RecordTypes {
  /** The links to a type. When a record is deleted for good, these links to it are removed. */
  linksTo(plural: string): readonly Link[];
  /** The posts of a type with records of the type `R`. Throws if there is none. */
  posts<R extends Post>(plural: string): Posts<R>;
  terms(plural: string): Terms;
  /** The collections of all types. */
  readonly plurals: readonly string[];
  /** All types with their links and counts. */
  readonly all: readonly RecordType[];
  /** The values that translations of a record share. */
  readonly sharing: Sharing;
  /** The indexes of all collections. */
  readonly indexes: Readonly<Record<string, readonly IndexDescription[]>>;
}

/** Creates the stores of declared types. The connection may still be opening. `served` are the languages of the service. */
export function createRecordTypes(connection: Connection, served: Served, stored: StoredTypes): RecordTypes {
  const { links } = stored;
  const linksTo = (plural: string): readonly Link[] => links.filter(({ to }) => to === plural);
  const linkedFrom = (plural: string): LinkedFrom => ({
    served,
    links: () => linksTo(plural).map((link) => ({ link, records: postsOf(link.collection) })),
  });
  const linkedFromTerms = (plural: string): LinkedFrom => ({
    served,
    links: () => [
      {
        link: { collection: plural, field: 'parent', none: 0, translated: true, shared: true, isTree: true },
        records: termsOf(plural),
      },
      ...linkedFrom(plural).links(),
    ],
  });
  const posts = new Map(stored.posts.map((type) => [type.plural, createPosts(connection, type, linkedFrom(type.plural))]));
  const terms = new Map(stored.terms.map((type) => [type.plural, createTerms(connection, type, linkedFromTerms(type.plural))]));
  const postsOf = <R extends Post>(plural: string): Posts<R> => {
    const found = posts.get(plural);
    if (!found) throw new Error(`There is no post-like kind named ${plural}.`);
    return found as unknown as Posts<R>;
  };
  const termsOf = (plural: string): Terms => {
    const found = terms.get(plural);
    if (!found) throw new Error(`There is no term-like kind named ${plural}.`);
    return found;
  };
  const linksOf = (plural: string): readonly NamingLink[] =>
    links.flatMap(({ collection, ...link }) => (collection === plural ? [link] : []));
  return {
    linksTo,
    posts: postsOf,
    terms: termsOf,
    plurals: [...posts.keys(), ...terms.keys()],
    all: [
      ...stored.terms.map(
        (type): RecordType => ({
          ...{ plural: type.plural, sequence: 'terms', counted: [], links: linksOf(type.plural), shared: type.shared ?? [] },
          write: writing(termsOf(type.plural)),
          fallbackSlug: ofId,
          keys: (record) => type.keys(record as Term),
        }),
      ),
      ...stored.posts.map(
        ({ plural, counted, shared = [], fallbackSlug = ofId, keys }): RecordType => ({
          ...{ plural, sequence: 'posts', counted, links: linksOf(plural), shared },
          write: writing(postsOf(plural)),
          fallbackSlug: (record) => fallbackSlug(record as Post),
          keys: (record) => keys(record as Post),
        }),
      ),
    ],
    sharing: createSharing({
      linkAt: (plural, field) => {
        if (terms.has(plural) && field === 'parent') return { to: plural, none: 0, translated: true, unordered: false };
        const link = links.find((one) => one.collection === plural && one.field === field);
        return link && { ...link, unordered: terms.has(link.to) };
      },
      recordsOf: (plural) => terms.get(plural) ?? postsOf(plural),
    }),
    indexes: { ...COMMON_INDEXES, ...Object.fromEntries([...stored.terms, ...stored.posts].map((type) => [type.plural, type.indexes])) },
  };
}

/** Makes the function that writes values into the records of a store. */
const writing =
  <R extends Stored>(store: Pick<Store<R>, 'byId'> & { update(current: R, changes: Partial<R>, session: ClientSession): Promise<R> }) =>
  async (id: number, values: FieldValues, session: ClientSession): Promise<void> => {
    const current = await store.byId(id, session);
    if (current === undefined) return;
    await store.update(current, { ...withValues<R>(current, values), edition: current.edition + 1 }, session);
  };

const ofId = ({ _id }: Pick<Stored, '_id'>): string => String(_id);
