import { expect } from 'chai';
import { MongoNetworkError } from 'mongodb';
import type { Plugin } from '../../../lib/program/plugins/plugin';
import { NOW } from '../../support/scenario';
import { type Answer, clockAt, startService } from '../../support/service';
import { DATES, openPromises } from '../../support/stage';
import { description, kindOf, recordLog } from '../samples';

/** The fields of a line about a function of a plugin. */
interface Failing {
  readonly hook: string;
  readonly plugin?: string;
  readonly kind?: string;
  readonly plural?: string;
  readonly field?: string;
}

const fail = (): never => {
  throw new Error('the projector is on fire');
};

type Read = (records: readonly unknown[]) => unknown;
const fine: Read = (records) => records.map(() => ({ name: 'calm' }));
let read = fine;

const ring: { name: string; ring?: object } = { name: 'round' };
ring.ring = ring;

/** Faulty `read` functions, with the values that two records then show. */
const FAULTS: Readonly<Record<string, readonly [Read, first: unknown, second: unknown]>> = {
  throws: [fail, null, null],
  'throws what is no Error': [
    () => {
      throw undefined;
    },
    null,
    null,
  ],
  rejects: [() => Promise.reject(new Error('late')), null, null],
  'answers no list': [() => ({ length: 2 }), null, null],
  'answers nothing': [() => undefined, null, null],
  'answers too few': [(records) => records.slice(1).map(() => ({ name: 'lost' })), null, null],
  'answers too many': [(records) => [...records, 1].map(() => ({ name: 'lost' })), null, null],
  'answers of one what JSON cannot say': [(records) => records.map((_, place) => (place === 0 ? ring : { name: 'calm' })), null, 'calm'],
  'answers a bigint for one': [(records) => records.map((_, place) => (place === 0 ? 1n : { name: 'calm' })), null, 'calm'],
  'answers a promise for one': [
    (records) => records.map((_, place) => (place === 0 ? Promise.reject(new Error('late')) : { name: 'calm' })),
    null,
    'calm',
  ],
};

const MOOD = { type: 'object', title: 'Mood', properties: { name: { type: 'string', required: true } } } as const;

const faulty: Plugin = (registry) => {
  for (const plural of ['events', 'venues', 'dramas'])
    registry.registerField(plural, 'mood', { stored: false, read: (records) => read(records) as never, answers: MOOD, description });
  registry.registerField('venues', 'motto', {
    type: 'string',
    write: (value) => (value === 'unwritable' ? fail() : value),
    show: (stored) => (stored === 'unshowable' ? fail() : `“${stored}”`),
    answers: { type: 'string' },
    description,
  });
  registry.registerField('venues', 'after', {
    stored: false,
    type: 'string',
    read: (_, __, shown) => shown.map((one) => `${one['motto']}`),
    description,
  });
  registry.registerField('organizers', 'mood', { stored: false, type: 'string', read: fail, description });
  registry.registerField('organizers', 'temper', { stored: false, type: 'string', read: fail, description });
  registry.registerPostLike({
    ...kindOf('drama', 'drame'),
    fields: {
      judged: { type: 'string', validate: (value: unknown) => (value === 'bad' ? fail() : true), description },
      cleaned: { type: 'string', sanitize: async (value: unknown) => (value === 'bad' ? fail() : value), description },
      given: { type: 'string', default: ({ params }: { params: object }) => ('fail' in params ? fail() : 'given'), description },
      fail: { type: 'string', description },
      found: { type: 'string', stored: false, filter: { where: (value) => (value === 'bad' ? fail() : {}) }, description },
      sought: { type: 'string', stored: false, filter: { where: () => undefined as never }, description },
      end: { type: 'string', description },
      stage: { link: 'venues', back: 'dramas', description },
    },
    check: ({ end }) => (end === 'bad' ? fail() : undefined),
  });
  // This schema is the one above without null.
  registry.registerRoute('cal/events/v1', '/moods', {
    methods: 'GET',
    permission: 'public',
    args: {},
    answers: MOOD,
    handle: () => ({ name: 'calm' }),
  });
  registry.registerRoute('shared/v1', '/thing', { methods: 'GET', permission: 'public', args: {}, handle: () => 'thing' });
  registry.registerRoute(
    'shared/v1',
    { path: '/lost', load: fail },
    { methods: 'GET', permission: 'public', args: {}, handle: () => 'thing' },
  );
};

const stranger: Plugin = (registry) =>
  registry.registerRoute('shared/v1', '/thing', { methods: 'DELETE', permission: fail, args: {}, handle: () => 'gone' });

describe('plugins: functions that throw', () => {
  const { lines, log } = recordLog();
  const { stage } = openPromises({}, [faulty, stranger], log);
  const ids: Record<string, number> = {};
  const make = (path: string, json: object): Promise<Answer> => stage().step({ as: 'admin', method: 'POST', path, json, status: 201 });

  before(async () => {
    for (const [key, motto] of [
      ['first', 'unshowable'],
      ['second', 'onwards'],
    ] as const) {
      const venue = (await make('/venues', { venue: key, motto })).body.id;
      ids[key] = (await make('/events', { title: key, ...DATES, venue })).body.id;
    }
    await make('/organizers', { organizer: 'Ann' });
  });
  beforeEach(() => {
    read = fine;
    lines.length = 0;
  });

  const get = async (path: string): Promise<Answer['body']> => (await stage().step({ path, status: 200 })).body;
  const nameOf = (mood: { name: string } | null) => mood?.name ?? mood;

  for (const [fault, [faultyRead, first, second]] of Object.entries(FAULTS)) {
    it(`shows null where read ${fault}`, async () => {
      read = faultyRead;
      const { events, total } = await get(`/events?include=${ids['first']},${ids['second']}`);
      expect(events.map(({ mood }: { mood: never }) => nameOf(mood))).to.deep.equal([first, second]);
      expect([total, ...events.map(({ title }: { title: string }) => title)]).to.deep.equal([2, 'first', 'second']);
      // One call of `read` covers all linked records of an answer.
      expect(events.map(({ venue }: { venue: { venue: string } }) => venue.venue)).to.deep.equal(['first', 'second']);
      expect(events.map(({ venue }: { venue: { mood: never } }) => nameOf(venue.mood))).to.deep.equal([first, second]);
    });
  }

  it('shows null in every answer where read fails, and keeps the stored value', async () => {
    read = fail;
    const path = `/events/${ids['second']}`;
    expect(await get(path)).to.include({ mood: null, title: 'second' });
    const changed = await stage().ask('PATCH', path, { as: 'admin', json: { title: 'third' } });
    expect([changed.status, changed.body.mood, changed.body.title]).to.deep.equal([200, null, 'third']);
    await stage().ask('PATCH', path, { as: 'admin', json: { title: 'second', mood: null } });
    const made = await make('/dramas', { title: 'Made' });
    expect([made.body.mood, made.body.given]).to.deep.equal([null, 'given']);
    read = fine;
    expect(await get(`/dramas/${made.body.id}`)).to.deep.include({ mood: { name: 'calm' } });
  });

  it('shows null for the record that show fails for', async () => {
    const { venues } = await get('/venues?per_page=2');
    expect(venues.map(({ motto, after }: Record<string, unknown>) => [motto, after])).to.deep.equal([
      ['“onwards”', '“onwards”'],
      [null, 'null'],
    ]);
    expect(lines.map(({ field }) => field)).to.not.include('after');
  });

  it('keeps stored values when a record with nulls is written back', async () => {
    const { id } = (await make('/venues', { venue: 'Odd', motto: 'unshowable' })).body;
    const read = (await stage().ask('GET', `/venues/${id}`, { as: 'admin' })).body;
    expect(read.motto).to.equal(null);
    const saved = await stage().ask('PUT', `/venues/${id}`, { as: 'admin', json: { ...read, venue: 'Odder' } });
    expect([saved.status, saved.body.venue, saved.body.motto]).to.deep.equal([200, 'Odder', null]);
    const { fields } = (await stage().service.services.postLikes.get('venues')?.posts.byId(id)) ?? {};
    expect(fields).to.include({ motto: 'unshowable' });
    // A later valid value removes the failure.
    for (const [motto, shown] of [
      ['mended', '“mended”'],
      [null, null],
    ] as const) {
      const { body } = await stage().ask('PATCH', `/venues/${id}`, { as: 'admin', json: { motto } });
      expect(body.motto).to.equal(shown);
    }
    await stage().ask('DELETE', `/venues/${id}`, { as: 'admin' });
  });

  it('is logged with plugin, kind and field, once a minute per field, with a count', async () => {
    stage().clock.set('2030-05-01T13:00:00Z');
    const logged = () =>
      lines.splice(0).map(({ message, err, plugin, kind, plural, field, hook, times }) => ({
        message,
        said: err?.message,
        ...{ plugin, kind, plural, field, hook, times },
      }));
    const line = (field: string, times: number) => ({
      message: `"read" of the field "${field}" of organizers (plugin faulty) failed ${times} ${times === 1 ? 'time' : 'times'} since the last such line: null was shown`,
      said: 'the projector is on fire',
      ...{ plugin: 'faulty', kind: 'organizer', plural: 'organizers', field, hook: 'read', times },
    });
    await get('/organizers');
    // The log also counts one failure from the answer to a creation in the hour before.
    expect(logged()).to.deep.equal([line('mood', 1), line('temper', 1)]);
    await get('/organizers');
    await get('/organizers');
    stage().clock.set('2030-05-01T13:00:59Z');
    await get('/organizers');
    expect(logged()).to.deep.equal([]);
    stage().clock.set('2030-05-01T13:01:00Z');
    await get('/organizers');
    expect(logged()).to.deep.equal([line('mood', 4), line('temper', 4)]);
    stage().clock.set(NOW);
    await get('/organizers');
    expect(logged()).to.deep.equal([line('mood', 1), line('temper', 1)]);
  });

  it('is not logged where the database is away', async () => {
    read = () => {
      throw new MongoNetworkError('gone');
    };
    const { status, body } = await stage().ask('GET', `/events/${ids['first']}`);
    expect([status, body.code]).to.deep.equal([503, 'database_unavailable']);
    expect(lines.filter(({ field }) => field === 'mood')).to.deep.equal([]);
  });

  const motto = { kind: 'venue', plural: 'venues', field: 'motto', hook: 'write' };
  const drama = (hook: string, field?: string) => ({ kind: 'drama', plural: 'dramas', ...(field && { field }), hook });
  const failing: readonly (readonly [what: string, method: string, path: string, json: object | undefined, fields: Failing])[] = [
    ['“write”', 'POST', '/venues', { venue: 'third', motto: 'unwritable' }, motto],
    ['“write” of an inline record', 'POST', '/events', { title: 'third', ...DATES, venue: { venue: 'third', motto: 'unwritable' } }, motto],
    ['“validate”', 'POST', '/dramas', { title: 'A', judged: 'bad' }, drama('validate', 'judged')],
    ['“sanitize”', 'POST', '/dramas', { title: 'A', cleaned: 'bad' }, drama('sanitize', 'cleaned')],
    ['“default”', 'POST', '/dramas', { title: 'A', fail: 'yes' }, drama('default', 'given')],
    ['“check”', 'POST', '/dramas', { title: 'A', end: 'bad' }, drama('check')],
    ['“where”', 'GET', '/dramas?found=bad', undefined, drama('where', 'found')],
    ['“where” that answers no condition', 'GET', '/dramas?sought=it', undefined, drama('where', 'sought')],
    ['“load”', 'GET', '//en/shared/v1/lost', undefined, { hook: 'load' }],
    ['“permission”', 'DELETE', '//en/shared/v1/thing', undefined, { hook: 'permission', plugin: 'stranger' }],
  ];
  for (const [what, method, path, json, fields] of failing) {
    it(`answers 500 and logs plugin, kind and hook: ${what}`, async () => {
      const { status, body, headers, text } = await stage().ask(method, path, { as: 'admin', json });
      expect([status, body.code], text).to.deep.equal([500, 'internal_server_error']);
      expect(text).to.not.include('faulty');
      const { hook, field, plural, plugin = 'faulty' } = fields;
      const place = `${field ? ` of the field "${field}"` : ''}${plural ? ` of ${plural}` : ''}`;
      expect(lines.map(({ message }) => message)).to.deep.equal([`a request failed: "${hook}"${place} (plugin ${plugin})`]);
      expect(lines[0]).to.include({ ...fields, plugin, id: headers['x-request-id'], method });
    });
  }

  it('is logged with its field where the database refuses its query', async () => {
    await stage().service.services.connection.collection('dramas').dropIndex('is_stage');
    const { status } = await stage().ask('GET', '/venues?per_page=1');
    expect(status).to.equal(500);
    expect(
      lines.filter(({ hook }) => hook === 'show').map(({ message, plugin, kind, field }) => [message, plugin, kind, field]),
    ).to.deep.include(['a request failed: "show" of the field "dramas" of venues (plugin faulty)', ...['faulty', 'venue', 'dramas']]);
  });

  it('does not affect other endpoints of its path, where permission throws', async () => {
    const { status, body, headers } = await stage().ask('GET', '//en/shared/v1/thing');
    expect([status, body, headers['allow']]).to.deep.equal([200, 'thing', 'GET']);
    expect(lines.map(({ message }) => message)).to.deep.equal(['"permission" (plugin stranger) failed: its methods are not in Allow']);
    expect((await stage().ask('OPTIONS', '//en/shared/v1/thing')).headers['allow']).to.equal('GET');
  });
});

describe('pages of records with failing fields', () => {
  const recorder = recordLog();
  const missing =
    (plural: string, names: readonly string[]): Plugin =>
    (registry) => {
      for (const name of names) registry.registerField(plural, name, { stored: false, type: 'string', read: fail, description });
    };

  it('are shown without these fields', async () => {
    const plain = await startService({ clock: clockAt(NOW) });
    const membersOf = async (plural: string, json: object): Promise<string[]> => {
      const { body } = await plain.ask('POST', `/${plural}`, { as: 'admin', json });
      return Object.keys(body).filter((name) => !['id', 'status'].includes(name));
    };
    const plugins = [
      missing('events', [...(await membersOf('events', { title: 'Fair', ...DATES })), 'json_ld']),
      missing('venues', [...(await membersOf('venues', { venue: 'Hall' })), 'json_ld']),
      missing('organizers', await membersOf('organizers', { organizer: 'Ann' })),
    ];
    await plain.stop();
    const running = await startService({ clock: clockAt(NOW), log: recorder.log, plugins });
    const event = { title: 'Fair', ...DATES, venue: { venue: 'Hall' }, organizer: [{ organizer: 'Ann' }] };
    const { status, body } = await running.ask('POST', '/events', { as: 'admin', json: event });
    expect([status, body.title, body.venue, body.status]).to.deep.equal([201, null, null, 'publish']);
    const headers = { accept: 'text/html' };
    for (const path of ['/', '/event/fair/', '/venue/hall/', '/organizer/ann/', '/venue/', '/organizer/'])
      expect((await running.ask('GET', `//en${path}`, { headers })).status, path).to.equal(200);
    expect((await running.ask('GET', '/events')).body.total).to.equal(1);
    expect(recorder.lines.filter(({ message }) => message.startsWith('a request failed'))).to.deep.equal([]);
    await running.stop();
  });
});
