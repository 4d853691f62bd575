import { expect } from 'chai';
import type { Filter } from 'mongodb';
import { createCachedTotals } from '../../../lib/content/list/cached-totals';
import { watchList } from '../../../lib/content/list/watched-list';
import { readCounts } from '../../../lib/content/show/cached-records';
import { countName } from '../../../lib/content/show/terms';
import type { PostRecord } from '../../../lib/content/types/context';
import type { Services } from '../../../lib/content/types/services';
import { waitUntilCaching } from '../../cache/second-service';
import { createLatch } from '../../database/latch';
import { category, event, openPromises } from '../../support/stage';

describe('Cached totals of lists and counts of terms', () => {
  const { stage } = openPromises();
  before(async () => {
    await waitUntilCaching(stage());
  });

  /** Totals of a list of events. `count` stands for the query of the database, and gets the number of this query. */
  const totalsOf = (filter: Filter<PostRecord>, count: (number: number, filter: Filter<PostRecord>) => Promise<number>) => {
    const { services } = stage().service;
    const query = { filter, sort: { _id: 1 } as const, skip: 0, limit: 10 };
    let counts = 0;
    const counting = (counted: { readonly filter: Filter<PostRecord> }) => {
      counts += 1;
      return count(counts, counted.filter);
    };
    const totals = createCachedTotals<PostRecord>(services, { plural: 'events', posts: { count: counting } });
    return { read: () => totals.read(query, watchList(services.connection, 'events', query)), counts: () => counts };
  };

  it('are counted once for concurrent requests, and again after a write', async () => {
    const [first, latch] = [createLatch(), createLatch()];
    const { read, counts } = totalsOf({ language: 'en', status: 'publish' }, async (_, filter) => {
      const found = await stage().service.services.stores.posts<PostRecord>('events').count({ filter, hint: undefined });
      first.open();
      await latch.opened;
      return found;
    });
    const early = [read(), read(), read()];
    expect(counts()).to.equal(1);
    await first.opened;
    await stage().give({ walk: event('Walk') });
    const late = [read(), read()];
    expect(counts()).to.equal(2);
    latch.open();
    expect(await Promise.all(early)).to.deep.equal([0, 0, 0]);
    expect(await Promise.all(late)).to.deep.equal([1, 1]);
    expect(await read()).to.equal(1);
    expect(counts()).to.equal(2);
  });

  it('stay cached while many records are read', async () => {
    const { cache } = stage().service.services;
    const { read, counts } = totalsOf({ language: 'en' }, async () => 7);
    expect(await read()).to.equal(7);
    const MEBIBYTE = 2 ** 20;
    for (let number = 0; number < 100; number++)
      cache.keep(`shown ${number}`, { value: {}, state: cache.state(), dependencies: [`events ${number}`] }, MEBIBYTE);
    expect(cache.find('shown 0')).to.equal(undefined);
    expect(await read()).to.equal(7);
    await stage().give({ talk: event('Talk') });
    expect(await read()).to.equal(8);
    expect(counts()).to.equal(1);
  });

  it('are counted again after the database failed', async () => {
    const { read } = totalsOf({ language: 'fr' }, async (number) => {
      if (number === 1) throw new Error('Not now.');
      return 7;
    });
    const attempt = () => read().catch(String);
    expect(await Promise.all([attempt(), attempt()])).to.deep.equal(['Error: Not now.', 'Error: Not now.']);
    expect(await attempt()).to.equal(7);
  });

  it('of terms are read again after each write that changes them, also one that the first read may have seen', async () => {
    await stage().give({ music: category('Music'), fair: event('Fair', { categories: ['{music}'] }) });
    const { services } = stage().service;
    const { stores } = services;
    let reads = 0;
    const terms: Services['stores']['terms'] = (plural) => ({
      ...stores.terms(plural),
      many: async (ids) => {
        reads += 1;
        // The event is stored before the terms are read. Its notification arrives after the read began.
        if (reads === 1) await stage().give({ walk: event('Walk', { categories: ['{music}'] }) });
        return stores.terms(plural).many(ids);
      },
    });
    const name = countName('categories', Number(stage().names['music']), 'en');
    const read = async () => (await readCounts({ cache: services.cache, stores: { ...stores, terms } }, [name])).get(name);
    expect([await read(), await read(), reads]).to.deep.equal([2, 2, 2]);
    await stage().give({ talk: event('Talk', { categories: ['{music}'] }) });
    expect([await read(), await read(), reads]).to.deep.equal([3, 3, 3]);
  });
});
