import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect } from 'chai';
import { type Collection, MongoClient } from 'mongodb';
import { type Embedded, startEmbedded } from '../../lib/embedded/start-embedded';
import { newFolder } from './support';

/** Thirty events with five indexes, as a version wrote them that said the `_id` of an entry both in its key and as its value. */
const EARLIER = path.join(__dirname, '../../../fixtures/embedded/entries-with-id-twice.mdb.gz');

interface Event {
  readonly _id: number;
  readonly slug: string;
  readonly status: string;
  readonly start: Date;
  readonly words: readonly string[];
  readonly city: string;
}

describe('embedded: a data file of an earlier version', () => {
  let embedded: Embedded;
  let client: MongoClient;
  let events: Collection<Event>;
  before(async () => {
    const folder = newFolder();
    writeFileSync(path.join(folder, 'data.mdb'), gunzipSync(readFileSync(EARLIER)));
    embedded = await startEmbedded({ folder });
    client = await new MongoClient(embedded.uri).connect();
    events = client.db('calendar').collection('events');
  });
  after(async () => {
    await client.close();
    await embedded.stop();
  });

  const INDEXES = [
    { key: { status: 1, start: 1, _id: 1 }, name: 'start' },
    { key: { status: 1, start: -1, _id: -1 }, name: 'newest' },
    { key: { words: 1, start: 1, _id: 1 }, name: 'words' },
    { key: { city: 1 }, name: 'city' },
    { key: { slug: 1 }, name: 'slug', unique: true },
  ] as const;
  const idsBy = async (hint: string | { readonly $natural: 1 }) =>
    (await events.find().hint(hint).toArray()).map(({ _id }) => _id).sort((one, other) => one - other);
  /** Through every index the same events are found as without one. */
  const expectAlike = async () => {
    const all = await idsBy({ $natural: 1 });
    for (const { name } of INDEXES) expect(await idsBy(name), name).to.deep.equal(all);
    return all;
  };

  it('is read by each index', async () => {
    expect(await expectAlike()).to.deep.equal(Array.from({ length: 30 }, (_, i) => i));
    expect(await events.find({ words: 'number3' }).sort({ start: 1, _id: 1 }).hint('words').toArray()).to.have.lengthOf(6);
  });

  it('has right indexes after inserts, updates and deletes', async () => {
    const start = new Date(Date.UTC(2026, 0, 3));
    await events.insertOne({ _id: 30, slug: 'event-30', status: 'publish', start, words: ['new'], city: 'Nice' });
    await events.updateMany({ city: 'Lyon', _id: { $lt: 10 } }, { $set: { status: 'draft', words: ['changed', 'fair'] } });
    await events.deleteMany({ words: 'number0' });
    const all = await expectAlike();
    expect(all).to.include(30).and.not.include(20);
    expect((await events.find({ words: 'changed' }).sort({ _id: 1 }).toArray()).map(({ _id }) => _id)).to.deep.equal(
      [1, 3, 5, 7, 9].filter((id) => all.includes(id)),
    );
  });

  it('answers the same after its indexes are built again', async () => {
    const before = await expectAlike();
    await events.dropIndexes();
    await events.createIndexes(INDEXES.map((index) => ({ ...index })));
    expect(await expectAlike()).to.deep.equal(before);
    const newest = await events.find({ status: 'publish' }).sort({ start: -1, _id: -1 }).hint('newest').toArray();
    const sorted = newest.toSorted((one, other) => other.start.getTime() - one.start.getTime() || other._id - one._id);
    expect(newest.map(({ _id }) => _id)).to.deep.equal(sorted.map(({ _id }) => _id));
  });
});
