import { expect } from 'chai';
import { type Collection, type Filter, MongoClient } from 'mongodb';
import { idsOfEach, inAll, tellsOf } from '../../lib/records/ids-in-all';
import { index } from '../../lib/records/indexes';
import type { Stored } from '../../lib/records/record';
import { dropDatabase, freshDatabase, mongoUri } from '../support/server';

const WORDS = index('words', { language: 1, 'keys.words': 1, place: 1, _id: 1 });

describe('ids in all filters (index intersection)', () => {
  let client: MongoClient;
  let name: string;
  let collection: Collection<Stored>;
  const asFilter = (filter: object) => filter as Filter<Stored>;
  before(async () => {
    client = await MongoClient.connect(await mongoUri());
    name = freshDatabase();
    collection = client.db(name).collection<Stored>('counted');
    await collection.createIndex(WORDS.key, { name: WORDS.name });
    const records = Array.from({ length: 700 }, (_, place) => ({
      _id: 2 * place + 1,
      language: place % 5 === 0 ? 'fr' : 'en',
      place,
      // Several forms of a word count once.
      keys: { words: ['twos', 'threes', 'sevens'].flatMap((word, at) => (place % ([2, 3, 7][at] ?? 1) === 0 ? [word, `${word}s`] : [])) },
    }));
    await collection.insertMany(records as never);
  });
  after(async () => {
    await client.close();
    await dropDatabase(name);
  });

  const having = (...words: readonly (string | RegExp)[]) => ({ 'keys.words': { $in: words } });

  for (const [what, each] of Object.entries({
    'one word': [having('twos')],
    'two words': [having('twos'), having('threes', 'threess')],
    'three words': [having('twos', 'twoss'), having(/^three/), having('sevens', 'nothing')],
    'a word that none has': [having('twos'), having('nothing')],
    'the same word twice': [having('sevens'), having('sevens')],
  }))
    for (const rest of [{ language: 'en' }, { language: { $in: ['en', 'fr'] }, place: { $gte: 20, $lt: 333 } }, { language: 'de' }])
      it(`answers the IDs that pass ${what} and ${JSON.stringify(rest)}, as the database does`, async () => {
        const filters = each.map((one) => asFilter({ $and: [rest, one] }));
        const wanted = await collection.find(asFilter({ $and: [rest, ...each] }), { projection: { _id: 1 } }).toArray();
        expect(inAll(await idsOfEach(collection, { filters, hint: WORDS.name }))).to.have.members(wanted.map(({ _id }) => _id));
      });

  it('answers no more IDs than asked for', async () => {
    const filters = [having('twos', 'twoss'), having('sevens'), having('nothing')].map((one) =>
      asFilter({ $and: [{ language: 'en' }, one] }),
    );
    const lists = await idsOfEach(collection, { filters, hint: WORDS.name }, 150);
    expect(lists.map((ids) => new Set(ids).size)).to.deep.equal([150, 80, 0]);
  });

  it('uses an index that has all the fields, and no other', () => {
    const within = { $and: [{}, { language: 'en' }, { $nor: [{ place: { $gt: 3 } }, { $or: [having(/^t/)] }] }] };
    expect(tellsOf(WORDS, within)).to.equal(true);
    for (const beyond of [
      { venues: 3 },
      { 'keys.text': 'a' },
      { place: 1, status: 'publish' },
      { $expr: true },
      { $nor: [within, { venues: 3 }] },
    ])
      expect(tellsOf(WORDS, { $and: [within, beyond] }), JSON.stringify(beyond)).to.equal(false);
  });
});
