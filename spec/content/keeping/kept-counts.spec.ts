import { expect } from 'chai';
import { createCachedCounts } from '../../../lib/content/show/cached-records';
import { countName } from '../../../lib/content/show/terms';
import type { Services } from '../../../lib/content/types/services';
import { waitUntilCaching } from '../../cache/second-service';
import { openStage, type Stage } from '../../support/scenario';
import { category, event } from '../../support/stage';

describe('keptCounts: cached counts of terms', () => {
  let stage: Stage;
  before(async () => {
    stage = await openStage();
    await stage.give({ music: category('Music'), fair: event('Fair', { categories: ['{music}'] }) });
    await waitUntilCaching(stage);
  });
  after(() => stage.stop());

  it('are read again after a write that the first read may have seen, and followed from then on', async () => {
    const { services } = stage.service;
    const { kinds } = services;
    let reads = 0;
    const terms: Services['kinds']['terms'] = (plural) => ({
      ...kinds.terms(plural),
      many: async (ids) => {
        reads += 1;
        // The event is stored before the terms are read. Its notification arrives after the read began.
        if (reads === 1) await stage.give({ walk: event('Walk', { categories: ['{music}'] }) });
        return kinds.terms(plural).many(ids);
      },
    });
    const counts = createCachedCounts(services.cache, { kinds: { ...kinds, terms }, connection: services.connection });
    const name = countName('categories', Number(stage.names['music']), 'en');
    const read = async () => (await counts.read([name])).get(name);
    expect([await read(), await read(), reads]).to.deep.equal([2, 2, 2]);
    await stage.give({ talk: event('Talk', { categories: ['{music}'] }) });
    expect([await read(), await read(), reads]).to.deep.equal([3, 3, 2]);
  });
});
