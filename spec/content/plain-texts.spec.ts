import { expect } from 'chai';
import { LONGEST } from '../../lib/content/values/texts';
import { category, create, event, KINDS, openPromises, patch, refused, tag } from '../support/stage';

const INVISIBLE = [
  '\u200b',
  ' \u00ad\u2060 ',
  '\u3164',
  '\u115f\u1160',
  '\u2800',
  '&nbsp;&#8203;',
  '\u{e0041}',
  '<b>\u200d</b>',
  '\u0301',
  '\u093e\u200d',
];
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
    it(`without visible characters are no names: ${plural}`, async () => {
      for (const invisible of INVISIBLE)
        await stage().step(create(make(invisible), plural === 'venues' || plural === 'organizers' ? { status: 400 } : refused(name)));
      await stage().step(create(make('👨\u200d👩\u200d👧'), { status: 201, has: { [name]: '👨\u200d👩\u200d👧' } }));
    });

    it(`contain no tags, closed or not: ${plural}`, async () => {
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

    it(`have slugs with words separated at line breaks and tabs: ${plural}`, async () => {
      await stage().step(create(make('Line\nbreak'), { status: 201, has: { slug: 'line-break' } }));
      await stage().step(create(make('Mended<br>line'), { status: 201, has: { [name]: 'Mended line', slug: 'mended-line' } }));
      await stage().step(create(make('Tab\tand\r\nreturn'), { status: 201, has: { slug: 'tab-and-return' } }));
    });
  }

  it('of inline records contain no tags, and are visible', async () => {
    const markup = '<img src=x onerror=alert(1) x=';
    const { body } = await stage().step(
      create(
        event('Inline', {
          venue: { venue: markup, address: markup, phone: markup },
          organizer: { organizer: markup },
          tags: [markup],
          status_reason: markup,
          cost: markup,
        }),
        {
          status: 201,
        },
      ),
    );
    expect(JSON.stringify(body)).to.not.match(/<(?:img|script)/);
    for (const unseen of ['\u200b', '\u3164', '\u0301', '<b>&shy;</b>', ' '])
      for (const more of [
        { venue: { venue: unseen } },
        { organizer: [{ organizer: unseen }] },
        { categories: ['Music', unseen] },
        { tags: `${unseen}\u200b` },
      ])
        await stage().step(create(event('Unseen', more), { status: 400 }));
  });

  it('that look equal are one name', async () => {
    const { body } = await stage().step(
      create(event('Twins', { venue: { venue: 'Twin hall' }, organizer: { organizer: 'Twin club' }, tags: ['Twin tag'] }), { status: 201 }),
    );
    const { body: twin } = await stage().step(
      create(
        event('Twins\u200b', {
          venue: { venue: 'Twin\u00ad ha\u200dll' },
          organizer: { organizer: '\u202eTwin club' },
          tags: ['Twin t\u2060ag\u200f'],
        }),
        { status: 201, has: { title: 'Twins' } },
      ),
    );
    expect([twin.venue.id, twin.organizer[0].id, twin.tags[0].id]).to.deep.equal([body.venue.id, body.organizer[0].id, body.tags[0].id]);
    await stage().step(create(tag('Twin\u200e tag'), { status: 400 }));
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
