import { expect } from 'chai';
import { type Running, startService } from '../../support/service';

const DATES = { start_date: '2030-05-06 10:00:00', end_date: '2030-05-06 11:00:00' };

describe('Texts of events in other formats than JSON', () => {
  let running: Running;
  before(async () => {
    running = await startService();
  });
  after(() => running.stop());

  const create = async (json: object) => {
    const { status, body, text } = await running.ask('POST', '/events', { as: 'editor', json: { ...DATES, ...json } });
    expect(status, text).to.equal(201);
    return (await running.ask('GET', `/events/${body.id}`)).body;
  };
  const calendar = async (id: number): Promise<string> =>
    (await running.ask('GET', `/events/${id}.ics`)).text.replaceAll('\r\n ', '').replaceAll('\r\n', '\n');
  const found = async (search: string): Promise<number[]> => {
    const { body } = await running.ask('GET', `/events?start_date=2030-01-01&${search}`);
    return body.events.map(({ id }: { id: number }) => id);
  };

  it('contain characters in place of references, and are found by them', async () => {
    const {
      id,
      json_ld: data,
      title,
    } = await create({
      title: 'L&rsquo;&Eacute;glise',
      description: '<p>It&#146;s &pound;5 at &Eacute;toile</p>',
      venue: { venue: 'Caf&eacute; R&amp;B' },
    });
    expect(title).to.equal('L’Église');
    expect([data.name, data.description, data.location.name]).to.deep.equal(['L’Église', 'It’s £5 at Étoile', 'Café R&B']);
    const ics = await calendar(id);
    for (const text of ['L’Église\n', 'It’s £5 at Étoile\n', 'Café R&B']) expect(ics).to.include(text);
    for (const search of ['search=Église', 'search=Étoile', 'q=étoile', 'q=café'])
      expect(await found(encodeURI(search)), search).to.deep.equal([id]);
  });

  it('separate the texts of cells, definitions and quotations', async () => {
    const { id } = await create({
      title: 'Lessons',
      description:
        '<table><tr><td>Piano</td><td>Bassoon</td></tr></table><dl><dt>Who</dt><dd>Everybody</dd></dl><blockquote>Said</blockquote>',
    });
    expect(await calendar(id)).to.include(
      'DESCRIPTION;LANGUAGE=en:Piano Bassoon\\n\\nWho\\nEverybody\\nSaid\n'.replace('body\\nSaid', 'body\\n\\nSaid'),
    );
    for (const search of ['search=Bassoon', 'q=bassoon', 'q=everybody', 'q=said']) expect(await found(search), search).to.deep.equal([id]);
  });

  it('contain no shortcodes, and the excerpt if there is no description', async () => {
    const { id, json_ld: data } = await create({ title: 'Pictures', description: 'Look [gallery ids="1,2"] here' });
    expect([data.description.includes('gallery'), (await calendar(id)).includes('gallery')]).to.deep.equal([false, false]);
    expect([await found('q=gallery'), await found('search=gallery'), await found('q=pictures')]).to.deep.equal([[], [], [id]]);
    const brief = await create({ title: 'Brief', excerpt: 'In &lt;short&gt; words' });
    expect(await calendar(brief.id)).to.include('DESCRIPTION;LANGUAGE=en:In < short> words\n');
  });

  it('contain shortcodes in double brackets as the CMS shows them', async () => {
    for (const [title, texts] of [
      ['Escaped', { description: 'Type [[playlist ids="1"]] here' }],
      ['Escaping', { excerpt: 'Type [[playlist ids="1"]] here' }],
    ] as const) {
      const { id, json_ld: data } = await create({ title, ...texts });
      const page = (await running.ask('GET', `//en/event/${title.toLowerCase()}/`, { headers: { accept: 'text/html' } })).text;
      const [, meta] = /<meta name="description" content="([^"]*)"/.exec(page) ?? [];
      for (const text of [data.description, await calendar(id), meta]) {
        expect(text).to.match(/Type \[playlist ids=.1.\] here/);
        expect(text).to.not.include('[[').and.to.not.include('[]');
      }
    }
  });

  it('contain excerpts without shortcodes, which the JSON answer keeps', async () => {
    const {
      id,
      excerpt,
      json_ld: data,
    } = await create({ title: 'Teaser', excerpt: '[gallery ids="1"] outline [embed]https://e.org/v[/embed]' });
    expect(excerpt).to.include('[gallery').and.to.include('[embed]');
    expect(data.description).to.equal('outline https://e.org/v');
    expect(await calendar(id)).to.include('DESCRIPTION;LANGUAGE=en:outline https://e.org/v\n');
    const page = (await running.ask('GET', '//en/event/teaser/', { headers: { accept: 'text/html' } })).text;
    const [, google = ''] = /href="(https:\/\/calendar\.google\.com[^"]*)"/.exec(page) ?? [];
    const feed = (await running.ask('GET', '/events.atom?start_date=2030-01-01&search=Teaser')).text;
    const [, summary] = /<summary>([^<]*)<\/summary>/.exec(feed) ?? [];
    const [, meta] = /<meta name="description" content="([^"]*)"/.exec(page) ?? [];
    for (const text of [meta, new URL(google.replaceAll('&amp;', '&')).searchParams.get('details'), summary])
      expect(text).to.include('outline https://e.org/v').and.to.not.include('[');
    for (const search of ['search=gallery', 'q=gallery', 'search=embed']) expect(await found(search), search).to.deep.equal([]);
    for (const search of ['search=outline', 'q=outline']) expect(await found(search), search).to.deep.equal([id]);
    const bare = await create({ title: 'Bare', excerpt: '[gallery ids="1"]', description: 'Described' });
    expect(bare.json_ld.description).to.equal('Described');
  });

  it('are cut at a word, and never within a tag', async () => {
    const piece = '<a href="https://example.org/a?b=c">word</a> &eacute;t&eacute; ';
    await create({ title: 'Long', description: `<p>${piece.repeat(1500)}</p>` });
    const { text } = await running.ask('GET', '/events.ics?start_date=2030-01-01&search=Long');
    const [, description = ''] = /DESCRIPTION;LANGUAGE=en:([^\n]*)\n/.exec(text.replaceAll('\r\n ', '').replaceAll('\r\n', '\n')) ?? [];
    expect(description).to.match(/^(?:word été )+(?:word|word été)…$/);
    expect(description.length).to.be.within(3900, 4000);
  });
});
