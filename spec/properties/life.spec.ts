import { expect } from 'chai';
import { type Answer, named } from '../support/service';
import { ACTORS, type Change, listed, type Owner, rightOf, STATUSES, type Status, whole } from './life-model';
import { KINDS, type LifeStage, openLife, type Subject } from './life-stage';

/** Events have all states. Venues and organizers follow the same rules, which `life-sequences` covers. */
const [EVENTS] = KINDS;

const LATER = '2031-01-01 08:00:00';
const BEFORE = '2029-01-01 08:00:00';

/** The changes that lead to each state. */
const STATES: Readonly<Record<string, readonly Change[]>> = {
  publish: [{}],
  future: [{ date: LATER }],
  draft: [{ status: 'draft' }],
  pending: [{ status: 'pending' }],
  private: [{ status: 'private' }],
  'trash of publish': [{}, { status: 'trash' }],
  'trash of future': [{ date: LATER }, { status: 'trash' }],
  'trash of draft': [{ status: 'draft' }, { status: 'trash' }],
  'trash of private': [{ status: 'private' }, { status: 'trash' }],
  'trash from the beginning': [{ status: 'trash' }],
};
/** The states of records with a password. */
const LOCKED: Readonly<Record<string, readonly Change[]>> = {
  'publish with a password': [{}, { password: 'sesame' }],
  'publish with a password from the beginning': [{ password: 'sesame' }],
  'private with a password': [{ status: 'private' }, { password: 'sesame' }],
};

describe('status, visibility and rights of records (model)', () => {
  let stage: LifeStage;
  before(async () => {
    stage = await openLife();
  });
  after(() => stage.stop());

  describe('events in every status', () => {
    const subjects: Subject[] = [];
    const idOf = (answer: Answer) => (answer.body.events as { id: number }[]).map(({ id }) => id).sort((one, other) => one - other);
    before(async () => {
      for (const owner of ['contributor', 'author'] as const)
        for (const changes of Object.values({ ...STATES, ...LOCKED }))
          subjects.push(await stage.reach(EVENTS, owner, changes, { excerpt: 'Oysters' }));
    });

    for (const actor of ACTORS.filter((actor) => actor !== 'admin')) {
      it(`GET by ID and slug for ${named(actor)}, and Allow`, async () => {
        for (const subject of subjects) {
          const { status, body } = await stage.read(EVENTS, subject, actor);
          if (status === 200) expect(body.id).to.equal(subject.id);
        }
      });
      it(`PATCH and DELETE by ${named(actor)} without the right are refused`, async () => {
        for (const subject of subjects.filter(({ life }) => rightOf(actor, life) !== 'rw')) {
          await stage.change(EVENTS, subject, actor, { status: 'publish' });
          await stage.remove(EVENTS, subject, actor, true);
        }
      });
      it(`GET of lists and ?status for ${named(actor)}`, async () => {
        const expected = (statuses?: readonly Status[]) => subjects.filter(({ life }) => listed(actor, life, statuses));
        const expectListed = async (query: string, of: readonly Subject[]) => {
          const answer = await stage.send(actor, 'GET', `/events?per_page=50${query}`);
          expect(idOf(answer), query).to.deep.equal(of.map(({ id }) => id));
          expect(answer.body.total, query).to.equal(of.length);
        };
        await expectListed('', expected());
        for (const status of STATUSES) {
          const mayAsk = status === 'publish' || (actor !== undefined && actor !== 'subscriber');
          if (mayAsk) await expectListed(`&status=${status}`, expected([status]));
          else expect((await stage.send(actor, 'GET', `/events?status=${status}`)).status, status).to.equal(400);
        }
        // Search does not find password-protected records.
        const open = expected().filter(({ life }) => whole(actor, life));
        await expectListed('&search=oysters', open);
      });
    }
  });

  describe('events by each change of status and date', () => {
    const steps: readonly Change[] = [...STATUSES.map((status) => ({ status })), { date: LATER }, { date: BEFORE }];
    for (const [state, changes] of Object.entries(STATES))
      it(`PATCH from ${state}`, async () => {
        for (const owner of ['contributor', 'author'] satisfies Owner[]) {
          const first = await stage.reach(EVENTS, owner, changes);
          const may = rightOf(owner, first.life) === 'rw';
          await stage.change(EVENTS, first, owner, {});
          for (const sent of may ? steps : []) await stage.change(EVENTS, await stage.reach(EVENTS, owner, changes), owner, sent);
        }
      });
  });
});
