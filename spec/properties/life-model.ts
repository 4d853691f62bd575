import type { Login } from '../support/service';

export const STATUSES = ['publish', 'future', 'draft', 'pending', 'private', 'trash'] as const;
export type Status = (typeof STATUSES)[number];

export type Actor = Login | undefined;
export const ACTORS: readonly Actor[] = [undefined, 'subscriber', 'contributor', 'author', 'author2', 'editor', 'admin'];
export type Owner = 'contributor' | 'author' | 'editor';
export const OWNERS: readonly Owner[] = ['contributor', 'author', 'editor'];

/** A record as the documents know it; walls in UTC, which is the zone of the site. */
export interface Life {
  readonly owner: Login;
  readonly status: Status;
  /** The status that a record in the trash had. */
  readonly was?: Status | undefined;
  /** Empty while a draft of an event was given none; in the trash the one that it comes back with. */
  readonly slug: string;
  readonly date: string;
  /** Whether `date_utc` is shown. */
  readonly published: boolean;
  /** Whether `date` was said by somebody. */
  readonly dated: boolean;
  /** When it was changed last; undefined for a record that never was. */
  readonly modified?: string | undefined;
  readonly password: string;
}

/** What somebody may do to a record: nothing, read, or read, change and delete. */
export type Right = '' | 'r' | 'rw';
/** Who somebody is to a record; who merely is named as author, and may do nothing in general, is anyone. */
export type Relation = 'anyone' | 'contributor' | 'author' | 'editor';

/** The rights of those who are to a record of a status: anyone, its contributor, its author, an editor. */
const RIGHTS: Readonly<Record<Exclude<Status, 'trash'>, readonly [Right, Right, Right, Right]>> = {
  publish: ['r', 'r', 'rw', 'rw'],
  future: ['', 'r', 'rw', 'rw'],
  draft: ['', 'rw', 'rw', 'rw'],
  pending: ['', 'rw', 'rw', 'rw'],
  private: ['', 'rw', 'rw', 'rw'],
};
/** In the trash only those who might change it read it. */
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

/** What becomes of the status that somebody asks for: of those who may not publish, and of the others. */
const SCALED: Readonly<Record<Status | 'none', readonly [contributor: Status, others: Status]>> = {
  none: ['draft', 'publish'],
  publish: ['pending', 'publish'],
  future: ['pending', 'publish'],
  draft: ['draft', 'draft'],
  pending: ['pending', 'pending'],
  private: ['private', 'private'],
  trash: ['trash', 'trash'],
};

const FLOATING: readonly Status[] = ['draft', 'pending'];

/** What one may send of a record's life. */
export interface Change {
  readonly status?: Status;
  readonly date?: string;
  readonly password?: string;
}

export interface Kind {
  readonly kind: 'event' | 'venue' | 'organizer';
  /** Whether drafts go without a slug until they are published. */
  readonly slugless: boolean;
}

const timed = (status: Status, date: string, now: string): Status => {
  if (status !== 'publish' && status !== 'future') return status;
  return date > now ? 'future' : 'publish';
};

/** A record that somebody makes; `slug` is what its title gives. */
export function born({ slugless }: Kind, actor: Actor, owner: Login, { status, date, password }: Change, slug: string, now: string): Life {
  const asked = SCALED[status ?? 'none'][actor === 'contributor' ? 0 : 1];
  return {
    owner,
    status: timed(asked, date ?? now, now),
    slug: slugless && FLOATING.includes(asked) ? '' : slug,
    date: date ?? now,
    published: !FLOATING.includes(asked),
    dated: date !== undefined,
    password: password ?? '',
  };
}

/** A record that somebody changed who may: what is left out stays as it is. */
export function changed(life: Life, actor: Actor, change: Change, slug: string, now: string): Life {
  const asked =
    change.status === undefined || change.status === life.status ? life.status : SCALED[change.status][actor === 'contributor' ? 0 : 1];
  const floating = FLOATING.includes(asked);
  const said = change.date !== undefined && change.date !== life.date;
  const date = said ? (change.date ?? '') : life.published || floating || asked === 'trash' || life.dated ? life.date : now;
  const status = timed(asked, date, now);
  return {
    ...life,
    status,
    was: status !== 'trash' ? undefined : life.status === 'trash' ? life.was : life.status,
    slug: life.slug === '' && !floating && status !== 'trash' ? slug : life.slug,
    date,
    published: !floating || (life.published && !said),
    dated: life.dated || said,
    modified: now,
    password: change.password ?? life.password,
  };
}

/** A record that somebody trashed who may. */
export const trashed = (life: Life, now: string): Life => ({ ...life, status: 'trash', was: life.status, published: true, modified: now });

/** What answers show of a record; the slug that many drafts share in the trash is numbered. */
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

/** What a refusal or an answer is: the status, and the code where it is refused. */
export interface Outcome {
  readonly status: number;
  readonly code?: string;
}

/** What reading answers: of what is hidden, how it is hidden. */
export function reading({ kind }: Kind, actor: Actor, life: Life, password?: string): Outcome {
  const right = rightOf(actor, life);
  if (right === '') return { status: 403, code: life.status === 'trash' ? `${kind}-no-longer-available` : `${kind}-not-accessible` };
  if (right === 'r' && life.password !== '' && password !== life.password) return { status: 403, code: `${kind}-password-protected` };
  return { status: 200 };
}

/** What changing answers: who may not write hears so before all else. */
export const changing = (actor: Actor, life: Life): Outcome =>
  rightOf(actor, life) === 'rw' ? { status: 200 } : { status: actor === undefined ? 401 : 403, code: 'rest_forbidden' };

/** What deletion answers: a second one is refused, but by force it removes. */
export function deleting({ kind }: Kind, actor: Actor, life: Life, force: boolean): Outcome {
  const outcome = changing(actor, life);
  return outcome.status === 200 && life.status === 'trash' && !force ? { status: 410, code: `${kind}-is-in-trash` } : outcome;
}

/** The methods that `Allow` names for a record. */
export const allowed = (actor: Actor, life: Life): string => (rightOf(actor, life) === 'rw' ? 'GET, DELETE, POST, PUT, PATCH' : 'GET');

/** Tells whether a list shows a record: of those who may not edit anything only `publish` may be asked for. */
export function listed(actor: Actor, life: Life, asked?: readonly Status[]): boolean {
  const general = actor !== undefined && actor !== 'subscriber';
  const statuses = asked ?? (general ? STATUSES.filter((status) => status !== 'trash') : ['publish']);
  return statuses.includes(life.status) && rightOf(actor, life) !== '';
}

/** Tells whether a list shows a record whole: of a protected one only to those who may edit it, or know its password. */
export const whole = (actor: Actor, life: Life): boolean => life.password === '' || rightOf(actor, life) === 'rw';

/** Tells whether a record counts for what it names: terms, venues, organizers. */
export const counts = ({ status, password }: Life): boolean => status === 'publish' && password === '';
