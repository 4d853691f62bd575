import { expect } from 'chai';
import { openStage, type Stage } from '../support/scenario';
import type { Answer, Login } from '../support/service';
import {
  type Actor,
  allowed,
  born,
  type Change,
  changed,
  changing,
  deleting,
  type Kind,
  type Life,
  type Outcome,
  type Owner,
  reading,
  relationOf,
  shown,
  trashed,
} from './life-model';

export const MORNING = '2030-01-15 12:00:00';

export interface ContentType extends Kind {
  readonly plural: 'events' | 'venues' | 'organizers';
  /** The field of the title. */
  readonly name: string;
  /** Required fields of a creation, except the title. */
  readonly required: Readonly<Record<string, unknown>>;
  /** An update without status, date and password. */
  readonly other: Readonly<Record<string, unknown>>;
}

export const KINDS: readonly [ContentType, ...ContentType[]] = [
  {
    kind: 'event',
    plural: 'events',
    slugless: true,
    name: 'title',
    required: { start_date: '2030-05-06 10:00:00', end_date: '2030-05-06 12:00:00' },
    other: { cost: '5' },
  },
  {
    kind: 'venue',
    plural: 'venues',
    slugless: false,
    name: 'venue',
    required: {},
    other: { city: 'Lyon' },
  },
  {
    kind: 'organizer',
    plural: 'organizers',
    slugless: false,
    name: 'organizer',
    required: {},
    other: { phone: '5' },
  },
];

/** A record with its expected state. */
export interface Subject {
  readonly id: number;
  /** The slug that results from the title. */
  readonly named: string;
  readonly life: Life;
}

export const asking = (actor: Actor) => (actor === undefined ? {} : { as: actor });

/** Compares an answer with the model, with all fields that the model covers. */
function expectOutcome(answer: Answer, { status, code }: Outcome, life: Life, action: string): void {
  const message = `${action} answered ${answer.status} ${answer.text.slice(0, 400)}`;
  expect(answer.status, message).to.equal(status);
  if (code !== undefined) expect(answer.body.code, message).to.equal(code);
  if (status >= 300) return;
  for (const [field, value] of Object.entries(shown(life))) {
    // Venues and organizers omit empty fields.
    const actual = answer.body[field] ?? '';
    if (value instanceof RegExp) expect(actual, `${field}: ${message}`).to.match(value);
    else expect(actual, `${field}: ${message}`).to.equal(value);
  }
}

/** A service with methods that send a request, check the answer and return the expected record. */
export interface LifeStage extends Stage {
  now(): string;
  /** Sets the clock to a time in UTC. */
  setClock(wall: string): void;
  newName(what: string): string;
  send(actor: Actor, method: string, path: string, json?: unknown): Promise<Answer>;
  make(contentType: ContentType, actor: Owner | 'admin', owner: Owner, sent: Change, more?: object): Promise<Subject>;
  /** Creates a record and updates it in steps, as the administrator. */
  reach(contentType: ContentType, owner: Owner, changes: readonly Change[], more?: object): Promise<Subject>;
  /** Updates a record. Without changes to status, date or password, it updates another field. */
  change(contentType: ContentType, subject: Subject, actor: Actor, sent: Change): Promise<Subject>;
  assign(contentType: ContentType, subject: Subject, actor: Actor, to: Login): Promise<Subject>;
  /** Deletes a record. Returns `undefined` if it is deleted permanently. */
  remove(contentType: ContentType, subject: Subject, actor: Actor, force: boolean): Promise<Subject | undefined>;
  read(contentType: ContentType, subject: Subject, actor: Actor): Promise<Answer>;
}

export async function openLife(): Promise<LifeStage> {
  const stage = await openStage();
  let now = MORNING;
  let count = 0;

  const setClock = (wall: string) => {
    now = wall;
    stage.clock.set(`${wall.replace(' ', 'T')}Z`);
  };
  setClock(MORNING);
  const newName = (what: string) => `${what} ${++count}`;
  const send = (actor: Actor, method: string, path: string, json?: unknown) =>
    stage.ask(method, path, { ...asking(actor), ...(json !== undefined && { json }) });
  /** The path of a record: by ID, or for odd IDs by its slug. */
  const at = ({ plural }: Kind & { readonly plural: string }, { id, life }: Subject) => {
    const { slug } = shown(life);
    return id % 2 === 0 || slug === '' || typeof slug !== 'string' ? `/${plural}/${id}` : `/${plural}/by-slug/${slug}`;
  };

  async function make(contentType: ContentType, actor: Owner | 'admin', owner: Owner, sent: Change, more: object = {}): Promise<Subject> {
    const title = newName('Life');
    const author = actor === owner ? {} : { author: stage.ids[owner] };
    const json = { [contentType.name]: title, ...contentType.required, ...author, ...sent, ...more };
    const slug = title.toLowerCase().replace(' ', '-');
    const life = born(contentType, actor, owner, sent, slug, now);
    const answer = await send(actor, 'POST', `/${contentType.plural}`, json);
    expectOutcome(answer, { status: 201 }, life, `POST ${JSON.stringify(json)} as ${actor}`);
    expect(answer.body.author).to.equal(stage.ids[owner]);
    return { id: answer.body.id, named: slug, life };
  }

  async function change(contentType: ContentType, subject: Subject, actor: Actor, sent: Change): Promise<Subject> {
    const outcome = changing(actor, subject.life);
    const life = outcome.status === 200 ? changed(subject.life, actor, sent, subject.named, now) : subject.life;
    const json = Object.keys(sent).length === 0 ? contentType.other : sent;
    const action = `PATCH ${JSON.stringify(json)} as ${actor} of ${JSON.stringify(subject)} at ${now}`;
    expectOutcome(await send(actor, 'PATCH', at(contentType, subject), json), outcome, life, action);
    return { ...subject, life };
  }

  async function remove(contentType: ContentType, subject: Subject, actor: Actor, force: boolean): Promise<Subject | undefined> {
    const outcome = deleting(contentType, actor, subject.life, force);
    const removes = outcome.status === 200 && subject.life.status === 'trash';
    const life = outcome.status === 200 && !removes ? trashed(subject.life, now) : subject.life;
    const action = `DELETE ${force ? 'by force ' : ''}as ${actor} of ${JSON.stringify(subject)}`;
    expectOutcome(await send(actor, 'DELETE', `${at(contentType, subject)}${force ? '?force=true' : ''}`), outcome, life, action);
    return removes ? undefined : { ...subject, life };
  }

  async function read(contentType: ContentType, subject: Subject, actor: Actor): Promise<Answer> {
    const answer = await send(actor, 'GET', at(contentType, subject));
    const action = `GET as ${actor} of ${JSON.stringify(subject)}`;
    expectOutcome(answer, reading(contentType, actor, subject.life), subject.life, action);
    expect(answer.headers.allow, action).to.equal(allowed(actor, subject.life));
    return answer;
  }

  async function reach(
    contentType: ContentType,
    owner: Owner,
    [first = {}, ...changes]: readonly Change[],
    more?: object,
  ): Promise<Subject> {
    let subject = await make(contentType, 'admin', owner, first, more);
    for (const sent of changes) subject = await change(contentType, subject, 'admin', sent);
    return subject;
  }

  /** Changes the author. Only editors may give a record to another user. */
  async function assign(contentType: ContentType, subject: Subject, actor: Actor, to: Login): Promise<Subject> {
    const may = changing(actor, subject.life);
    const isAllowed = to === subject.life.owner || relationOf(actor, subject.life.owner) === 'editor' || to === actor;
    const outcome: Outcome = may.status === 200 && !isAllowed ? { status: 403, code: 'rest_forbidden' } : may;
    const life = outcome.status === 200 ? { ...changed(subject.life, actor, {}, subject.named, now), owner: to } : subject.life;
    const answer = await send(actor, 'PATCH', at(contentType, subject), { author: stage.ids[to] });
    expectOutcome(answer, outcome, life, `PATCH author ${to} as ${actor} of ${JSON.stringify(subject)}`);
    if (outcome.status === 200) expect(answer.body.author).to.equal(stage.ids[to]);
    return { ...subject, life };
  }

  return { ...stage, now: () => now, setClock, newName, send, make, reach, change, assign, remove, read };
}
