import { expect } from 'chai';
import { answered, columnsOfListed, openListed, pause } from './asked-columns';
import type { Listed } from './record-arbitraries';

const MANY = 12;

describe('columns: what asks the database instead', () => {
  let stage: Awaited<ReturnType<typeof openListed>>;
  before(async () => {
    stage = await openListed(Array.from({ length: 400 }, (_, place): Listed => ({ _id: place + 1, word: place % 2 })));
  });
  after(() => stage.close());

  /** What counts in the database, how often it was asked to, and how often at once; each waits for something before. */
  const counting = (until: () => Promise<unknown>) => {
    const seen = { asked: 0, running: 0, most: 0 };
    return {
      seen,
      async count() {
        seen.asked += 1;
        seen.running += 1;
        seen.most = Math.max(seen.most, seen.running);
        await until();
        const count = await stage.connection.collection<Listed>('listed').countDocuments({ word: 1 });
        seen.running -= 1;
        return count;
      },
    };
  };
  const atOnce = <T>(ask: () => Promise<T>): Promise<T[]> => Promise.all(Array.from({ length: MANY }, ask));

  it('does so by two at once while columns are read, the others wait for these', async () => {
    const columns = columnsOfListed(stage.connection);
    const inMemory = () => columns.count({ word: 1 });
    const database = counting(() => answered(inMemory));
    expect(await atOnce(() => columns.orElse(inMemory, database.count, true))).to.deep.equal(Array(MANY).fill(200));
    expect(database.seen).to.deep.equal({ asked: 2, running: 0, most: 2 });
    expect(columns.waits.milliseconds()).to.be.greaterThan(0);
  });

  it('does so all at once where no column is read that could tell', async () => {
    const columns = columnsOfListed(stage.connection);
    await answered(() => columns.count({ word: 1 }));
    await pause(0);
    const database = counting(() => answered(async () => (database.seen.most === MANY ? true : undefined)));
    const inMemory = () => columns.count({ word: { $type: 'int' } });
    expect(await atOnce(() => columns.orElse(inMemory, database.count, true))).to.have.length(MANY);
    expect(database.seen.most).to.equal(MANY);
    expect(columns.waits.milliseconds()).to.equal(0);
  });

  it('leaves its turn to the next where the database refuses', async () => {
    const columns = columnsOfListed(stage.connection);
    const refuse = async (): Promise<number> => {
      throw new Error('No.');
    };
    const found = await Promise.allSettled(
      Array.from({ length: MANY }, () =>
        columns.orElse(async () => ((await columns.count({ word: 1 })) === undefined ? undefined : 1), refuse, true),
      ),
    );
    expect(new Set(found.map(({ status }) => status))).to.include('rejected');
    expect(
      await columns.orElse(
        () => columns.count({ word: 1 }),
        async () => 200,
        true,
      ),
    ).to.equal(200);
  });
});
