import { expect } from 'chai';
import { watchList } from '../../../lib/content/list/watched-list';
import { type ChangeReport, createChangeLog, type Images } from '../../../lib/database/changes/change-log';

type Stored = { readonly _id: number; readonly language: string; readonly startDate: string; readonly [more: string]: unknown };

const record = (_id: number, startDate: string, language = 'en', more: object = {}): Stored => ({ _id, language, startDate, ...more });

/** A list of English events after New Year, sorted by date, with a change log. */
const opened = (
  filter: object = { $and: [{ language: 'en' }, { startDate: { $gte: '2030-01-01' } }] },
  sort: Readonly<Record<string, 1>> = { startDate: 1, _id: 1 },
  isForeign = false,
) => {
  const log = createChangeLog();
  const list = watchList({ changes: log }, 'events', { filter, sort, isOpaque: isForeign });
  const hear = (changed: ChangeReport, commit = 1) => log.add([{ collection: 'events', ...changed }], commit);
  const change = (before: Stored | null, after: Stored, commit?: number) => {
    const images: Images = { before, after, bytes: 100 };
    hear({ id: after._id, images }, commit);
  };
  return { log, list, hear, change };
};

describe('watchList: changes of a cached list', () => {
  it('counts records that enter and leave the list', () => {
    const { list, change } = opened();
    expect(list.grownSince(0, 0)).to.equal(0);
    change(null, record(1, '2030-02-01'));
    change(null, record(2, '2030-02-01'));
    change(null, record(3, '2029-02-01'));
    change(null, record(4, '2030-02-01', 'fr'));
    expect(list.grownSince(0, 0)).to.equal(2);
    change(record(1, '2030-02-01'), record(1, '2029-02-01'));
    change(record(2, '2030-02-01'), record(2, '2030-02-01', 'fr'));
    change(record(3, '2029-02-01'), record(3, '2030-03-01'));
    expect(list.grownSince(0, 0)).to.equal(1);
    expect(list.grownSince(4, 0)).to.equal(-1);
  });

  it('reports a move for records that enter, leave or change their position, and for no others', () => {
    const { log, list, change } = opened();
    change(null, record(3, '2029-02-01'));
    change(record(4, '2030-02-01', 'fr'), record(4, '2030-03-01', 'fr'));
    change(record(5, '2030-02-01'), record(5, '2030-02-01', 'en', { title: 'Another' }));
    expect(list.hasChangedSince(0)).to.equal(false);
    for (const [before, after] of [
      [null, record(6, '2030-02-01')],
      [record(6, '2030-02-01'), record(6, '2030-02-02')],
      [record(6, '2030-02-02'), record(6, '2030-02-02', 'fr')],
    ] as const) {
      const since = log.state();
      change(before, after);
      expect(list.hasChangedSince(since), JSON.stringify([before, after])).to.equal(true);
    }
  });

  it('reports no move before a record for changes behind it', () => {
    const { log, list, change } = opened();
    const edge = list.edgeOf(record(5, '2030-02-01'));
    change(null, record(6, '2030-02-01'));
    change(null, record(1, '2030-02-02'));
    change(record(7, '2030-03-01'), record(7, '2030-04-01'));
    expect(list.hasChangedSince(0, edge)).to.equal(false);
    expect(list.hasChangedSince(0)).to.equal(true);
    const since = log.state();
    change(record(7, '2030-04-01'), record(7, '2030-01-31'));
    expect(list.hasChangedSince(since, edge)).to.equal(true);
    change(null, record(4, '2030-02-01'));
    expect(list.hasChangedSince(since + 1, edge)).to.equal(true);
  });

  it('ignores fields that the list neither filters nor sorts by, and counts', () => {
    const { list, hear } = opened();
    hear({ id: 1, fields: ['translations', 'revision'] });
    hear({ id: 1, isCounting: true });
    expect(list.grownSince(0, 0)).to.equal(0);
    expect(list.hasChangedSince(0)).to.equal(false);
    hear({ id: 1, fields: ['title', 'startDate'] });
    expect(list.hasChangedSince(0)).to.equal(true);
    const counting = opened({ count: { $gt: 0 } });
    counting.hear({ id: 1, isCounting: true });
    expect(counting.list.hasChangedSince(0)).to.equal(true);
  });

  it('knows nothing after a change without the former record, or with a filter that it cannot evaluate', () => {
    for (const changed of [{ id: 1 }, { id: 'text' }, {}, { collection: undefined }]) {
      const { list, hear } = opened();
      hear(changed);
      expect(list.grownSince(0, 0), JSON.stringify(changed)).to.equal(undefined);
      expect(list.hasChangedSince(0), JSON.stringify(changed)).to.equal(true);
    }
    const { list, hear, change } = opened({ $where: 'true' });
    expect(list.hasChangedSince(0)).to.equal(false);
    hear({ id: 1, isCounting: true });
    expect(list.hasChangedSince(0)).to.equal(true);
    change(null, record(1, '2030-02-01'));
    expect(list.grownSince(1, 0)).to.equal(undefined);
  });

  it('knows no total after a commit that began before the count', () => {
    const { list, change } = opened();
    change(null, record(1, '2029-02-01'), 1);
    change(null, record(2, '2030-02-01'), 2);
    expect(list.grownSince(1, 2)).to.equal(undefined);
    expect(list.grownSince(1, 1)).to.equal(1);
    expect(list.grownSince(0, 1)).to.equal(1);
  });

  it('does not evaluate the filters of plugins, nor compare texts that are too long', () => {
    const foreign = opened({ language: 'en' }, { startDate: 1 }, true);
    foreign.change(null, record(1, '2030-02-01', 'fr'));
    expect(foreign.list.hasChangedSince(0)).to.equal(true);
    expect(foreign.list.grownSince(0, 0)).to.equal(undefined);
    const long = opened({ language: 'en' }, { title: 1 });
    const titled = (_id: number, title: string, language = 'en') => record(_id, '2030-02-01', language, { title });
    const edge = long.list.edgeOf(titled(1, 'm'));
    expect(long.list.edgeOf(titled(1, 'z'.repeat(500)))).to.equal(undefined);
    long.change(null, titled(2, 'z'.repeat(500), 'fr'));
    expect(long.list.hasChangedSince(0, edge)).to.equal(false);
    long.change(null, titled(3, 'z'.repeat(500)));
    expect(long.list.hasChangedSince(0, edge)).to.equal(true);
    expect(long.list.grownSince(0, 0)).to.equal(1);
  });
});
