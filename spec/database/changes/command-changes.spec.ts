import { expect } from 'chai';
import {
  ANYTHING,
  changesOf as changesWith,
  type Replaced,
  streamedChange,
  withoutImages,
} from '../../../lib/database/driver/command-changes';

const changesOf = (name: string, command: object, replaced: Replaced = new Map()) => changesWith(name, command, replaced);
const update = (u: unknown, q: object = { _id: 5 }, replaced?: Replaced) =>
  changesOf('update', { update: 'events', updates: [{ q, u }] }, replaced);

describe('changesOf and streamedChange', () => {
  it('answers the fields of an update, and whether it only counts', () => {
    expect(update({ $set: { 'translations.fr': {} }, $inc: { revision: 1 } })).to.deep.equal([
      { collection: 'events', id: 5, fields: ['translations', 'revision'] },
    ]);
    expect(update({ $inc: { count: 1 }, $max: { until: new Date() } })).to.deep.equal([{ collection: 'events', id: 5, isCounting: true }]);
  });

  for (const [title, u] of [
    ['an operator that changes what it does not name', { $rename: { one: 'other' } }],
    ['a pipeline', [{ $set: { title: 'One' } }]],
    ['an operator without fields', { $set: undefined, $inc: { count: 1 } }],
    ['an operator of a text', { $unset: 'title' }],
    ['nothing', {}],
  ] as const)
    it(`answers the record only, for ${title}`, () => {
      const [change, ...more] = update(u) ?? [];
      expect(more).to.deep.equal([]);
      expect({ ...change, images: undefined }).to.deep.equal({ collection: 'events', id: 5, images: undefined });
      expect(change?.images).to.equal(undefined);
    });

  it('answers the images before and after of an insert, and of a replacement of a noted record', () => {
    const [inserted] = changesOf('insert', { insert: 'events', documents: [{ _id: 5, title: 'One' }] }) ?? [];
    expect(inserted?.images).to.deep.include({ before: null, after: { _id: 5, title: 'One' } });
    const next = { _id: 5, title: 'Two' };
    const noted = new Map([[next, { _id: 5, title: 'One' }]]);
    const [replaced] = update(next, { _id: 5 }, noted) ?? [];
    expect(replaced?.images).to.deep.include({ before: { _id: 5, title: 'One' }, after: next });
    expect(withoutImages([...(update(next, { _id: 5 }, noted) ?? [])])).to.deep.equal([{ collection: 'events', id: 5 }]);
    expect(update({ _id: 5, title: 'Three' }, { _id: 5 }, noted)?.[0]?.images).to.equal(undefined);
  });

  it('answers the collection only, for an insert of more than 100 records', () => {
    const documents = Array.from({ length: 101 }, (_, _id) => ({ _id }));
    expect(changesOf('insert', { insert: 'events', documents })).to.deep.equal([{ collection: 'events' }]);
    expect(changesOf('insert', { insert: 'events', documents: documents.slice(1) })).to.have.lengthOf(100);
  });

  it('answers no images for large records, upserts and filters by other fields', () => {
    const large = { _id: 5, title: 'x'.repeat(70_000) };
    expect(changesOf('insert', { insert: 'events', documents: [large] })?.[0]?.images).to.equal(undefined);
    const next = { _id: 5 };
    const noted = new Map([[next, { _id: 5 }]]);
    expect(changesOf('update', { update: 'events', updates: [{ q: { _id: 5 }, u: next, upsert: true }] }, noted)).to.deep.equal([
      { collection: 'events', id: 5 },
    ]);
    expect(update(next, { slug: 'one' }, noted)).to.deep.equal([{ collection: 'events' }]);
  });

  it('streamedChange answers fields, and never images', () => {
    const event = { ns: { coll: 'events' }, documentKey: { _id: 5 } };
    const updateDescription = {
      updatedFields: { 'translations.fr.slug': 'a' },
      removedFields: ['image'],
      truncatedArrays: [{ field: 'tags', newSize: 1 }],
    };
    expect(streamedChange({ ...event, updateDescription })).to.deep.equal([
      { collection: 'events', id: 5, fields: ['translations', 'image', 'tags'] },
    ]);
    expect(streamedChange({ ...event, updateDescription: { updatedFields: { count: 1 } } })).to.deep.equal([
      { collection: 'events', id: 5, isCounting: true },
    ]);
    expect(streamedChange({ ...event, fullDocument: { _id: 5 } })).to.deep.equal([{ collection: 'events', id: 5 }]);
    expect(streamedChange({ ns: {} })).to.equal(ANYTHING);
  });
});
