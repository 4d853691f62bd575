import { ApiError, invalidParam, type Plugin, READABLE, type User } from 'calendar-events';
import { expect } from 'chai';
import { createUser } from '../../lib/access/roles';
import type { PluginRegistry, PluginServices } from '../../lib/program/plugins/plugin';
import { type Login, ROLES } from '../support/service';
import { DATES, event, openPromises } from '../support/stage';
import { bilingual, description, kindOf, MOOD } from './samples';

const captured: { services?: PluginServices; tickets?: ReturnType<typeof registerTickets> } = {};

const registerTickets = (registry: PluginRegistry) =>
  registry.registerPostLike({
    ...kindOf('ticket', 'billet'),
    fields: {
      price: { type: 'number', minimum: 0, description },
      seats: { type: 'integer', default: 1, description },
      event: { link: 'events', description },
    },
    check({ price, seats }) {
      if (price !== null && seats > price)
        throw invalidParam('seats', bilingual('Send no more than the price.', 'Envoyez au plus le prix.'));
    },
  });

const keeping: Plugin = (registry, given) => {
  captured.services = given;
  captured.tickets = registerTickets(registry);
  registry.registerTermLike(MOOD);
  registry.registerRoute('shop/v1', '/dear', {
    methods: READABLE,
    permission: 'public',
    errors: ['rest_forbidden'],
    args: {},
    // The user of the request, who may be undefined.
    handle: async ({ user }) => captured.tickets?.create({ title: 'By route', price: 1 }, { user }),
  });
};

describe('plugins: services.records, users, connection and clock', () => {
  const { stage } = openPromises({}, [keeping]);

  const services = (): PluginServices => captured.services ?? expect.fail('no services');
  const records = () => captured.tickets ?? expect.fail('no records');
  const userOf = (login: Login): User => createUser({ id: stage().ids[login], login, role: ROLES[login] });
  /** The code and status that a promise rejects with. */
  const refusal = async (work: Promise<unknown>) => {
    const error: unknown = await work.then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(error).to.be.instanceOf(ApiError);
    const { code, status } = error as ApiError;
    return [status, code];
  };

  it('records.create, update and remove check rights and values as requests do', async () => {
    const made = await records().create({ title: ' <b>Seat</b> ', price: '7.5' }, { user: userOf('author') });
    expect(made).to.deep.include({
      title: 'Seat',
      status: 'publish',
      author: stage().ids.author,
      fields: { price: 7.5, seats: 1, event: null },
    });
    const answer = (await stage().ask('GET', `/tickets/${made._id}`)).body;
    expect(answer).to.include({ title: 'Seat', price: 7.5, seats: 1 });
    const changed = await records().update(made._id, { price: null, seats: '3' }, { user: userOf('editor') });
    expect(changed.fields).to.deep.equal({ price: null, seats: 3, event: null });
    expect((await records().trash(made._id, { user: userOf('editor') })).status).to.equal('trash');
    expect((await records().trash(made._id, { user: userOf('editor') })).revision).to.equal(3);
    await records().remove(made._id, { user: userOf('editor') });
    expect(await records().byId(made._id)).to.equal(undefined);
    const other = await records().create({ title: 'Autre' }, { user: userOf('contributor'), language: 'fr' });
    expect(other).to.include({ status: 'draft', language: 'fr' });
    await records().remove(other._id, { user: userOf('contributor') });
    expect(await records().byId(other._id)).to.equal(undefined);
  });

  it('records throw the errors that a client gets', async () => {
    const { _id: id } = await records().create({ title: 'Mine' }, { user: userOf('editor') });
    const create = (params: object, login: Login = 'editor') => records().create({ title: 'Seat', ...params }, { user: userOf(login) });
    const update = (params: object, login: Login = 'editor') => records().update(id, { ...params }, { user: userOf(login) });
    await stage().give({ draft: event('Draft', { status: 'draft' }) });
    const cases: readonly (readonly [() => Promise<unknown>, readonly unknown[]])[] = [
      [() => create({}, 'subscriber'), [403, 'rest_forbidden']],
      [() => records().create({ title: 'Seat' }, { user: undefined }), [401, 'rest_forbidden']],
      [() => records().create({}, { user: userOf('editor') }), [400, 'rest_missing_callback_param']],
      [() => create({ price: -1 }), [400, 'rest_invalid_param']],
      [() => create({ price: 1, seats: 2 }), [400, 'rest_invalid_param']],
      [() => create({ event: stage().names['draft'] }, 'author'), [400, 'rest_invalid_param']],
      [() => create({ author: stage().ids.editor }, 'author'), [403, 'rest_forbidden']],
      [() => update({ seats: 2 }, 'author'), [403, 'rest_forbidden']],
      [() => update({ seats: 'x' }, 'subscriber'), [403, 'rest_forbidden']],
      [() => records().update(id, {}, { user: undefined }), [401, 'rest_forbidden']],
      [() => update({ title: null }), [400, 'rest_invalid_param']],
      [() => update({ seats: 1.5 }), [400, 'rest_invalid_param']],
      [() => records().update(99_999, {}, { user: userOf('editor') }), [404, 'rest-ticket-not-found']],
      [() => records().trash(id, { user: userOf('author') }), [403, 'rest_forbidden']],
      [() => records().remove(id, { user: userOf('contributor') }), [403, 'rest_forbidden']],
      [() => records().remove(id, { user: undefined }), [401, 'rest_forbidden']],
      [() => records().remove(99_999, { user: userOf('editor') }), [404, 'rest-ticket-not-found']],
    ];
    for (const [place, [work, expected]] of cases.entries())
      expect([place, ...(await refusal(work()))]).to.deep.equal([place, ...expected]);
    expect((await records().byId(id))?.revision).to.equal(1);
    await records().trash(id, { user: userOf('editor') });
    expect(await refusal(records().trash(id, { user: userOf('author') }))).to.deep.equal([403, 'rest_forbidden']);
    const answer = await stage().ask('GET', '//en/shop/v1/dear');
    expect([answer.status, answer.body.code]).to.deep.equal([401, 'rest_forbidden']);
  });

  it('records of the calendar are reachable, private ones too', async () => {
    const events = services().posts('events');
    const made = await events.create({ title: 'Fair', ...DATES, venue: { venue: 'Hall' }, status: 'private' }, { user: userOf('editor') });
    expect((await events.bySlug('en', 'fair'))?._id).to.equal(made._id);
    expect([...(await events.many([made._id, 99_999])).keys()]).to.deep.equal([made._id]);
    expect((await events.find({ _id: made._id })).map(({ _id }) => _id)).to.deep.equal([made._id]);
    const page = await events.page({ filter: { language: 'en', status: 'private' }, sort: { date: -1 }, skip: 0, limit: 1 });
    expect([page.total, page.records[0]?._id]).to.deep.equal([1, made._id]);
    // A private event does not create a public venue.
    expect((await services().posts('venues').bySlug('en', 'hall'))?.status).to.equal('draft');
    const term = await services().terms('moods').create({ name: 'Gay & <i>Merry</i>' }, 'en');
    expect((await services().terms('moods').bySlug('en', term.slug))?.name).to.equal('Gay & Merry');
    expect(await refusal(services().terms('moods').create({ name: 'gay & merry' }, 'en'))).to.deep.equal([400, 'term_exists']);
  });

  it('users have no password digest', async () => {
    const { users } = services();
    for (const user of [await users.byId(stage().ids.author), await users.byLogin('author')]) {
      expect(user).to.include({ id: stage().ids.author, login: 'author' });
      expect(user?.can('edit_tickets')).to.equal(true);
      expect(user?.can('edit_others_tickets')).to.equal(false);
      expect(JSON.stringify([user, Object.getOwnPropertyDescriptors(user)])).not.to.match(/digest|password|[0-9a-f]{64}/i);
    }
    expect([await users.byId(99_999), await users.byLogin('nobody')]).to.deep.equal([undefined, undefined]);
  });

  it('connection is the database of the driver, clock that of the service', async () => {
    const { db, clock, cost } = services();
    await db.collection<{ _id: number }>('shop_sales').insertOne({ _id: 1 });
    expect(await db.collection('shop_sales').countDocuments()).to.equal(1);
    expect(clock.now().toISOString()).to.equal('2030-01-15T12:00:00.000Z');
    const prices: readonly (readonly [readonly (string | number)[], 'en' | 'fr', string])[] = [
      [[10, '25'], 'en', '$10 – $25'],
      [[0], 'en', 'Free'],
      [[0], 'fr', 'Gratuit'],
      [[], 'en', ''],
    ];
    const events = services().posts('events');
    for (const [values, language, text] of prices) {
      const shown = cost(values, language);
      expect(shown.cost).to.equal(text);
      const json = { title: 'Dear', ...DATES, ...(values.length > 0 && { cost: values.map(String) }) };
      const { _id } = await events.create(json, { user: userOf('editor'), language });
      const { body } = await stage().ask('GET', `/events/${_id}`, { language });
      expect([body.cost, body.cost_details]).to.deep.equal([shown.cost, shown.cost_details]);
    }
  });
});
