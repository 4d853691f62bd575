import { expect } from 'chai';
import type { Plugin } from '../../lib/program/plugins/plugin';
import { category, event, openPromises, organizer, venue } from '../support/stage';

const text = { type: 'string', description: { en: 'A text', fr: 'Un texte' } } as const;
const never = () => new Promise<never>(() => undefined);

const calls: Record<string, number> = {};
const counting =
  <Given extends unknown[], Answer>(name: string, run: (...given: Given) => Answer) =>
  (...given: Given): Answer => {
    calls[name] = (calls[name] ?? 0) + 1;
    return run(...given);
  };

const nested = (levels: number): object => (levels === 0 ? {} : { inner: nested(levels - 1) });

/** If true, the fields named "fickle" never answer. */
let hangs = false;

const plugin: Plugin = (registry) => {
  for (const kind of ['events', 'venues', 'categories']) {
    registry.registerField(kind, 'stuck', { ...text, stored: false, read: counting(`${kind}.stuck`, never) });
    registry.registerField(kind, 'fickle', {
      ...text,
      stored: false,
      read: counting(`${kind}.fickle`, (records: readonly unknown[]) => (hangs ? never() : records.map(() => 'well'))),
    });
    registry.registerField(kind, 'quick', {
      ...text,
      stored: false,
      read: counting(`${kind}.quick`, (records: readonly unknown[]) => records.map(() => 'quick')),
    });
  }
  registry.registerField('events', 'upper', {
    ...text,
    stored: false,
    read: (_records, _view, shown) => shown.map((one) => String(one['quick']).toUpperCase()),
  });
  registry.registerField('events', 'slow_note', { ...text, write: (value) => (value === 'hang' ? never() : value) });
  registry.registerField('events', 'odd_note', {
    ...text,
    write: (value) => (value === 'big' ? 10n : value === 'deep' ? nested(101) : value),
  });
  registry.registerField('events', 'slow_check', { ...text, validate: (value: unknown) => (value === 'hang' ? never() : true) });
  registry.registerField('events', 'slow_filter', { ...text, filter: { where: () => never() } });
  registry.registerField('organizers', 'mapped', { ...text, stored: false, read: (records) => records.map(() => new Map([[1, 2]])) });
  for (const name of ['stuck1', 'stuck2', 'stuck3', 'stuck4'])
    registry.registerField('organizers', name, { ...text, stored: false, read: never });
  registry.registerField('organizers', 'quick', { ...text, stored: false, read: (records) => records.map(() => 'quick') });
  registry.registerRoute('slow/v1', '/checked', {
    methods: 'GET',
    permission: 'public',
    args: { slow: { ...text, validate: () => never() } },
    handle: () => ({}),
  });
};

describe('A field whose read never answers', () => {
  const lines: {
    readonly message: string;
    readonly hook?: string;
    readonly plugin?: string;
    readonly field?: string;
    readonly err?: Error;
  }[] = [];
  const note = (fields: object, message: string) => void lines.push({ ...fields, message });
  const log = { debug: () => undefined, info: () => undefined, warn: note, error: note };
  const { stage } = openPromises({}, [plugin], log);

  before(() =>
    stage().give({
      hall: venue('Hall'),
      music: category('Music'),
      fair: event('Fair', { venue: '{hall}', categories: ['Music'] }),
    }),
  );

  for (const [path, at] of [
    ['/events/{fair}', ''],
    ['/events', 'events[0].'],
    ['/venues', 'venues[0].'],
    ['/categories?hide_empty=false', 'categories[0].'],
  ] as const)
    it(`is null in ${path} within some seconds, and the fields beside it are there`, async () => {
      await stage().step({ path, status: 200, has: { [`${at}stuck`]: null, [`${at}quick`]: 'quick' } });
    });

  it('is null in records that are shown within others, in feeds and on pages', async () => {
    await stage().step({ path: '/events/{fair}', has: { 'venue.stuck': null, 'categories[0].stuck': null, upper: 'QUICK' } });
    expect((await stage().ask('GET', '/events.ics')).status).to.equal(200);
    expect((await stage().ask('GET', '/events.atom')).status).to.equal(200);
    const page = await stage().ask('GET', '//en/event/fair/', { headers: { accept: 'text/html' } });
    expect([page.status, page.text.includes('Fair')]).to.deep.equal([200, true]);
  });

  it('is logged with plugin and field', () => {
    const failures = lines.filter(({ hook }) => hook === 'read');
    expect(failures.map(({ field }) => field)).to.include('stuck');
    for (const { message, plugin: name, err } of failures) {
      expect(message).to.match(/^"read" of the field "stuck" of (?:events|venues|categories) \(plugin plugins\[0\]\) failed/);
      expect(name).to.equal('plugins[0]');
      expect(String(err)).to.include('did not answer within 1 s');
    }
  });

  it('does not affect a write that never answers, which is logged and stores nothing', async () => {
    await stage().step({
      as: 'editor',
      method: 'PATCH',
      path: '/events/{fair}',
      json: { slow_note: 'fine' },
      status: 200,
      has: { slow_note: 'fine' },
    });
    const hanging = stage().step({
      as: 'editor',
      method: 'PATCH',
      path: '/events/{fair}',
      json: { slow_note: 'hang', title: 'Other' },
      status: 503,
      code: 'rest_plugin_timeout',
      has: { 'data.plugin': 'plugins[0]', 'data.function': 'write', 'data.field': 'slow_note' },
    });
    await hanging;
    // The failed update has released its locks.
    await stage().step({ as: 'editor', method: 'PATCH', path: '/events/{fair}', json: { website: 'https://example.org' }, status: 200 });
    expect(lines.map(({ message }) => message)).to.include(
      '"write" of the field "slow_note" of events (plugin plugins[0]) has not answered for 5 s',
    );
    await stage().step({ path: '/events/{fair}?_fields=title', has: { title: 'Fair' } });
  });
});

describe('Functions of plugins', () => {
  const lines: { readonly message: string; readonly err?: Error }[] = [];
  const note = (fields: object, message: string) => void lines.push({ ...fields, message });
  const { stage } = openPromises({}, [plugin], { debug: () => undefined, info: () => undefined, warn: note, error: note });

  before(() => stage().give({ fair: event('Fair'), ann: organizer('Ann') }));

  it('that show fields and never answer cost 1 s together', async () => {
    const began = performance.now();
    await stage().step({
      path: '/organizers/{ann}',
      status: 200,
      has: { stuck1: null, stuck2: null, stuck3: null, stuck4: null, mapped: null, quick: 'quick' },
    });
    expect(performance.now() - began).to.be.below(3000);
    expect(lines.map(({ err }) => String(err))).to.include(
      'Error: it answers a Map, of which JSON writes nothing: answer plain objects and lists',
    );
  });

  for (const [title, step, hook] of [
    [
      'validate',
      { as: 'editor', method: 'PATCH', path: '/events/{fair}', json: { slow_check: 'hang' } },
      '"validate" of the field "slow_check"',
    ],
    ['where', { path: '/events?slow_filter=a' }, '"where" of the field "slow_filter"'],
  ] as const)
    it(`that never answer are named in the log and refuse the request: ${title}`, async () => {
      await stage().step({
        ...step,
        status: 503,
        code: 'rest_plugin_timeout',
        has: { 'data.plugin': 'plugins[0]', 'data.function': title },
      });
      expect(lines.map(({ message }) => message)).to.include(`${hook} of events (plugin plugins[0]) has not answered for 5 s`);
    });

  it('that never answer are named in the log and are 500: validate of an arg', async () => {
    expect((await stage().ask('GET', '//en/slow/v1/checked?slow=a')).status).to.equal(500);
    const line = lines.find(({ message }) => message === 'a request failed: "validate" of the arg "slow" (plugin plugins[0])');
    expect(String(line?.err)).to.equal('Error: it did not answer within 5 s');
  });

  for (const [sent, why] of [
    ['big', /it answers a bigint, which cannot be stored/],
    ['deep', /it answers members of more than 100 levels/],
  ] as const)
    it(`are named in the log where what they answer cannot be stored: ${sent}`, async () => {
      lines.length = 0;
      await stage().step({ as: 'editor', method: 'PATCH', path: '/events/{fair}', json: { odd_note: sent }, status: 500 });
      expect(lines.map(({ message }) => message)).to.deep.equal([
        'a request failed: "write" of the field "odd_note" of events (plugin plugins[0])',
      ]);
      expect(String(lines[0]?.err)).to.match(why);
    });
});

describe('A field with read', () => {
  const { stage } = openPromises({}, [plugin]);

  before(() =>
    stage().give({
      hall: venue('Hall'),
      music: category('Music'),
      fair: event('Fair', { venue: '{hall}', categories: ['Music'] }),
    }),
  );

  for (const [path, names] of [
    ['/events/{fair}?_fields=id,title', ['events.quick', 'venues.quick', 'categories.quick']],
    ['/events?_fields=events.id,total', ['events.quick', 'venues.quick', 'categories.quick']],
    ['/events?_fields=total', ['events.quick', 'venues.quick', 'categories.quick']],
    ['/events/{fair}?_fields=venue.venue,categories.name', ['events.quick', 'venues.quick', 'categories.quick']],
    ['/events/{fair}?_fields=venue', ['events.quick', 'categories.quick']],
    ['/venues/{hall}?_fields=venue', ['venues.quick']],
    ['/categories/{music}?_fields=name', ['categories.quick']],
    ['/categories?_fields=categories.name', ['categories.quick']],
  ] as const)
    it(`is not called if _fields leaves it out: ${path}`, async () => {
      const before = { ...calls };
      await stage().step({ path, status: 200 });
      for (const name of names) expect(calls[name], name).to.equal(before[name]);
    });

  it('is called if _fields names it, or a field that depends on others', async () => {
    for (const [path, has] of [
      ['/events/{fair}?_fields=quick', { quick: 'quick' }],
      ['/events/{fair}?_fields=upper', { upper: 'QUICK' }],
    ] as const) {
      const before = calls['events.quick'] ?? 0;
      await stage().step({ path, has });
      expect(calls['events.quick']).to.equal(before + 1);
    }
  });
});

describe('A field whose read did not answer in time', () => {
  const { stage } = openPromises({}, [plugin]);
  const description = `<p>${'x'.repeat(90_000)}</p>`;

  afterEach(() => {
    hangs = false;
  });

  it('is called once for all records of an answer, even if long texts are shown in parts', async () => {
    await stage().give(
      Object.fromEntries(
        [1, 2, 3].map((number) => [
          `fair${number}`,
          event(`Fair ${number}`, { description, venue: { venue: `Hall ${number}`, description } }),
        ]),
      ),
    );
    hangs = true;
    const before = calls['venues.fickle'] ?? 0;
    const nulls = [0, 1, 2].flatMap((place) => [
      [`events[${place}].venue.fickle`, null],
      [`events[${place}].venue.quick`, 'quick'],
    ]);
    await stage().step({ path: '/events?_fields=events.venue,total', has: { total: 3, ...Object.fromEntries(nulls) } });
    expect(calls['venues.fickle']).to.equal(before + 1);
  });

  it('is null for the next 5 s, and is not called', async () => {
    await stage().give({ tent: category('Tent') });
    hangs = true;
    const before = calls['categories.fickle'] ?? 0;
    for (const _ of ['late', 'paused'])
      await stage().step({ path: '/categories/{tent}?_fields=fickle,quick', has: { fickle: null, quick: 'quick' } });
    expect(calls['categories.fickle']).to.equal(before + 1);
  });
});
