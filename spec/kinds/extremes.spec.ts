import { expect } from 'chai';
import type { Plugin } from '../../lib/program/service';
import { openStage, play, type Scenario, type Stage, type Step } from '../support/scenario';

const DATES = { start_date: '2030-05-06 10:00:00', end_date: '2030-05-06 12:00:00' };
const event = (title: string, more: Readonly<Record<string, unknown>> = {}, asked: Partial<Step> = {}): Step => ({
  path: '/events',
  json: { title, ...DATES, ...more },
  ...asked,
});
const posting = (title: string, step: Step, status = 201, params?: readonly string[]): Scenario => ({
  title,
  as: 'editor',
  method: 'POST',
  ...step,
  status,
  ...(params && { params }),
});
const reading = (path: string, status: number, has?: Readonly<Record<string, unknown>>): Scenario => ({
  title: `answers ${status} to ${path}`,
  path,
  status,
  ...(has && { has }),
});

const note = { type: 'string', maxLength: 1_000_000, search: true, description: { en: 'A note', fr: 'Une note' } } as const;
const notes: Plugin = (registry) => {
  registry.registerField('venues', 'first_note', note);
  registry.registerField('venues', 'second_note', note);
};

describe('records that grow', () => {
  let stage: Stage;
  before(async () => {
    stage = await openStage({}, [notes]);
  });
  after(() => stage.stop());

  it('are refused in either language before the database would, and stay as they were', async () => {
    // The longest that a sign becomes where it is folded for search.
    const long = 'ﷺ'.repeat(345_000);
    await stage.give({ hall: { path: '/venues', json: { venue: 'Hall', first_note: long, city: 'Lyon' } } });
    const code = 'rest_content_too_large';
    const growing: Step = {
      as: 'admin',
      method: 'PATCH',
      path: '/venues/{hall}',
      json: { city: 'Paris', second_note: long },
      status: 413,
      code,
    };
    const { body } = await stage.step(growing);
    const inFrench = await stage.step({ ...growing, language: 'fr' });
    expect(body.message).to.match(/^The record would be too large/);
    expect(inFrench.body.message).to.match(/^L’élément serait trop volumineux/);
    await stage.step({ path: '/venues/{hall}', has: { city: 'Lyon' } });
  });
});

describe('extremes', () =>
  play([
    ...['/events', '/venues', '/organizers'].map((path) => reading(`${path}?page=9223372036854775807`, 404)),
    reading('/tags?page=9223372036854775807', 200, { tags: [] }),
    reading('/events/by-slug/a%00b', 404),
    ...['start_date=9999-12-31', 'end_date=0001-01-01', 'starts_before=9999-12-31', 'starts_after=9999-12-31', 'ends_after=0001-01-01'].map(
      (query) => reading(`/events?${query}`, 200),
    ),
    ...[
      'search[]=a',
      'page[]=1',
      'status[a]=publish',
      'geoloc_lat[]=1&geoloc_lng=2',
      'start_date[]=2030',
      'featured[]=1',
      'include[a][b]=1',
      'categories[a][b]=1',
      'geoloc_lat=NaN&geoloc_lng=Infinity',
      'venue=-1',
    ].map((query) => reading(`/events?${query}`, 400)),
    reading('/events?geoloc_lat=90&geoloc_lng=180', 200),
    reading('/tags?slug[a][b]=1', 400),
    reading('/tags?orderby=constructor', 200),
    reading('/tags?orderby=__proto__', 200),
    reading('/events?search=%22%22', 200),
    reading('/events?search=-', 200),

    posting(
      'ends no event after the year 9999 in UTC',
      event('Late', { start_date: '9999-12-31 10:00', end_date: '9999-12-31 23:59:59', timezone: 'America/New_York' }),
      400,
      ['end_date'],
    ),
    posting('begins no event before the year 1 in UTC', event('Early', { start_date: '0001-01-01 00:00', timezone: 'Asia/Tokyo' }), 400, [
      'start_date',
    ]),
    posting('keeps a comma in the name of a tag that is in a list', event('Comma', { tags: ['Rock, Pop'] })),
    posting('gives titles without letters a slug', event('🎉🎉')),
    posting('gives venues without letters a slug', { path: '/venues', json: { venue: '🎉' } }),
    posting('gives tags without letters a slug', { path: '/tags', json: { name: '🎉' } }),
    posting('gives each of them one of its own', { path: '/tags', json: { name: '🎈' } }),
    posting('gives tags a slug whose own comes to nothing', { path: '/tags', json: { name: '!!', slug: '??' } }),
    posting('stores control characters', event('a\u0000b', { venue: { venue: 'x\u0000y' }, tags: ['n\u0000m'] })),
    posting('takes coordinates that are numbers only', { path: '/venues', json: { venue: 'x', geo_lat: 'NaN', geo_lng: [1] } }, 400, [
      'geo_lat',
      'geo_lng',
    ]),
    posting('takes no zone beyond all zones', event('x', { timezone: 'UTC+99' }), 400, ['timezone']),
    posting('takes no number that is no ID', event('x', { post_parent: 1e30, author: 1e30 }), 400, ['post_parent', 'author']),
    posting(
      'takes no prototype for a venue',
      {
        path: '/events',
        raw: '{"title":"x","start_date":"2030-01-01","end_date":"2030-01-01","venue":{"__proto__":{"venue":"p"}}}',
        headers: { 'content-type': 'application/json' },
      },
      400,
    ),
    posting('takes many new tags at once', event('Many', { tags: Array.from({ length: 60 }, (_, place) => `tag ${place}`) })),
    posting('reads a cost that goes on and on', event('Dear', { cost: Array(10).fill('1-'.repeat(500)) })),
    posting('takes no cost that goes on further', event('Dear', { cost: ['1-'.repeat(500), 'x'.repeat(9001)] }), 400, ['cost']),
    posting('takes no cost of many long texts', event('Dear', { cost: Array(11).fill('1-'.repeat(500)) }), 400, ['cost']),
    posting('shows a description that goes on and on', event('Long', { description: '<p>[embed]'.repeat(10_000) })),
  ]));

describe('at once', () => {
  let stage: Stage;
  before(async () => {
    stage = await openStage();
  });
  after(() => stage.stop());

  it('updates of different fields are all kept', async () => {
    await stage.give({ one: event('Parallel') });
    const sent = {
      title: 'T',
      excerpt: 'E',
      cost: '5',
      featured: true,
      sticky: true,
      website: 'https://example.org/',
      timezone: 'Europe/Paris',
      slug: 'other',
    };
    await Promise.all(
      Object.entries(sent).map(([name, value]) =>
        stage.step({ as: 'editor', method: 'PATCH', path: '/events/{one}', json: { [name]: value }, status: 200 }),
      ),
    );
    await stage.step({ path: '/events/{one}', has: { ...sent, excerpt: '<p>E</p>', cost: '$5' } });
  });
  it('deletions trash once, and remove nothing for good', async () => {
    await stage.give({ one: event('Parallel') });
    const answers = await Promise.all([1, 2, 3].map(() => stage.ask('DELETE', `/events/${stage.names['one']}`, { as: 'editor' })));
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 410, 410]);
    await stage.step({ as: 'editor', path: '/events/{one}', has: { status: 'trash' } });
  });
  it('venues of one name get slugs of their own', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => stage.step({ as: 'editor', method: 'POST', path: '/venues', json: { venue: 'Same' }, status: 201 })),
    );
    expect(new Set(answers.map(({ body }) => body.slug)).size).to.equal(8);
  });
  it('one tag of a name is made', async () => {
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => stage.ask('POST', '/tags', { as: 'editor', json: { name: 'Same' } })),
    );
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([201, 400, 400, 400]);
  });
  it('moves of categories below each other close no circle', async () => {
    await stage.give({ one: { path: '/categories', json: { name: 'One' } }, other: { path: '/categories', json: { name: 'Other' } } });
    const { one, other } = stage.names;
    const move = (id: unknown, parent: unknown) => stage.ask('PATCH', `/categories/${id}`, { as: 'editor', json: { parent } });
    const answers = await Promise.all([move(one, other), move(other, one)]);
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 400]);
  });
  it('no category is left below one that is removed', async () => {
    await stage.give({ gone: { path: '/categories', json: { name: 'Gone' } } });
    const parent = stage.names['gone'];
    const [removed, ...made] = await Promise.all([
      stage.ask('DELETE', `/categories/${parent}`, { as: 'editor' }),
      ...['a', 'b', 'c'].map((name) => stage.ask('POST', '/categories', { as: 'editor', json: { name, parent } })),
    ]);
    expect(removed?.status).to.equal(200);
    for (const { status, body } of made) {
      expect(status).to.be.oneOf([201, 400]);
      if (status === 201) await stage.step({ path: `/categories/${body.id}`, has: { parent: 0 } });
    }
  });
});
