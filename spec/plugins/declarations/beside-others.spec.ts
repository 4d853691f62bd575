import { expect } from 'chai';
import { LANGUAGES } from '../../../lib/language';
import type { Plugin } from '../../../lib/program/plugins/plugin';
import { READABLE } from '../../../lib/registry/registry';
import { openPromises } from '../../support/stage';
import { description, FILM, MOOD, recordLog, refusalOf } from '../samples';

const text = { type: 'string', description } as const;
const route = (answer: string) => ({ methods: READABLE, permission: 'public', args: {}, handle: () => answer }) as const;
const nowhere: { venue?: (id: number) => Promise<unknown> } = {};

/** A faulty plugin that has the name of the calendar itself. */
const calendar: Plugin = (registry, services) => {
  registry.registerRoute('cal/events/v1', '/films/by-slug/top', route('the best'));
  registry.registerPostLike({ ...FILM, fields: { event: { link: 'events', required: true, description } } });
  // Plugins in plain JavaScript may pass undefined.
  registry.registerTermLike({ ...MOOD, ...({ taxonomy: undefined, segment: undefined } as object) });
  registry.registerField('events', 'all_day', {
    ...text,
    stored: false,
    read() {
      throw new Error('It cannot be read.');
    },
  });
  registry.registerField('events', 'end_date', {
    ...text,
    stored: false,
    read: (_records, _view, shown) => shown.map((event) => String(event['end_date']).slice(0, 10)),
  });
  registry.registerField('venues', 'excerpt', { ...text, type: 'object' });
  registry.registerField('events', 'moods', { link: 'moods', many: true, description });
  registry.registerRoute('club/v1', '/first', { ...route(''), handle: () => undefined as unknown as null });
  nowhere.venue = services.posts('venues').byId;
};
const namesake: Plugin = (registry) => registry.registerRoute('club/v1', '/second', route('the second'));
Object.defineProperty(namesake, 'name', { value: 'calendar' });

describe('several plugins together', () => {
  const { lines, log } = recordLog();
  const { stage } = openPromises({}, [calendar, namesake], log);

  const create = async (path: string, json: object) => (await stage().step({ as: 'admin', method: 'POST', path, json, status: 201 })).body;

  it('may have the name of the calendar or of another plugin', async () => {
    expect((await stage().ask('GET', '/films')).status).to.equal(200);
    expect((await stage().ask('GET', '//en/club/v1/second')).body).to.equal('the second');
    expect((await stage().ask('GET', '/events')).status).to.equal(200);
  });

  it('register in the order in which they are listed', async () => {
    expect((await stage().ask('GET', '/films/by-slug/top')).body).to.equal('the best');
    expect((await stage().ask('GET', '/films/by-slug/none')).status).to.equal(404);
  });

  it('may leave keywords with a default undefined', async () => {
    const mood = await create('/moods', { name: 'Merry' });
    expect(mood).to.include({ taxonomy: 'mood' });
    expect(mood.urls.self).to.match(/\/moods\/\d+$/);
  });

  it('refuse a parent for terms without hierarchy', async () => {
    const { body } = await stage().ask('POST', '/moods', { as: 'admin', json: { name: 'Deep', parent: 1 } });
    expect(body.message).to.equal('Moods have no parents: do not send “parent”.');
  });

  it('may replace a field that cannot be read; its null can be written back', async () => {
    const event = await create('/events', { title: 'Null', start_date: '2030-01-01', end_date: '2030-01-02' });
    expect(event.all_day).to.equal(null);
    const { status } = await stage().ask('PATCH', `/events/${event.id}`, { as: 'admin', json: { all_day: null } });
    expect(status).to.equal(200);
    const { body } = await stage().ask('PATCH', `/events/${event.id}`, { as: 'admin', json: { title: null, featured: null } });
    expect(Object.keys(body.data.params)).to.deep.equal(['title', 'featured']);
  });

  it('may replace a field; what is shown can be written back', async () => {
    const { id, end_date, utc_end_date } = await create('/events', {
      title: 'Days',
      start_date: '2030-01-01',
      end_date: '2030-01-02 20:00',
    });
    expect(end_date).to.equal('2030-01-02');
    for (const [sent, end] of [[end_date, utc_end_date] as const, ['2030-01-03', '2030-01-03 00:00:00'] as const]) {
      const { body } = await stage().ask('PATCH', `/events/${id}`, { as: 'admin', json: { end_date: sent, title: 'More days' } });
      expect(body.utc_end_date).to.equal(end);
    }
  });

  it('may add a field with the name of a read-only member', async () => {
    const venue = await create('/venues', { venue: 'Hall', excerpt: { a: '<b>b' } });
    expect(venue.excerpt).to.deep.equal({ a: '<b>b' });
    expect(await nowhere.venue?.(venue.id)).to.deep.include({ excerpt: '', fields: { excerpt: { a: '<b>b' } } });
  });

  it('are named in the log where an answer is no JSON', async () => {
    lines.length = 0;
    expect((await stage().ask('GET', '//en/club/v1/first')).status).to.equal(500);
    expect(lines.map(({ plugin }) => plugin)).to.deep.equal(['calendar']);
  });

  it('document link fields as what is accepted', async () => {
    const { body } = await stage().ask('GET', '/doc');
    const sent = (path: string, method: string) =>
      Object.values<{ schema: { properties: Record<string, { type?: unknown; anyOf?: unknown }> } }>(
        body.paths[path][method].requestBody.content,
      )[0]?.schema.properties ?? {};
    expect(sent('/films', 'post')['event']?.type).to.equal('integer');
    expect(sent('/films/{id}', 'patch')['event']?.type).to.equal('integer');
    expect(sent('/events', 'post')['moods']?.anyOf).to.deep.equal(sent('/events', 'post')['tags']?.anyOf);
  });

  it('have a document without names of code in its texts', async () => {
    for (const language of LANGUAGES) {
      const { body } = await stage().ask('GET', '/doc', { language });
      const texts = JSON.stringify(body, (name, value) =>
        ['example', 'examples', 'operationId'].includes(name) ? undefined : value,
      ).match(/"(?:description|summary|title)":"(?:[^"\\]|\\.)*"/g);
      expect(texts).to.have.length.above(100);
      const names = texts?.flatMap((one) => one.replace(/`[^`]*`/g, '').match(/(?<![\w./])[a-z]{2,}[A-Z]\w*/g) ?? []) ?? [];
      expect([...new Set(names)]).to.deep.equal([]);
    }
  });
});

describe('registerField: replacing a filter of the calendar', () => {
  const all = { stored: false, filter: { where: () => ({}) } } as const;
  const { stage } = openPromises({}, [
    (registry) => {
      registry.registerField('events', 'tags', { ...text, ...all });
      registry.registerField('events', 'start_date', { ...text, type: 'integer', ...all });
    },
  ]);

  it('replaces the filter, and links repeat what was sent', async () => {
    const { status, body } = await stage().ask('GET', '/events?tags=x,y&start_date=5');
    expect(status).to.equal(200);
    expect(new URL(body.rest_url).searchParams.get('tags')).to.equal('x,y');
    expect(new URL(body.rest_url).searchParams.get('start_date')).to.equal('5');
  });

  it('refuses a schema title that the calendar has', async () => {
    const gates = { type: 'object', title: 'Event', description: text.description } as const;
    expect(await refusalOf((registry) => registry.registerField('venues', 'gates', gates))).to.include(
      'the title "Event" is that of another schema',
    );
  });
});
