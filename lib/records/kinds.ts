import type { IndexDescription } from 'mongodb';
import type { Connection } from './connection';
import type { Counted } from './counting';
import { COMMON_INDEXES } from './indexes';
import type { Link } from './links';
import { createPosts, type PostKind, type Posts } from './posts';
import type { Post, Stored } from './record';
import { createTerms, type TermKind, type Terms } from './terms';

/** What one field needs of the storage of its kind. */
export interface Extension {
  readonly indexes?: readonly IndexDescription[];
  readonly counted?: readonly Counted<Post>[];
  /** Works out the `keys` anew from a record and those of the kind itself. */
  keys?(record: Omit<Post, 'keys'>, keys: Post['keys']): Post['keys'];
}

/** What the records of a kind name: those of the kind `to`. */
export interface NamingLink extends Omit<Link, 'collection'> {
  readonly to: string;
}

/** A kind as it hangs together with others. */
export interface KnownKind {
  readonly plural: string;
  /** The counter that its IDs come from. */
  readonly sequence: 'posts' | 'terms';
  readonly counted: readonly Counted<Post>[];
  readonly links: readonly NamingLink[];
  /** The slug of a record for which none was asked; empty where it needs none. */
  fallbackSlug(record: Pick<Stored, '_id'>): string;
}

/** The kinds that are stored, each registered once, before the first connection. */
export interface Kinds {
  registerPosts<R extends Post>(kind: PostKind<R>): Posts<R>;
  registerTerms(kind: TermKind): Terms;
  /** Notes that records name those of the kind `to`; what is removed for good there is taken out of them. */
  link(to: string, link: Link): void;
  linksTo(plural: string): readonly Link[];
  /** The posts of a registered kind; throws for another. `R` is the kind's record. */
  posts<R extends Post>(plural: string): Posts<R>;
  terms(plural: string): Terms;
  /** The collections of all kinds. */
  plurals(): readonly string[];
  /** All kinds, with what they name and count. */
  known(): readonly KnownKind[];
  /** The indexes of all collections. */
  indexes(): Readonly<Record<string, readonly IndexDescription[]>>;
}

/** Makes an empty list of kinds over a connection that may still be opening. */
export function createKinds(connection: Connection): Kinds {
  const posts = new Map<string, unknown>();
  const terms = new Map<string, Terms>();
  const links = new Map<string, Link[]>();
  const known: Omit<KnownKind, 'links'>[] = [];
  const indexes: Record<string, readonly IndexDescription[]> = { ...COMMON_INDEXES };

  const claim = (plural: string, own: readonly IndexDescription[]) => {
    if (Object.hasOwn(indexes, plural)) throw new Error(`A kind named ${plural} is registered already. Give this one another plural.`);
    indexes[plural] = own;
  };
  const linksTo = (plural: string) => () => links.get(plural) ?? [];
  return {
    registerPosts<R extends Post>(kind: PostKind<R>) {
      claim(kind.plural, kind.indexes);
      const made = createPosts<R>(connection, kind, linksTo(kind.plural));
      posts.set(kind.plural, made);
      const { plural, counted, fallbackSlug = ofId } = kind;
      known.push({
        plural,
        sequence: 'posts',
        counted: counted as KnownKind['counted'],
        fallbackSlug: (record) => fallbackSlug(record as never),
      });
      return made;
    },
    registerTerms(kind) {
      claim(kind.plural, kind.indexes);
      const made = createTerms(connection, kind, linksTo(kind.plural));
      terms.set(kind.plural, made);
      known.push({ plural: kind.plural, sequence: 'terms', counted: [], fallbackSlug: ofId });
      return made;
    },
    link(to, link) {
      links.set(to, [...(links.get(to) ?? []), link]);
    },
    linksTo: (plural) => linksTo(plural)(),
    posts<R extends Post>(plural: string) {
      const found = posts.get(plural);
      if (!found) throw new Error(`There is no post-like kind named ${plural}.`);
      return found as Posts<R>;
    },
    terms(plural) {
      const found = terms.get(plural);
      if (!found) throw new Error(`There is no term-like kind named ${plural}.`);
      return found;
    },
    plurals: () => [...posts.keys(), ...terms.keys()],
    known: () => {
      const all = [...links].flatMap(([to, own]) => own.map(({ collection, ...link }) => ({ collection, link: { to, ...link } })));
      return known.map((kind) => ({ ...kind, links: all.flatMap(({ collection, link }) => (collection === kind.plural ? [link] : [])) }));
    },
    indexes: () => indexes,
  };
}

const ofId = ({ _id }: Pick<Stored, '_id'>): string => String(_id);
