import { expect } from 'chai';
import type { Plugin } from '../../../lib/program/plugins/plugin';
import type { Answer } from '../../support/service';
import { category, event, openPromises, organizer, patch, venue } from '../../support/stage';
import { recordLog } from '../samples';

const text = { type: 'string', description: { en: 'A text', fr: 'Un texte' } } as const;
const never = () => new Promise<never>(() => undefined);
const TYPES = ['events', 'venues', 'categories'];

const calls: Record<string, number> = {};
const counting =
  <Given extends unknown[], Answer>(name: string, run: (...given: Given) => Answer) =>
  (...given: Given): Answer => {
    calls[name] = (calls[name] ?? 0) + 1;
    return run(...given);
  };

const nested = (levels: number): object => (levels === 0 ? {} : { inner: nested(levels - 1) });

/** If true, the fields named "stuck" never answer. Creations do not wait for them. */
let isStuck = false;
const stuck = (records: readonly unknown[]) => (isStuck ? never() : records.map(() => 'done'));

/** Functions that never answer, or that answer what cannot be stored or shown. */
const hanging: Plugin = (registry) => {
  for (const plural of TYPES) registry.registerField(plural, 'stuck', { ...text, stored: false, read: stuck });
  registry.registerField('events', 'slow_note', { ...text, write: (value) => (value === 'hang' ? never() : value) });
  registry.registerField('events', 'odd_note', {
    ...text,
    write: (value) => (value === 'big' ? 10n : value === 'deep' ? nested(101) : value),
  });
  registry.registerField('events', 'slow_check', { ...text, validate: (value: unknown) => (value === 'hang' ? never() : true) });
  registry.registerField('events', 'slow_filter', { ...text, filter: { where: () => never() } });
  registry.registerField('organizers', 'mapped', { ...text, stored: false, read: (records) => records.map(() => new Map([[1, 2]])) });
  for (const name of ['stuck1', 'stuck2', 'stuck3', 'stuck4'])
    registry.registerField('organizers', name, { ...text, stored: false, read: stuck });
  registry.registerField('organizers', 'quick', { ...text, stored: false, read: (records) => records.map(() => 'quick') });
  registry.registerRoute('slow/v1', '/checked', {
    methods: 'GET',
    permission: 'public',
    args: { slow: { ...text, validate: () => never() } },
    handle: () => ({}),
  });
};

/** If true, the fields named "fickle" never answer. */
let hangs = false;

/** Fields that answer. */
const answering: Plugin = (registry) => {
  const add = (plural: string, name: string, run: (records: readonly unknown[]) => string[] | Promise<never>) =>
    registry.registerField(plural, name, { ...text, stored: false, read: counting(`${plural}.${name}`, run) });
  for (const plural of TYPES) {
    add(plural, 'fickle', (records) => (hangs ? never() : records.map(() => 'well')));
    add(plural, 'quick', (records) => records.map(() => 'quick'));
  }
  registry.registerField('events', 'upper', {
    ...text,
    stored: false,
    read: (_records, _view, shown) => shown.map((one) => String(one['quick']).toUpperCase()),
  });
};

describe('Functions of plugins that never answer', () => {
  const { lines, log } = recordLog();
  const { stage } = openPromises({}, [hanging, answering], log);

  before(async () => {
    await stage().give({
      hall: venue('Hall'),
      music: category('Music'),
      fair: event('Fair', { venue: '{hall}', categories: ['Music'] }),
      other: event('Other'),
      ann: organizer('Ann'),
    });
    isStuck = true;
  });
  after(() => {
    isStuck = false;
  });

  for (const [path, at] of [
    ['/events/{fair}', ''],
    ['/events', 'events[0].'],
    ['/venues', 'venues[0].'],
    ['/categories?hide_empty=false', 'categories[0].'],
  ] as const)
    it(`are null in ${path} within some seconds, and the fields beside them are there: read`, async () => {
      await stage().step({ path, status: 200, has: { [`${at}stuck`]: null, [`${at}quick`]: 'quick' } });
    });

  it('are null in records that are shown within others, in feeds and on pages: read', async () => {
    await stage().step({ path: '/events/{fair}', has: { 'venue.stuck': null, 'categories[0].stuck': null, upper: 'QUICK' } });
    expect((await stage().ask('GET', '/events.ics')).status).to.equal(200);
    expect((await stage().ask('GET', '/events.atom')).status).to.equal(200);
    const page = await stage().ask('GET', '//en/event/fair/', { headers: { accept: 'text/html' } });
    expect([page.status, page.text.includes('Fair')]).to.deep.equal([200, true]);
  });

  it('are logged with plugin and field: read', () => {
    const failures = lines.filter(({ hook, field }) => hook === 'read' && field === 'stuck');
    expect(failures).to.not.have.length(0);
    for (const { message, plugin: name, err } of failures) {
      expect(message).to.match(/^"read" of the field "stuck" of (?:events|venues|categories) \(plugin hanging\) failed/);
      expect(name).to.equal('hanging');
      expect(String(err)).to.include('did not answer within 1 s');
    }
  });

  it('cost 1 s together: read', async () => {
    const began = performance.now();
    await stage().step({
      path: '/organizers/{ann}',
      status: 200,
      has: { stuck1: null, stuck2: null, stuck3: null, stuck4: null, mapped: null, quick: 'quick' },
    });
    expect(performance.now() - began).to.be.below(3000);
    expect(lines.map(({ err }) => String(err))).to.include(
      'Error: it answers a Map, which JSON leaves out: answer plain objects and lists',
    );
  });

  describe('after 5 s', () => {
    const answers: Answer[] = [];
    before(async () => {
      await stage().step(patch('/events/{fair}?_fields=slow_note', { slow_note: 'fine' }, { has: { slow_note: 'fine' } }));
      const { names, ask } = stage();
      const change = (name: string, json: object) => ask('PATCH', `/events/${names[name]}`, { as: 'editor', json });
      answers.push(
        ...(await Promise.all([
          change('fair', { slow_note: 'hang', title: 'Changed' }),
          change('other', { slow_check: 'hang' }),
          ask('GET', '/events?slow_filter=a'),
          ask('GET', '//en/slow/v1/checked?slow=a'),
        ])),
      );
    });

    for (const [place, name, field] of [
      [0, 'write', 'slow_note'],
      [1, 'validate', 'slow_check'],
      [2, 'where', 'slow_filter'],
    ] as const)
      it(`are named in the log, and refuse the request: ${name}`, () => {
        const { status, body } = answers[place] as Answer;
        expect([status, body.code]).to.deep.equal([503, 'rest_plugin_timeout']);
        expect(body.data).to.deep.include({ plugin: 'hanging', function: name, field });
        expect(lines.map(({ message }) => message)).to.include(
          `"${name}" of the field "${field}" of events (plugin hanging) has not answered for 5 s`,
        );
      });

    it('store nothing and hold no lock: write', async () => {
      await stage().step({ path: `/events/{fair}?_fields=title`, has: { title: 'Fair' } });
      await stage().step(patch('/events/{fair}?_fields=website', { website: 'https://example.org' }, { status: 200 }));
    });

    it('are named in the log and are 500: validate of an arg', () => {
      expect(answers[3]?.status).to.equal(500);
      const line = lines.find(({ message }) => message === 'a request failed: "validate" of the arg "slow" (plugin hanging)');
      expect(String(line?.err)).to.equal('Error: it did not answer within 5 s');
    });
  });

  for (const [sent, why] of [
    ['big', /it answers a bigint, which cannot be stored/],
    ['deep', /it answers members of more than 100 levels/],
  ] as const)
    it(`are named in the log where what they answer cannot be stored: ${sent}`, async () => {
      lines.length = 0;
      await stage().step(patch('/events/{fair}', { odd_note: sent }, { status: 500 }));
      expect(lines.map(({ message }) => message)).to.deep.equal([
        'a request failed: "write" of the field "odd_note" of events (plugin hanging)',
      ]);
      expect(String(lines[0]?.err)).to.match(why);
    });
});

describe('A field with read', () => {
  const { stage } = openPromises({}, [answering]);
  const description = `<p>${'x'.repeat(90_000)}</p>`;

  afterEach(() => {
    hangs = false;
  });

  // spec/content/fields/wanted-members.spec.ts tests _fields of other answers.
  it('is not called for a total and for a term whose _fields leave it out', async () => {
    await stage().give({ music: category('Music'), fair: event('Fair', { categories: ['Music'] }) });
    const before = { ...calls };
    for (const path of ['/events?_fields=total', '/categories/{music}?_fields=name']) await stage().step({ path });
    expect(calls).to.deep.equal(before);
  });

  it('is called once for all records of an answer if it does not answer, even if long texts are shown in parts', async () => {
    const long = (number: number) => event(`Long ${number}`, { description, venue: { venue: `Hall ${number}`, description } });
    await stage().give({ long1: long(1), long2: long(2), long3: long(3) });
    hangs = true;
    const before = calls['venues.fickle'] ?? 0;
    const nulls = [0, 1, 2].flatMap((place) => [
      [`events[${place}].venue.fickle`, null],
      [`events[${place}].venue.quick`, 'quick'],
    ]);
    await stage().step({ path: '/events?search=long&_fields=events.venue,total', has: { total: 3, ...Object.fromEntries(nulls) } });
    expect(calls['venues.fickle']).to.equal(before + 1);
  });

  it('is null for the next 5 s if it does not answer, and is not called', async () => {
    await stage().give({ tent: category('Tent') });
    hangs = true;
    const before = calls['categories.fickle'] ?? 0;
    for (const _ of ['late', 'paused'])
      await stage().step({ path: '/categories/{tent}?_fields=fickle,quick', has: { fickle: null, quick: 'quick' } });
    expect(calls['categories.fickle']).to.equal(before + 1);
  });
});
