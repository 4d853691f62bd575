import { expect } from 'chai';
import { type Collection, MongoClient } from 'mongodb';
import { assertFewTexts } from '../../../lib/content/list/listing';
import type { PostRecord } from '../../../lib/content/types/context';
import { ApiError } from '../../../lib/errors/refusal';
import { dropDatabase, freshDatabase, mongoUri } from '../../support/server';

describe('search in the texts of a long list (rest_search_too_broad)', () => {
  let client: MongoClient;
  let name: string;
  let collection: Collection<PostRecord>;
  before(async () => {
    client = await MongoClient.connect(await mongoUri());
    name = freshDatabase();
    collection = client.db(name).collection<PostRecord>('listed');
    await collection.insertMany(Array.from({ length: 6 }, (_, place) => ({ _id: place, language: place < 4 ? 'en' : 'fr' })) as never);
  });
  after(async () => {
    await client.close();
    await dropDatabase(name);
  });

  /** The error of a search that may read at most `most` texts; undefined if there is none. */
  const refusal = (most: number, filter: object): Promise<unknown> =>
    assertFewTexts({ collection: () => collection }, filter, undefined, most).catch((error: unknown) => error);

  it('is refused where the other filters let through too many records', async () => {
    const refused = await refusal(3, { language: 'en' });
    expect(refused).to.be.instanceOf(ApiError);
    expect(refused).to.deep.include({ code: 'rest_search_too_broad', status: 400 });
    expect((refused as ApiError).text.en)
      .to.contain('more than 3 records')
      .and.to.contain('`q`');
  });

  it('is accepted up to that number, and where the other filters let through fewer', async () => {
    expect(await refusal(6, {})).to.equal(undefined);
    expect(await refusal(4, { language: 'en' })).to.equal(undefined);
    expect(await refusal(3, { language: 'fr' })).to.equal(undefined);
  });
});
