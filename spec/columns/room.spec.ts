import { expect } from 'chai';
import type { CommandStartedEvent, Document } from 'mongodb';
import { createCache } from '../../lib/cache/cache';
import { createColumns } from '../../lib/columns/columns';
import { answered, columnsOfListed, openListed, pause } from './asked-columns';
import type { Listed } from './record-arbitraries';

const RECORDS = 2000;
const KIBIBYTE = 1024;

describe('columns: their room', () => {
  let stage: Awaited<ReturnType<typeof openListed>>;
  let readings = 0;
  const listed = () => stage.connection.collection<Listed>('listed');
  afterEach(() => stage.close());

  /** Before anything is listened to: many changes at once are heard of as any. */
  const fill = async (records: readonly Listed[]): Promise<void> => {
    stage = await openListed(records);
    readings = 0;
    stage.connection.db().client.on('commandStarted', ({ command, commandName }: CommandStartedEvent) => {
      if (commandName === 'find' && command['find'] === 'listed' && command['filter']?._id?.$in === undefined) readings += 1;
    });
  };
  const many = Array.from({ length: RECORDS }, (_, place): Listed => ({ _id: place + 1, word: place % 3, venues: [place + 1] }));
  /** What is answered while that is asked for more than a second. */
  const answersOf = async (ask: () => Promise<number | undefined>): Promise<Set<number | undefined>> => {
    const answers = new Set<number | undefined>();
    for (let time = 0; time < 60; time += 1) {
      answers.add(await ask());
      await pause(20);
    }
    return answers;
  };

  it('is too little for one column: that is not answered, nor read again and again, and smaller ones are', async () => {
    await fill(many);
    const columns = columnsOfListed(stage.connection, 96 * KIBIBYTE);
    expect([...(await answersOf(() => columns.count({ venues: 3 })))]).to.deep.equal([undefined]);
    expect(readings).to.equal(1);
    expect(await answered(() => columns.count({ word: 1 }))).to.equal(667);
  });

  it('is too little for the IDs of all records: nothing is answered, nor read again and again', async () => {
    await fill(many);
    const columns = columnsOfListed(stage.connection, 32 * KIBIBYTE);
    expect([...(await answersOf(() => columns.count({ word: 1 })))]).to.deep.equal([undefined]);
    expect(readings).to.equal(1);
  });

  it('is not taken by IDs of records that are far apart, and more come', async () => {
    await fill([1, 2_000_000_000].map((_id) => ({ _id, word: 'a' })));
    const columns = columnsOfListed(stage.connection);
    expect(await answered(() => columns.count({ word: 'a' }))).to.equal(2);
    await listed().insertOne({ _id: 1_000_000_000, word: 'a' });
    expect(await answered(() => columns.count({ word: 'a' }))).to.equal(3);
    expect(await columns.count({ word: 'a', _id: { $in: [1_000_000_000, 2_000_000_000, 3] } })).to.equal(2);
    expect(columns.use().bytes).to.be.lessThan(10 * KIBIBYTE);
  });

  it('has no rows for IDs that are no numbers of a sequence: nothing is answered, nor read again and again', async () => {
    await fill([{ _id: 1, word: 'a' }]);
    const columns = columnsOfListed(stage.connection);
    expect(await answered(() => columns.count({ word: 'a' }))).to.equal(1);
    await listed().insertOne({ _id: 5_000_000_000, word: 'a' });
    expect([...(await answersOf(() => columns.count({ word: 'a' })))]).to.deep.equal([undefined]);
    expect(readings).to.be.lessThan(3);
  });

  it('is shared by all who ask at once: what has changed is read again once for them, be there more changes meanwhile', async () => {
    await fill(many);
    const columns = columnsOfListed(stage.connection);
    expect(await answered(() => columns.count({ word: 1 }))).to.equal(667);
    await listed().updateOne({ _id: 1 }, { $set: { word: 1 } });
    let again = 0;
    stage.connection.db().client.on('commandStarted', ({ command, commandName }: CommandStartedEvent) => {
      if (commandName === 'find' && command['find'] === 'listed') again += 1;
    });
    const asked = Array.from({ length: 40 }, (_, place) => columns.count({ word: 1, _id: { $ne: 1500 + place } }));
    const writing = Promise.all([2, 5, 8].map((_id) => listed().updateOne({ _id }, { $set: { word: 0 } })));
    for (const count of await Promise.all(asked)) expect(count).to.be.within(664, 668);
    await writing;
    expect(again).to.be.lessThan(4);
    expect(await columns.count({ word: 1 })).to.equal(665);
  });

  it('is not taken by IDs in lists that are far apart: they are answered, or not, and never by gigabytes', async () => {
    await fill([{ _id: 1, venues: [1, 2_000_000_000] }, { _id: 2, venues: [2_000_000_000] }, { _id: 3 }]);
    const columns = columnsOfListed(stage.connection);
    const before = process.memoryUsage().arrayBuffers;
    expect(await answered(() => columns.count({ venues: 2_000_000_000 }))).to.equal(2);
    expect(await columns.count({ venues: { $nin: [1, 7] } })).to.equal(2);
    const [lists] = (await columns.lists({}, ['venues'])) ?? [];
    expect(lists?.ids ?? [1, 2_000_000_000]).to.have.members([1, 2_000_000_000]);
    expect(process.memoryUsage().arrayBuffers - before).to.be.lessThan(100 * KIBIBYTE * KIBIBYTE);
  });

  it('is used again after changes went unheard while a column was read', async () => {
    await fill(many);
    let isDeaf = false;
    const changes = { ...stage.connection.changes, state: () => (isDeaf ? undefined : stage.connection.changes.state()) };
    const collection = <T extends Document>(name: string) => {
      isDeaf = true;
      return stage.connection.collection<T>(name);
    };
    const columns = createColumns({ cache: createCache(64 * KIBIBYTE * KIBIBYTE, changes), connection: { changes, collection } }).of(
      'listed',
    );
    expect(await columns.count({ word: 1 })).to.equal(undefined);
    // It is read by then.
    await pause(500);
    isDeaf = false;
    expect(
      await answered(() => {
        isDeaf = false;
        return columns.count({ word: 1 });
      }),
    ).to.equal(667);
  });
});
