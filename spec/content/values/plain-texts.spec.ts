import { expect } from 'chai';
import type { Plugin } from '../../../lib/program/plugins/plugin';
import { category, create, event, KINDS, openPromises, patch, refused, tag, venue } from '../../support/stage';

const INVISIBLE = ['\u200b', ' \u00ad\u2060 ', '\u3164', '\u2800', '&nbsp;&#8203;', '\u{e0041}', '<b>\u200d</b>', '\u0301', '\u093e\u200d'];
const SENT = '5\0 &lt;b&gt; &amp;lt;i&amp;gt; <u>3</u> < 4';
const SHOWN = '5 &lt;b&gt; &amp;lt;i&amp;gt; 3 < 4';

/** The plain texts of each kind besides the name. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  events: ['cost'],
  venues: ['address', 'city', 'country', 'province', 'state', 'zip', 'phone', 'stateprovince'],
  organizers: ['phone', 'email'],
};

const bilingual = (both: string) => ({ en: both, fr: both });
const films: Plugin = (registry) => {
  registry.registerPostLike({
    kind: 'film',
    plural: 'films',
    name: bilingual('film'),
    names: bilingual('films'),
    fields: {
      director: { type: 'string', filter: true, maxLength: 100, description: bilingual('The director') },
      cast: { type: 'array', items: { type: 'string' }, description: bilingual('The cast') },
      extra: { type: 'object', description: bilingual('More') },
    },
  });
};

describe('plain texts', () => {
  const { stage } = openPromises({}, [films]);

  for (const { plural, name, make } of KINDS)
    it(`contain neither tags nor NUL, and can be written back: ${plural}`, async () => {
      const fields = [name, ...(FIELDS[plural] ?? [])];
      const sent = Object.fromEntries(fields.map((field) => [field, SENT]));
      const nul = { ...sent, description: 'Nul\0 text\0' };
      const { body } = await stage().step(create(make('', nul), { status: 201 }));
      const shown = Object.fromEntries(fields.map((field) => [field, SHOWN]));
      const path = `/${plural}/${body.id}`;
      const clean = { has: shown, says: /Nul text/, hides: /\\u0000/ };
      await stage().step({ path, ...clean });
      for (let times = 0; times < 2; times += 1) await stage().step(patch(path, shown, clean));
      await stage().step(patch(path, { [name]: 'Other' }));
      await stage().step(patch(path, nul, clean));
      await stage().step(patch(path, { [name]: 'Other' }));
      await stage().step({ as: 'editor', method: 'POST', path, form: `${new URLSearchParams(nul)}`, ...clean });
      await stage().step({ path: `/${plural}?search=5&hide_empty=false`, has: { total: 1 } });
    });

  it('of plugins’ types contain no NUL', async () => {
    const sent = { title: 'Ad\0ded', director: '\0Ann\0', cast: ['Bo\0b'], extra: { deep: [{ er: 'Ev\0e' }], many: 3, none: null } };
    const shown = { title: 'Added', director: 'Ann', cast: ['Bob'], extra: { deep: [{ er: 'Eve' }], many: 3, none: null } };
    const { body } = await stage().step(create({ path: '/films', json: sent }, { status: 201, has: shown }));
    await stage().step(patch(`/films/${body.id}`, { title: 'Other', director: null, cast: [], extra: {} }));
    await stage().step(patch(`/films/${body.id}`, sent, { has: shown }));
    await stage().step({ path: '/films?director=Ann', has: { total: 1 } });
  });

  for (const [plural, name, make, refusal] of [
    ['events', 'title', event, refused('title')],
    ['venues', 'venue', venue, { status: 400, code: 'could-not-create-venue' }],
    ['tags', 'name', tag, refused('name')],
  ] as const)
    it(`without visible characters are no names: ${plural}`, async () => {
      for (const invisible of INVISIBLE) await stage().step(create(make(invisible), refusal));
      await stage().step(create(make('👨\u200d👩\u200d👧'), { status: 201, has: { [name]: '👨\u200d👩\u200d👧' } }));
    });

  it('of inline records contain no tags, and are visible', async () => {
    const markup = '<img src=x onerror=alert(1) x=\0';
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
    expect(JSON.stringify(body)).to.not.match(/<(?:img|script)|\\u0000/);
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
