import type { Language } from '../../language';

/** A member of a record's translation group as the others store it: enough to link it and to tell who may see it. */
export interface Sibling {
  readonly id: number;
  readonly slug: string;
  /** Post-like kinds only. */
  readonly status?: string;
  readonly author?: number;
  /** The status that one in the trash had. */
  readonly was?: string;
}

export type Translations = Readonly<Partial<Record<Language, Sibling>>>;

/** What every stored record has, whatever its kind. */
export interface Stored {
  readonly _id: number;
  readonly language: Language;
  /** The ID of the first member of the translation group; a record without translations is a group of one. */
  readonly group: number;
  readonly translations: Translations;
  /** Unique among the records of its kind and language; empty for one that was never published. */
  readonly slug: string;
  /** The moment of the last change to what was said. */
  readonly modified: Date;
  /** The moment when something that the record named was last removed for good. Records from which nothing was removed have none. */
  readonly unlinked?: Date;
  /** Raised whenever anything of the record is written, counts alone excepted. */
  readonly revision: number;
  /**
   * The editing revision: 1 when the record is made, raised by every write of a user. What happens to it otherwise does not raise it: counts, its
   * translations, what is linked or published in time.
   */
  readonly edition: number;
  /** The key of the fixture that a record comes from. */
  readonly source?: string;
  /** What plugins declare beside the kind's own fields, by wire name. */
  readonly fields?: Readonly<Record<string, unknown>>;
  /** How many published, unprotected records link here, by the name of the link's other end. */
  readonly counts?: Readonly<Record<string, number>>;
  /** How many published, unprotected records of other languages link here, by language: those of its own are counted by `count`. */
  readonly abroad?: Readonly<Partial<Record<Language, number>>>;
  /** Set beside `count`: true where that is more than none. It seldom changes, so that indexes hold it and not the count. */
  readonly used?: boolean;
  /** What queries need and nobody said, made from the rest by the kind's `keys`. */
  readonly keys: Readonly<Record<string, unknown>>;
}

/** A stored post-like record; kinds add their fields beside these. */
export interface Post extends Stored {
  readonly author: number;
  readonly status: string;
  /** What a record in the trash was before, to be given back to it. */
  readonly trashed?: { readonly status: string; readonly slug: string };
  /** Publication date: wall time of the site, `YYYY-MM-DD HH:MM:SS`. */
  readonly date: string;
  /** Publication date in UTC, the same way; null while there is none (drafts). */
  readonly dateUtc: string | null;
  /** Whether the publication date was given; without, a draft is published at the moment when it is. */
  readonly dated?: boolean;
  /** True for a draft that was made by its data within another record: it is published with that. */
  readonly publishesWith?: true;
  /** Whether anybody has changed the record since it was made. */
  readonly edited?: boolean;
  /** The moment when it was made, whatever its publication date. */
  readonly created?: Date;
  readonly description: string;
  readonly excerpt: string;
  /** ID of a media record. */
  readonly image: number | null;
  /** Empty when the record is not protected. */
  readonly password: string;
}

/** A stored term. */
export interface Term extends Stored {
  readonly name: string;
  readonly description: string;
  /** The users who have named it in records, while it is hidden from others; absent for all other terms. */
  readonly proposedBy?: readonly number[];
  /** ID of the parent term; 0 at the root. */
  readonly parent: number;
  /** How many published, unprotected records of its language are assigned to it. */
  readonly count: number;
}

/** A stored image: an address that the service names and never fetches. */
export interface Media {
  readonly _id: number;
  readonly url: string;
}
