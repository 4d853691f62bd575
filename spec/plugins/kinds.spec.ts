import { expect } from 'chai';
import { event, openPromises, patch, venue } from '../support/stage';
import { calls, shop } from './shop';

/** A value of each type, as it is sent. */
const SENT = {
  code: 'Ré-10, été',
  note: '',
  price: '12.5',
  seats: 4_294_967_297,
  state: 'sold out',
  refundable: 'false',
  printed: '1',
  perks: ['drink, cold', 'été'],
  rows: '1,2',
  holder: { name: 'Ann', age: '7' },
  extra: { a: { b: [1, { c: null }] }, 'd.e': 1, $f: 2, '': 3, constructor: 4 },
  opens: '2030-06-01T10:00:00Z',
  seal: 'abc',
};
const SHOWN = { ...SENT, price: 12.5, refundable: false, printed: true, rows: [1, 2], holder: { name: 'Ann', age: 7 }, seal: 'ABC' };
const OTHERS = { price: 0, seats: '007', refundable: 0, perks: 'drink,food', rows: ['3', 3], extra: {} };
const OTHERS_SHOWN = { ...OTHERS, seats: 7, refundable: false, perks: ['drink', 'food'], rows: [3, 3] };

/** Invalid values by field, each with its error code. */
const REFUSED: Readonly<Record<string, readonly [sent: unknown, code: string]>> = {
  code: ['x', 'rest_too_short'],
  price: [-1, 'rest_out_of_bounds'],
  seats: [1.5, 'rest_invalid_type'],
  state: ['gone', 'rest_not_in_enum'],
  perks: [[['a']], 'rest_invalid_type'],
  refundable: ['perhaps', 'rest_invalid_type'],
  rows: [['a'], 'rest_invalid_type'],
  holder: [{ age: 7 }, 'rest_property_required'],
  extra: ['a', 'rest_invalid_type'],
  opens: ['soon', 'rest_invalid_date'],
};
const nested = (levels: number): object => (levels === 0 ? {} : { a: nested(levels - 1) });

/** Values of fields after they are set to null. */
const CLEARED: Readonly<Record<string, unknown>> = {
  note: null,
  price: null,
  seats: 1,
  state: 'on sale',
  refundable: true,
  printed: false,
  vip: null,
  perks: ['entry'],
  rows: null,
  holder: null,
  extra: null,
  opens: null,
  seal: null,
  event: null,
  venues: [],
  genres: [],
  upgrade: null,
  description: '',
  excerpt: '',
  image: false,
};

describe('registerPostLike', () => {
  const { stage } = openPromises({}, [shop]);
  let target: number;

  before(async () => {
    target = (await create({})).id;
  });

  const create = async (json: object) =>
    (await stage().step({ as: 'editor', method: 'POST', path: '/tickets', json: { title: 'Seat', code: 'AA', ...json }, status: 201 }))
      .body;

  it('has twelve routes, in the index and the document', async () => {
    const { routes } = (await stage().ask('GET', '', { language: 'fr' })).body;
    const own = Object.entries<{ methods: string[] }>(routes).filter(([path]) => /\/tickets/.test(path));
    const one = ['GET', 'DELETE', 'POST', 'PUT', 'PATCH'];
    expect(own.map(([, { methods }]) => methods)).to.deep.equal([['GET', 'POST'], one, one]);
    const { args } = routes['/cal/events/v1/tickets'].endpoints[1];
    expect(args.state.description).to.equal('L’état de la vente');
    expect(args).not.to.have.any.keys('total', 'cheap', 'upgraded', 'sold');
    expect((await stage().ask('GET', '/doc')).body.paths).to.include.keys('/tickets');
  });

  it('is read and changed by slug, and has its own name in errors', async () => {
    const { id, slug } = await create({ title: 'Été 1' });
    await stage().step({ path: `/tickets/by-slug/${slug}`, has: { id, slug: 'ete-1' } });
    await stage().step(patch(`/tickets/by-slug/${slug}`, { seats: 4 }, { has: { id, seats: 4 } }));
    await stage().step({ path: '/tickets/987654', language: 'fr', status: 404, code: 'rest-ticket-not-found', says: /billet/ });
  });

  it('shows defaults, null and empty lists of fields that were not sent', async () => {
    const shown = await create({});
    for (const [name, value] of Object.entries(CLEARED)) expect(shown[name], name).to.deep.equal(value);
    expect(shown).to.include({ code: 'AA', total: 0 });
    expect(shown).not.to.have.any.keys('cheap', 'fields', 'counts', 'keys', 'revision');
    expect(shown.upgraded).to.deep.equal([]);
  });

  it('POST and PATCH accept values of every type', async () => {
    for (const [sent, shown] of [[SENT, SHOWN] as const, [OTHERS, OTHERS_SHOWN] as const]) {
      expect(await create(sent)).to.deep.include(shown);
      const changed = await stage().ask('PATCH', `/tickets/${target}`, { as: 'editor', json: sent });
      expect(changed.body, changed.text.slice(0, 300)).to.deep.include(shown);
      expect((await stage().ask('GET', `/tickets/${target}`)).body).to.deep.include(shown);
    }
  });

  for (const [method, path] of [
    ['POST', () => '/tickets'],
    ['PATCH', () => `/tickets/${target}`],
  ] as const) {
    it(`${method} refuses invalid values, in both languages`, async () => {
      const json = { title: 'Wrong', ...Object.fromEntries(Object.entries(REFUSED).map(([name, [sent]]) => [name, sent])) };
      const [en, fr] = await Promise.all(
        (['en', 'fr'] as const).map((language) => stage().ask(method, path(), { as: 'editor', language, json })),
      );
      expect([en?.status, en?.body.code], en?.text).to.deep.equal([400, 'rest_invalid_param']);
      expect(Object.keys(en?.body.data.params)).to.have.members(Object.keys(REFUSED));
      for (const [name, [, code]] of Object.entries(REFUSED)) {
        expect(en?.body.data.details[name].code, name).to.equal(code);
        expect(en?.body.data.params[name]).not.to.equal(fr?.body.data.params[name]);
      }
    });

    it(`${method} refuses values that cannot be stored`, async () => {
      for (const extra of [{ 'a\0b': 1 }, nested(120)]) {
        const { status, body } = await stage().ask(method, path(), { as: 'editor', json: { title: 'Wrong', code: 'AA', extra } });
        expect([status, Object.keys(body.data.params)]).to.deep.equal([400, ['extra']]);
      }
    });
  }

  /** A ticket with a value in every field. */
  const full = async () => {
    await stage().give({ fair: event('Fair'), booth: venue('Booth') });
    const links = { genres: ['Rock'], moods: ['Loud'], upgrade: target, event: '{fair}', venues: ['{booth}'] };
    const texts = { description: 'One.\n\nTwo <b>bold</b>', excerpt: 'Short', image: 'https://example.org/a.png' };
    return create({ ...SENT, ...links, ...texts, vip: true });
  };

  it('null clears optional fields', async () => {
    const { id } = await full();
    const answer = await stage().ask('PATCH', `/tickets/${id}`, {
      as: 'editor',
      json: Object.fromEntries(Object.keys(CLEARED).map((name) => [name, null])),
    });
    expect(answer.status, answer.text).to.equal(200);
    for (const [name, value] of Object.entries(CLEARED)) expect(answer.body[name], name).to.deep.equal(value);
    for (const name of ['code', 'title']) {
      const refused = await stage().ask('PATCH', `/tickets/${id}`, { as: 'editor', json: { [name]: null } });
      expect([refused.status, Object.keys(refused.body.data.params)]).to.deep.equal([400, [name]]);
    }
  });

  it('writing back an answer changes only modified', async () => {
    const { id } = await full();
    const read = (await stage().ask('GET', `/tickets/${id}`, { as: 'editor' })).body;
    const written = await stage().ask('PUT', `/tickets/${id}`, { as: 'editor', json: read });
    expect(written.status, written.text).to.equal(200);
    const again = (await stage().ask('GET', `/tickets/${id}`, { as: 'editor' })).body;
    const { modified, modified_utc, ...rest } = again;
    expect(rest).to.deep.equal(Object.fromEntries(Object.entries(read).filter(([name]) => !/^modified/.test(name))));
    expect([modified, modified_utc]).to.deep.equal(['2030-01-15 12:00:00', '2030-01-15 12:00:00']);
  });

  it('calls write once per value, and read once per page', async () => {
    for (let place = 0; place < 3; place++) await create({ code: 'once', price: 3, seats: 2 });
    calls.read = calls.write = 0;
    const { tickets } = (await stage().ask('GET', '/tickets?code=once')).body;
    expect([calls.read, calls.write, tickets.map(({ total }: { total: number }) => total)]).to.deep.equal([1, 0, [6, 6, 6]]);
    await create({ seal: 'x' });
    expect(calls.write).to.equal(1);
  });

  it('shows and filters older records by the default of a new field', async () => {
    const { id } = await create({ title: 'Old' });
    await stage()
      .service.services.connection.collection<{ _id: number }>('tickets')
      .updateOne({ _id: id }, { $unset: { fields: '' } });
    const read = (await stage().ask('GET', `/tickets/${id}`)).body;
    expect(read).to.deep.include({
      seats: 1,
      state: 'on sale',
      refundable: true,
      printed: false,
      perks: ['entry'],
      rows: null,
      code: null,
      genres: [],
    });
    const lists = ['seats=1', 'state=on+sale', 'refundable=true', 'printed=false', 'vip=false', 'perks=entry', 'perks=entry,other'];
    for (const query of lists) {
      const { tickets } = (await stage().ask('GET', `/tickets?include=${id}&${query}`)).body;
      expect(tickets, query).to.have.lengthOf(1);
    }
    for (const query of ['seats=2', 'state=later', 'refundable=false', 'printed=true', 'vip=true', 'perks=other']) {
      expect((await stage().ask('GET', `/tickets?include=${id}&${query}`)).body.tickets, query).to.have.lengthOf(0);
    }
    const back = await stage().ask('PUT', `/tickets/${id}`, { as: 'editor', json: read });
    expect([back.status, back.body.code], back.text).to.deep.equal([200, null]);
  });
});
