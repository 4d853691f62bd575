/** Who asks; the last has the name of an editor, and not his password. */
export const ASKERS = ['administrator', 'editor', 'author', 'contributor', 'subscriber', 'nobody', 'wrong'] as const;
export type Asker = (typeof ASKERS)[number];

/** Whose records there are. */
export const OWNERS = ['author', 'contributor', 'administrator', 'subscriber'] as const;
export type Owner = (typeof OWNERS)[number];

interface Right {
  /** Who reads it whole, and who does if it is his own. */
  readonly reads: readonly Asker[];
  readonly readsOwn: readonly Asker[];
  /** Who changes and removes it, and who does if it is his own. */
  readonly writes: readonly Asker[];
  readonly writesOwn: readonly Asker[];
  /** The status by which lists know it; undefined: no list shows it. */
  readonly listed: string | undefined;
  /** What one who may not read it is refused with, behind the kind: `event-not-accessible`. */
  readonly refusal?: string;
}

const STAFF = ['administrator', 'editor'] as const;
const ALL = [...STAFF, 'author', 'contributor', 'subscriber', 'nobody'] as const;
const WRITERS = ['author', 'contributor'] as const;

const PUBLIC = { reads: ALL, readsOwn: [], writes: STAFF, writesOwn: ['author'] } as const;
const SKETCH = { reads: STAFF, readsOwn: WRITERS, writes: STAFF, writesOwn: WRITERS, refusal: 'not-accessible' } as const;
const CLOSED = { reads: STAFF, readsOwn: ['author'], writes: STAFF, writesOwn: ['author'] } as const;

/** A state that a record can be in. */
export type State = 'publish' | 'unlisted' | 'protected' | 'draft' | 'pending' | 'private' | 'future' | 'binned' | 'binnedDraft';

/** Who may do what with a record, by its state: the whole of what this trial knows about rights. */
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

/** Who makes, changes and removes records of a plural, where it is not their state that decides. */
export const MAKERS: Readonly<Record<string, readonly Asker[]>> = {
  ...Object.fromEntries(['events', 'venues', 'organizers', 'tickets'].map((plural) => [plural, [...STAFF, ...WRITERS]])),
  categories: [...STAFF, 'author'],
  tags: STAFF,
};

interface Stated {
  readonly state: State;
  readonly owner: Owner;
}

const holds = (all: readonly Asker[], own: readonly Asker[], asker: Asker, owner: Owner): boolean =>
  all.includes(asker) || (asker === owner && own.includes(asker));

/** Whether somebody may read a record whole. */
export const mayRead = (asker: Asker, { state, owner }: Stated): boolean =>
  holds(RIGHTS[state].reads, RIGHTS[state].readsOwn, asker, owner);

/** Whether somebody may change and remove a record. */
export const mayWrite = (asker: Asker, { state, owner }: Stated): boolean =>
  holds(RIGHTS[state].writes, RIGHTS[state].writesOwn, asker, owner);

/** Whether somebody may know a record's title, slug and dates: of one with a password everybody may. */
export const mayKnow = (asker: Asker, stated: Stated): boolean =>
  asker !== 'wrong' && (stated.state === 'protected' || mayRead(asker, stated));
