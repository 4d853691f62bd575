import type { Plugin } from 'calendar-events';
import { expect } from 'chai';
import type { Login } from '../../support/service';
import { openPromises } from '../../support/stage';
import { description, FILM, MOOD } from '../samples';

const films: Plugin = (registry) => {
  registry.registerTermLike({ ...MOOD, hierarchical: true });
  registry.registerPostLike({
    ...FILM,
    fields: {
      audience: { type: 'string', enum: ['all', 'adults'], default: 'all', filter: true, facet: true, description },
      year: { type: 'integer', facet: true, description },
      silent: { type: 'boolean', filter: true, facet: true, description },
      moods: { link: 'moods', many: true, facet: true, description },
      premiere: { link: 'events', facet: true, description },
    },
  });
  registry.registerField('events', 'level', { type: 'string', maxLength: 20, filter: true, facet: true, description });
  registry.registerField('venues', 'covered', { type: 'boolean', facet: true, description });
  registry.registerField('events', 'indoors', { type: 'boolean', filter: true, facet: true, description });
};

const AT = { start_date: '2030-06-01 10:00', end_date: '2030-06-01 11:00' };

describe('registerField: facet', () => {
  const { stage } = openPromises({}, [films]);
  const make = async (path: string, json: object): Promise<number> =>
    (await stage().step({ as: 'admin', method: 'POST', path, json, status: 201 })).body.id;
  const list = async (path: string, as?: Login) => (await stage().step({ path, ...(as && { as }) })).body;
  const ids: Record<string, number> = {};

  before(async () => {
    ids['sad'] = await make('/moods', { name: 'Sad' });
    ids['bleak'] = await make('/moods', { name: 'Bleak', parent: ids['sad'] });
    ids['gala'] = await make('/events', { ...AT, title: 'Gala', level: 'easy', indoors: true });
    ids['closed'] = await make('/events', { ...AT, title: 'Closed', level: 'secret', indoors: true, password: 'sesame' });
    await make('/events', { ...AT, title: 'Walk', level: 'easy' });
    await make('/films', { title: 'One', year: 1950, silent: true, moods: ['Bleak'], premiere: ids['gala'] });
    await make('/films', { title: 'Two', year: 1950, audience: 'adults', moods: ['Bleak', 'Sad'], premiere: ids['closed'] });
    await make('/films', { title: 'Three', year: 1967 });
    await make('/films', { title: 'Draft', year: 1999, status: 'draft' });
  });

  it('count values, defaults and links as the filter finds them', async () => {
    const { facets, total, films: none } = await list('/films?facets=audience,year,silent,moods,premiere&per_page=0');
    expect([total, none]).to.deep.equal([3, []]);
    expect(facets).to.deep.equal({
      audience: [
        { value: 'adults', count: 1 },
        { value: 'all', count: 2 },
      ],
      year: [
        { value: 1950, count: 2 },
        { value: 1967, count: 1 },
      ],
      silent: [
        { value: false, count: 2 },
        { value: true, count: 1 },
      ],
      moods: [
        { value: ids['bleak'], name: 'Bleak', count: 2 },
        { value: ids['sad'], name: 'Sad', count: 2 },
      ],
      // Visitors do not learn that the protected event links to it too.
      premiere: [{ value: ids['gala'], name: 'Gala', count: 1 }],
    });
    for (const [name, values] of Object.entries(facets as Record<string, { value: unknown; count: number }[]>))
      for (const { value, count } of name === 'year' ? [] : values)
        expect((await list(`/films?${name}=${value}&per_page=1`)).total, `${name}=${value}`).to.equal(count);
  });

  it('are counted under all filters except their own', async () => {
    const { facets, total } = await list('/films?audience=adults&facets=audience,moods');
    expect([total, facets.audience.length, facets.moods[0].count]).to.deep.equal([1, 2, 1]);
  });

  it('count protected events for editors only', async () => {
    const [visitor, admin] = [
      await list('/events?facets=level,indoors&start_date=2030-01-01'),
      await list('/events?facets=level,indoors&start_date=2030-01-01', 'admin'),
    ];
    expect(visitor.total).to.equal(3);
    expect(visitor.facets).to.deep.equal({
      level: [{ value: 'easy', count: 2 }],
      indoors: [
        { value: false, count: 2 },
        { value: true, count: 1 },
      ],
    });
    expect((await list('/events?indoors=false&start_date=2030-01-01')).total).to.equal(2);
    expect(admin.facets.level).to.deep.equal([
      { value: 'easy', count: 2 },
      { value: 'secret', count: 1 },
    ]);
    const { facets } = await list('/films?facets=premiere', 'admin');
    expect(facets.premiere.map(({ name }: { name: string }) => name)).to.have.members(['Gala', 'Closed']);
  });

  it('change when a record enters the list unchanged', async () => {
    await make('/venues', { venue: 'Forum', covered: true });
    const venue = await make('/venues', { venue: 'Arcade', covered: true });
    const covered = async () => (await list('/venues?facets=covered&has_events=true&per_page=0')).facets.covered;
    expect(await covered()).to.deep.equal([]);
    await make('/events', { ...AT, title: 'Market', venue });
    expect(await covered()).to.deep.equal([{ value: true, count: 1 }]);
  });

  it('are in the index and the document, and unknown ones are refused', async () => {
    const { body } = await stage().ask('OPTIONS', '/films');
    expect(body.endpoints[0].args.facets.items.enum).to.deep.equal(['audience', 'year', 'silent', 'moods', 'premiere']);
    const events = await stage().ask('OPTIONS', '/events');
    expect(events.body.endpoints[0].args.facets.items.enum).to.include.members(['event_status', 'level', 'indoors']);
    const { status, body: refused } = await stage().ask('GET', '/films?facets=director');
    expect([status, Object.keys(refused.data.params)]).to.deep.equal([400, ['facets']]);
  });
});
