/** The clients. `wrong` uses the name of an editor with a wrong password. */
export const ASKERS = ['administrator', 'editor', 'author', 'contributor', 'subscriber', 'nobody', 'wrong'] as const;
export type Asker = (typeof ASKERS)[number];

/** The users who own records. */
export const OWNERS = ['author', 'contributor', 'administrator', 'subscriber'] as const;
export type Owner = (typeof OWNERS)[number];

interface Right {
  /** Askers who read any record, and who read their own record. */
  readonly reads: readonly Asker[];
  readonly readsOwn: readonly Asker[];
  /** Askers who change and delete any record, and who do so with their own record. */
  readonly writes: readonly Asker[];
  readonly writesOwn: readonly Asker[];
  /** The status with which lists include the record. `undefined` if no list does. */
  readonly listed: string | undefined;
  /** The error code for a refused read, after the prefix of the content type: `event-not-accessible`. */
  readonly refusal?: string;
}

const STAFF = ['administrator', 'editor'] as const;
const ALL = [...STAFF, 'author', 'contributor', 'subscriber', 'nobody'] as const;
const WRITERS = ['author', 'contributor'] as const;

const PUBLIC = { reads: ALL, readsOwn: [], writes: STAFF, writesOwn: ['author'] } as const;
const SKETCH = { reads: STAFF, readsOwn: WRITERS, writes: STAFF, writesOwn: WRITERS, refusal: 'not-accessible' } as const;
const CLOSED = { reads: STAFF, readsOwn: ['author'], writes: STAFF, writesOwn: ['author'] } as const;

export type State = 'publish' | 'unlisted' | 'protected' | 'draft' | 'pending' | 'private' | 'future' | 'binned' | 'binnedDraft';

/** Read and write rights by record state, as the trial expects them. */
export const RIGHTS: Readonly<Record<State, Right>> = {
  publish: { ...PUBLIC, listed: 'publish' },
  unlisted: { ...PUBLIC, listed: undefined },
  protected: { ...CLOSED, listed: 'publish', refusal: 'password-protected' },
  draft: { ...SKETCH, listed: 'draft' },
  pending: { ...SKETCH, listed: 'pending' },
  private: { ...SKETCH, listed: 'private' },
  future: { ...SKETCH, writesOwn: ['author'], listed: 'future' },
  binned: { ...CLOSED, listed: 'trash', refusal: 'no-longer-available' },
  binnedDraft: { ...SKETCH, listed: 'trash', refusal: 'no-longer-available' },
};

export const STATES = Object.keys(RIGHTS) as readonly State[];

/** Users who create records of a content type, and who change terms. */
export const MAKERS: Readonly<Record<string, readonly Asker[]>> = {
  ...Object.fromEntries(['events', 'venues', 'organizers', 'tickets'].map((plural) => [plural, [...STAFF, ...WRITERS]])),
  categories: [...STAFF, 'author'],
  tags: STAFF,
};

interface Stated {
  readonly state: State;
  readonly owner: Owner;
}

const isAllowed = (all: readonly Asker[], own: readonly Asker[], asker: Asker, owner: Owner): boolean =>
  all.includes(asker) || (asker === owner && own.includes(asker));

/** Checks if an asker may read all fields of a record. */
export const mayRead = (asker: Asker, { state, owner }: Stated): boolean =>
  isAllowed(RIGHTS[state].reads, RIGHTS[state].readsOwn, asker, owner);

/** Checks if an asker may change and delete a record. */
export const mayWrite = (asker: Asker, { state, owner }: Stated): boolean =>
  isAllowed(RIGHTS[state].writes, RIGHTS[state].writesOwn, asker, owner);

/** Checks if an asker may see title, slug and dates of a record. These are public for password-protected records. */
export const mayKnow = (asker: Asker, stated: Stated): boolean =>
  asker !== 'wrong' && (stated.state === 'protected' || mayRead(asker, stated));
