import { expect } from 'chai';
import { contentKey, countsKey, createChangeLog } from '../../lib/records/change-log';

describe('records: change log', () => {
  it('tells which records and collections were changed since when', () => {
    const log = createChangeLog();
    log.note([{ collection: 'events', id: 5 }]);
    const since = log.state();
    expect(log.changedSince(since, ['events', 'events 5', 'venues'])).to.equal(false);
    expect(log.changedSince(since - 1, ['events 5'])).to.equal(true);
    expect(log.changedSince(since - 1, ['events'])).to.equal(true);
    expect(log.changedSince(since - 1, ['events 6', 'venues', 'venues 5'])).to.equal(false);
  });

  it('takes a change of a whole collection for one of each of its records, and one of anything for all', () => {
    const log = createChangeLog();
    log.note([{ collection: 'events' }]);
    expect(log.changedSince(0, ['events 6'])).to.equal(true);
    expect(log.changedSince(0, ['venues'])).to.equal(false);
    const since = log.state();
    log.note([{}]);
    expect(log.changedSince(since, ['venues 1'])).to.equal(true);
    expect(log.changedUpTo(0, since, 'venues', false)).to.equal(true);
  });

  it('tells of a collection whether a record up to an ID was changed', () => {
    const log = createChangeLog();
    log.note([{ collection: 'events', id: 7 }]);
    log.note([{ collection: 'events', id: 9 }]);
    expect(log.changedUpTo(6, 0, 'events', false)).to.equal(false);
    expect(log.changedUpTo(7, 0, 'events', false)).to.equal(true);
    expect(log.changedUpTo(8, 1, 'events', false)).to.equal(false);
    expect(log.changedUpTo(9, 1, 'events', false)).to.equal(true);
    expect(log.changedUpTo(9, 2, 'events', false)).to.equal(false);
    expect(log.changedUpTo(9, 0, 'venues', false)).to.equal(false);
    log.note([{ collection: 'events', id: 'text' }]);
    expect(log.changedUpTo(0, 2, 'events', false)).to.equal(true);
  });

  it('tells counts from what records say', () => {
    const log = createChangeLog();
    log.note([{ collection: 'tags', id: 3, isCounting: true }]);
    expect(log.changedSince(0, [contentKey('tags'), 'tags 3'])).to.equal(false);
    for (const key of ['tags', countsKey('tags 3')]) expect(log.changedSince(0, [key]), key).to.equal(true);
    expect(log.changedUpTo(3, 0, 'tags', false)).to.equal(false);
    expect(log.changedUpTo(3, 0, 'tags', true)).to.equal(true);
    const since = log.state();
    log.note([{ collection: 'tags', id: 3 }]);
    for (const key of ['tags', contentKey('tags'), 'tags 3', countsKey('tags 3')])
      expect(log.changedSince(since, [key]), key).to.equal(true);
    expect(log.changedSince(since, [countsKey('tags 4'), 'tags 4'])).to.equal(false);
  });

  it('takes what it has forgotten for changed', () => {
    const log = createChangeLog();
    log.note([{ collection: 'events', id: 1 }]);
    for (let id = 2; id <= 25_000; id++) log.note([{ collection: 'events', id }]);
    expect(log.changedSince(0, ['venues 1'])).to.equal(true);
    expect(log.changedSince(log.state() - 100, ['venues 1', 'events 1'])).to.equal(false);
    expect(log.changedUpTo(0, 0, 'events', false)).to.equal(true);
    expect(log.changedUpTo(0, log.state() - 500, 'events', false)).to.equal(false);
  });
});
