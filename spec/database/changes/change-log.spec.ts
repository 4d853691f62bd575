import { expect } from 'chai';
import { contentKey, countsKey, createChangeLog } from '../../../lib/database/changes/change-log';

describe('createChangeLog', () => {
  it('changedSince tells whether records or collections have changed', () => {
    const log = createChangeLog();
    log.add([{ collection: 'events', id: 5 }]);
    const since = log.state();
    expect(log.changedSince(since, ['events', 'events 5', 'venues'])).to.equal(false);
    expect(log.changedSince(since - 1, ['events 5'])).to.equal(true);
    expect(log.changedSince(since - 1, ['events'])).to.equal(true);
    expect(log.changedSince(since - 1, ['events 6', 'venues', 'venues 5'])).to.equal(false);
  });

  it('treats a collection change as a change of all its records, and an unknown change as a change of everything', () => {
    const log = createChangeLog();
    log.add([{ collection: 'events' }]);
    expect(log.changedSince(0, ['events 6'])).to.equal(true);
    expect(log.changedSince(0, ['venues'])).to.equal(false);
    const since = log.state();
    log.add([{}]);
    expect(log.changedSince(since, ['venues 1'])).to.equal(true);
    expect(log.recordsSince(since, 'venues')).to.equal(undefined);
  });

  it('recordsSince answers the changes of a collection while all are known', () => {
    const log = createChangeLog();
    const images = { before: null, after: { _id: 7 }, bytes: 14 };
    log.add([{ collection: 'events', id: 7, images }]);
    log.add([{ collection: 'events', id: 9, fields: ['slug'] }], 4);
    expect(log.recordsSince(0, 'events')).to.deep.equal([
      { id: 7, state: 1, commit: 0, isCounting: false, images, fields: undefined },
      { id: 9, state: 2, commit: 4, isCounting: false, images: undefined, fields: ['slug'] },
    ]);
    expect(log.recordsSince(1, 'events')?.map(({ id }) => id)).to.deep.equal([9]);
    expect(log.recordsSince(2, 'events')).to.deep.equal([]);
    expect(log.recordsSince(0, 'venues')).to.deep.equal([]);
    log.add([{ collection: 'events', id: 'text' }]);
    expect(log.recordsSince(2, 'events')).to.equal(undefined);
    expect(log.recordsSince(3, 'events')).to.deep.equal([]);
  });

  it('stores the images of the last changes, up to 4 MiB', () => {
    const log = createChangeLog();
    for (let id = 1; id <= 400; id++) log.add([{ collection: 'events', id, images: { before: null, after: { _id: id }, bytes: 13_981 } }]);
    const withImages = log.recordsSince(0, 'events')?.filter(({ images }) => images !== undefined);
    expect(withImages?.map(({ id }) => id)).to.deep.equal(Array.from({ length: 300 }, (_, place) => place + 101));
  });

  it('distinguishes changes of counts from changes of content', () => {
    const log = createChangeLog();
    log.add([{ collection: 'tags', id: 3, isCounting: true }]);
    expect(log.changedSince(0, [contentKey('tags'), 'tags 3'])).to.equal(false);
    for (const key of ['tags', countsKey('tags 3')]) expect(log.changedSince(0, [key]), key).to.equal(true);
    expect(log.recordsSince(0, 'tags')?.map(({ isCounting }) => isCounting)).to.deep.equal([true]);
    const since = log.state();
    log.add([{ collection: 'tags', id: 3 }]);
    for (const key of ['tags', contentKey('tags'), 'tags 3', countsKey('tags 3')])
      expect(log.changedSince(since, [key]), key).to.equal(true);
    expect(log.changedSince(since, [countsKey('tags 4'), 'tags 4'])).to.equal(false);
  });

  it('treats everything before its oldest entry as changed', () => {
    const log = createChangeLog();
    log.add([{ collection: 'events', id: 1 }]);
    for (let id = 2; id <= 25_000; id++) log.add([{ collection: 'events', id }]);
    expect(log.changedSince(0, ['venues 1'])).to.equal(true);
    expect(log.changedSince(log.state() - 100, ['venues 1', 'events 1'])).to.equal(false);
    expect(log.recordsSince(0, 'events')).to.equal(undefined);
    expect(log.recordsSince(log.state() - 500, 'events')).to.have.length(500);
  });
});
