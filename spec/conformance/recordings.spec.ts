import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import { clockAt, type Login, type Running, startService } from '../support/service';
import type { Step } from './player';
import { type Recording, replay } from './replay';
import { type Rule, readRules } from './rules';

const REFERENCE = 'fixtures/reference';
const read = (path: string) => JSON.parse(readFileSync(path, 'utf8'));
const rules = readRules(read('spec/conformance/differences.json') as Rule[]);
/** Steps with known differences and the reasons, by scenario and name. */
const open: Readonly<Record<string, Readonly<Record<string, string>>>> = read('spec/conformance/open.json');

/** Users of the recordings, with the matching users of this service. */
const LOGINS = { admin: 'admin', ed: 'editor', auth1: 'author', auth2: 'author2', contrib: 'contributor', sub: 'subscriber' } as const;
const loginOf = (name: string): Login => LOGINS[name as keyof typeof LOGINS];

const shorten = (value: unknown): string => (JSON.stringify(value) ?? 'nothing').slice(0, 200);

/** The number of low IDs that no record may have. */
const RESERVED = 100;

/** Collections that stay between recordings: users, the next IDs, and the index of stored words. */
const STAYING = ['users', 'counters'];

/** Removes all records, so that each recording starts on an empty calendar. */
const empty = async ({ service }: Running): Promise<void> => {
  const { connection } = service.services;
  const names = (await connection.db().listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name);
  for (const name of names.filter((one) => !STAYING.includes(one))) await connection.collection(name).deleteMany({});
};

describe('recorded answers of The Events Calendar (fixtures/reference/recordings)', () => {
  const clock = clockAt('2026-01-01T00:00:00Z');
  let running: Running;
  let played = 0;
  const names = readdirSync(`${REFERENCE}/recordings`).map((file) => file.replace(/\.json$/, ''));

  before(async () => {
    running = await startService({ clock });
    // The recordings use low IDs for other records: post 1 is not an event there.
    for (const sequence of ['posts', 'terms']) await running.service.services.connection.nextId(sequence, RESERVED);
  });
  after(() => running.stop());
  afterEach(() => empty(running));

  for (const name of names) {
    it(`are given to “${name}”`, async () => {
      const recording: Recording = read(`${REFERENCE}/recordings/${name}.json`);
      const scenario: { steps: Step[] } | Step[] = read(`${REFERENCE}/scenarios/${name}.json`);
      clock.set(recording.steps[0]?.at ?? '2026-01-01T00:00:00Z');
      const stage = {
        origin: running.address,
        root: '/en',
        prefix: '/en/cal/events/v1',
        authorization: (login: string) => running.authorization(loginOf(login)),
        users: Object.fromEntries(Object.keys(LOGINS).map((login) => [login, running.ids[loginOf(login)]])),
      };
      const { compared, unequal } = await replay(Array.isArray(scenario) ? scenario : scenario.steps, recording, stage, { rules, clock });
      played += 1;
      const expected = open[name] ?? {};
      const reports = unequal
        .filter(({ step }) => !Object.hasOwn(expected, step))
        .map(({ step, differences }) =>
          [step, ...differences.map(([path, want, got]) => `${path}: ${shorten(want)} → ${shorten(got)}`)].join('\n  '),
        );
      expect(compared, 'answers compared').to.be.above(0);
      expect(reports.join('\n'), 'answers that differ').to.equal('');
      const closed = Object.keys(expected).filter((step) => !unequal.some((one) => one.step === step));
      expect(closed, 'answers that open.json names and that differ no longer').to.deep.equal([]);
    });
  }

  it('differ only by rules that are all needed', function () {
    if (played < names.length) this.skip();
    expect(rules.unused()).to.deep.equal([]);
  });

  it('are open only for scenarios that exist', () => {
    expect(names).to.include.members(Object.keys(open));
  });
});
