import { expect } from 'chai';
import type { Document } from 'mongodb';
import { plugin as tickets } from '../../../fixtures/plugins/tickets/index';
import { KEYS_COLLECTION } from '../../../lib/database/driver/indexes';
import { NOW, type Step } from '../../support/scenario';
import type { Answer } from '../../support/service';
import { category, create, event, openPromises, refused, venue } from '../../support/stage';

const KINDS = [
  { plural: 'events', make: event('Tea') },
  { plural: 'categories', make: category('Talks') },
  { plural: 'tickets', make: { path: '/tickets', json: { title: 'Seat', event: '{fair}', price: 1 } } },
] as const;

const DAY_LATER = '2030-01-16T12:00:01Z';

describe('Idempotency-Key', () => {
  const { stage } = openPromises({}, [tickets]);
  before(() => stage().give({ fair: event('Fair') }));
  afterEach(() => stage().clock.set(NOW));

  const keyed = (record: Step, key: string, overrides: Partial<Step> = {}): Step =>
    create(record, { ...overrides, headers: { 'idempotency-key': key, ...overrides.headers } });
  const send = (record: Step, key: string, overrides: Partial<Step> = {}): Promise<Answer> => stage().step(keyed(record, key, overrides));
  const totalOf = async (search: string): Promise<number> =>
    (await stage().step({ as: 'editor', path: `/events?search=${search}&start_date=2029-01-01` })).body.total;
  const keys = () => stage().service.services.connection.collection<Document & { _id: string }>(KEYS_COLLECTION);

  for (const { plural, make } of KINDS) {
    it(`creates one of ${plural} for a repeated request, and gives the same answer (Idempotency-Replayed)`, async () => {
      const first = await send(make, `one of ${plural}`.replaceAll(' ', '-'), { status: 201 });
      expect(first.headers['idempotency-replayed']).to.equal(undefined);
      const again = await send(make, `one of ${plural}`.replaceAll(' ', '-'), { status: 201 });
      expect(again.text).to.equal(first.text);
      for (const name of ['location', 'etag', 'content-language', 'content-type'])
        expect(again.headers[name], name).to.equal(first.headers[name]);
      expect(again.headers['idempotency-replayed']).to.equal('true');
    });
  }

  it('gives the first answer after the record was changed or deleted', async () => {
    const first = await send(event('Fickle'), 'fickle');
    const path = `/events/${first.body.id}`;
    await stage().step({ as: 'editor', method: 'PATCH', path, json: { title: 'Changed' } });
    expect((await send(event('Fickle'), 'fickle')).text).to.equal(first.text);
    for (const query of ['', '?force=true']) await stage().step({ as: 'editor', method: 'DELETE', path: `${path}${query}` });
    expect((await send(event('Fickle'), 'fickle')).text).to.equal(first.text);
  });

  it('compares the parameters, whatever their order, and ignores unknown ones', async () => {
    const first = await send(event('Orderly', { cost: '5', categories: ['a', 'b'] }), 'orderly');
    const { title, ...rest } = event('Orderly', { cost: '5', categories: ['a', 'b'] }).json as { readonly title: string };
    const same: Partial<Step>[] = [
      { json: { ...rest, title } },
      { json: { ...rest, title, unheard: 'of' } },
      { json: rest, path: '/events?title=Orderly' },
      { json: { ...rest, title }, path: '/events?_fields=id', has: { id: first.body.id } },
    ];
    for (const request of same) {
      const again = await send({ path: '/events', ...request }, 'orderly', { status: 201 });
      expect(again.body.id).to.equal(first.body.id);
      expect(again.headers['idempotency-replayed']).to.equal('true');
    }
    expect(await totalOf('orderly')).to.equal(1);
  });

  it('is the same key with and without quotation marks', async () => {
    const first = await send(event('Quoted'), '"quoted"');
    expect((await send(event('Quoted'), 'quoted')).body.id).to.equal(first.body.id);
  });

  it('compares the effective language, not the prefix', async () => {
    const first = await send(event('Spoken'), 'spoken');
    const options = { language: 'fr', path: '/events?ml_language=en' } as const;
    expect((await send(event('Spoken'), 'spoken', { ...options, status: 201 })).body.id).to.equal(first.body.id);
  });

  it('answers 422 to another request with the same key', async () => {
    await send(event('Former'), 'reused');
    for (const json of [{ title: 'Latter' }, { cost: '1' }, {}])
      await send(event('Former', { ...json, excerpt: 'x' }), 'reused', {
        status: 422,
        code: 'rest_idempotency_key_reused',
      });
    expect(await totalOf('latter')).to.equal(0);
  });

  it('is another key for another user, route and language', async () => {
    const first = await send(event('Mine'), 'shared');
    const ids = [first.body.id];
    for (const options of [{ as: 'author' }, { language: 'fr' }, { path: '/events?ml_language=fr', as: 'author' }] as const)
      ids.push((await send(event('Mine'), 'shared', { ...options, status: 201 })).body.id);
    await send(venue('Mine'), 'shared', { status: 201 });
    expect(new Set(ids).size).to.equal(ids.length);
  });

  it('creates one record for concurrent requests; the others get its answer or 409', async () => {
    const step = keyed(event('Rushed', { venue: { venue: 'Crowd' } }), 'rushed');
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => stage().ask('POST', step.path, { as: 'editor', json: step.json, headers: step.headers ?? {} })),
    );
    expect(await totalOf('rushed')).to.equal(1);
    for (const { status, body } of answers) {
      if (status === 201) expect(body.id).to.equal(answers.find((one) => one.status === 201)?.body.id);
      else expect([status, body.code]).to.deep.equal([409, 'rest_idempotency_key_in_use']);
    }
    expect(answers.filter(({ status, headers }) => status === 201 && headers['idempotency-replayed'] === undefined)).to.have.length(1);
  });

  it('answers 409 while the first request is under way in another process', async () => {
    const step = keyed(event('Slow'), 'slow');
    const { body } = await stage().step(step);
    const { client } = stage().service.services.connection.db();
    await client.withSession(async (session) => {
      const stored = await keys().findOneAndDelete({ record: body.id });
      session.startTransaction();
      await keys().insertOne({ ...stored, _id: String(stored?._id) }, { session });
      await stage().step({ ...step, status: 409, code: 'rest_idempotency_key_in_use', answers: { 'retry-after': '1' } });
      await session.abortTransaction();
    });
    await stage().step({ ...step, status: 201, answers: { 'idempotency-replayed': undefined } });
  });

  it('does not replay refusals', async () => {
    await send(event('Corrected', { start_date: 'never' }), 'corrected', refused('start_date'));
    await send(event('Corrected'), 'corrected', { status: 201, answers: { 'idempotency-replayed': undefined } });
    await send(category('Corrected'), 'term', { status: 201 });
    await send(category('Corrected'), 'other-term', { status: 400, code: 'term_exists' });
    await send(category('Corrected anew'), 'other-term', { status: 201 });
  });

  it('answers 401 and 403 to users without rights, before and after the first request', async () => {
    for (const as of [undefined, 'subscriber'] as const)
      await stage().step({
        ...keyed(event('Forbidden'), 'forbidden'),
        as: as as never,
        status: as === undefined ? 401 : 403,
        code: 'rest_forbidden',
      });
    await stage().step({ ...keyed(event('Forbidden'), 'a b'), as: undefined as never, status: 401 });
    await send(event('Demoted'), 'demoted', { as: 'contributor', status: 201 });
    const { users } = stage().service.services;
    await users.change('contributor', { role: 'subscriber' });
    await send(event('Demoted'), 'demoted', { as: 'contributor', status: 403, code: 'rest_forbidden' });
    await users.change('contributor', { role: 'contributor' });
    await send(event('Demoted'), 'demoted', { as: 'contributor', status: 201 });
  });

  it('answers 403 if the user may no longer read the record', async () => {
    const { body } = await send(event('Taken away'), 'away', { as: 'author', status: 201 });
    await stage().step({ as: 'admin', method: 'PATCH', path: `/events/${body.id}`, json: { author: '{editor}', status: 'private' } });
    await send(event('Taken away'), 'away', { as: 'author', status: 403, code: 'event-not-accessible', hides: /Taken/ });
  });

  it('answers 403 if the record has a password since', async () => {
    const { body } = await send(event('Locked away'), 'locked', { as: 'contributor', status: 201 });
    const json = { author: '{editor}', status: 'publish', password: 'sesame' };
    await stage().step({ as: 'admin', method: 'PATCH', path: `/events/${body.id}`, json });
    await send(event('Locked away'), 'locked', { as: 'contributor', status: 403, code: 'event-password-protected' });
  });

  it('gives the first answer even if the request would be refused now', async () => {
    await stage().give({ gone: venue('Gone'), hidden: venue('Hidden'), above: category('Above') });
    const requests: [Step, string][] = [
      [event('At the gone', { venue: '{gone}' }), 'at-the-gone'],
      [event('At the hidden', { venue: '{hidden}' }), 'at-the-hidden'],
      [category('Below', { parent: '{above}' }), 'below'],
    ];
    const first: string[] = [];
    for (const [record, key] of requests)
      first.push((await send(record, key, { as: 'author', ...(key === 'below' && { as: 'editor' }) })).text);
    for (const query of ['', '?force=true']) await stage().step({ as: 'admin', method: 'DELETE', path: `/venues/{gone}${query}` });
    await stage().step({ as: 'editor', method: 'PATCH', path: '/venues/{hidden}', json: { status: 'private' } });
    await stage().step({ as: 'admin', method: 'DELETE', path: '/categories/{above}' });
    for (const [place, [record, key]] of requests.entries()) {
      const again = await send(record, key, { as: 'author', ...(key === 'below' && { as: 'editor' }), status: 201 });
      expect(again.text).to.equal(first[place]);
      await send(record, `another-${key}`, { as: 'author', ...(key === 'below' && { as: 'editor' }), status: 400 });
    }
  });

  for (const [what, key] of [
    ['a blank', 'a b'],
    ['nothing', ''],
    ['256 characters', 'x'.repeat(256)],
    ['letters beyond ASCII', 'caf\u00e9'],
    ['nothing in quotation marks', '""x y""'],
  ] as const)
    it(`refuses a key of ${what}, in the language of the request`, async () => {
      await send(event('Odd'), key, { ...refused('Idempotency-Key'), says: /1 to 255 visible ASCII characters/ });
      await send(event('Odd'), key, { ...refused('Idempotency-Key'), language: 'fr', says: /1 à 255 caractères/ });
    });

  it('takes a key of 255 characters', async () => {
    await send(event('Long'), 'x'.repeat(255), { status: 201 });
  });

  it('expires after 24 hours', async () => {
    const first = await send(event('Daily'), 'daily', { status: 201 });
    stage().clock.set(DAY_LATER);
    const second = await send(event('Daily'), 'daily', { status: 201, answers: { 'idempotency-replayed': undefined } });
    expect(second.body.id).to.not.equal(first.body.id);
    await stage().service.services.idempotency.deleteExpired();
    expect(await keys().countDocuments({ expires: { $lte: new Date(DAY_LATER) } })).to.equal(0);
    expect(await keys().countDocuments()).to.equal(1);
  });

  it('is removed with its user', async () => {
    const { id } = await stage().service.addUser('passing', 'author');
    await keys().insertMany(
      Array.from({ length: 3 }, (_, place) => ({ _id: `passing ${place}`, user: id, expires: new Date(DAY_LATER), bytes: 1 })),
    );
    await stage().service.services.users.remove('passing');
    expect(await keys().countDocuments({ user: id })).to.equal(0);
  });

  for (const [what, as, count, bytes] of [
    ['10,000 requests', 'author2', 10_000, 1],
    ['32 MiB of answers', 'admin', 2, 16 * 1_048_576],
  ] as const)
    it(`answers 429 beyond ${what} of a user`, async () => {
      const user = stage().ids[as];
      const expires = new Date('2030-01-16T11:00:00Z');
      await keys().insertMany(Array.from({ length: count }, (_, place) => ({ _id: `${as} ${place}`, user, expires, bytes })));
      const code = 'rest_too_many_idempotency_keys';
      await send(event('Too many'), 'many', { as, status: 429, code, answers: { 'retry-after': String(23 * 3600) } });
      expect(await totalOf('many')).to.equal(0);
      await stage().step(create(event('Without'), { as, status: 201 }));
      await send(event('Of another'), 'many', { status: 201 });
    });

  it('answers from the record if the answer was not stored', async () => {
    const first = await send(event('Crashed'), 'crashed', { status: 201 });
    const unkept = await keys().findOneAndUpdate({ record: first.body.id }, { $unset: { answer: '' }, $set: { bytes: 0 } });
    expect(unkept).to.not.equal(null);
    const again = await send(event('Crashed'), 'crashed', { status: 201 });
    expect(again.text).to.equal(first.text);
    for (const query of ['', '?force=true'])
      await stage().step({ as: 'editor', method: 'DELETE', path: `/events/${first.body.id}${query}` });
    await send(event('Crashed'), 'crashed', { status: 404, code: 'rest-event-not-found' });
  });

  it('is described by the index and GET /doc', async () => {
    const { body } = await stage().step({ path: '' });
    for (const { plural } of KINDS) {
      const { endpoints } = body.routes[`/cal/events/v1/${plural}`];
      const creating = endpoints.find(({ methods }: { methods: string[] }) => methods.includes('POST'));
      expect(creating.headers).to.have.all.keys('Idempotency-Key');
    }
    const document = (await stage().step({ path: '/doc' })).body;
    const { parameters, responses } = document.paths['/tickets'].post;
    expect(parameters.map((one: { name: string; in: string }) => `${one.in} ${one.name}`)).to.include('header Idempotency-Key');
    expect(responses).to.include.all.keys('409', '422', '429');
  });
});
