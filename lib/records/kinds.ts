import type { ClientSession, IndexDescription } from 'mongodb';
import type { Served } from '../language';
import type { Connection } from './connection';
import type { Counted } from './counting';
import { COMMON_INDEXES } from './indexes';
import type { Link } from './links';
import { type FieldValues, withValues } from './paths';
import { createPosts, type PostKind, type Posts } from './posts';
import { editionOf, type Post, type Stored } from './record';
import type { NamedBy } from './relinking';
import { createSharing, type Sharing } from './sharing';
import type { Store } from './store';
import { createTerms, type TermKind, type Terms } from './terms';
import { createUsage, type Usage } from './usage';

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
  /** The fields that translations of one another have in common, as `fieldAt` reads them. */
  readonly shared: readonly string[];
  /** Gives a record other values, by their fields, as whoever changes it does: that is another edition, but nobody has modified it by that. */
  write(id: number, values: FieldValues, session: ClientSession): Promise<void>;
  /** The slug of a record for which none was asked; empty where it needs none. */
  fallbackSlug(record: Pick<Stored, '_id'>): string;
  /** Works out the sub-document `keys` from all the rest of a record. */
  keys(record: object): Stored['keys'];
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
  /** What the translations of a record have in common. */
  readonly sharing: Sharing;
  /** Which records others link to. */
  readonly usage: Usage;
  /** The indexes of all collections. */
  indexes(): Readonly<Record<string, readonly IndexDescription[]>>;
}

/** Makes an empty list of kinds over a connection that may still be opening; records of the languages that are served are seen. */
export function createKinds(connection: Connection, served: Served): Kinds {
  const posts = new Map<string, unknown>();
  const terms = new Map<string, Terms>();
  const links = new Map<string, Link[]>();
  const known: Omit<KnownKind, 'links'>[] = [];
  const indexes: Record<string, readonly IndexDescription[]> = { ...COMMON_INDEXES };

  const claim = (plural: string, own: readonly IndexDescription[]) => {
    if (Object.hasOwn(indexes, plural)) throw new Error(`A kind named ${plural} is registered already. Give this one another plural.`);
    indexes[plural] = own;
  };
  const linksTo = (plural: string): readonly Link[] => links.get(plural) ?? [];
  const namedBy = (plural: string): NamedBy => ({
    served,
    links: () => linksTo(plural).map((link) => ({ link, records: kinds.posts(link.collection) })),
  });
  const namedByTerms = (plural: string): NamedBy => ({
    served,
    links: () => [
      {
        link: { collection: plural, field: 'parent', none: 0, translated: true, shared: true, isTree: true },
        records: kinds.terms(plural),
      },
      ...namedBy(plural).links(),
    ],
  });
  const kinds: Kinds = {
    registerPosts<R extends Post>(kind: PostKind<R>) {
      claim(kind.plural, kind.indexes);
      const made = createPosts<R>(connection, kind, namedBy(kind.plural));
      posts.set(kind.plural, made);
      const { plural, counted, shared = [], fallbackSlug = ofId, keys } = kind;
      known.push({
        plural,
        write: writing(made),
        sequence: 'posts',
        counted: counted as KnownKind['counted'],
        shared,
        fallbackSlug: (record) => fallbackSlug(record as never),
        keys: (record) => keys(record as never),
      });
      return made;
    },
    registerTerms(kind) {
      claim(kind.plural, kind.indexes);
      const made = createTerms(connection, kind, namedByTerms(kind.plural));
      terms.set(kind.plural, made);
      known.push({
        plural: kind.plural,
        write: writing(made),
        sequence: 'terms',
        counted: [],
        shared: kind.shared ?? [],
        fallbackSlug: ofId,
        keys: (record) => kind.keys(record as never),
      });
      return made;
    },
    link(to, link) {
      links.set(to, [...(links.get(to) ?? []), link]);
    },
    linksTo,
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
    sharing: createSharing({
      linkAt: (plural, field) => {
        if (terms.has(plural) && field === 'parent') return { to: plural, none: 0, translated: true, unordered: false };
        for (const [to, own] of links) {
          const link = own.find((one) => one.collection === plural && one.field === field);
          if (link !== undefined) return { to, ...link, unordered: terms.has(to) };
        }
        return undefined;
      },
      recordsOf: (plural) => terms.get(plural) ?? kinds.posts(plural),
    }),
    usage: createUsage(),
    indexes: () => indexes,
  };
  return kinds;
}

/** Makes the writing of values into records of a store. */
const writing =
  <R extends Stored>(store: Pick<Store<R>, 'byId'> & { update(current: R, changes: Partial<R>, session: ClientSession): Promise<R> }) =>
  async (id: number, values: FieldValues, session: ClientSession): Promise<void> => {
    const current = await store.byId(id, session);
    if (current === undefined) return;
    await store.update(current, { ...withValues<R>(current, values), edition: editionOf(current) + 1 }, session);
  };

const ofId = ({ _id }: Pick<Stored, '_id'>): string => String(_id);
