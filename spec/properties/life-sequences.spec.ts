import { expect } from 'chai';
import fc from 'fast-check';
import { runs } from '../support/runs';
import type { Login } from '../support/service';
import { ACTORS, type Actor, type Change, counts, type Kind, listed, OWNERS, type Owner, reading, STATUSES, whole } from './life-model';
import { asking, type ContentType, KINDS, type LifeStage, MORNING, openLife, type Subject } from './life-stage';

type Action =
  | { readonly does: 'makes'; readonly who: Owner; readonly sent: Change }
  | { readonly does: 'changes'; readonly who: Actor; readonly which: number; readonly sent: Change }
  | { readonly does: 'gives'; readonly who: Actor; readonly which: number; readonly to: Login }
  | { readonly does: 'deletes'; readonly who: Actor; readonly which: number; readonly force: boolean }
  | { readonly does: 'waits'; readonly hours: number };

function actionOf({ kind }: Kind): fc.Arbitrary<Action> {
  const date = fc.constantFrom('2029-06-01 08:00:00', '2030-01-15 15:00:00', '2030-01-16 09:30:00', '2031-01-01 08:00:00');
  const change = fc.oneof(
    fc.constantFrom(...STATUSES).map((status): Change => ({ status })),
    fc.record({ status: fc.constantFrom(...STATUSES), date }),
    date.map((date): Change => ({ date })),
    fc.constantFrom<Change>({}, ...(kind === 'event' ? [{ password: 'sesame' }, { password: '' }] : [])),
  );
  const who = fc.constantFrom<Actor>(...ACTORS, 'contributor', 'author', 'editor');
  const which = fc.nat(3);
  return fc.oneof(
    fc.record({ does: fc.constant('makes' as const), who: fc.constantFrom(...OWNERS), sent: change }),
    { weight: 4, arbitrary: fc.record({ does: fc.constant('changes' as const), who, which, sent: change }) },
    fc.record({ does: fc.constant('gives' as const), who, which, to: fc.constantFrom<Login>('contributor', 'author', 'subscriber') }),
    fc.record({ does: fc.constant('deletes' as const), who, which, force: fc.boolean() }),
    fc.record({ does: fc.constant('waits' as const), hours: fc.constantFrom(1, 5, 24) }),
  );
}

describe('status, visibility and rights of records (random sequences)', () => {
  let stage: LifeStage;
  before(async () => {
    stage = await openLife();
  });
  after(() => stage.stop());

  for (const contentType of KINDS)
    it(`${contentType.plural} are answered, listed and counted as the model says`, () =>
      fc.assert(
        fc.asyncProperty(fc.array(actionOf(contentType), { minLength: 8, maxLength: 14 }), (actions) => live(contentType, actions)),
        { numRuns: runs(contentType.kind === 'event' ? 7 : 4) },
      ));

  async function live(contentType: ContentType, actions: readonly Action[]): Promise<void> {
    stage.setClock(MORNING);
    const links = contentType.kind === 'event' ? await makeLinks() : undefined;
    const more = links ? { venue: links.venue, organizer: [links.organizer], categories: [links.category], tags: [links.tag] } : {};
    let subjects: Subject[] = [await stage.make(contentType, 'author', 'author', {}, more)];
    for (const next of actions) {
      if (next.does === 'waits') stage.setClock(hoursAfter(stage.now(), next.hours));
      else if (next.does === 'makes') subjects.push(await stage.make(contentType, next.who, next.who, next.sent, more));
      else {
        const subject = subjects[next.which % Math.max(1, subjects.length)];
        if (!subject) continue;
        const after =
          next.does === 'changes'
            ? await stage.change(contentType, subject, next.who, next.sent)
            : next.does === 'gives'
              ? await stage.assign(contentType, subject, next.who, next.to)
              : await stage.remove(contentType, subject, next.who, next.force);
        subjects = subjects.flatMap((one) => (one === subject ? (after ?? []) : one));
        if (after) await stage.read(contentType, after, next.who);
      }
    }
    for (const actor of ACTORS) for (const subject of subjects) await stage.read(contentType, subject, actor);
    if (links) await expectFound(links, subjects);
  }

  async function makeLinks(): Promise<Links> {
    const name = stage.newName('Link');
    const create = async (path: string, json: object) =>
      (await stage.step({ as: 'admin', method: 'POST', path, json, status: 201 })).body.id;
    return {
      venue: await create('/venues', { venue: name }),
      organizer: await create('/organizers', { organizer: name }),
      category: await create('/categories', { name }),
      tag: await create('/tags', { name }),
    };
  }

  /** Checks filters, counts and `include` by the linked records, for each user. */
  async function expectFound({ venue, organizer, category, tag }: Links, subjects: readonly Subject[]): Promise<void> {
    const ids = async (actor: Actor, path: string) =>
      ((await stage.step({ ...asking(actor), path, status: 200 })).body.events as { id: number }[])
        .map(({ id }) => id)
        .sort((one, other) => one - other);
    for (const actor of ACTORS) {
      const visible = subjects.filter(({ life }) => listed(actor, life));
      const open = visible.filter(({ life }) => whole(actor, life)).map(({ id }) => id);
      const filters = [`venue=${venue}`, `organizer=${organizer}`, `categories=${category}`, `tags=${tag}`];
      const filter = filters[ACTORS.indexOf(actor) % filters.length];
      expect(await ids(actor, `/events?per_page=50&${filter}`), `${filter} as ${actor}`).to.deep.equal(open);
      const { body } = await stage.step({
        ...asking(actor),
        path: `/events?per_page=50&include=${subjects.map(({ id }) => id).join()},9999999`,
      });
      expect(body.total, `include as ${actor}`).to.equal(visible.length);
      for (const event of body.events)
        expect(event.venue?.id === venue, `the venue as ${actor} of ${event.id}`).to.equal(open.includes(event.id));
      for (const { id, life } of subjects) {
        const named = reading({ kind: 'event', slugless: true }, actor, life).status === 200;
        const { status } = await stage.send(actor, 'GET', `/venues?event=${id}`);
        expect(status, `event=${id} as ${actor} of ${JSON.stringify(life)}`).to.equal(named ? 200 : 400);
      }
    }
    const count = subjects.filter(({ life }) => counts(life)).length;
    await stage.step({ path: `/categories/${category}`, has: { count } });
    await stage.step({ path: `/tags/${tag}`, has: { count } });
    for (const [path, id] of [
      ['/venues', venue],
      ['/organizers', organizer],
    ] as const)
      for (const query of ['has_events=true', 'has_events=false', 'only_with_upcoming=true']) {
        const { body } = await stage.step({ path: `${path}?per_page=50&${query}` });
        const found = body[path.slice(1)].some((record: { id: number }) => record.id === id);
        expect(found, `${path}?${query}`).to.equal(query === 'has_events=false' ? count === 0 : count > 0);
      }
  }
});

interface Links {
  readonly venue: number;
  readonly organizer: number;
  readonly category: number;
  readonly tag: number;
}

const hoursAfter = (wall: string, hours: number): string =>
  new Date(Date.parse(`${wall.replace(' ', 'T')}Z`) + hours * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
