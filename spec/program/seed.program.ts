import { expect } from 'chai';
import { MongoClient } from 'mongodb';
import type { Fixtures } from '../../fixtures/fixture';
import { toUser } from '../../lib/program/authentication';
import { seed } from '../../lib/program/seed';
import { mongoUri } from '../support/server';
import { startService } from '../support/service';

const venue = (key: string) => ({ key, venue: { en: key, fr: key } });

describe('Seeding that takes longer than a transaction may', () => {
  it('stores what it can in smaller parts', async () => {
    const service = await startService();
    const client = await MongoClient.connect(await mongoUri());
    const session = client.startSession();
    try {
      const { connection, users } = service.service.services;
      const user = await users.byLogin('admin');
      if (!user) throw new Error('There is no administrator.');
      const stored = () => connection.collection('venues').distinct('source', { language: 'en' });
      // Whoever stores a record of this slug waits until it is known whether this one stays.
      session.startTransaction();
      const held = client.db(connection.db().databaseName).collection<{ _id: number; language: string; slug: string }>('venues');
      await held.insertOne({ _id: 999_999, language: 'en', slug: 'held' }, { session });
      const fixtures: Fixtures = {
        categories: [],
        tags: [],
        organizers: [],
        events: [],
        venues: [venue('one'), venue('two'), venue('three'), venue('held')],
      };
      const seeding = seed(fixtures, service.service.services, toUser(user));
      let hasEnded = false;
      seeding
        .finally(() => {
          hasEnded = true;
        })
        .catch(() => undefined);
      while (!hasEnded && (await stored()).length < 2) await new Promise((resolve) => setTimeout(resolve, 50));
      expect(await stored()).to.have.members(['one', 'two']);
      await session.abortTransaction();
      expect(await seeding).to.equal(8);
      expect(await stored()).to.have.members(['one', 'two', 'three', 'held']);
    } finally {
      await session.endSession();
      await client.close();
      await service.stop();
    }
  });
});
