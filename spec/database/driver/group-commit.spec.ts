import { expect } from 'chai';
import { type ClientSession, MongoClient, MongoNetworkError, MongoServerError, MongoServerSelectionError } from 'mongodb';
import { type Connection, createConnection } from '../../../lib/database/driver/connection';
import { createGroupCommit } from '../../../lib/database/driver/group-commit';
import { ensureIndexes, index } from '../../../lib/database/driver/indexes';
import { createChangeEvents, createTransactions } from '../../../lib/database/driver/transactions';
import { errors } from '../../../lib/errors/errors';
import { dropDatabase, freshDatabase } from '../../support/server';
import { watchedUri } from '../commands';
import { createLatch, type Latch } from '../latch';

/** The stored result of a job, and how it ran. */
interface Thing {
  readonly job: string;
  readonly by: 'alone' | 'together';
}

type Transact = Pick<Connection, 'transact'>;

type Refuse = (job: string, by: Thing['by'], session: ClientSession) => unknown;

const moment = () => new Promise((resolve) => setTimeout(resolve, 10));
const named = (many: number, name = 'job'): string[] => Array.from({ length: many }, (_, place) => `${name} ${place}`);

describe('createGroupCommit', () => {
  const database = freshDatabase();
  let connection: Connection;
  let commits = 0;

  before(async () => {
    connection = createConnection({ uri: await watchedUri(), database });
    await connection.open((db) => ensureIndexes(db, { things: [], taken: [index('once', { once: 1 }, { unique: true })] }));
    await taken().insertOne({ once: 'taken' });
    connection.db().client.on('commandStarted', ({ commandName }) => {
      if (commandName === 'commitTransaction') commits += 1;
    });
  });
  beforeEach(async () => {
    await things().deleteMany({});
    commits = 0;
  });
  after(async () => {
    await connection.close();
    await dropDatabase(database);
  });

  const things = () => connection.collection<Thing>('things');
  const taken = () => connection.collection<{ readonly once: string }>('taken');
  const stored = async () => (await things().find().toArray()).map(({ job, by }) => `${job} ${by}`).sort();
  const only = (by: Thing['by'], jobs: readonly string[]) => jobs.map((job) => `${job} ${by}`);

  /** Creates a group commit whose jobs store a document. `refuse` makes jobs fail, and `held` delays their end. */
  const storing = ({ transact }: Transact = connection, refuse: Refuse = () => undefined) => {
    const sessions = new Set<ClientSession>();
    const groups: (readonly string[])[] = [];
    const held = new Map<string, Latch>();
    const store = async (job: string, by: Thing['by'], session: ClientSession) => {
      await things().insertOne({ job, by }, { session });
      await refuse(job, by, session);
      await held.get(job)?.opened;
      return `${job} is done`;
    };
    const create = createGroupCommit<string, string>(
      { transact },
      {
        alone: (job) => connection.transact((session) => store(job, 'alone', session)),
        async together(jobs, session) {
          groups.push(jobs);
          sessions.add(session);
          const results: string[] = [];
          for (const job of jobs) results.push(await store(job, 'together', session));
          return results;
        },
      },
    );
    /** Runs jobs while another job is running. Returns their results. */
    const behindAnother = async (jobs: readonly string[]): Promise<PromiseSettledResult<string>[]> => {
      const [first, ...others] = await Promise.allSettled(['the first', ...jobs].map(create));
      expect(first).to.deep.equal({ status: 'fulfilled', value: 'the first is done' });
      return others;
    };
    /** Waits until all group transactions have ended. */
    const allEnded = async () => {
      while ([...sessions].some(({ hasEnded }) => !hasEnded)) await moment();
    };
    return { create, groups, held, behindAnother, allEnded };
  };
  const done = (jobs: readonly string[]) => jobs.map((job) => ({ status: 'fulfilled', value: `${job} is done` }));
  const messageOf = (answer: PromiseSettledResult<string> | undefined): string =>
    answer?.status === 'rejected' ? answer.reason.message : '';
  const FIRST = 'the first alone';

  it('runs jobs alone that come one after the other', async () => {
    const { create, groups } = storing();
    for (const job of named(3)) expect(await create(job)).to.equal(`${job} is done`);
    expect([await stored(), groups, commits]).to.deep.equal([only('alone', named(3)), [], 3]);
  });

  it('runs jobs that arrive during another one in one transaction, each with its own result', async () => {
    const { groups, behindAnother } = storing();
    const jobs = named(10);
    expect(await behindAnother(jobs)).to.deep.equal(done(jobs));
    expect(groups).to.deep.equal([jobs]);
    expect([await stored(), commits]).to.deep.equal([[...only('together', jobs), FIRST], 2]);
  });

  it('runs groups of 32 at most, in order', async () => {
    const { groups, behindAnother } = storing();
    const jobs = named(32 + 32 + 6);
    expect(await behindAnother(jobs)).to.deep.equal(done(jobs));
    expect(groups).to.deep.equal([jobs.slice(0, 32), jobs.slice(32, 64), jobs.slice(64)]);
    expect([await stored(), commits]).to.deep.equal([[...only('together', jobs), FIRST].sort(), 4]);
  });

  it('groups again the jobs of clients that were answered together', async () => {
    const { create, groups } = storing();
    const first = create('the first');
    await Promise.all(named(4).map(async (job) => create(`${await create(job)} again`)));
    expect(await first).to.equal('the first is done');
    expect(groups).to.deep.equal([named(4), named(4).map((job) => `${job} is done again`)]);
    expect(commits).to.equal(3);
  });

  it('does not wait for more jobs longer than the last group took', async () => {
    const { create, groups, behindAnother } = storing();
    await behindAnother(named(4));
    expect(await create('the last')).to.equal('the last is done');
    expect([groups, (await stored()).at(-1)]).to.deep.equal([[named(4)], 'the last alone']);
  });

  it('runs a single waiting job alone', async () => {
    const { groups, behindAnother } = storing();
    expect(await behindAnother(['the last'])).to.deep.equal(done(['the last']));
    expect([groups, await stored()]).to.deep.equal([[], [FIRST, 'the last alone']]);
  });

  const refuseWith = (error: Error) => () => {
    throw error;
  };
  /** Reasons to refuse one job of a group, with the error message. */
  const REFUSALS: readonly { readonly what: string; readonly refuse: (session: ClientSession) => unknown; readonly says: RegExp }[] = [
    { what: 'for what was sent', refuse: refuseWith(errors.invalidParams({})), says: /^Parameters are not valid/ },
    { what: 'for who has sent it', refuse: refuseWith(errors.forbidden()), says: /role does not allow/ },
    { what: 'for its size', refuse: refuseWith(errors.recordTooLarge(1)), says: /1 byte/ },
    { what: 'by an error that nobody has foreseen', refuse: refuseWith(new Error('Unforeseen')), says: /^Unforeseen$/ },
    { what: 'by the database', refuse: (session) => taken().insertOne({ once: 'taken' }, { session }), says: /E11000/ },
  ];
  for (const { what, refuse, says } of REFUSALS)
    it(`refuses only the job that fails ${what}, and runs the others alone`, async () => {
      const { create, groups, behindAnother } = storing(connection, (job, _, session) => job === 'job 4' && refuse(session));
      const jobs = named(8);
      const answers = await behindAnother(jobs);
      expect(messageOf(answers[4])).to.match(says);
      expect(answers.toSpliced(4, 1)).to.deep.equal(done(jobs.toSpliced(4, 1)));
      expect([groups, await stored()]).to.deep.equal([[jobs], [...only('alone', jobs.toSpliced(4, 1)), FIRST]]);
      expect(await create('another')).to.equal('another is done');
    });

  it('runs jobs alone that fail only together', async () => {
    const { behindAnother } = storing(connection, (job, by) => {
      if (by === 'together' && job === 'job 3') throw new Error('Not with others.');
    });
    const jobs = named(4);
    expect(await behindAnother(jobs)).to.deep.equal(done(jobs));
    expect(await stored()).to.deep.equal([...only('alone', jobs), FIRST]);
  });

  it('runs a group again after a write conflict', async () => {
    let met = 0;
    const { groups, behindAnother } = storing(connection, (job) => {
      if (job === 'job 3' && met++ === 0) {
        const error = new MongoServerError({ message: 'Write conflict', code: 112 });
        error.addErrorLabel('TransientTransactionError');
        throw error;
      }
    });
    const jobs = named(4);
    expect(await behindAnother(jobs)).to.deep.equal(done(jobs));
    expect([groups, await stored()]).to.deep.equal([
      [jobs, jobs],
      [...only('together', jobs), FIRST],
    ]);
  });

  it('runs jobs alone while another transaction holds a lock of one of them', async () => {
    const latch = createLatch();
    const holding = connection.transact(async (session) => {
      connection.lock(['a thing'], session);
      await latch.opened;
    });
    const { groups, behindAnother } = storing(connection, (_, by, session) => {
      if (by === 'together') connection.lock(['a thing'], session);
    });
    const jobs = named(4);
    expect(await behindAnother(jobs)).to.deep.equal(done(jobs));
    latch.open();
    await holding;
    expect([groups, await stored()]).to.deep.equal([[jobs], [...only('alone', jobs), FIRST]]);
  });

  it('runs jobs alone after repeated conflicts with another process', async () => {
    const other = await MongoClient.connect(await watchedUri());
    await other.withSession(async (session) => {
      session.startTransaction();
      await other
        .db(database)
        .collection('taken')
        .updateOne({ once: 'taken' }, { $set: { by: 'another' } }, { session });
      const { groups, behindAnother } = storing(
        connection,
        (_, by, own) => by === 'together' && taken().updateOne({ once: 'taken' }, { $set: { by: 'this' } }, { session: own }),
      );
      const jobs = named(4);
      expect(await behindAnother(jobs)).to.deep.equal(done(jobs));
      expect([groups, await stored()]).to.deep.equal([Array(8).fill(jobs), [...only('alone', jobs), FIRST]]);
      await session.abortTransaction();
    });
    await other.close();
  });

  const AWAY = new MongoServerSelectionError('There is no server.', new Map() as never);
  for (const { what, error } of [
    ...[errors.databaseUnavailable(), errors.overloaded(1)].map((error) => ({ what: error.code, error })),
    { what: 'what the driver says of a database that is away', error: AWAY },
  ])
    it(`refuses all jobs of a group for ${what}, without another try`, async () => {
      const { create, groups, behindAnother } = storing(connection, (job, by) => {
        if (by === 'together' && job === 'job 2') throw error;
      });
      const jobs = named(4);
      expect(await behindAnother(jobs)).to.deep.equal(jobs.map(() => ({ status: 'rejected', reason: error })));
      expect([groups, await stored()]).to.deep.equal([[jobs], [FIRST]]);
      expect(await create('another')).to.equal('another is done');
    });

  type Commit = (committed: () => Promise<void>) => Promise<void>;
  /** Transactions with a custom commit and a time limit in ms. */
  const transactions = (commit: Commit, working = 7500): Transact => {
    const client = connection.db().client;
    const withSession = (work: (session: ClientSession) => Promise<unknown>) =>
      client.withSession((session) => {
        const committed = session.commitTransaction.bind(session);
        session.commitTransaction = () => commit(committed);
        return work(session);
      });
    return createTransactions({
      client: () => Object.assign(Object.create(client), { withSession }),
      changeEvents: createChangeEvents(),
      isAnswering: async () => true,
      limits: { waiting: working, working, committing: 100 },
    });
  };

  it('refuses all jobs of a group that takes too long, and stores nothing', async () => {
    const { held, behindAnother, allEnded } = storing(transactions((committed) => committed(), 400));
    const latch = createLatch();
    held.set('job 3', latch);
    const answers = await behindAnother(named(4));
    for (const answer of answers) expect(messageOf(answer)).to.match(/is overloaded/);
    latch.open();
    await allEnded();
    expect(await stored()).to.deep.equal([FIRST]);
  });

  /** Commits with an unknown result, although they have stored the data, and the error message. */
  const UNKNOWN: readonly { readonly what: string; readonly commit: Commit; readonly working?: number; readonly says: string }[] = [
    {
      what: 'is broken off',
      async commit(committed) {
        await committed();
        throw new MongoNetworkError('The connection was closed.');
      },
      says: 'The connection was closed.',
    },
    {
      what: 'is answered with an error',
      async commit(committed) {
        await committed();
        throw new MongoServerError({ message: 'The server stops.', code: 91 });
      },
      says: 'The server stops.',
    },
    {
      what: 'is not answered',
      async commit(committed) {
        await committed();
        await new Promise(() => undefined);
      },
      working: 1000,
      says: errors.databaseUnavailable().message,
    },
  ];
  for (const { what, commit, working, says } of UNKNOWN)
    it(`does not run jobs again when the commit ${what}`, async () => {
      const { create, groups, behindAnother } = storing(transactions(commit, working));
      const jobs = named(4);
      const answers = await behindAnother(jobs);
      expect(answers.map(messageOf)).to.deep.equal(Array(4).fill(says));
      expect([groups, await stored()]).to.deep.equal([[jobs], [...only('together', jobs), FIRST]]);
      expect(await create('another')).to.equal('another is done');
      expect(await stored()).to.deep.equal(['another alone', ...only('together', jobs), FIRST]);
    });

  it('lets jobs overtake a group that takes long', async () => {
    const { create, groups, held } = storing();
    const latches = ['the first', 'job 1'].map((job) => {
      const latch = createLatch();
      held.set(job, latch);
      return latch;
    });
    const first = create('the first');
    const jobs = named(2);
    const group = Promise.all(jobs.map(create));
    while (groups.length === 0) await moment();
    // The first job and the group still wait for their latches.
    expect(await create('the last')).to.equal('the last is done');
    for (const latch of latches) latch.open();
    expect([await first, ...(await group)]).to.deep.equal(['the first', ...jobs].map((job) => `${job} is done`));
    expect(await stored()).to.deep.equal([...only('together', jobs), FIRST, 'the last alone']);
  });
});
