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

export interface Lived extends Kind {
  readonly plural: 'events' | 'venues' | 'organizers';
  /** The field that holds the name. */
  readonly name: string;
  /** What a creation must carry beside the name. */
  readonly required: Readonly<Record<string, unknown>>;
  /** An update of something else than a record's life. */
  readonly other: Readonly<Record<string, unknown>>;
  /** A part that a password hides. */
  readonly hidden: Readonly<Record<string, unknown>>;
  /** Whose steps are gone through, one by one. */
  readonly stepped: readonly Owner[];
}

export const KINDS: readonly Lived[] = [
  {
    kind: 'event',
    plural: 'events',
    slugless: true,
    name: 'title',
    required: { start_date: '2030-05-06 10:00:00', end_date: '2030-05-06 12:00:00' },
    other: { cost: '5' },
    hidden: { excerpt: 'Oysters' },
    stepped: ['contributor', 'author'],
  },
  {
    kind: 'venue',
    plural: 'venues',
    slugless: false,
    name: 'venue',
    required: {},
    other: { city: 'Lyon' },
    hidden: { address: 'Oysters' },
    stepped: ['contributor'],
  },
  {
    kind: 'organizer',
    plural: 'organizers',
    slugless: false,
    name: 'organizer',
    required: {},
    other: { phone: '5' },
    hidden: { email: 'oysters@example.org' },
    stepped: [],
  },
];

/** A record under way: what the service has, and what the model says of it. */
export interface Subject {
  readonly id: number;
  /** The slug that its title gives. */
  readonly named: string;
  readonly life: Life;
}

export const asking = (actor: Actor) => (actor === undefined ? {} : { as: actor });

/** Checks that an answer is what the model says, and where it is a record that it shows what the model knows. */
function expectOutcome(answer: Answer, { status, code }: Outcome, life: Life, told: string): void {
  const tale = `${told} answered ${answer.status} ${answer.text.slice(0, 400)}`;
  expect(answer.status, tale).to.equal(status);
  if (code !== undefined) expect(answer.body.code, tale).to.equal(code);
  if (status >= 300) return;
  for (const [field, value] of Object.entries(shown(life))) {
    // Venues and organizers leave out what is empty.
    const answered = answer.body[field] ?? '';
    if (value instanceof RegExp) expect(answered, `${field}: ${tale}`).to.match(value);
    else expect(answered, `${field}: ${tale}`).to.equal(value);
  }
}

/** A service on which lives are played; each deed checks its answer, and says what the record is then. */
export interface LifeStage extends Stage {
  now(): string;
  /** Sets the clock to a wall time in UTC. */
  setClock(wall: string): void;
  /** A name that nothing else has. */
  newName(what: string): string;
  send(actor: Actor, method: string, path: string, json?: unknown): Promise<Answer>;
  make(lived: Lived, actor: Owner | 'admin', owner: Owner, sent: Change, more?: object): Promise<Subject>;
  /** Makes a record, and changes it step by step, as the administrator. */
  reach(lived: Lived, owner: Owner, changes: readonly Change[], more?: object): Promise<Subject>;
  /** Changes something else than its life where nothing is sent of that. */
  change(lived: Lived, subject: Subject, actor: Actor, sent: Change): Promise<Subject>;
  /** Asks for another author. */
  assign(lived: Lived, subject: Subject, actor: Actor, to: Login): Promise<Subject>;
  /** Asks for deletion; undefined: there is no record any more. */
  remove(lived: Lived, subject: Subject, actor: Actor, force: boolean): Promise<Subject | undefined>;
  read(lived: Lived, subject: Subject, actor: Actor): Promise<Answer>;
}

/** Opens a stage at MORNING. */
export async function openLife(): Promise<LifeStage> {
  const stage = await openStage();
  let now = MORNING;
  let many = 0;

  const setClock = (wall: string) => {
    now = wall;
    stage.clock.set(`${wall.replace(' ', 'T')}Z`);
  };
  setClock(MORNING);
  const newName = (what: string) => `${what} ${++many}`;
  const send = (actor: Actor, method: string, path: string, json?: unknown) =>
    stage.ask(method, path, { ...asking(actor), ...(json !== undefined && { json }) });
  /** The address of a record: of every second one that has a slug for certain by that. */
  const at = ({ plural }: Kind & { readonly plural: string }, { id, life }: Subject) => {
    const { slug } = shown(life);
    return id % 2 === 0 || slug === '' || typeof slug !== 'string' ? `/${plural}/${id}` : `/${plural}/by-slug/${slug}`;
  };

  async function make(lived: Lived, actor: Owner | 'admin', owner: Owner, sent: Change, more: object = {}): Promise<Subject> {
    const title = newName('Life');
    const author = actor === owner ? {} : { author: stage.ids[owner] };
    const json = { [lived.name]: title, ...lived.required, ...author, ...sent, ...more };
    const slug = title.toLowerCase().replace(' ', '-');
    const life = born(lived, actor, owner, sent, slug, now);
    const answer = await send(actor, 'POST', `/${lived.plural}`, json);
    expectOutcome(answer, { status: 201 }, life, `POST ${JSON.stringify(json)} as ${actor}`);
    expect(answer.body.author).to.equal(stage.ids[owner]);
    return { id: answer.body.id, named: slug, life };
  }

  async function change(lived: Lived, subject: Subject, actor: Actor, sent: Change): Promise<Subject> {
    const outcome = changing(actor, subject.life);
    const life = outcome.status === 200 ? changed(subject.life, actor, sent, subject.named, now) : subject.life;
    const json = Object.keys(sent).length === 0 ? lived.other : sent;
    const told = `PATCH ${JSON.stringify(json)} as ${actor} of ${JSON.stringify(subject)} at ${now}`;
    expectOutcome(await send(actor, 'PATCH', at(lived, subject), json), outcome, life, told);
    return { ...subject, life };
  }

  async function remove(lived: Lived, subject: Subject, actor: Actor, force: boolean): Promise<Subject | undefined> {
    const outcome = deleting(lived, actor, subject.life, force);
    const removes = outcome.status === 200 && subject.life.status === 'trash';
    const life = outcome.status === 200 && !removes ? trashed(subject.life, now) : subject.life;
    const told = `DELETE ${force ? 'by force ' : ''}as ${actor} of ${JSON.stringify(subject)}`;
    expectOutcome(await send(actor, 'DELETE', `${at(lived, subject)}${force ? '?force=true' : ''}`), outcome, life, told);
    return removes ? undefined : { ...subject, life };
  }

  async function read(lived: Lived, subject: Subject, actor: Actor): Promise<Answer> {
    const answer = await send(actor, 'GET', at(lived, subject));
    const told = `GET as ${actor} of ${JSON.stringify(subject)}`;
    expectOutcome(answer, reading(lived, actor, subject.life), subject.life, told);
    expect(answer.headers.allow, told).to.equal(allowed(actor, subject.life));
    return answer;
  }

  async function reach(lived: Lived, owner: Owner, [first = {}, ...changes]: readonly Change[], more?: object): Promise<Subject> {
    let subject = await make(lived, 'admin', owner, first, more);
    for (const sent of changes) subject = await change(lived, subject, 'admin', sent);
    return subject;
  }

  /** Asks for another author: who may not edit others’ records gives away none. */
  async function assign(lived: Lived, subject: Subject, actor: Actor, to: Login): Promise<Subject> {
    const may = changing(actor, subject.life);
    const kept = to === subject.life.owner || relationOf(actor, subject.life.owner) === 'editor' || to === actor;
    const outcome: Outcome = may.status === 200 && !kept ? { status: 403, code: 'rest_forbidden' } : may;
    const life = outcome.status === 200 ? { ...changed(subject.life, actor, {}, subject.named, now), owner: to } : subject.life;
    const answer = await send(actor, 'PATCH', at(lived, subject), { author: stage.ids[to] });
    expectOutcome(answer, outcome, life, `PATCH author ${to} as ${actor} of ${JSON.stringify(subject)}`);
    if (outcome.status === 200) expect(answer.body.author).to.equal(stage.ids[to]);
    return { ...subject, life };
  }

  return { ...stage, now: () => now, setClock, newName, send, make, reach, change, assign, remove, read };
}
