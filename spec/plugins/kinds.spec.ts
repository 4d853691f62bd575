import { expect } from 'chai';
import { type Ask, clockAt, type Login, type Running, startService } from '../support/service';
import { calls, shop } from './shop';

/** A field, a sent value, and the value that it shows. */
const ACCEPTED: readonly (readonly [string, unknown, unknown])[] = [
  ['code', 'Ré-10, été', 'Ré-10, été'],
  ['note', '', ''],
  ['note', 'x'.repeat(5000), 'x'.repeat(5000)],
  ['price', '12.5', 12.5],
  ['price', 0, 0],
  ['price', 1e300, 1e300],
  ['seats', '007', 7],
  ['seats', 4_294_967_297, 4_294_967_297],
  ['state', 'sold out', 'sold out'],
  ['refundable', 'false', false],
  ['refundable', 0, false],
  ['printed', '1', true],
  ['perks', [], []],
  ['perks', 'drink,food', ['drink', 'food']],
  ['perks', ['drink, cold', 'été'], ['drink, cold', 'été']],
  ['rows', '1,2', [1, 2]],
  ['rows', ['3', 3], [3, 3]],
  ['holder', { name: 'Ann', age: '7' }, { name: 'Ann', age: 7 }],
  [
    'extra',
    { a: { b: [1, { c: null }] }, 'd.e': 1, $f: 2, '': 3, constructor: 4 },
    { a: { b: [1, { c: null }] }, 'd.e': 1, $f: 2, '': 3, constructor: 4 },
  ],
  ['extra', {}, {}],
  ['opens', '2030-06-01T10:00:00Z', '2030-06-01T10:00:00Z'],
  ['seal', 'abc', 'ABC'],
];
const nested = (levels: number): object => (levels === 0 ? {} : { a: nested(levels - 1) });
/** A field, a sent value, and its error code. */
const REFUSED: readonly (readonly [string, unknown, string | undefined])[] = [
  ['code', 'x', 'rest_too_short'],
  ['code', 'x'.repeat(41), 'rest_too_long'],
  ['code', 7, 'rest_invalid_type'],
  ['price', -1, 'rest_out_of_bounds'],
  ['price', 'much', 'rest_invalid_type'],
  ['seats', 1.5, 'rest_invalid_type'],
  ['state', 'gone', 'rest_not_in_enum'],
  ['refundable', 'perhaps', 'rest_invalid_type'],
  ['perks', [['a']], 'rest_invalid_type'],
  ['rows', ['a'], 'rest_invalid_type'],
  ['holder', { age: 7 }, 'rest_property_required'],
  ['holder', { name: 'Ann', size: 1 }, 'rest_additional_properties_forbidden'],
  ['extra', 'a', 'rest_invalid_type'],
  ['extra', { 'a\0b': 1 }, undefined],
  ['extra', nested(120), undefined],
  ['opens', 'soon', 'rest_invalid_date'],
];

type Row = readonly [field: string, sent: unknown, expected: unknown];

/** Distributes rows to rounds, so that no round has two rows of a field. Refusals without a code come only where there are no others. */
const roundsOf = (rows: readonly Row[]): readonly Row[][] => {
  const rounds: Row[][] = [];
  for (const row of rows) {
    const free = rounds.find((round) =>
      round.every(([field, , code]) => field !== row[0] && (code === undefined) === (row[2] === undefined)),
    );
    if (free) free.push(row);
    else rounds.push([row]);
  }
  return rounds;
};
const sentOf = (rows: readonly Row[]) => Object.fromEntries(rows.map(([field, sent]) => [field, sent]));
const expectedOf = (rows: readonly Row[]) => Object.fromEntries(rows.map(([field, , expected]) => [field, expected]));

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
  let running: Running;
  let event: number;
  let target: number;

  before(async () => {
    running = await startService({ clock: clockAt('2030-05-01T12:00:00Z'), plugins: [shop] });
    const json = { title: 'Fair', start_date: '2030-06-01 10:00:00', end_date: '2030-06-01 12:00:00' };
    event = (await running.ask('POST', '/events', { as: 'editor', json })).body.id;
    target = (await create({})).id;
  });
  after(() => running.stop());

  const create = async (json: object, more: Ask = {}) => {
    const answer = await running.ask('POST', '/tickets', { as: 'editor', json: { title: 'Seat', code: 'AA', ...json }, ...more });
    expect(answer.status, answer.text).to.equal(201);
    return answer.body;
  };

  it('has twelve routes, in the index and the document', async () => {
    const { routes } = (await running.ask('GET', '', { language: 'fr' })).body;
    const own = Object.entries<{ methods: string[] }>(routes).filter(([path]) => /\/tickets/.test(path));
    const one = ['GET', 'DELETE', 'POST', 'PUT', 'PATCH'];
    expect(own.map(([, { methods }]) => methods)).to.deep.equal([['GET', 'POST'], one, one]);
    const { args } = routes['/cal/events/v1/tickets'].endpoints[1];
    expect(args.state.description).to.equal('L’état de la vente');
    expect(args).not.to.have.any.keys('total', 'cheap', 'upgraded', 'sold');
    expect((await running.ask('GET', '/doc')).body.paths).to.include.keys('/tickets');
  });

  it('is created, read, updated, trashed and deleted, by ID and by slug', async () => {
    const { id, slug } = await create({ title: 'Été 1', event });
    expect(slug).to.equal('ete-1');
    for (const [place, path] of [`/tickets/${id}`, `/tickets/by-slug/${slug}`].entries()) {
      expect((await running.ask('GET', path)).body).to.include({ id, title: 'Été 1', code: 'AA', event });
      for (const [turn, method] of ['POST', 'PUT', 'PATCH'].entries()) {
        const seats = place * 10 + turn;
        const answer = await running.ask(method, path, { as: 'editor', json: { seats } });
        expect([answer.status, answer.body.seats, answer.body.code], answer.text).to.deep.equal([200, seats, 'AA']);
      }
    }
    expect((await running.ask('DELETE', `/tickets/by-slug/${slug}`, { as: 'editor' })).body.status).to.equal('trash');
    expect((await running.ask('GET', `/tickets/${id}`)).body.code).to.equal('ticket-no-longer-available');
    expect((await running.ask('DELETE', `/tickets/${id}?force=true`, { as: 'editor' })).status).to.equal(200);
    const removed = await running.ask('GET', `/tickets/${id}`, { language: 'fr' });
    expect([removed.status, removed.body.code]).to.deep.equal([404, 'rest-ticket-not-found']);
    expect(removed.body.message).to.match(/billet/);
  });

  const rights: readonly (readonly [Login | undefined, number, string | undefined, number])[] = [
    [undefined, 401, undefined, 401],
    ['subscriber', 403, undefined, 403],
    ['contributor', 201, 'draft', 403],
    ['author', 201, 'publish', 403],
    ['editor', 201, 'publish', 200],
    ['admin', 201, 'publish', 200],
  ];
  for (const [login, creating, status, changing] of rights) {
    it(`gives ${login ?? 'nobody'} the rights that the role has on events`, async () => {
      const as = login && { as: login };
      const answer = await running.ask('POST', '/tickets', { ...as, json: { title: 'Mine', code: 'AA' } });
      expect([answer.status, answer.body.status]).to.deep.equal([creating, creating === 201 ? status : undefined]);
      const { id } = await create({}, { as: 'author2' });
      expect((await running.ask('PATCH', `/tickets/${id}`, { ...as, json: { seats: 2 } })).status).to.equal(changing);
      expect((await running.ask('DELETE', `/tickets/${id}`, { ...as })).status).to.equal(changing);
    });
  }

  it('requires required fields (400)', async () => {
    const { status, body } = await running.ask('POST', '/tickets', { as: 'editor', json: { title: 'No code' } });
    expect([status, body.code, body.data.params]).to.deep.equal([400, 'rest_missing_callback_param', ['code']]);
  });

  it('shows defaults, null and empty lists of fields that were not sent', async () => {
    const shown = await create({});
    for (const [name, value] of Object.entries(CLEARED)) expect(shown[name], name).to.deep.equal(value);
    expect(shown).to.include({ code: 'AA', total: 0 });
    expect(shown).not.to.have.any.keys('cheap', 'fields', 'counts', 'keys', 'revision');
    expect(shown.upgraded).to.deep.equal([]);
  });

  for (const round of roundsOf(ACCEPTED))
    it(`POST and PATCH accept values of ${round.map(([name]) => name).join(', ')}`, async () => {
      const [sent, shown] = [sentOf(round), expectedOf(round)];
      expect(await create(sent)).to.deep.include(shown);
      const changed = await running.ask('PATCH', `/tickets/${target}`, { as: 'editor', json: sent });
      expect(changed.body, changed.text.slice(0, 300)).to.deep.include(shown);
      expect((await running.ask('GET', `/tickets/${target}`)).body).to.deep.include(shown);
    });

  for (const round of roundsOf(REFUSED))
    it(`POST and PATCH refuse values of ${round.map(([name]) => name).join(', ')}, in both languages`, async () => {
      const messages: Record<string, string>[] = [];
      for (const language of ['en', 'fr'] as const)
        for (const [method, path] of [
          ['POST', '/tickets'],
          ['PATCH', `/tickets/${target}`],
        ] as const) {
          const json = { title: 'Wrong', code: 'AA', ...sentOf(round) };
          const { status, body, text } = await running.ask(method, path, { as: 'editor', language, json });
          expect([status, body.code], text).to.deep.equal([400, 'rest_invalid_param']);
          expect(Object.keys(body.data.params)).to.have.members(round.map(([name]) => name));
          for (const [name, , code] of round) expect(body.data.details?.[name]?.code, `${name} ${text}`).to.equal(code);
          messages.push(body.data.params);
        }
      for (const [name] of round) expect(messages[0]?.[name]).not.to.equal(messages[2]?.[name]);
    });

  const full = async () => {
    const term = { genres: ['Rock'], moods: ['Loud'], upgrade: (await create({})).id, event, image: 'https://example.org/a.png' };
    const values = Object.fromEntries(ACCEPTED.map(([name, sent]) => [name, sent]));
    const venue = (await running.ask('POST', '/venues', { as: 'editor', json: { venue: 'Booth' } })).body.id;
    return create({ ...values, ...term, venues: [venue], vip: true, description: 'One.\n\nTwo <b>bold</b>', excerpt: 'Short' });
  };

  it('null clears optional fields', async () => {
    const { id } = await full();
    const answer = await running.ask('PATCH', `/tickets/${id}`, {
      as: 'editor',
      json: Object.fromEntries(Object.keys(CLEARED).map((name) => [name, null])),
    });
    expect(answer.status, answer.text).to.equal(200);
    for (const [name, value] of Object.entries(CLEARED)) expect(answer.body[name], name).to.deep.equal(value);
    for (const name of ['code', 'title']) {
      const refused = await running.ask('PATCH', `/tickets/${id}`, { as: 'editor', json: { [name]: null } });
      expect([refused.status, Object.keys(refused.body.data.params)]).to.deep.equal([400, [name]]);
    }
  });

  it('writing back an answer changes only modified', async () => {
    const { id } = await full();
    const read = (await running.ask('GET', `/tickets/${id}`, { as: 'editor' })).body;
    const written = await running.ask('PUT', `/tickets/${id}`, { as: 'editor', json: read });
    expect(written.status, written.text).to.equal(200);
    const again = (await running.ask('GET', `/tickets/${id}`, { as: 'editor' })).body;
    const { modified, modified_utc, ...rest } = again;
    expect(rest).to.deep.equal(Object.fromEntries(Object.entries(read).filter(([name]) => !/^modified/.test(name))));
    expect([modified, modified_utc]).to.deep.equal(['2030-05-01 12:00:00', '2030-05-01 12:00:00']);
  });

  it('calls write once per value, and read once per page', async () => {
    for (let place = 0; place < 3; place++) await create({ code: 'once', price: 3, seats: 2 });
    calls.read = calls.write = 0;
    const { tickets } = (await running.ask('GET', '/tickets?code=once')).body;
    expect([calls.read, calls.write, tickets.map(({ total }: { total: number }) => total)]).to.deep.equal([1, 0, [6, 6, 6]]);
    await create({ seal: 'x' });
    expect(calls.write).to.equal(1);
  });

  it('shows and filters older records by the default of a new field', async () => {
    const { id } = await create({ title: 'Old' });
    await running.service.services.connection.collection<{ _id: number }>('tickets').updateOne({ _id: id }, { $unset: { fields: '' } });
    const read = (await running.ask('GET', `/tickets/${id}`)).body;
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
      const { tickets } = (await running.ask('GET', `/tickets?include=${id}&${query}`)).body;
      expect(tickets, query).to.have.lengthOf(1);
    }
    for (const query of ['seats=2', 'state=later', 'refundable=false', 'printed=true', 'vip=true', 'perks=other']) {
      expect((await running.ask('GET', `/tickets?include=${id}&${query}`)).body.tickets, query).to.have.lengthOf(0);
    }
    const back = await running.ask('PUT', `/tickets/${id}`, { as: 'editor', json: read });
    expect([back.status, back.body.code], back.text).to.deep.equal([200, null]);
  });
});
