import { expect } from 'chai';
import { pickFields } from '../../../lib/http/answers/sending';
import { selectedFields } from '../../../lib/registry/answers/reply';

const event = {
  id: 1,
  title: 'Concert',
  venue: { id: 2, venue: 'Hall' },
  tags: [
    { id: 3, slug: 'a' },
    { id: 4, slug: 'b' },
  ],
  image: false,
  translations: {},
};

describe('_fields', () => {
  const scenarios: readonly (readonly [title: string, fields: unknown, picked: unknown])[] = [
    ['keeps what a comma list names, in the order of the answer', 'title,id', { id: 1, title: 'Concert' }],
    ['may be an array', ['id', 'image'], { id: 1, image: false }],
    ['may be an array with keys', { a: 'id', b: 'image', c: ['title'] }, { id: 1, image: false }],
    ['may be separated by blanks too', ' id, title ', { id: 1, title: 'Concert' }],
    ['leads into objects', 'venue.venue', { venue: { venue: 'Hall' } }],
    ['leads into lists', 'tags.id', { tags: [{ id: 3 }, { id: 4 }] }],
    ['keeps the whole where whole and part are named', 'venue.id,venue', { venue: event.venue }],
    ['keeps a scalar whose parts are named', 'title.rendered', { title: 'Concert' }],
    ['names nothing by an empty name in an array', [''], []],
    ['passes over an empty name beside others', ['', ' id '], { id: 1 }],
    ['writes an object without members as a list', 'nope', []],
    ['leaves an object within the answer an object, though nothing of it is named', 'venue.nope', { venue: {} }],
    ['leaves an empty object one', 'translations.fr', { translations: {} }],
    ['leaves objects in lists objects', 'tags.nope', { tags: [{}, {}] }],
    ['knows no inherited members', 'constructor,__proto__,toString', []],
  ];
  for (const [title, fields, picked] of scenarios) {
    it(title, () => {
      const selected = selectedFields(fields);
      expect(selected).to.not.equal(undefined);
      expect(selected && pickFields(event, selected)).to.deep.equal(picked);
    });
  }

  for (const fields of ['', ' , ', [], undefined, null, { a: 1 }, Object.create(null)]) {
    it(`keeps all members when it is ${JSON.stringify(fields) ?? 'not sent'}`, () => {
      expect(selectedFields(fields)).to.equal(undefined);
    });
  }

  it('never removes protected members', () => {
    const selected = selectedFields('nope', ['image']);
    expect(selected && pickFields(event, selected)).to.deep.equal({ image: false });
    expect(selectedFields('', ['image'])).to.equal(undefined);
  });

  it('answers {} where a member below an empty object is named', () => {
    const selected = selectedFields('a.b');
    expect(selected && pickFields({}, selected)).to.deep.equal({});
  });

  it('picks from the result of toJSON', () => {
    const selected = selectedFields('a');
    expect(selected && pickFields({ toJSON: () => ({ a: 1, b: 2 }) }, selected)).to.deep.equal({ a: 1 });
  });
});
