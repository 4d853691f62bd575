import { expect } from 'chai';
import type { PostRecord } from '../../lib/content/types/context';
import { recordsOf } from '../../lib/content/write/plugin-records';
import { toUser } from '../../lib/program/authentication';
import { type Assembly, assembleService } from '../../lib/program/service/service';
import { readSettings } from '../../lib/program/settings/settings';
import { watchedUri } from '../database/commands';
import { faultsOf } from '../support/faults';
import { runs } from '../support/runs';
import { type Ask, clockAt, type Running, startService } from '../support/service';

const DATES = { start_date: '2030-05-06 19:00:00', end_date: '2030-05-06 22:00:00' };
const MANY = 6;
const ROUNDS = Math.max(4, runs(20));
const SPELLINGS = ['Große Straße', 'GROßE STRAßE', 'große straße'];

describe('database: concurrent writers', () => {
  let running: Running;

  before(async () => {
    running = await startService({ clock: clockAt('2030-05-01T12:00:00Z'), environment: { MONGODB_URI: await watchedUri() } });
  });
  after(() => running.stop());

  const post = (json: object, more: Ask = {}) => running.ask('POST', '/events', { as: 'editor', json: { ...DATES, ...json }, ...more });

  it(`POST /events: ${MANY} at once that spell one new venue in several ways store it once, and link it`, async () => {
    const venues = running.service.services.connection.collection<{ _id: number; count: number }>('venues');
    const before = await venues.countDocuments();
    const answers = await Promise.all(
      Array.from({ length: MANY }, (_, place) => post({ title: `Rushed ${place}`, venue: { venue: SPELLINGS[place % 3] } })),
    );
    expect(answers.map(({ status, text }) => (status === 201 ? status : text))).to.deep.equal(Array(MANY).fill(201));
    const [id = 0, ...others] = new Set<number>(answers.map(({ body }) => body.venue.id));
    expect(others).to.deep.equal([]);
    expect(await venues.countDocuments()).to.equal(before + 1);
    expect((await venues.findOne({ _id: id }))?.count).to.equal(MANY);
  });

  describe('of records that many events link', () => {
    const OF_EACH = 3;
    let shared: object;
    let targets: readonly (readonly [plural: string, id: number])[];
    /** A second process on the same database. */
    let other: Assembly;

    before(async () => {
      const environment = { MONGODB_URI: await watchedUri(), MONGODB_DB: running.database };
      other = await assembleService({ settings: readSettings(environment), clock: running.service.services.clock });
      await other.open();
      const make = async (path: string, json: object): Promise<number> => (await running.ask('POST', path, { as: 'editor', json })).body.id;
      const venue = await make('/venues', { venue: 'Shared Hall' });
      const organizer = await make('/organizers', { organizer: 'Shared Ann' });
      const categories = await Promise.all([1, 2, 3].map((place) => make('/categories', { name: `Shared ${place}` })));
      shared = { venue, organizer, categories };
      targets = [['venues', venue], ['organizers', organizer], ...categories.map((id) => ['categories', id] as const)];
    });

    after(() => other.close());

    /** The counts of all linked records, which must be equal. */
    const counted = async (): Promise<number[]> => {
      const { connection } = running.service.services;
      const found = await Promise.all(
        targets.map(([plural, _id]) => connection.collection<{ _id: number; count: number }>(plural).findOne({ _id })),
      );
      return [...new Set(found.map((record) => record?.count ?? 0))];
    };

    it(`count ${MANY * OF_EACH} events that are created at once, without an aborted transaction`, async () => {
      const { client } = running.service.services.connection.db();
      let aborted = 0;
      client.on('commandStarted', ({ commandName }) => {
        if (commandName === 'abortTransaction') aborted += 1;
      });
      const [before = 0] = await counted();
      const answers = await Promise.all(
        Array.from({ length: MANY * OF_EACH }, (_, place) => post({ title: `Sharing ${place}`, ...shared })),
      );
      expect(answers.map(({ status, text }) => (status === 201 ? status : text))).to.deep.equal(Array(MANY * OF_EACH).fill(201));
      expect(aborted).to.equal(0);
      expect(await counted()).to.deep.equal([before + MANY * OF_EACH]);
    });

    const eventsOf = ({ services }: Assembly) => recordsOf('events', services);
    const editor = () => toUser({ _id: running.ids.editor, login: 'editor', role: 'editor', passwordDigest: '' });

    it('count the events of two processes, none of which is refused', async () => {
      const [before = 0] = await counted();
      const records = [running.service, other].map(eventsOf);
      const user = editor();
      // Eight clients of each process, each with one request at a time.
      const client = async (place: number) => {
        for (let turn = 0; turn < OF_EACH; turn++)
          await records[place % 2]?.create({ title: `Sharing ${place} ${turn}`, ...DATES, ...shared, tags: [`shared ${turn}`] }, { user });
      };
      await Promise.all(Array.from({ length: 16 }, (_, place) => client(place)));
      expect(await counted()).to.deep.equal([before + 16 * OF_EACH]);
    });

    for (const status of ['publish', 'draft'])
      it(`link the translation that another process makes meanwhile, in events that are stored as ${status}`, async () => {
        const user = editor();
        const acting = { user, language: 'fr' } as const;
        for (let round = 0; round < ROUNDS; round++) {
          const { body: hall } = await running.ask('POST', '/venues', { as: 'editor', json: { venue: `Hall ${status} ${round}` } });
          const json = { venue: `Salle ${status} ${round}`, translation_of: hall.id };
          const [{ body: salle }, ...events] = await Promise.all([
            running.ask('POST', '/venues', { as: 'editor', language: 'fr', json }),
            ...[1, 2, 3].map((number) =>
              eventsOf(other).create({ title: `Naming ${status} ${round} ${number}`, ...DATES, status, venue: hall.id }, acting),
            ),
          ]);
          const { services } = running.service;
          const stored = await services.stores
            .posts<PostRecord & { readonly venues: readonly number[] }>('events')
            .many(events.map(({ _id }) => _id));
          expect([...stored.values()].flatMap(({ venues }) => venues)).to.deep.equal(events.map(() => salle.id));
        }
      });

    it('keep one venue for a draft and its original while another process parts the venue from its translation', async () => {
      const user = editor();
      for (let round = 0; round < ROUNDS; round++) {
        const make = async (path: string, json: object, language: 'en' | 'fr'): Promise<number> =>
          (await running.ask('POST', path, { as: 'editor', language, json })).body.id;
        const hall = await make('/venues', { venue: `Quay ${round}` }, 'en');
        const salle = await make('/venues', { venue: `Quai ${round}`, translation_of: hall }, 'fr');
        const original = await make('/events', { title: `Fair ${round}`, ...DATES, venue: hall }, 'en');
        await Promise.all([
          running.ask('PATCH', `/venues/${salle}`, { as: 'editor', json: { translation_of: 0 } }),
          eventsOf(other).create({ title: `Foire ${round}`, status: 'draft', translation_of: original }, { user, language: 'fr' }),
        ]);
      }
      expect(await faultsOf(running)).to.deep.equal([]);
    });
  });

  /** Records that are permanently deleted while new events link to them by ID or name. */
  const REMOVED: readonly { readonly plural: string; readonly singular: string; readonly naming: (id: number, name: string) => object }[] =
    [
      { plural: 'venues', singular: 'venue', naming: (venue) => ({ venue }) },
      { plural: 'tags', singular: 'name', naming: (_, name) => ({ tags: [name] }) },
    ];
  const WRITTEN = [{ status: 'publish' }, { status: 'draft' }, { status: 'publish', password: 'secret' }];

  for (const { plural, singular, naming } of REMOVED)
    it(`DELETE /${plural}/{id}?force=true leaves no link in events that are created at the same time`, async () => {
      const removed: number[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        const name = `Removed ${plural} ${round}`;
        const { body } = await running.ask('POST', `/${plural}`, { as: 'editor', json: { [singular]: name } });
        const path = `/${plural}/${body.id}?force=true`;
        if (body.status === 'publish') await running.ask('DELETE', `/${plural}/${body.id}`, { as: 'editor' });
        const events = [...WRITTEN, ...WRITTEN].map((json) => post({ title: name, ...json, ...naming(body.id, name) }));
        const [removal, ...created] = await Promise.all([running.ask('DELETE', path, { as: 'editor' }), ...events]);
        expect(removal.status, removal.text).to.equal(200);
        for (const { status, text } of created) expect(status, text).to.be.oneOf([201, 400]);
        removed.push(body.id);
      }
      const linking = { [plural]: { $in: removed } };
      expect(await running.service.services.connection.collection('events').countDocuments(linking)).to.equal(0);
    });

  it('add a user once though several add the login at once', async () => {
    const { users } = running.service.services;
    const added = await Promise.all(Array.from({ length: 6 }, () => users.add({ login: 'rushed', role: 'author', passwordDigest: '' })));
    expect(added.filter((user) => user !== undefined)).to.have.length(1);
  });
});
