import { expect } from 'chai';
import { LONGEST } from '../../lib/values/texts';
import { category, create, event, KINDS, openPromises, patch, refused } from '../support/stage';

const INVISIBLE = ['\u200b', ' \u00ad\u2060 ', '\u3164', '\u115f\u1160', '\u2800', '&nbsp;&#8203;', '\u{e0041}', '<b>\u200d</b>'];
const TEXTS = [
  '<img src=x onerror=alert(1) x=',
  'a</b',
  'b <!-- c',
  '<?d',
  '<<b>i>e',
  '&lt;script&gt;',
  '<&#115;vg',
  '<script',
  'x<é',
  '<я',
];

describe('plain texts', () => {
  const { stage } = openPromises();

  for (const { plural, name, make } of KINDS) {
    it(`of which nothing is seen are no names: ${plural}`, async () => {
      for (const invisible of INVISIBLE)
        await stage().step(create(make(invisible), plural === 'venues' || plural === 'organizers' ? { status: 400 } : refused(name)));
      await stage().step(create(make('👨\u200d👩\u200d👧'), { status: 201, has: { [name]: '👨\u200d👩\u200d👧' } }));
    });

    it(`hold no tag, closed or not: ${plural}`, async () => {
      for (const text of TEXTS) {
        const { body } = await stage().step(create(make(`${plural} ${text}`), { status: 201 }));
        expect(body[name]).to.not.match(/<[\p{L}/!?]/u);
      }
      await stage().step(create(make('<CODE/CRAFTS>'), { status: 201, has: { [name]: 'CODE/CRAFTS' } }));
    });

    it(`can be written back, however long: ${plural}`, async () => {
      const longest = plural === 'categories' || plural === 'tags' ? LONGEST.term : LONGEST.title;
      for (const begun of ['<?', '<é', '<&#98;>']) {
        const { body } = await stage().step(create(make(begun + '<é'.repeat(longest).slice(begun.length, longest)), { status: 201 }));
        await stage().step(patch(`/${plural}/${body.id}`, { [name]: body[name] }, { status: 200, has: { [name]: body[name] } }));
      }
    });

    it(`have slugs in which line breaks and tabs part words: ${plural}`, async () => {
      await stage().step(create(make('Line\nbreak'), { status: 201, has: { slug: 'line-break' } }));
      await stage().step(create(make('Mended<br>line'), { status: 201, has: { [name]: 'Mended line', slug: 'mended-line' } }));
      await stage().step(create(make('Tab\tand\r\nreturn'), { status: 201, has: { slug: 'tab-and-return' } }));
    });
  }

  it('that are made inline hold no tag, and are seen', async () => {
    const said = '<img src=x onerror=alert(1) x=';
    const { body } = await stage().step(
      create(
        event('Inline', {
          venue: { venue: said, address: said, phone: said },
          organizer: { organizer: said },
          tags: [said],
          status_reason: said,
          cost: said,
        }),
        {
          status: 201,
        },
      ),
    );
    expect(JSON.stringify(body)).to.not.match(/<(?:img|script)/);
    await stage().step(create(event('Unseen', { venue: { venue: '\u200b' } }), { status: 400 }));
    const { body: untagged } = await stage().step(create(event('Untagged', { tags: ['\u200b', '\u3164'] }), { status: 201 }));
    expect(untagged.tags).to.deep.equal([]);
  });

  it('give nested namesakes slugs of at most 200 characters, by which they are found', async () => {
    const name = 'A rather long name of a category that many have below it';
    let parent = 0;
    for (let depth = 0; depth < 6; depth += 1) {
      const { body } = await stage().step(create(category(name, parent === 0 ? {} : { parent }), { status: 201 }));
      expect(body.slug.length).to.be.at.most(200);
      await stage().step({ path: `/categories?hide_empty=false&slug=${body.slug}`, has: { total: 1, 'categories[0].id': body.id } });
      await stage().step({ path: `/events?start_date=2030-01-01&categories=${body.slug}`, status: 200 });
      parent = body.id;
    }
  });
});
