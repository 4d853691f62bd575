import type { Plugin } from 'calendar-events';
import { expect } from 'chai';
import type { Answer, Ask } from '../../support/service';
import { openPromises } from '../../support/stage';
import { description, kindOf, MOOD } from '../samples';

/** Fields on events, which can have a password, and a kind that events link to. */
const adding: Plugin = (registry) => {
  registry.registerPostLike({ ...kindOf('sponsor', 'mécène'), fields: {} });
  registry.registerTermLike(MOOD);
  registry.registerField('events', 'motto', { type: 'string', maxLength: 100, search: true, sort: true, filter: true, description });
  registry.registerField('events', 'places', { type: 'integer', sort: true, filter: true, description });
  registry.registerField('events', 'indoors', { type: 'boolean', filter: true, sort: true, description });
  registry.registerField('events', 'open_air', { type: 'boolean', default: true, filter: true, description });
  registry.registerField('events', 'guests', { type: 'array', items: { type: 'string' }, hidden: [], description });
  registry.registerField('events', 'few', {
    type: 'boolean',
    stored: false,
    filter: {
      where: (value) => ({ 'fields.places': value === true ? { $lt: 10 } : { $not: { $lt: 10 } } }),
      blank: (value) => value === false,
    },
    description,
  });
  registry.registerField('events', 'doubled', {
    type: 'integer',
    stored: false,
    read: (records) => records.map(({ fields }) => Number(fields?.['places']) * 2),
    description,
  });
  registry.registerField('events', 'sponsors', { link: 'sponsors', many: true, back: 'gifts', description });
  registry.registerField('events', 'moods', { link: 'moods', many: true, description });
};

describe('registerField on events with a password', () => {
  const { stage } = openPromises({}, [adding]);
  let sponsor: number;
  let locked: number;
  let open: number;
  const SECRET = { motto: 'Hidden zeal', places: 5, indoors: true, open_air: false, guests: ['Ann'] };
  const OPEN = { motto: 'Middle', places: 50, indoors: false };

  const create = async (path: string, json: object, more: Ask = {}): Promise<number> =>
    (await stage().step({ as: 'editor', method: 'POST', path, json, status: 201, ...more })).body.id;

  before(async () => {
    sponsor = await create('/sponsors', { title: 'Bank' });
    const dates = { start_date: '2030-06-01 10:00:00', end_date: '2030-06-01 12:00:00', sponsors: [sponsor], moods: ['Hard'] };
    locked = await create('/events', { title: 'Locked', ...dates, ...SECRET });
    await stage().ask('PATCH', `/events/${locked}`, { as: 'editor', json: { password: 'secret' } });
    open = await create('/events', { title: 'Open', ...dates, ...OPEN });
    await create('/events', { title: 'Unlisted', ...dates, moods: [], hide_from_listings: true });
  });

  const found = ({ body }: Answer): number[] => body.events.map(({ id }: { id: number }) => id);
  const list = (query: string, more?: Ask) => stage().ask('GET', `/events?${query}`, more);

  it('are hidden in lists, and shown with the password or the right to edit', async () => {
    const [hidden] = (await list(`include=${locked}`)).body.events;
    for (const name of ['motto', 'places', 'indoors', 'open_air', 'sponsors', 'moods', 'doubled'])
      expect(hidden[name], name).to.equal(null);
    expect(hidden.guests).to.deep.equal([]);
    expect((await stage().ask('GET', `/events/${locked}`)).status).to.equal(403);
    for (const answer of [
      await stage().ask('GET', `/events/${locked}?password=secret`),
      await stage().ask('GET', `/events/${locked}`, { as: 'editor' }),
    ])
      expect(answer.body).to.deep.include({ ...SECRET, doubled: 10, sponsors: [sponsor] });
    for (const answer of [await list(`include=${locked}&password=secret`), await list(`include=${locked}`, { as: 'editor' })])
      expect(answer.body.events[0]).to.deep.include({ ...SECRET, doubled: 10 });
  });

  /** Filters that match only hidden values of the protected event. */
  const filters: readonly string[] = [
    ...['motto=Hidden zeal', 'places=5', 'indoors=true', 'open_air=false', 'few=true', 'search=zeal', 'sponsors=SPONSOR', 'moods=hard'],
  ];
  for (const filter of filters) {
    it(`cannot be guessed by ?${filter}`, async () => {
      const query = filter.replace('SPONSOR', String(sponsor)).replaceAll(' ', '%20');
      for (const more of [{}, { as: 'subscriber' }, { as: 'author' }, { as: 'contributor' }] as const) {
        const answer = await list(query, more);
        expect([answer.status, found(answer).includes(locked)], answer.text.slice(0, 200)).to.deep.equal([200, false]);
        expect(answer.body.total).to.equal(found(answer).length);
      }
      for (const answer of [await list(query, { as: 'editor' }), await list(`${query}&password=secret&include=${locked}`)])
        expect(found(answer)).to.include(locked);
    });
  }

  for (const name of ['indoors', 'open_air', 'few']) {
    it(`${name} and its negation together list every event, for everybody`, async () => {
      for (const more of [{}, { as: 'author' }, { as: 'editor' }] as const) {
        const [yes, no] = await Promise.all([list(`${name}=true`, more), list(`${name}=false`, more)]);
        expect([...found(yes), ...found(no)].sort()).to.deep.equal([locked, open].sort());
      }
    });
  }

  it('sorting by them does not reveal hidden values', async () => {
    const before: number[][] = [];
    const orders = ['motto', 'places', 'indoors'].flatMap((by) => [`orderby=${by}`, `orderby=${by}&order=desc`]);
    for (const query of orders) before.push(found(await list(query)));
    const changed = { motto: 'Zzz', places: 5000, indoors: false };
    await stage().ask('PATCH', `/events/${locked}`, { as: 'editor', json: changed });
    const after: number[][] = [];
    for (const query of orders) after.push(found(await list(query)));
    await stage().ask('PATCH', `/events/${locked}`, { as: 'editor', json: SECRET });
    expect(after).to.deep.equal(before);
  });

  it('are sorted by once the password is removed', async () => {
    await stage().ask('PATCH', `/events/${locked}`, { as: 'editor', json: { password: '' } });
    expect(found(await list('orderby=places'))).to.deep.equal([locked, open]);
    expect(found(await list('orderby=motto&order=desc'))).to.deep.equal([open, locked]);
    await stage().ask('PATCH', `/events/${locked}`, { as: 'editor', json: { password: 'secret' } });
  });

  it('back lists show no events that are protected or hidden from lists', async () => {
    const gifts = async (more?: Ask, path = `/sponsors/${sponsor}`) =>
      (await stage().ask('GET', path, more)).body.gifts.map(({ id }: { id: number }) => id);
    expect(await gifts()).to.deep.equal([open]);
    expect(await gifts({ as: 'author' })).to.deep.equal([open]);
    expect(await gifts({ as: 'editor' })).to.have.members([open, locked]);
    const stored = await stage().service.services.stores.posts('sponsors').byId(sponsor);
    // The count leaves out the protected event only.
    expect(stored?.counts).to.deep.equal({ gifts: 2 });
    const [mood] = (await stage().ask('GET', '/moods')).body.moods;
    expect(mood.count).to.equal(1);
    expect((await stage().ask('GET', `/moods?post=${locked}`)).status).to.equal(400);
  });
});
