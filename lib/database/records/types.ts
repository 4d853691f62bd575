import type { ClientSession, IndexDescription } from 'mongodb';
import type { Served } from '../../language';
import type { Counted } from '../counting';
import type { Connection } from '../driver/connection';
import { COMMON_INDEXES } from '../driver/indexes';
import { type FieldValues, withValues } from '../driver/paths';
import type { Link } from './links';
import { createPosts, type Posts, type StoredPostType } from './posts';
import type { Post, Stored } from './record';
import type { NamedBy } from './relinking';
import { createSharing, type Sharing } from './sharing';
import type { Store } from './store';
import { createTerms, type StoredTermType, type Terms } from './terms';

/** What one field needs of the storage of its kind. */
export interface Extension {
  readonly indexes?: readonly IndexDescription[];
  readonly counted?: readonly Counted[];
  /** Works out the `keys` anew from a record and those of the kind itself. */
  keys?(record: Omit<Stored, 'keys'>, keys: Stored['keys']): Stored['keys'];
}

/** What the records of a kind name: those of the kind `to`. */
export interface NamingLink extends Omit<Link, 'collection'> {
  readonly to: string;
}

/** A kind as it hangs together with others. */
export interface RecordType {
  readonly plural: string;
  /** The counter that its IDs come from. */
  readonly sequence: 'posts' | 'terms';
  readonly counted: readonly Counted[];
  readonly links: readonly NamingLink[];
  /** The fields that translations of one another have in common, as `fieldAt` reads them. */
  readonly shared: readonly string[];
  /** Gives a record other values, by their fields, as whoever changes it does: that is another edition, but nobody has modified it by that. */
  write(id: number, values: FieldValues, session: ClientSession): Promise<void>;
  /** The slug of a record for which none was asked; empty where it needs none. */
  fallbackSlug(record: Pick<Stored, '_id'>): string;
  /** Works out the sub-document `keys` from all the rest of a record. */
  keys(record: object): Stored['keys'];
}

/** A link as it is declared: records of its collection name those of the kind `to`. */
export interface DeclaredLink extends Link {
  readonly to: string;
}

/** What kinds are stored, and what their records name. */
export interface StoredTypes {
  readonly posts: readonly StoredPostType<Post>[];
  readonly terms: readonly StoredTermType[];
  readonly links: readonly DeclaredLink[];
}

/** The kinds that are stored. */
export interface RecordTypes {
  /** Where records name those of a kind: what is removed for good there is taken out of them. */
  linksTo(plural: string): readonly Link[];
  /** The posts of a kind; throws where there is none. `R` is the kind's record. */
  posts<R extends Post>(plural: string): Posts<R>;
  terms(plural: string): Terms;
  /** The collections of all kinds. */
  readonly plurals: readonly string[];
  /** All kinds, with what they name and count. */
  readonly known: readonly RecordType[];
  /** What the translations of a record have in common. */
  readonly sharing: Sharing;
  /** The indexes of all collections. */
  readonly indexes: Readonly<Record<string, readonly IndexDescription[]>>;
}

/** Makes kinds of what is said of them, over a connection that may still be opening; records of the languages that are served are seen. */
export function createRecordTypes(connection: Connection, served: Served, stored: StoredTypes): RecordTypes {
  const { links } = stored;
  const linksTo = (plural: string): readonly Link[] => links.filter(({ to }) => to === plural);
  const namedBy = (plural: string): NamedBy => ({
    served,
    links: () => linksTo(plural).map((link) => ({ link, records: postsOf(link.collection) })),
  });
  const namedByTerms = (plural: string): NamedBy => ({
    served,
    links: () => [
      {
        link: { collection: plural, field: 'parent', none: 0, translated: true, shared: true, isTree: true },
        records: termsOf(plural),
      },
      ...namedBy(plural).links(),
    ],
  });
  const posts = new Map(stored.posts.map((kind) => [kind.plural, createPosts(connection, kind, namedBy(kind.plural))]));
  const terms = new Map(stored.terms.map((kind) => [kind.plural, createTerms(connection, kind, namedByTerms(kind.plural))]));
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
    known: [
      ...stored.terms.map(
        (kind): RecordType => ({
          ...{ plural: kind.plural, sequence: 'terms', counted: [], links: linksOf(kind.plural), shared: kind.shared ?? [] },
          write: writing(termsOf(kind.plural)),
          fallbackSlug: ofId,
          keys: (record) => kind.keys(record as never),
        }),
      ),
      ...stored.posts.map(
        ({ plural, counted, shared = [], fallbackSlug = ofId, keys }): RecordType => ({
          ...{ plural, sequence: 'posts', counted, links: linksOf(plural), shared },
          write: writing(postsOf(plural)),
          fallbackSlug: (record) => fallbackSlug(record as never),
          keys: (record) => keys(record as never),
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
    indexes: { ...COMMON_INDEXES, ...Object.fromEntries([...stored.terms, ...stored.posts].map((kind) => [kind.plural, kind.indexes])) },
  };
}

/** Makes the writing of values into records of a store. */
const writing =
  <R extends Stored>(store: Pick<Store<R>, 'byId'> & { update(current: R, changes: Partial<R>, session: ClientSession): Promise<R> }) =>
  async (id: number, values: FieldValues, session: ClientSession): Promise<void> => {
    const current = await store.byId(id, session);
    if (current === undefined) return;
    await store.update(current, { ...withValues<R>(current, values), edition: current.edition + 1 }, session);
  };

const ofId = ({ _id }: Pick<Stored, '_id'>): string => String(_id);
