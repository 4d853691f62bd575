import { expect } from 'chai';
import { type Document, MongoClient } from 'mongodb';
import { createChangeEvents, createTransactions } from '../../../lib/database/driver/transactions';
import { ApiError } from '../../../lib/errors/refusal';
import { dropDatabase, freshDatabase } from '../../support/server';
import { watchedUri } from '../commands';
import { createLatch } from '../latch';

const MANY = 16;

type Transactions = ReturnType<typeof createTransactions>;

describe('createTransactions', () => {
  const database = freshDatabase();
  let client: MongoClient;
  let aborted = 0;

  before(async () => {
    client = await MongoClient.connect(await watchedUri());
    await things().insertMany([
      { _id: 1, value: 0 },
      { _id: 2, value: 0 },
    ]);
    client.on('commandStarted', ({ commandName }) => {
      if (commandName === 'abortTransaction') aborted += 1;
    });
  });
  after(async () => {
    await client.close();
    await dropDatabase(database);
  });

  const things = () => client.db(database).collection<Document & { _id: number }>('things');
  const create = (more: Partial<Parameters<typeof createTransactions>[0]> = {}): Transactions =>
    createTransactions({ client: () => client, changeEvents: createChangeEvents(), isAnswering: async () => true, ...more });
  const limits = { waiting: 50, working: 100, committing: 100 };
  const refusalOf = async (work: Promise<unknown>): Promise<ApiError> => {
    const error = await work.then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    if (!(error instanceof ApiError)) throw new Error(`No refusal: ${String(error)}`);
    return error;
  };
  /** Increments a number that it reads first, under a lock. */
  const add = (transactions: Transactions, _id: number) =>
    transactions.transact(async (session) => {
      transactions.lock([`things ${_id}`], session);
      const found = await things().findOne({ _id }, { session });
      await things().updateOne({ _id }, { $set: { value: found?.['value'] + 1 } }, { session });
    });
  const stored = async (_id: number) => (await things().findOne({ _id }))?.['value'];

  it('queues transactions that lock the same record, so that none aborts', async () => {
    const transactions = create();
    aborted = 0;
    await Promise.all(Array.from({ length: MANY }, () => add(transactions, 1)));
    expect([await stored(1), aborted]).to.deep.equal([MANY, 0]);
    expect(transactions.size()).to.equal(0);
  });

  it('completes all transactions of two processes', async () => {
    const processes = [create(), create()];
    await Promise.all(Array.from({ length: 4 * MANY }, (_, place) => add(processes[place % 2] as Transactions, 2)));
    expect(await stored(2)).to.equal(4 * MANY);
  });

  for (const [answers, code] of [
    [true, 'rest_overloaded'],
    [false, 'database_unavailable'],
  ] as const) {
    it(`refuses with ${code} after waiting too long while the database ${answers ? 'answers' : 'does not answer'}`, async () => {
      const transactions = create({ limits, isAnswering: async () => answers });
      const end = createLatch();
      const first = refusalOf(
        transactions.transact(async (session) => {
          transactions.lock(['hot'], session);
          await end.opened;
        }),
      );
      const second = refusalOf(transactions.transact(async (session) => transactions.lock(['hot'], session)));
      expect(await first).to.include({ code, status: 503 });
      expect(await second).to.include({ code, status: 503 });
      expect((await second).headers).to.have.property('Retry-After');
      end.open();
    });
  }

  it('stores nothing of a transaction that is refused for time', async () => {
    const transactions = create({ limits });
    const finish = createLatch();
    const refused = await refusalOf(
      transactions.transact(async (session) => {
        await things().insertOne({ _id: 3 }, { session });
        await finish.opened;
      }),
    );
    expect(refused).to.include({ code: 'rest_overloaded' });
    finish.open();
    // The insert waits for the refused transaction. It would fail if that had stored the record.
    await things().insertOne({ _id: 3, value: 1 });
    expect(await stored(3)).to.equal(1);
  });
});
