import { expect } from 'chai';
import { excerpt, htmlText } from '../../../lib/content/fields/lines';
import { ApiError } from '../../../lib/errors/refusal';
import { create, event, openPromises, patch, refused, tag, venue } from '../../support/stage';

const request = { path: {}, record: undefined, user: undefined, language: 'en', params: {} } as const;
const TEXTS = { description: { field: htmlText(), longest: 100_000 }, excerpt: { field: excerpt, longest: 65_536 } };

/** The answer text for a sent text; undefined if the field refuses it. */
const shownOf = (field: (typeof TEXTS)['description']['field'], sent: string): string | undefined => {
  try {
    field.validate(sent, request, 'text');
    return field.show(field.write(sent, undefined, 'text'));
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
};

describe('The limits of texts', () => {
  for (const [name, { field, longest }] of Object.entries(TEXTS)) {
    const filledWith = (piece: string) => piece.repeat(Math.floor(longest / Buffer.byteLength(piece)));
    for (const piece of name === 'excerpt' ? ['&', '5x5 ', 'a\n\n'] : ['&', '"', '-- ', 'a\n', '<br>', 'a <b>b</b>', '&foo;'])
      it(`take what is shown of a text that is as long as it may be: ${name} ${JSON.stringify(piece)}`, () => {
        const shown = shownOf(field, filledWith(piece)) ?? expect.fail('refused');
        expect(shownOf(field, shown)).to.equal(shown);
      });
    for (const piece of name === 'excerpt' ? ['<p>a'] : ['<a href=x>y</a>', '<li>a', '<img src=x>'])
      it(`take nothing that they would refuse as it is shown: ${name} ${piece}`, () => {
        const shown = shownOf(field, filledWith(piece));
        if (shown !== undefined) expect(shownOf(field, shown)).to.equal(shown);
      });
    it(`do not take a longer text for its markup: ${name}`, () => {
      for (const sent of [
        'x'.repeat(longest + 1),
        `<p>${'x'.repeat(longest + 1)}</p>`,
        '&amp;'.repeat(longest + 1),
        '<p>'.repeat(longest + 2),
      ])
        expect(shownOf(field, sent)).to.equal(undefined);
    });
  }
});

describe('The longest values of records', () => {
  const { stage, promise } = openPromises();
  const LONGEST: readonly (readonly [plural: string, make: typeof event, name: string, field: string, value: unknown])[] = [
    ['events', event, 'title', 'title', `${'<a'.repeat(499)} x`],
    ['events', event, 'title', 'status_reason', '<a'.repeat(500)],
    ['events', event, 'title', 'website', `https://example.org/?${'é&'.repeat(900)}`],
    ['events', event, 'title', 'cost', Array.from({ length: 9 }, (_, at) => `${at} ${'&'.repeat(990)}`)],
    ['venues', venue, 'venue', 'address', '&'.repeat(1000)],
    ['tags', tag, 'name', 'name', '<a'.repeat(99)],
    ['tags', tag, 'name', 'description', '<'.repeat(90_000)],
  ];
  for (const [plural, make, name, field, value] of LONGEST)
    it(`can be sent back as they are answered: ${field} of ${plural}`, async () => {
      const { body } = await stage().step(create(make(`Longest ${field}`, { [field]: value }), { status: 201 }));
      const path = `/${plural}/${body.id}`;
      const shown = { [field]: body[field], ...(plural === 'events' && { description: body.description }) };
      const { body: again } = await stage().step(patch(path, shown, { status: 200 }));
      expect(again[field]).to.equal(body[field]);
      const { body: changed } = await stage().step(patch(path, { ...shown, [name]: 'Other' }, { status: 200 }));
      expect(changed[field]).to.equal(field === name ? 'Other' : body[field]);
      const copy = field === name ? make(body[name], { slug: 'other' }) : make(`Copy of ${plural} ${field}`, shown);
      if (plural !== 'tags' || field !== name) await stage().step(create(copy, { status: 201 }));
    });

  promise(
    'are refused where a cost is shown longer than it may be',
    { one: event('Dear') },
    patch('/events/{one}', { cost: [...Array(9).fill('x'.repeat(1000)), ...Array(400).fill(1_234_567.25)] }, refused('cost')),
  );
});
