import { expect } from 'chai';
import { filterBy } from '../../../lib/kinds/listing/filter-by';
import { lastingOfList } from '../../../lib/kinds/listing/lasting-of-list';
import type { ListFilter } from '../../../lib/kinds/post-like';

const arg = { type: 'string', description: { en: 'A moment', fr: 'Un moment' } } as const;
const args = { until: arg };
const where = () => ({ condition: {} });
const links = () => ({});
const lasts = () => 'second' as const;

describe('ListFilter, filterBy and lastingOfList', () => {
  it('do not compile without `lasts` and `reads`', () => {
    const wrong = [
      // @ts-expect-error: it does not say how long it lasts
      (): ListFilter => ({ args, where, links, reads: [] }),
      // @ts-expect-error: it does not say what it looks into
      (): ListFilter => ({ args, where, links, lasts }),
      // @ts-expect-error: it says neither
      (): ListFilter => ({ args, where, links }),
      // @ts-expect-error: what the clock decides depends on what is sent
      (): ListFilter => ({ args, where, links, lasts: 'second', reads: [] }),
      // @ts-expect-error: it does not say how long it lasts
      () => filterBy('until', arg, { where, reads: [] }),
      // @ts-expect-error: it does not say what it looks into
      () => filterBy('until', arg, { where, lasts }),
      // @ts-expect-error: it says neither
      () => filterBy('until', arg, { where }),
      // @ts-expect-error: what the clock decides depends on what is sent
      () => filterBy('until', arg, { where, lasts: 'second', reads: [] }),
    ];
    expect(wrong).to.have.lengthOf(8);
  });

  it('make a list last as long as the shortest of its filters', () => {
    const filters = [
      filterBy('until', arg, { where, lasts, reads: [] }),
      filterBy('day', arg, { where, lasts: () => 'day', reads: [] }),
      filterBy('title', arg, { where, lasts: 'always', reads: [] }),
    ];
    expect(lastingOfList({ filters }, { title: 'fair' })).to.equal('always');
    expect(lastingOfList({ filters }, { title: 'fair', day: 'today' })).to.equal('day');
    expect(lastingOfList({ filters }, { until: 'now', day: 'today' })).to.equal('second');
  });
});
