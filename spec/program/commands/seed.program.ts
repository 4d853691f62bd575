import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { MongoClient } from 'mongodb';
import type { Fixtures } from '../../../fixtures/fixture';
import { seed } from '../../../lib/program/seed/seed';
import { administratorOf } from '../../support/administrator';
import { mongoUri } from '../../support/server';
import { startService } from '../../support/service';
import { freshFolder, freshPlace, run, start } from '../program';

const venue = (key: string) => ({ key, venue: { en: key, fr: key } });

describe('Seeding that takes longer than a transaction may', () => {
  it('stores the records in smaller parts', async () => {
    const service = await startService();
    const client = await MongoClient.connect(await mongoUri());
    const session = client.startSession();
    try {
      const { connection } = service.service.services;
      const stored = () => connection.collection('venues').distinct('source', { language: 'en' });
      // Other inserts of this slug wait until this transaction ends.
      session.startTransaction();
      const venues = client.db(connection.db().databaseName).collection<{ _id: number; language: string; slug: string }>('venues');
      await venues.insertOne({ _id: 999_999, language: 'en', slug: 'held' }, { session });
      const fixtures: Fixtures = {
        categories: [],
        tags: [],
        organizers: [],
        events: [],
        venues: [venue('one'), venue('two'), venue('three'), venue('held')],
      };
      const seeding = seed(fixtures, service.service.services, await administratorOf(service.service));
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

describe('Seeding that is interrupted', () => {
  const MANY = 400;
  const createdIn = (printed: string) => Number(/^(\d+) records created\.$/m.exec(printed)?.[1]);

  it('reports the interruption, and continues from there', async () => {
    const place = freshPlace();
    const file = path.join(freshFolder(), 'venues.ndjson');
    writeFileSync(file, Array.from({ length: MANY }, (_, number) => JSON.stringify({ venues: venue(`venue-${number}`) })).join('\n'));
    expect((await run(['user', 'add', 'owner', '--role', 'administrator'], place)).code).to.equal(0);
    const seeding = start(['seed', file], place);
    const socket = encodeURIComponent(path.join(String(place['DATA_DIR']), 'mongodb.sock'));
    const client = new MongoClient(place['MONGODB_URI'] ?? `mongodb://${socket}/?directConnection=true`, {
      serverSelectionTimeoutMS: 20_000,
    });
    try {
      const venues = client.db(place['MONGODB_DB'] ?? 'calendar_events').collection('venues');
      while ((await venues.countDocuments()) === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    } finally {
      await client.close();
    }
    seeding.signal('SIGINT');
    const ended = await seeding.ended;
    expect([ended.signal, ended.out]).to.deep.equal(['SIGINT', '']);
    expect(ended.err).to.match(/^Interrupted: the stored records stay\. Run the same command again to continue\.$/m);
    const rest = createdIn((await run(['seed', file], place)).out);
    expect(rest).to.be.within(1, 2 * MANY - 1);
    expect(createdIn((await run(['seed', file], place)).out)).to.equal(0);
    const report = await run(['check'], place);
    expect([report.code, report.out]).to.deep.equal([0, `${2 * MANY} records checked: nothing is wrong.\n`]);
  });
});
