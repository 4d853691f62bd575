import { expect } from 'chai';
import type { Plugin } from '../../../lib/program/plugins/plugin';
import { playOn, type Scenario, type Step } from '../../support/scenario';
import { event, openPromises } from '../../support/stage';

const posting = (title: string, step: Step, status = 201, params?: readonly string[]): Scenario => ({
  title,
  as: 'editor',
  method: 'POST',
  ...step,
  status,
  ...(params && { params }),
});
const reading = (path: string, status: number): Scenario => ({ title: `answers ${status} to GET ${path}`, path, status });

const notes: Plugin = (registry) =>
  registry.registerField('venues', 'note', { type: 'string', maxLength: 1_000_000, description: { en: 'A note', fr: 'Une note' } });

describe('Extreme values and concurrent writes', () => {
  const { stage } = openPromises({}, [notes]);

  it('refuses an update that would make the record too large for the database, and leaves the record as it was', async () => {
    await stage().give({ hall: { path: '/venues', json: { venue: 'Hall', city: 'Lyon' } } });
    const venues = stage().service.services.connection.collection<{ _id: number; ballast: string }>('venues');
    await venues.updateOne({ _id: stage().names['hall'] ?? 0 }, { $set: { ballast: 'x'.repeat(16_000_000) } });
    const { body } = await stage().step({
      ...({ as: 'admin', method: 'PATCH', path: '/venues/{hall}', json: { city: 'Paris', note: 'x'.repeat(900_000) } } as const),
      ...{ status: 413, code: 'rest_content_too_large' },
    });
    expect(body.message).to.match(/^The record would be too large/);
    await stage().step({ path: '/venues/{hall}', has: { city: 'Lyon' } });
  });

  playOn(stage, [
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
    reading('/tags?orderby=__proto__', 200),
    reading('/events?search=%22%22', 200),
    reading('/events?search=-', 200),

    posting(
      'refuses an event that ends after the year 9999 in UTC',
      event('Late', { start_date: '9999-12-31 10:00', end_date: '9999-12-31 23:59:59', timezone: 'America/New_York' }),
      400,
      ['end_date'],
    ),
    posting(
      'refuses an event that begins before the year 1 in UTC',
      event('Early', { start_date: '0001-01-01 00:00', timezone: 'Asia/Tokyo' }),
      400,
      ['start_date'],
    ),
    posting('keeps a comma in the name of a tag in a list', event('Comma', { tags: ['Rock, Pop'] })),
    posting('gives tags without letters a slug', { path: '/tags', json: { name: '🎉' } }),
    posting('gives each name without letters another slug', { path: '/tags', json: { name: '🎈' } }),
    posting('gives tags a slug if the sent slug has no letters', { path: '/tags', json: { name: '!!', slug: '??' } }),
    posting('refuses coordinates that are no numbers', { path: '/venues', json: { venue: 'x', geo_lat: 'NaN', geo_lng: [1] } }, 400, [
      'geo_lat',
      'geo_lng',
    ]),
    posting('refuses numbers that are no IDs', event('x', { post_parent: 1e30, author: 1e30 }), 400, ['post_parent', 'author']),
    posting(
      'refuses __proto__ as data of a venue',
      {
        path: '/events',
        raw: '{"title":"x","start_date":"2030-01-01","end_date":"2030-01-01","venue":{"__proto__":{"venue":"p"}}}',
        headers: { 'content-type': 'application/json' },
      },
      400,
    ),
    posting('creates 60 tags with one event', event('Many', { tags: Array.from({ length: 60 }, (_, place) => `tag ${place}`) })),
    posting('reads a cost of ten texts of 1,000 characters', event('Dear', { cost: Array(10).fill('1-'.repeat(500)) })),
    posting('refuses a text of a cost of 9,001 characters', event('Dear', { cost: ['1-'.repeat(500), 'x'.repeat(9001)] }), 400, ['cost']),
    posting('refuses a cost of 11,000 characters', event('Dear', { cost: Array(11).fill('1-'.repeat(500)) }), 400, ['cost']),
  ]);

  it('keeps concurrent updates of different fields', async () => {
    await stage().give({ one: event('Parallel') });
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
        stage().step({ as: 'editor', method: 'PATCH', path: '/events/{one}', json: { [name]: value }, status: 200 }),
      ),
    );
    await stage().step({ path: '/events/{one}', has: { ...sent, excerpt: '<p>E</p>', cost: '$5' } });
  });
  it('trashes once by concurrent deletions, and removes nothing for good', async () => {
    await stage().give({ one: event('Parallel') });
    const answers = await Promise.all([1, 2, 3].map(() => stage().ask('DELETE', `/events/${stage().names['one']}`, { as: 'editor' })));
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 410, 410]);
    await stage().step({ as: 'editor', path: '/events/{one}', has: { status: 'trash' } });
  });
  it('gives venues of one name different slugs', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        stage().step({ as: 'editor', method: 'POST', path: '/venues', json: { venue: 'Same' }, status: 201 }),
      ),
    );
    expect(new Set(answers.map(({ body }) => body.slug)).size).to.equal(8);
  });
  it('creates one tag of a name', async () => {
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => stage().ask('POST', '/tags', { as: 'editor', json: { name: 'Same' } })),
    );
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([201, 400, 400, 400]);
  });
  it('leaves no category below a removed one', async () => {
    await stage().give({ gone: { path: '/categories', json: { name: 'Gone' } } });
    const parent = stage().names['gone'];
    const [removed, ...made] = await Promise.all([
      stage().ask('DELETE', `/categories/${parent}`, { as: 'editor' }),
      ...['a', 'b', 'c'].map((name) => stage().ask('POST', '/categories', { as: 'editor', json: { name, parent } })),
    ]);
    expect(removed?.status).to.equal(200);
    for (const { status, body } of made) {
      expect(status).to.be.oneOf([201, 400]);
      if (status === 201) await stage().step({ path: `/categories/${body.id}`, has: { parent: 0 } });
    }
  });
});
