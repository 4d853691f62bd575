import { expect } from 'chai';
import { type Db, MongoClient } from 'mongodb';
import { ensureIndexes, index } from '../../../lib/database/driver/indexes';
import { dropDatabase, freshDatabase, mongoUri } from '../../support/server';

describe('ensureIndexes', () => {
  let client: MongoClient;
  let db: Db;

  before(async () => {
    client = await MongoClient.connect(await mongoUri());
    db = client.db(freshDatabase());
  });
  after(async () => {
    await client.close();
    await dropDatabase(db.databaseName);
  });

  const described = async () => (await db.collection('things').indexes()).map(({ name, key, unique = false }) => ({ name, key, unique }));
  const ID = { name: '_id_', key: { _id: 1 }, unique: false };

  it('creates collections and indexes, though several processes do so at the same time', async () => {
    const indexes = { things: [index('colour', { colour: 1, _id: -1 }), index('code', { code: 1 }, { unique: true })], others: [] };
    await Promise.all([1, 2, 3].map(() => ensureIndexes(db, indexes)));
    expect(await described()).to.have.deep.members([
      ID,
      { name: 'colour', key: { colour: 1, _id: -1 }, unique: false },
      { name: 'code', key: { code: 1 }, unique: true },
    ]);
    expect((await db.listCollections({ name: 'others' }).toArray()).length).to.equal(1);
  });

  it('rebuilds an index whose partialFilterExpression has changed', async () => {
    const described = (least: number) => [index('few', { size: 1 }, { partialFilterExpression: { size: { $gt: least } } })];
    await ensureIndexes(db, { sizes: described(1) });
    await ensureIndexes(db, { sizes: described(2) });
    const [, few] = await db.collection('sizes').indexes();
    expect(few?.['partialFilterExpression']).to.deep.equal({ size: { $gt: 2 } });
  });

  it('rebuilds indexes whose keys or options have changed, and leaves foreign ones alone', async () => {
    await db.collection('things').createIndex({ theirs: 1 }, { name: 'theirs' });
    await ensureIndexes(db, { things: [index('colour', { colour: -1, size: 1 }), index('code', { code: 1 })] });
    expect(await described()).to.have.deep.members([
      ID,
      { name: 'colour', key: { colour: -1, size: 1 }, unique: false },
      { name: 'code', key: { code: 1 }, unique: false },
      { name: 'theirs', key: { theirs: 1 }, unique: false },
    ]);
  });
});
