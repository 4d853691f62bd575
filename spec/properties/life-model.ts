import type { Login } from '../support/service';

export const STATUSES = ['publish', 'future', 'draft', 'pending', 'private', 'trash'] as const;
export type Status = (typeof STATUSES)[number];

export type Actor = Login | undefined;
export const ACTORS: readonly Actor[] = [undefined, 'subscriber', 'contributor', 'author', 'author2', 'editor', 'admin'];
export type Owner = 'contributor' | 'author' | 'editor';
export const OWNERS: readonly Owner[] = ['contributor', 'author', 'editor'];

/** The expected state of a record. Times are in UTC, the time zone of the site. */
export interface Life {
  readonly owner: Login;
  readonly status: Status;
  /** The status before the record was trashed. */
  readonly was?: Status | undefined;
  /** Empty for an event draft without a slug. In the trash, the slug that is restored. */
  readonly slug: string;
  readonly date: string;
  /** True if answers show `date_utc`. */
  readonly published: boolean;
  /** True if a request has set `date`. */
  readonly dated: boolean;
  readonly modified?: string | undefined;
  readonly password: string;
}

/** The rights to a record: none, read, or all. */
export type Right = '' | 'r' | 'rw';
/** The relation of a user to a record. An author without general rights counts as anyone. */
export type Relation = 'anyone' | 'contributor' | 'author' | 'editor';

/** Rights by status, in the order of `RELATIONS`. */
const RIGHTS: Readonly<Record<Exclude<Status, 'trash'>, readonly [Right, Right, Right, Right]>> = {
  publish: ['r', 'r', 'rw', 'rw'],
  future: ['', 'r', 'rw', 'rw'],
  draft: ['', 'rw', 'rw', 'rw'],
  pending: ['', 'rw', 'rw', 'rw'],
  private: ['', 'rw', 'rw', 'rw'],
};
/** In the trash, only users with write access may read. `consented` applies to formerly published records. */
const RIGHTS_IN_TRASH: Readonly<Record<'consented' | 'own', readonly [Right, Right, Right, Right]>> = {
  consented: ['', '', 'rw', 'rw'],
  own: ['', 'rw', 'rw', 'rw'],
};
const RELATIONS = ['anyone', 'contributor', 'author', 'editor'] as const;

export function relationOf(actor: Actor, owner: Login): Relation {
  if (actor === 'editor' || actor === 'admin') return 'editor';
  if (actor === undefined || actor === 'subscriber' || actor !== owner) return 'anyone';
  return actor === 'contributor' ? 'contributor' : 'author';
}

export function rightOf(actor: Actor, { owner, status, was }: Pick<Life, 'owner' | 'status' | 'was'>): Right {
  const place = RELATIONS.indexOf(relationOf(actor, owner));
  const row = status === 'trash' ? RIGHTS_IN_TRASH[was === 'publish' || was === 'future' ? 'consented' : 'own'] : RIGHTS[status];
  return row[place] ?? '';
}

/** The resulting status of a request, for contributors and for other users. */
const RESULTING_STATUS: Readonly<Record<Status | 'none', readonly [contributor: Status, others: Status]>> = {
  none: ['draft', 'publish'],
  publish: ['pending', 'publish'],
  future: ['pending', 'publish'],
  draft: ['draft', 'draft'],
  pending: ['pending', 'pending'],
  private: ['private', 'private'],
  trash: ['trash', 'trash'],
};

const UNPUBLISHED: readonly Status[] = ['draft', 'pending'];

/** The members of a record that this model covers. */
export interface Change {
  readonly status?: Status;
  readonly date?: string;
  readonly password?: string;
}

export interface Kind {
  readonly kind: 'event' | 'venue' | 'organizer';
  /** Drafts have no slug until they are published. */
  readonly slugless: boolean;
}

const timed = (status: Status, date: string, now: string): Status => {
  if (status !== 'publish' && status !== 'future') return status;
  return date > now ? 'future' : 'publish';
};

/** The model of a creation. `slug` is the one from the title. */
export function born({ slugless }: Kind, actor: Actor, owner: Login, { status, date, password }: Change, slug: string, now: string): Life {
  const requested = RESULTING_STATUS[status ?? 'none'][actor === 'contributor' ? 0 : 1];
  return {
    owner,
    status: timed(requested, date ?? now, now),
    slug: slugless && UNPUBLISHED.includes(requested) ? '' : slug,
    date: date ?? now,
    published: !UNPUBLISHED.includes(requested),
    dated: date !== undefined,
    password: password ?? '',
  };
}

export function changed(life: Life, actor: Actor, change: Change, slug: string, now: string): Life {
  const requested =
    change.status === undefined || change.status === life.status
      ? life.status
      : RESULTING_STATUS[change.status][actor === 'contributor' ? 0 : 1];
  const isUnpublished = UNPUBLISHED.includes(requested);
  const isDateChanged = change.date !== undefined && change.date !== life.date;
  const date = isDateChanged
    ? (change.date ?? '')
    : life.published || isUnpublished || requested === 'trash' || life.dated
      ? life.date
      : now;
  const status = timed(requested, date, now);
  return {
    ...life,
    status,
    was: status !== 'trash' ? undefined : life.status === 'trash' ? life.was : life.status,
    slug: life.slug === '' && !isUnpublished && status !== 'trash' ? slug : life.slug,
    date,
    published: !isUnpublished || (life.published && !isDateChanged),
    dated: life.dated || isDateChanged,
    modified: now,
    password: change.password ?? life.password,
  };
}

/** The model of a permitted deletion without force. */
export const trashed = (life: Life, now: string): Life => ({ ...life, status: 'trash', was: life.status, published: true, modified: now });

/** The fields that answers show. In the trash, an empty slug becomes `__trashed`, perhaps with a number. */
export function shown({ status, slug, date, published, modified, was }: Life): Readonly<Record<string, string | RegExp>> {
  const utc = published ? date : '0000-00-00 00:00:00';
  const inTrash = status === 'trash' && was !== undefined;
  return {
    status,
    date,
    date_utc: utc,
    modified: modified ?? date,
    modified_utc: modified ?? utc,
    slug: inTrash && slug === '' ? /^__trashed(-\d+)?$/ : inTrash ? `${slug}__trashed` : slug,
  };
}

/** The expected status and error code. */
export interface Outcome {
  readonly status: number;
  readonly code?: string;
}

export function reading({ kind }: Kind, actor: Actor, life: Life, password?: string): Outcome {
  const right = rightOf(actor, life);
  if (right === '') return { status: 403, code: life.status === 'trash' ? `${kind}-no-longer-available` : `${kind}-not-accessible` };
  if (right === 'r' && life.password !== '' && password !== life.password) return { status: 403, code: `${kind}-password-protected` };
  return { status: 200 };
}

/** The expected result of an update. Missing rights come before any other check. */
export const changing = (actor: Actor, life: Life): Outcome =>
  rightOf(actor, life) === 'rw' ? { status: 200 } : { status: actor === undefined ? 401 : 403, code: 'rest_forbidden' };

/** The expected result of a deletion. A trashed record needs `force`. */
export function deleting({ kind }: Kind, actor: Actor, life: Life, force: boolean): Outcome {
  const outcome = changing(actor, life);
  return outcome.status === 200 && life.status === 'trash' && !force ? { status: 410, code: `${kind}-is-in-trash` } : outcome;
}

export const allowed = (actor: Actor, life: Life): string => (rightOf(actor, life) === 'rw' ? 'GET, DELETE, POST, PUT, PATCH' : 'GET');

/** Checks if a list shows a record. Users without edit rights may request `publish` only. */
export function listed(actor: Actor, life: Life, requested?: readonly Status[]): boolean {
  const general = actor !== undefined && actor !== 'subscriber';
  const statuses = requested ?? (general ? STATUSES.filter((status) => status !== 'trash') : ['publish']);
  return statuses.includes(life.status) && rightOf(actor, life) !== '';
}

/** Checks if a list shows all fields of a record. A password hides them unless the user may edit the record. */
export const whole = (actor: Actor, life: Life): boolean => life.password === '' || rightOf(actor, life) === 'rw';

/** Checks if a record is part of the counts of its terms, venues and organizers. */
export const counts = ({ status, password }: Life): boolean => status === 'publish' && password === '';
