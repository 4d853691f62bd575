import { expect } from 'chai';
import type { CommandStartedEvent, CreateIndexesOptions, IndexSpecification } from 'mongodb';
import { coveringIndex } from '../../lib/columns/covering-index';
import { answered, columnsOfListed, openListed } from './asked-columns';
import type { Listed } from './record-arbitraries';

describe('columns: what they are read of', () => {
  let stage: Awaited<ReturnType<typeof openListed>>;
  before(async () => {
    stage = await openListed(Array.from({ length: 600 }, (_, place): Listed => ({ _id: place + 1, word: place % 2, venues: [1, 2] })));
  });
  after(() => stage.close());

  /** The commands of this name that are sent meanwhile. */
  const heard = async (name: string, work: (commands: readonly unknown[]) => Promise<unknown>) => {
    const commands: CommandStartedEvent['command'][] = [];
    const note = ({ commandName, command }: CommandStartedEvent) => void (commandName === name && commands.push(command));
    const { client } = stage.connection.db();
    client.on('commandStarted', note);
    await work(commands);
    client.off('commandStarted', note);
    return commands;
  };

  for (const [title, keys, options] of [
    ['that has a record for each of its values', { venues: 1, hall: 1, floor: 1 }, {}],
    ['of some records', { hall: 1, floor: 1 }, { partialFilterExpression: { word: 1 } }],
    ['of what has its fields', { hall: 1, floor: 1 }, { sparse: true }],
    ['of places', { hall: '2dsphere' }, {}],
  ] as readonly (readonly [string, IndexSpecification, CreateIndexesOptions])[])
    it(`is no index ${title}`, async () => {
      const listed = stage.connection.collection<Listed>('listed');
      // An embedded database has no places.
      const name = await listed.createIndex(keys, options).catch(() => undefined);
      expect(await coveringIndex(listed as never, ['hall', 'floor'])).to.equal(undefined);
      if (name !== undefined) await listed.dropIndex(name);
    });

  it('is the index that holds most, and little else', async () => {
    const listed = stage.connection.collection<Listed>('listed');
    expect(await coveringIndex(listed as never, ['start', 'wall', 'venues'])).to.include({ index: 'start_1_wall_1__id_1' });
    expect(await coveringIndex(listed as never, ['venues'])).to.equal(undefined);
  });

  it('is read once for all that is asked for at once, of the index first', async () => {
    const columns = columnsOfListed(stage.connection);
    const finds = await heard('find', async () => {
      await Promise.all([columns.count({ word: 1 }), columns.count({ venues: 1 })]);
      expect(await answered(() => columns.count({ word: 1, venues: 2 }))).to.equal(300);
    });
    expect(finds.map(({ hint }) => hint)).to.deep.equal(['word_1__id_1', '_id_']);
  });

  it('is closed where it cannot be held', async () => {
    const listed = stage.connection.collection<Listed>('listed');
    await listed.updateOne({ _id: 1 }, { $set: { venues: { a: 1 } as never } });
    const columns = columnsOfListed(stage.connection);
    const closing = async (commands: readonly unknown[]) => {
      await columns.count({ venues: 1 });
      await answered(async () => commands[0]);
    };
    expect(await heard('killCursors', closing)).to.have.length(1);
  });
});
